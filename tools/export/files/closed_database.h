// SPDX-License-Identifier: Apache-2.0
// A check before a SQLite file (GeoPackage) is replaced.
#pragma once

#include <string>

namespace allways::tools {

// Throws InputError if a journal lies beside the file: it belongs to a program that has the file open, or to one that
// crashed, and SQLite would replay it into the new file.
void require_closed(const std::string& path);

}  // namespace allways::tools
