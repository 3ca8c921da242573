// SPDX-License-Identifier: Apache-2.0
// Vector files inside archives.
#pragma once

#include <string>

namespace allways::importers {

// Returns the name under which GDAL opens `path`: that of the one vector file in a zip archive (or the folder of
// several Shapefiles), that of a gzip file's content, otherwise `path` itself. Throws InputError for an archive with no
// vector file or with several, listing them.
std::string archived_vector_file(const std::string& path);

}  // namespace allways::importers
