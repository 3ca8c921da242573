// SPDX-License-Identifier: Apache-2.0
// Gives a finished file its name.
#pragma once

#include <filesystem>
#include <system_error>

namespace allways::tools {

// Renames `from`. Unless `replace` is set, a file that is at `to`, even one that another process has just made, stays,
// and the error is std::errc::file_exists.
std::error_code rename_file(const std::filesystem::path& from, const std::filesystem::path& to, bool replace);

}  // namespace allways::tools
