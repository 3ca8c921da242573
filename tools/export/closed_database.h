// Before a SQLite file (GeoPackage) is replaced.
#pragma once

#include <string>

namespace allways::tools {

// Throws InputError where a journal lies beside the file: it belongs to a program that has the file open, or to one
// that died, and SQLite would play it into the new file.
void require_closed(const std::string& path);

}  // namespace allways::tools
