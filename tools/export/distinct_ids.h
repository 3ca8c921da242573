// Formats that cannot hold every id as it is.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"

namespace allways::tools {

// Throws InputError where two nodes of the network that is written to `path` would have one id, and their arcs would
// meet. `written`: how the format has an id.
void require_distinct_ids(const IdTable& nodes, const std::string& path, std::string (*written)(std::string_view));

}  // namespace allways::tools
