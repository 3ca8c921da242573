#pragma once

#include <string>

namespace allways::command {

// Where compiled kernels are kept between runs: $ALLWAYS_CACHE_DIR, else allways/ in $XDG_CACHE_HOME or ~/.cache. Empty
// (nothing is kept) where none of these is set, or the first is set to nothing.
std::string cache_directory();

}  // namespace allways::command
