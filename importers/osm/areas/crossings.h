// SPDX-License-Identifier: Apache-2.0
// Areas and nodes → the straight lines along which walkers cross the areas.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "osm/ways/ways.h"

namespace allways::importers::osm {

struct AreaLine {
    std::size_t area = 0;    // into Ways::areas
    std::uint32_t from = 0;  // into Nodes
    std::uint32_t to = 0;
};

// Returns the lines of each area, in the order of Ways::areas. Entrances are nodes of the outline where a section of
// another way begins that does not belong to the outline, or where another area has a node. The lines are straight in
// longitude and latitude. Counts the outcome of each area. Takes O(r log r) time for r references to nodes, and O(k² n)
// for an area of k entrances and corners and n nodes.
std::vector<AreaLine> cross_areas(const Ways& ways, const Nodes& nodes, Counts& counts);

// The name of an outcome in ImportReport: "areas crossed".
std::string_view name_of(AreaOutcome outcome);
// Returns true if the area cannot be crossed because of the file or a limit.
bool is_left_aside(AreaOutcome outcome);

}  // namespace allways::importers::osm
