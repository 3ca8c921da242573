// SPDX-License-Identifier: Apache-2.0
// Finds a column of the arcs by the name a user gave.
#pragma once

#include <string_view>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Throws InvalidArgument, listing the existing columns, if no column has that name; `purpose` completes the message:
// "to add up".
const ArcColumn& named_column(const std::vector<ArcColumn>& columns, std::string_view name, std::string_view purpose);

}  // namespace allways::network
