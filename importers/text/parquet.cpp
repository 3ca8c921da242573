// SPDX-License-Identifier: Apache-2.0
#include "text/parquet.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "allways/base/error.h"
#include "base/text.h"

namespace allways::importers {

bool names_parquet(const std::string& path, const std::string& format) {
    const std::string suffix =
        lower_case(format.empty() ? std::filesystem::path(path).extension().string() : "." + format);
    return suffix == ".parquet" || suffix == ".geoparquet";
}

void refuse_parquet(const std::string& path) {
    constexpr std::string_view mark = "PAR1";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return;
    std::ifstream file(path, std::ios::binary);
    std::array<char, mark.size()> begin{};
    if (file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == mark)
        throw InputError(path, 0, how_to_read_parquet);
}

}  // namespace allways::importers
