// SPDX-License-Identifier: Apache-2.0
// The upward pass in the form that a device reads (kernels/sweep_upward.cl): the core nodes with access arcs to
// columns, and their ancestors, in layers of regions, each with the arcs that lead down to it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

struct UpwardNode {
    std::uint32_t first_cell;
    std::uint32_t depth;  // also the number of its cells: one per ancestor, by depth
    std::uint32_t first_arc;
    std::uint32_t arcs;
};

// An arc from an upper neighbour. 16 bytes.
template <class T>
struct UpwardArc {
    std::uint32_t first_cell;
    std::uint32_t depth;
    alignas(8) T cell;
};

struct UpwardRegion {
    std::uint32_t first_node;
    std::uint32_t nodes;
};

struct UpwardLaunch {
    std::uint32_t first_region;
    std::uint32_t regions;
    std::uint32_t depths;  // greater than the depth of any of its nodes
};

template <class T>
struct UpwardStream {
    std::vector<UpwardLaunch> launches;  // in this order
    std::vector<UpwardRegion> regions;
    std::vector<UpwardNode> nodes;
    std::vector<UpwardArc<T>> arcs;
    std::vector<std::uint32_t> first_cell;  // by rank; undefined for ranks that no column needs
    std::uint64_t cells = 0;
};

// Makes the stream for the columns of the problem. O(fill). Throws CapacityError for more than 2³² cells.
template <class T>
UpwardStream<T> make_upward_stream(const SweepProblem<T>& problem, std::size_t region_nodes);

}  // namespace allways::engine
