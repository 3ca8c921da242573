// SPDX-License-Identifier: Apache-2.0
// Shortest paths by plain loops over integers, independent of the library: the truth of the trials.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "network.h"

namespace trials {

constexpr std::int64_t unreachable = std::numeric_limits<std::int64_t>::max();

using Table = std::vector<std::vector<std::int64_t>>;  // [from][to]

// Bellman–Ford from each node; no path passes a no-through node, and the diagonal is 0.
Table distances(const Network& network);

// Returns true if some cycle has a negative cost; marks of no-through nodes are ignored.
bool has_negative_cycle(const Network& network);

// Lengths summed along the canonical paths. Nodes at distance 0 of each other are left by the first tight arc out of
// any of them, by node, then by number; between them a path has the fewest arcs, the first by number. No cost is
// negative.
Table skims(const Network& network, const Table& distances);

}  // namespace trials
