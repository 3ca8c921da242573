// Fast buffered output of text and bytes to a file (see AtomicFile) or, for "-", to standard output.
#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "export/atomic_file.h"
#include "export/plain_number.h"

namespace allways::tools {

// A CSV field, in quotes where it needs them (RFC 4180).
std::string csv_field(std::string_view text);

// Every function that writes throws InputError where the system refuses (no space, no permission).
class OutputFile {
public:
    OutputFile(const std::string& path, bool overwrite);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void put(char c) { *room(1) = c, ++used_; }
    void put(std::string_view text);
    void put_bytes(const void* data, std::size_t size) { put({static_cast<const char*>(data), size}); }
    // Whole numbers; floats in the fewest digits that read back as the same number. No locale.
    template <class Number>
    void put_number(Number number) {
        constexpr std::size_t longest = 32;
        char* begin = room(longest);
        used_ += static_cast<std::size_t>(std::to_chars(begin, begin + longest, number).ptr - begin);
    }
    // Floats without an exponent where that is short; see put_plain.
    template <class Float>
    void put_plain_number(Float number) {
        constexpr std::size_t longest = 32;
        char* begin = room(longest);
        used_ += static_cast<std::size_t>(put_plain(begin, begin + longest, number) - begin);
    }
    // value × 10^-digits as exact decimal text, without trailing zeros.
    void put_fixed_point(std::int64_t value, int digits);
    void put_field(std::string_view text);  // csv_field(text)

    // Writes what is buffered and gives the file its name. Without it the file is removed.
    void commit();

private:
    static constexpr std::size_t capacity = std::size_t{1} << 18;

    // At least `size` (below capacity) free bytes at the end of the buffer.
    char* room(std::size_t size) {
        if (capacity - used_ < size) flush();
        return buffer_.get() + used_;
    }
    void flush();
    void write_out(const char* data, std::size_t size);

    std::optional<AtomicFile> file_;  // nothing for standard output
    std::string name_;
    int descriptor_ = -1;
    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
};

}  // namespace allways::tools
