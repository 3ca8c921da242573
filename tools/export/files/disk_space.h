// SPDX-License-Identifier: Apache-2.0
// Reserves disk space for files and flushes their data.
#pragma once

#include <string>

namespace allways::tools {

// Reserves space for a whole file, so that a full disk shows now rather than at the end. Does nothing on file systems
// that cannot reserve space. Both functions throw InputError; `name`: the file's name in errors.
void reserve_disk(const std::string& file, const std::string& name);
// Returns when all data written to the file, through any descriptor, are on disk.
void sync_file(const std::string& file);

}  // namespace allways::tools
