// An order of elimination with little fill: separators last, halves first, recursively.
//
// Sources: George 1973, "Nested dissection of a regular finite element mesh"; Karypis and Kumar 1998 (METIS);
// Schild and Sommer 2015, "On balanced separators in road networks" (cuts by coordinates: inertial flow).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/network/coordinate.h"
#include "ordering/elimination.h"

namespace allways::ordering {

struct Dissection {
    std::vector<std::uint32_t> order;  // nodes, first to be eliminated first
    std::string method;                // how the order that won was found, for reports
};

// Directions do not matter. `coordinates`: of each node, or empty. Where there are coordinates, cuts by them are tried
// too, and the order with the smaller fill is kept. The same input gives the same order on every machine.
Dissection nested_dissection(const Graph& graph, std::span<const Coordinate> coordinates);

}  // namespace allways::ordering
