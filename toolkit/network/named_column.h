// A column of the arcs as a user names it.
#pragma once

#include <string_view>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Throws InvalidArgument where there is none of that name, telling those there are; `purpose` is what it was wanted
// for: "to add up".
const ArcColumn& named_column(const std::vector<ArcColumn>& columns, std::string_view name, std::string_view purpose);

}  // namespace allways::network
