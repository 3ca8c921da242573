// SPDX-License-Identifier: Apache-2.0
// The folder of the real networks: ALLWAYS_DATA, or beside the project.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/source_folder.h"

namespace allways::testing {

inline constexpr const char* no_shared_data =
    "the real networks are absent: set ALLWAYS_DATA to their folder to run this test";

inline std::optional<std::string> shared_data(const std::string& name) {
    const char* variable = std::getenv("ALLWAYS_DATA");
    const std::filesystem::path folder =
        variable ? std::filesystem::path(variable) : std::filesystem::path(source_folder()) / "../shared/data";
    const std::filesystem::path path = folder / name;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path.string();
}

}  // namespace allways::testing
