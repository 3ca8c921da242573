// SPDX-License-Identifier: Apache-2.0
// Paths of temporary files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "allways/base/error.h"

namespace allways {

// The path of a file or folder with this name where temporary files belong. Throws InputError if there is no such
// folder.
inline std::string temporary_path(std::string_view name) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
        throw InputError("temporary files", 0,
                         "there is no folder for them (" + error.message() + "); set TMPDIR to a writable folder");
    }
    return (folder / name).string();
}

}  // namespace allways
