// SPDX-License-Identifier: Apache-2.0
// Files on disk: room for them, and their data.
#pragma once

#include <string>

namespace allways::tools {

// Reserves room for all of a file, so that a full disk shows now rather than at the end; file systems that cannot
// reserve are skipped. Both throw InputError; `name`: the file's in errors.
void reserve_disk(const std::string& file, const std::string& name);
// Returns when all that was written to the file is on disk, by whatever descriptor.
void sync_file(const std::string& file);

}  // namespace allways::tools
