// SPDX-License-Identifier: Apache-2.0
// Decides by their numbers if coordinates of an unknown reference system are degrees.
#pragma once

#include "allways/network/arc_shapes.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Ordered by the certainty that lines are not in a plane.
enum class CoordinateGuess {
    plane,
    unclear,  // within ±180 and ±90, with fractions, and long lines: degrees of a country, or a plan in metres
    exchanged_degrees,  // as `degrees`, but latitude comes before longitude
    degrees,            // within ±180 and ±90, and so close together that no unit of length gives roads
};

// Judges lines, or arcs as the straight lines between their nodes. A network may have nodes without coordinates. O(n).
CoordinateGuess guess_coordinates(const ArcShapes& lines);
CoordinateGuess guess_coordinates(const RoadNetwork& network);

}  // namespace allways::importers
