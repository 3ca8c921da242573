// SPDX-License-Identifier: Apache-2.0
// The stops that a user names → a source of paths in which every stop is a node.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/importers/read.h"
#include "allways/points/pair_lists.h"
#include "allways/points/snapped_points.h"
#include "allways/routes/route.h"

namespace allways {

// The source, and the stops found in it.
struct AskedRoutes {
    PathSource source;
    std::vector<std::vector<Stop>> stops;  // in the order of the names
    std::size_t unsnapped = 0;             // positions that were not snapped
    std::vector<Place> positions = {};     // all positions
};

// A name is a node id or a position "@7.4166,43.7311". If any is a position, the source is the input's network (for a
// table or factor the embedded one) with these positions added as nodes, on roads or at nodes as `snap` says; else the
// input itself. Logs where each position was snapped; for positions from files one line sums them up. With a departure
// the input is a network that has its columns (add_departure), and paths begin then. Throws InputError for an unknown
// id, for positions without coordinates in the input, and if no route begins or none ends on the network;
// InvalidArgument for a malformed position.
ALLWAYS_API AskedRoutes find_stops(Input input, const std::string& file,
                                   const std::vector<std::vector<std::string>>& names, const SolveOptions& solve,
                                   const SnapChoice& snap, const HourlyDeparture* departure = nullptr);
// The same for pairs of places: two stops for each pair.
ALLWAYS_API AskedRoutes find_stops(Input input, const std::string& file, const PairLists& lists,
                                   const SolveOptions& solve, const SnapChoice& snap,
                                   const HourlyDeparture* departure = nullptr);

// Returns true if a node of the input has this id.
ALLWAYS_API bool is_node_id(const Input& input, const std::string& text);

}  // namespace allways
