// SPDX-License-Identifier: Apache-2.0
// Bytes of a file, plain or gzip: the base of every text importer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace allways::importers {

// Throws InputError if `unpacked` bytes are far more than honest data pack into `packed`: such a file is made to
// exhaust memory or time.
void refuse_bomb(const std::string& path, std::uint64_t packed, std::uint64_t unpacked);

// Reads a plain or gzip file sequentially; recognises both by content, not by name. Throws InputError if the file
// cannot be opened, is a folder, has compressed data that are damaged or cut short, or is Parquet.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    // Returns the number of bytes read into `buffer`; fewer than `size` only at the end of the file. Also throws if the
    // content is far larger than honest compressed data: such a file is made to exhaust memory.
    std::size_t read(char* buffer, std::size_t size);

    const std::string& path() const { return path_; }
    std::uint64_t bytes_on_disk() const { return bytes_on_disk_; }
    std::uint64_t position_on_disk() const;                   // for progress: bytes of the (compressed) file consumed
    std::uint64_t bytes_read() const { return bytes_read_; }  // of the content
    // An upper bound on the content's size, derived from the size on disk; the largest number for a pipe.
    std::uint64_t most_content() const;

    // Decompresses the whole file for readers that decompress it themselves, and throws as read() does.
    static void refuse_bomb(const std::string& path);

private:
    void refuse_bomb() const;

    std::string path_;
    void* file_ = nullptr;  // gzFile
    std::uint64_t bytes_on_disk_ = 0;
    std::uint64_t bytes_read_ = 0;
    bool has_size_ = false;
};

}  // namespace allways::importers
