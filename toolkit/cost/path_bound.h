// SPDX-License-Identifier: Apache-2.0
// Upper bounds on shortest distances, which decide if int32 fits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "base/threads/work_meter.h"

namespace allways::cost {

// An upper bound on every finite shortest distance. Costs >= 0. For each strongly connected component, the in- plus the
// out-eccentricity of one of its nodes bounds any distance inside; components are chained over their crossing arcs
// (longest path in the condensation). O(m log n).
std::int64_t path_sum_bound(std::size_t node_count, std::span<const std::uint32_t> tail,
                            std::span<const std::uint32_t> head, std::span<const std::int64_t> cost, WorkMeter& meter);

// A looser bound in O(n + m). Returns nothing if no node of a few tried ones lies in a strong component of half of the
// passable nodes that have arcs both in and out. Inside that component, walks of few arcs to and from a node in its
// middle bound distances as its eccentricities would; a path that leaves the component does not return, so outside it
// crosses at most two connected areas, and leaves each of their nodes at most once. `cost`: by arc, >= 0,
// unreachable_cost for arcs that paths do not use; `adjacency`: the network's.
std::optional<std::int64_t> quick_path_sum_bound(const RoadNetwork& network, const AdjacencyArray& adjacency,
                                                 std::span<const std::int32_t> cost, WorkMeter& meter);

}  // namespace allways::cost
