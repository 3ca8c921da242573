// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace allways::command {

// The folder with the user's tuning entries, one JSON file each: $ALLWAYS_TUNING_DIR, else allways/tuning/ in
// $XDG_CONFIG_HOME or ~/.config. Empty (no entries) if none of these is set, or if the first is set but empty.
std::string tuning_directory();

}  // namespace allways::command
