// A sweep as a device reads it: for every region of the tree its nodes in the order of the walk, with their arcs, and
// where each operand lies. kernels/sweep.cl walks it; the records are laid out as it reads them.
//
// A row of D that later nodes need is kept, label cleared, in a *slot* of the work-group's local memory, or in
// *scratch*: a row of global memory as wide as the strip. Slots are handed out as registers are: one is free again when
// the last node that needs its row is done, and where none is free the row with the fewest uses left stays in scratch
// alone. What other regions need is in scratch as well, and is loaded into slots at the start of a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/sweep_problem.h"

namespace allways::engine {

struct TapeNode {
    std::uint16_t locals = 0;   // arcs with their operand in a slot, which come first
    std::uint16_t slot = 0;     // where the row is kept, + 1; 0: in none
    std::int32_t globals = 0;   // arcs with their operand in scratch; again: no new node, but one more row of the last
    std::int32_t scratch = -1;  // where the row is kept in global memory; -1: not there
    std::int32_t row = -1;      // of the table; -1: none
    std::int32_t hops = -1;     // where hop_of_label has the row's; -1: label = hop
    std::uint32_t rank = 0;  // a column starts at v where its tap is in v's subtree: rank - subtree_size < tap <= rank
    std::uint32_t subtree_size = 0;
    std::uint32_t depth = 0;
    static constexpr std::int32_t again = -1;
};

// Four arcs, so that one load brings several. The arcs of a node with their operand in slots begin a new four, and so
// do those with it in scratch; what is left of a four is no arc.
template <class T>
struct TapeArcs {
    std::int32_t where[4];  // slot, or row of scratch
    alignas(4 * sizeof(T)) T cell[4];
};

struct TapeLoad {
    std::int32_t scratch;
    std::int32_t slot;
};

struct TapeTree {
    std::uint32_t first_node;
    std::uint32_t nodes;
    std::uint32_t first_arcs;
    std::uint32_t first_load;
    std::uint32_t loads;
    std::uint32_t rank;  // of the root, and its whole subtree, other regions' nodes too
    std::uint32_t subtree_size;
    std::uint32_t unused = 0;
};

struct TapeRegion {
    std::uint32_t first_tree;
    std::uint32_t trees;
};

// Regions that may run at the same time, with as many slots as one of them needs.
struct TapeLaunch {
    std::uint32_t first_region;
    std::uint32_t regions;
    std::uint32_t slots;
};

// A cell of a row without core node of its own that has a direct way: the least of it and of the row's arcs.
template <class T>
struct TapeDirect {
    std::uint32_t column;
    std::int32_t node;  // of the row
    std::uint32_t first_arcs;
    T cell;
};

template <class T>
struct SweepTape {
    std::vector<TapeLaunch> launches;  // in this order
    std::vector<TapeRegion> regions;
    std::vector<TapeTree> trees;
    std::vector<TapeNode> nodes;
    std::vector<TapeArcs<T>> arcs;
    std::vector<TapeLoad> loads;
    std::vector<TapeDirect<T>> direct;  // by column
    std::size_t scratch_rows = 0;
};

struct TapeLimits {
    std::size_t region_nodes = 1024;
    std::size_t slots =
        384;  // of a region, at least 1; a few regions may need that many, the walk gets slower with fewer
};

// The rows of the problem, in its order; rows of taps that are no core nodes come last, over scratch alone.
// O(fill + rows + their taps). Throws CapacityError where it has more than 2³¹ entries.
template <class T>
SweepTape<T> make_sweep_tape(const SweepProblem<T>& problem, const TapeLimits& limits);

}  // namespace allways::engine
