// SPDX-License-Identifier: Apache-2.0
// The registry of input formats. The format of a file is found by its suffix, then by its content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "text/file_format.h"

namespace allways::importers {

const std::vector<Format>& formats();

// Returns the format that options.format names, otherwise the format of the file. `wanted` decides between formats that
// only share a suffix: a .csv file is a matrix or a table if one is wanted. Throws InvalidArgument for an unknown name
// and InputError for a file that no format accepts; both list the known formats. Also throws InputError for a small
// square of numbers that could be a matrix or an edge list.
const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted = std::nullopt);

}  // namespace allways::importers
