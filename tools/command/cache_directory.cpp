// SPDX-License-Identifier: Apache-2.0
#include "command/cache_directory.h"

#include <cstdlib>

namespace allways::command {

std::string cache_directory() {
    if (const char* own = std::getenv("ALLWAYS_CACHE_DIR")) return own;
    const char* shared = std::getenv("XDG_CACHE_HOME");
    if (shared != nullptr && *shared != '\0') return std::string(shared) + "/allways";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.cache/allways";
    return "";
}

}  // namespace allways::command
