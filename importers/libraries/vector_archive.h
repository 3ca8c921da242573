// Vector files inside archives.
#pragma once

#include <string>

namespace allways {

// The name under which GDAL opens `path`: of the one vector file in a zip archive (or the folder of several
// Shapefiles), of what a gzip file holds, else `path` itself. Throws InputError for an archive with no vector file or
// with several, naming them.
std::string archived_vector_file(const std::string& path);

}  // namespace allways
