// SPDX-License-Identifier: Apache-2.0
#include "libraries/sqlite_file.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "text/input_file.h"

namespace allways::importers {

namespace {

using Header = std::array<char, 100>;

// Returns nothing if the file is not an SQLite database. If the file ends inside its header, the rest is zeros.
std::optional<Header> header_of(const std::string& path) {
    constexpr std::string_view signature("SQLite format 3\0", 16);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    Header header{};
    InputFile(path).read(header.data(), header.size());
    if (std::string_view(header.data(), signature.size()) != signature) return std::nullopt;
    return header;
}

std::uint64_t number(const Header& header, std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(header[at + i]);
    return value;
}

}  // namespace

bool is_sqlite_file(const std::string& path) {
    return header_of(path).has_value();
}

void require_whole_sqlite_file(const std::string& path) {
    const auto header = header_of(path);
    if (!header) return;
    const std::uint64_t stated = number(*header, 16, 2);
    const std::uint64_t page_size = stated == 1 ? 65536 : stated;              // two bytes cannot hold 65536
    const bool is_current = number(*header, 24, 4) == number(*header, 92, 4);  // false: the page count may be stale
    const std::uint64_t bytes = is_current ? page_size * number(*header, 28, 4) : 0;
    const std::uint64_t found = std::filesystem::file_size(path);
    if (found < bytes || found < header->size()) {
        throw InputError(path, 0,
                         format("the file is cut short: expected {} bytes, found {}",
                                bytes < header->size() ? header->size() : bytes, found));
    }
}

std::string sql_quoted(const std::string& text, char quote) {
    std::string quoted(1, quote);
    for (const char c : text) quoted.append(c == quote ? 2 : 1, c);
    return quoted + quote;
}

}  // namespace allways::importers
