// SPDX-License-Identifier: Apache-2.0
#include "command/tuning_directory.h"

#include <cstdlib>

namespace allways::command {

std::string tuning_directory() {
    if (const char* own = std::getenv("ALLWAYS_TUNING_DIR")) return own;
    const char* shared = std::getenv("XDG_CONFIG_HOME");
    if (shared != nullptr && *shared != '\0') return std::string(shared) + "/allways/tuning";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.config/allways/tuning";
    return "";
}

}  // namespace allways::command
