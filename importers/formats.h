// The registry of input formats, and how a file finds its own: by suffix, then by content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "text/file_format.h"

namespace allways {

const std::vector<Format>& formats();

// The format of options.format, or of the file. `wanted` decides between formats that only share a suffix: a .csv
// asked for as a matrix or a table is one. Throws InvalidArgument for an unknown name, InputError for a file that no
// format claims; both list what is known. InputError too for a small square of numbers that is a matrix as well as an
// edge list.
const Format& find_format(const std::string& path, const ReadOptions& options,
                          std::optional<FormatInfo::Holds> wanted = std::nullopt);

}  // namespace allways
