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

// The canonical paths of a network without negative costs. Nodes at distance 0 of each other are left by the first
// tight arc out of any of them, by node, then by number; between them a path has the fewest arcs, the first by number.
class Paths {
public:
    Paths(const Network& network, const Table& distances);
    std::vector<std::size_t> arcs(std::size_t from, std::size_t to) const;  // in order; there is a path

private:
    bool is_free(const Arc& arc) const;
    bool are_together(std::size_t a, std::size_t b) const;
    std::vector<std::size_t> steps_to(std::size_t target) const;
    std::size_t next_arc(std::size_t from, std::size_t to) const;
    std::size_t inner_arc(std::size_t from, std::size_t to) const;
    std::size_t first_exit(std::size_t from, std::size_t to) const;

    const Network& network_;
    const Table& table_;
    std::vector<std::vector<std::size_t>> steps_;  // [to][from], along arcs that cost nothing
};

// Lengths summed along the canonical paths.
Table skims(const Network& network, const Table& distances);

}  // namespace trials
