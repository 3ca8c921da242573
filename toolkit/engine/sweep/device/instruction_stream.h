// A sweep as a device reads it: for every region of the tree its nodes in the order of the walk, with their arcs, and
// where each operand lies. kernels/sweep.cl walks it; the records are laid out as it reads them.
//
// A row of D that later nodes need is kept, label cleared, in a *slot* of the work-group's local memory, or in
// *scratch*: a row of global memory as wide as the strip. Slots are handed out as registers are: one is free again when
// the last node that needs its row is done, and where none is free the row with the fewest uses left stays in scratch
// alone. What other regions need is in scratch as well, and is loaded into slots at the start of a tree.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// What a region does is a run of records: for each of its trees one that says so and those that load its slots; for
// each node its arcs, those with operands in slots and those with operands in scratch, and then the node itself, and
// further rows of the table that have its cells.
enum class TapeKind : std::uint32_t { locals, globals, loads, node, row, tree };

// The first word of a record: its kind, how many of four arcs or loads there are, and the first of four places.
struct TapeHead {
    static constexpr unsigned place_bits = 27;
    std::uint32_t bits = 0;

    TapeHead() = default;
    TapeHead(TapeKind kind, std::uint32_t place, std::uint32_t count = 1)
        : bits(static_cast<std::uint32_t>(kind) << 29 | (count - 1) << place_bits | place) {}
    TapeKind kind() const { return static_cast<TapeKind>(bits >> 29); }
    std::uint32_t count() const { return (bits >> place_bits & 3) + 1; }
    std::uint32_t place() const { return bits & ((1U << place_bits) - 1); }
};

struct alignas(32) TapeRecord {
    std::array<std::uint32_t, 8> words;

    TapeKind kind() const { return std::bit_cast<TapeHead>(words[0]).kind(); }
};

struct TapeNode {
    TapeHead head{TapeKind::node, 0};  // place: the slot where the row is kept, + 1; 0: in none
    std::int32_t scratch = -1;         // where the row is kept in global memory; -1: not there
    std::int32_t row = -1;             // of the table; -1: none
    std::int32_t hops = -1;            // where hop_of_label has the row's; -1: label = hop
    std::uint32_t rank = 0;  // a column starts at v where its tap is in v's subtree: rank - subtree_size < tap <= rank
    std::uint32_t subtree_size = 0;
    std::uint32_t depth = 0;
    std::uint32_t unused = 0;
};

struct TapeTree {
    TapeHead head{TapeKind::tree, 0};
    std::uint32_t unused[3] = {};
    std::uint32_t rank = 0;  // of the root, and its whole subtree, other regions' nodes too
    std::uint32_t subtree_size = 0;
    std::uint32_t unused_too[2] = {};
};

// Rows of scratch, the first of them in the head, and where they go.
struct TapeLoads {
    TapeHead head;
    std::uint32_t scratch[3] = {};
    std::uint32_t slot[4] = {};
};

// Four arcs, so that one record brings several; of float64 it is two. Where their operands lie, the first in the head.
template <class T>
struct TapeArcs {
    TapeHead head;
    std::uint32_t where[3] = {};
    alignas(4 * sizeof(T)) T cell[4] = {};
};
template <class T>
inline constexpr std::size_t records_of_arcs = sizeof(TapeArcs<T>) / sizeof(TapeRecord);

// A device reads records by chunks of so many, and up to three chunks beyond the last record.
inline constexpr std::size_t chunk_records = 16;

struct TapeRegion {
    std::uint32_t first_record;
    std::uint32_t records;
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
    std::uint32_t first_arcs;  // record; the row's own follows them
    T cell;
};

template <class T>
struct SweepTape {
    std::vector<TapeLaunch> launches;  // in this order
    std::vector<TapeRegion> regions;
    std::vector<TapeRecord> records;
    std::vector<TapeDirect<T>> direct;  // by column
    std::size_t scratch_rows = 0;
};

struct TapeLimits {
    std::size_t region_nodes = 1024;
    std::size_t slots =
        384;  // of a region, at least 1; a few regions may need that many, the walk gets slower with fewer
};

// The rows of the problem, in its order; rows of taps that are no core nodes come last, over scratch alone.
// O(fill + rows + their taps). Throws CapacityError beyond 2³¹ records or 2²⁷ rows of scratch.
template <class T>
SweepTape<T> make_sweep_tape(const SweepProblem<T>& problem, const TapeLimits& limits);

}  // namespace allways::engine
