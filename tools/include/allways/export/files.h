// SPDX-License-Identifier: Apache-2.0
// Files that appear complete or not at all.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/api.h"

namespace allways {

inline const std::string standard_output = "-";

// Throws InputError if `path` exists and may not be replaced, or its folder is missing or not writable. Call it before
// the work. Accepts standard output and an empty path.
ALLWAYS_API void check_file_output(const std::string& path, bool overwrite);

// Writes to `path`, or standard output. Throws InputError as check_file_output does, and if the disk is full.
ALLWAYS_API void write_text_file(const std::string& path, std::string_view text, bool overwrite);

// Returns true if both names refer to the same file, which need not exist.
ALLWAYS_API bool is_same_file(const std::string& a, const std::string& b);

}  // namespace allways
