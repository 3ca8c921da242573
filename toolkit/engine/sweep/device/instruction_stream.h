// A sweep as a device reads it, a stream of instructions: for every region of the tree its nodes in the order of the
// walk, with their arcs, and where each operand lies. kernels/sweep.cl walks it; the instructions are laid out as it
// reads them.
//
// A row of D that later nodes need is kept, first-arc bits cleared, in a *slot* of the work-group's local memory, or in
// *scratch*: a row of global memory as wide as the column block. Slots are handed out as registers are: one is free
// again when the last node that needs its row is done, and where none is free the row with the fewest uses left stays
// in scratch alone. Rows that other regions need are in scratch as well, and are loaded into slots at the start of a
// tree.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// A region is a run of instructions. For each of its trees: one that begins the tree, and those that load its slots.
// For each node: its arcs, those with operands in slots (locals) and those with operands in scratch (globals), then the
// node itself, and further rows of the table that have its cells.
enum class InstructionKind : std::uint32_t { locals, globals, loads, node, row, tree };

// The first word of an instruction: its kind, how many of four arcs or loads there are, and the first of four places.
struct InstructionHead {
    static constexpr unsigned place_bits = 27;
    std::uint32_t bits = 0;

    InstructionHead() = default;
    InstructionHead(InstructionKind kind, std::uint32_t place, std::uint32_t count = 1)
        : bits(static_cast<std::uint32_t>(kind) << 29 | (count - 1) << place_bits | place) {}
    InstructionKind kind() const { return static_cast<InstructionKind>(bits >> 29); }
    std::uint32_t count() const { return (bits >> place_bits & 3) + 1; }
    std::uint32_t place() const { return bits & ((1U << place_bits) - 1); }
};

struct alignas(32) Instruction {
    std::array<std::uint32_t, 8> words;

    InstructionKind kind() const { return std::bit_cast<InstructionHead>(words[0]).kind(); }
};

struct NodeInstruction {
    InstructionHead head{InstructionKind::node, 0};  // place: the slot where the row is kept, + 1; 0: in none
    std::int32_t scratch = -1;                       // where the row is kept in global memory; -1: not there
    std::int32_t row = -1;                           // row of the table; -1: none
    std::int32_t hops = -1;  // where hop_of_first_arc has the row's hops; -1: the first arc is the hop
    // A column starts at v where the rank r of its access arc is in v's subtree: rank - subtree_size < r <= rank.
    std::uint32_t rank = 0;
    std::uint32_t subtree_size = 0;
    std::uint32_t depth = 0;
    std::uint32_t unused = 0;
};

struct TreeInstruction {
    InstructionHead head{InstructionKind::tree, 0};
    std::uint32_t unused[3] = {};
    std::uint32_t rank = 0;  // the root's; its whole subtree counts, other regions' nodes too
    std::uint32_t subtree_size = 0;
    std::uint32_t unused_too[2] = {};
};

// Rows of scratch, the first of them in the head, and the slots they go to.
struct LoadInstruction {
    InstructionHead head;
    std::uint32_t scratch[3] = {};
    std::uint32_t slot[4] = {};
};

// Up to four arcs; with float64 cells it takes the place of two instructions. `where`: where the operands lie, the
// first in the head.
template <class T>
struct ArcInstruction {
    InstructionHead head;
    std::uint32_t where[3] = {};
    alignas(4 * sizeof(T)) T cell[4] = {};
};
template <class T>
inline constexpr std::size_t instructions_of_arcs = sizeof(ArcInstruction<T>) / sizeof(Instruction);

// A device reads instructions by chunks of so many, and up to three chunks beyond the last one.
inline constexpr std::size_t chunk_instructions = 16;

struct StreamRegion {
    std::uint32_t first_instruction;
    std::uint32_t instructions;
};

// Regions that may run at the same time, with as many slots as one of them needs.
struct StreamLaunch {
    std::uint32_t first_region;
    std::uint32_t regions;
    std::uint32_t slots;
};

// A cell of a row without core node of its own that has a direct way: the least of it and of the row's arcs.
template <class T>
struct StreamDirectCell {
    std::uint32_t column;
    std::uint32_t first_instruction;  // the first with the row's arcs; that of the row itself follows them
    T cell;
};

template <class T>
struct InstructionStream {
    std::vector<StreamLaunch> launches;  // in this order
    std::vector<StreamRegion> regions;
    std::vector<Instruction> instructions;
    std::vector<StreamDirectCell<T>> direct;  // by column
    std::size_t scratch_rows = 0;
};

struct StreamLimits {
    std::size_t region_nodes = 1024;
    // The most slots of a region, at least 1. A few regions may need that many; the walk gets slower with fewer.
    std::size_t slots = 384;
};

// The rows of the problem, in its order; rows that are no core nodes come last, with access arcs over scratch alone.
// O(fill + rows + their access arcs). Throws CapacityError beyond 2³¹ instructions or 2²⁷ rows of scratch.
template <class T>
InstructionStream<T> make_instruction_stream(const SweepProblem<T>& problem, const StreamLimits& limits);

}  // namespace allways::engine
