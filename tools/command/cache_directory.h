// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace allways::command {

// The folder that keeps compiled kernels between runs: $ALLWAYS_CACHE_DIR, else allways/ in $XDG_CACHE_HOME or
// ~/.cache. Empty (nothing is kept) if none of these is set, or if the first is set but empty.
std::string cache_directory();

}  // namespace allways::command
