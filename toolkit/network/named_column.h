// SPDX-License-Identifier: Apache-2.0
// Columns of the arcs: found by the name a user gave, or selected.
#pragma once

#include <string_view>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::network {

// Throws InvalidArgument, listing the existing columns, if no column has that name; `purpose` completes the message:
// "to add up".
const ArcColumn& named_column(const std::vector<ArcColumn>& columns, std::string_view name, std::string_view purpose);

// The network with these columns alone, one value for each arc, and without texts and shapes: what solving reads.
RoadNetwork with_columns(const RoadNetwork& network, std::vector<ArcColumn> columns);

}  // namespace allways::network
