// Lifting as a device reads it (kernels/sweep_lift.cl): the nodes that columns are tied to and their ancestors, in
// layers of regions, each with the arcs that come down to it.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

struct LiftNode {
    std::uint32_t first_cell;
    std::uint32_t depth;  // and how many cells it has: one for each ancestor, by its depth
    std::uint32_t first_arc;
    std::uint32_t arcs;
};

// From an upper neighbour. 16 bytes.
template <class T>
struct LiftArc {
    std::uint32_t first_cell;
    std::uint32_t depth;
    alignas(8) T cell;
};

struct LiftRegion {
    std::uint32_t first_node;
    std::uint32_t nodes;
};

struct LiftLaunch {
    std::uint32_t first_region;
    std::uint32_t regions;
    std::uint32_t depths;  // more than the depth of any of its nodes
};

template <class T>
struct LiftTape {
    std::vector<LiftLaunch> launches;  // in this order
    std::vector<LiftRegion> regions;
    std::vector<LiftNode> nodes;
    std::vector<LiftArc<T>> arcs;
    std::vector<std::uint32_t> first_cell;  // by rank; those that no column needs have none
    std::uint64_t cells = 0;
};

// For the columns of the problem. O(fill). Throws CapacityError for more than 2³² cells.
template <class T>
LiftTape<T> make_lift_tape(const SweepProblem<T>& problem, std::size_t region_nodes);

}  // namespace allways::engine
