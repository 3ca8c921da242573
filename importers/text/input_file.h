// SPDX-License-Identifier: Apache-2.0
// Bytes of a file, plain or gzip: the base of every text importer; and what a reader may believe of a file's claims.
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

// ---- sizes that a file claims, checked against its bytes before memory is allocated

// Throws InputError if rows × columns values of at least `bits` each do not fit the file's content.
void require_values_fit(const InputFile& file, std::uint64_t rows, std::uint64_t columns, std::uint64_t bits);

// The same for nodes that need no line of their own, given the bytes read so far: few nodes of a network have no arcs,
// so the file must have bytes for most of them.
void require_nodes_fit(const InputFile& file, std::uint64_t nodes, std::uint64_t bytes);

// ---- Parquet, which is left to the Python package (docs/decisions/0022-parquet-in-python.md): how to recognise it,
// and what to say

inline constexpr const char* how_to_read_parquet =
    "Parquet is read from Python. Convert a network with: python3 -c \"import allways; "
    "allways.read_network('roads.parquet').write('roads.gpkg')\"; a table with: python3 -c \"import allways; "
    "allways.read_table('table.parquet').write('table.omx')\"; points and pairs with: python3 -c \"import pandas; "
    "pandas.read_parquet('points.parquet').to_csv('points.csv', index=False)\"";
inline constexpr const char* how_to_write_parquet =
    "Parquet is written from Python. Write a GeoPackage or OMX here, then convert a table with: python3 -c \"import "
    "allways; allways.read_table('table.omx').write('table.parquet')\"; a network or another layer with: python3 -c "
    "\"import geopandas; geopandas.read_file('roads.gpkg', layer='link').to_parquet('roads.parquet')\"";

// Returns true if the format, or without one the suffix of the path, is that of Parquet or GeoParquet.
bool names_parquet(const std::string& path, const std::string& format);

// Throws InputError for a file that begins as Parquet. Pipes are not touched.
void refuse_parquet(const std::string& path);

}  // namespace allways::importers
