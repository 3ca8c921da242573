// SPDX-License-Identifier: Apache-2.0
// The roads of a network as a map shows them: both directions of a road are one line.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "allways/base/api.h"
#include "allways/draw/projection.h"
#include "allways/network/coordinate.h"
#include "allways/routes/route.h"

namespace allways {

struct Road {
    static constexpr double no_way = std::numeric_limits<double>::infinity();

    NodeIndex tail = no_node;
    NodeIndex head = no_node;
    double forward = no_way;  // raw cost from tail to head, over the cheapest arc
    double backward = no_way;
    std::uint64_t arc = 0;         // its first arc in the source, for its texts
    std::vector<Coordinate> line;  // in the map's plane, from tail to head, two or more points
};

// Roads in the order of their first arcs.
struct RoadPlan {
    std::vector<Coordinate> nodes;  // one per node, in the map's plane; not finite if the file has none
    std::vector<Road> roads;
    static constexpr std::uint32_t no_road = ~std::uint32_t{0};
    std::vector<std::uint32_t> road_of_arc;  // one per arc of the source; no_road for arcs that no road shows
    std::size_t without_place = 0;           // roads left out because an end has no coordinates
    double metres_per_unit = 0;              // the scale of the plane; 0: unknown
};

// Includes roads without a cost. Throws InputError if the source has no coordinates. O(n + m).
ALLWAYS_API RoadPlan plan_roads(const PathSource& source);

// The part of a line between two shares of its length, 0 ≤ from < to ≤ 1.
ALLWAYS_API std::vector<Coordinate> part_of_line(const std::vector<Coordinate>& line, double from, double to);

}  // namespace allways
