// SPDX-License-Identifier: Apache-2.0
// Gives a finished file its name.
#pragma once

#include <filesystem>
#include <system_error>

namespace allways::tools {

// Renames `from` to `to`. Unless `replace` is set, an existing file at `to` stays, even if another process has just
// created it, and the error is std::errc::file_exists.
std::error_code rename_file(const std::filesystem::path& from, const std::filesystem::path& to, bool replace);

}  // namespace allways::tools
