// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace allways::importers {

// Returns true for a file that begins as Parquet. Pipes are not touched.
inline bool has_parquet_mark(const std::string& path) {
    constexpr std::string_view mark = "PAR1";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::ifstream file(path, std::ios::binary);
    std::array<char, mark.size()> begin{};
    return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == mark;
}

}  // namespace allways::importers
