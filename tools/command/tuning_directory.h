#pragma once

#include <string>

namespace allways::command {

// Where a user's tuning entries lie, one JSON file each: $ALLWAYS_TUNING_DIR, else allways/tuning/ in $XDG_CONFIG_HOME
// or
// ~/.config. Empty (there are none) where none of these is set, or the first is set to nothing.
std::string tuning_directory();

}  // namespace allways::command
