// SPDX-License-Identifier: Apache-2.0
// The roads of a network whose heights are found once for both directions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::importers::elevation {

// One line between two nodes, along which one or more arcs run.
struct Road {
    NodeIndex start = no_node;  // of the line
    NodeIndex end = no_node;
    ArcShapes::ShapeIndex shape = ArcShapes::no_shape;  // or a straight line
    bool is_structure = false;                          // a bridge, tunnel, covered, ferry: not as high as the ground
};

struct Roads {
    std::vector<Road> roads;                // near ones follow one another
    std::vector<ArcIndex> arcs;             // road by road
    std::vector<std::uint32_t> first_arc;   // position of each road's first arc in `arcs`, and the number of arcs
    std::vector<std::uint8_t> is_backward;  // one per arc: it runs against its road's line

    std::span<const ArcIndex> arcs_of(std::size_t road) const {
        return std::span(arcs).subspan(first_arc[road], first_arc[road + 1] - first_arc[road]);
    }
};

// Arcs on a bridge, in a tunnel or under a roof have a text "structure", as OpenStreetMap files do, or a text or number
// bridge, tunnel or covered that says so, as layers do; ferries count as bridges. The network has coordinates.
// O(m log m).
Roads find_roads(const RoadNetwork& network);

// The line of a road; a point may be unknown (NaN).
std::vector<Coordinate> line_of(const Road& road, const RoadNetwork& network);

}  // namespace allways::importers::elevation
