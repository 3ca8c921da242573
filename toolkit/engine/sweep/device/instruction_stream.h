// SPDX-License-Identifier: Apache-2.0
// A sweep in the form that a device reads: the regions of its tree, the instructions of the walk through them, and the
// upward pass.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/sweep/sweep_problem.h"
#include "ordering/elimination.h"

namespace allways::engine {

// ---- Regions
//
// The elimination tree cut into layers of regions, for devices: one work-group at a time walks a region, and the
// regions of a layer depend only on the layers above.
//
//            ╷  the top: one region,         A walk of the whole tree by each column would be a chain of n dependent
//          ┌─┴─┐  launched first             steps. Regions are walked concurrently; a layer costs one walk of a
//       ┌──┤   ├──┐                          region. With regions of some hundred nodes, a street network of 10⁵ has
//      ┌┴┐┌┴┐ ┌┴┐┌┴┐  trees of at most       three layers, since separators shrink: the second layer is what
//      └─┘└─┘ └─┘└─┘  so many nodes, last    remains when all trees of that size are cut off.
//
// Every arc of the filled graph joins a node and an ancestor, so a tree reads from outside only the upper neighbours of
// its root.

struct RegionLayer {
    std::vector<std::uint32_t> ranks;     // tree after tree, descending, which is a preorder: roots come first
    std::vector<std::size_t> first_rank;  // first rank of each tree, and the end
    std::vector<std::size_t> first_tree;  // first tree of each region, and the end

    std::size_t trees() const { return first_rank.size() - 1; }
    std::size_t regions() const { return first_tree.size() - 1; }
    std::span<const std::uint32_t> tree(std::size_t t) const {
        return {ranks.data() + first_rank[t], first_rank[t + 1] - first_rank[t]};
    }
};

// Cuts these ranks into layers, the layer of the roots first. The ranks are descending and include all their ancestors.
// A region has at most `region_nodes` nodes (at least 1), from one tree or neighbouring small ones. O(ranks · layers).
std::vector<RegionLayer> region_layers(const ordering::Elimination& elimination, std::span<const std::uint32_t> ranks,
                                       std::size_t region_nodes);

// ---- Instructions
//
// A sweep in the form that a device reads: a stream of instructions. For every region of the tree it lists the nodes in
// the order of the walk, with their arcs, and the location of each operand. kernels/sweep.cl executes it; the
// instructions have the layout that this kernel reads.
//
//   tree │ loads 4 │ locals 4 │ locals 2 │ globals 3 │ node │ row │ locals 1 │ node │ …   32 bytes each
//    │      │         └── arcs of a node: operands in slots, in scratch │     └ another row with the node's cells
//    │      └ scratch → slots                                            └ its row → slot, scratch, the table
//    └ of a root: which columns start below it
//
// A row of D that later nodes need is kept, first-arc bits cleared, in a *slot* of the work-group's local memory, or in
// *scratch*: a row of global memory as wide as the column block. Slots are allocated like registers: a slot is free
// again after the last node that needs its row; if no slot is free, the row with the fewest remaining uses stays in
// scratch only. Rows that other regions need are in scratch as well, and are loaded into slots at the start of a tree.

// A region is a run of instructions. Each of its trees begins with one that starts it, followed by loads into its
// slots. Each node has instructions for its arcs, first those with operands in slots (locals), then those with operands
// in scratch (globals), followed by the node itself and further rows of the table with the same cells.
enum class InstructionKind : std::uint32_t { locals, globals, loads, node, row, tree };

// The first word of an instruction: its kind, the number of arcs or loads (up to four), and the location of the first
// operand: a slot or a row of scratch.
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

// A node, a further row of the table with its cells (only `row` and `hops` count), or the start of a tree: `rank` and
// `subtree_size` are then those of its root, whose whole subtree counts, including nodes of other regions.
struct NodeInstruction {
    InstructionHead head{InstructionKind::node, 0};  // place: 1 + the slot that keeps the row; 0: no slot
    std::int32_t scratch = -1;                       // the row of global memory that keeps it; -1: not kept there
    std::int32_t row = -1;                           // row of the table; -1: no row
    std::int32_t hops = -1;  // position of the row's hops in hop_of_first_arc; -1: the first arc is the hop
    // A column starts at v if the rank r of its access arc is in v's subtree: rank - subtree_size < r <= rank.
    std::uint32_t rank = 0;
    std::uint32_t subtree_size = 0;
    std::uint32_t depth = 0;
    std::uint32_t unused = 0;
};

// Up to four operands at `where`, the first of them in the head, each with a value: arcs with their cells, or rows of
// scratch to load with their destination slots. With float64 cells it takes the space of two instructions.
template <class T>
struct FourInstruction {
    InstructionHead head;
    std::uint32_t where[3] = {};
    alignas(4 * sizeof(T)) T value[4] = {};
};

// A device reads instructions in chunks of this size, and up to three chunks beyond the last one.
inline constexpr std::size_t chunk_instructions = 16;

// Consecutive elements of another array.
struct DeviceRange {
    std::uint32_t first;
    std::uint32_t count;
};

// Regions that may run concurrently.
struct RegionLaunch {
    std::uint32_t first_region;
    std::uint32_t regions;
    // As many slots as the most demanding region needs; of the upward pass a number above the depth of any node.
    std::uint32_t most;
};

// A cell with a direct path, in a row without a core node: the minimum of that path and of the row's arcs.
template <class T>
struct StreamDirectCell {
    std::uint32_t column;
    std::uint32_t first_instruction;  // the first with the row's arcs; the row's own instruction follows them
    T cell;
};

template <class T>
struct InstructionStream {
    std::vector<RegionLaunch> launches;  // in this order
    std::vector<DeviceRange> regions;    // their instructions
    std::vector<Instruction> instructions;
    std::vector<StreamDirectCell<T>> direct;  // sorted by column
    std::size_t scratch_rows = 0;
};

// Makes the stream for the rows of the problem, in its order; rows without a core node come last, with access arcs that
// read scratch only. A region has at most so many nodes and slots, at least 1 of each. Only a few regions need many
// slots; fewer of them slow the walk down. O(fill + rows + their access arcs). Throws CapacityError beyond 2³¹
// instructions or 2²⁷ rows of scratch.
template <class T>
InstructionStream<T> make_instruction_stream(const SweepProblem<T>& problem, std::size_t region_nodes,
                                             std::size_t slots);

// ---- The upward pass
//
// The upward pass in the form that a device reads (kernels/sweep_upward.cl): the core nodes with access arcs to
// columns, and their ancestors, in layers of regions, each with the arcs that lead down to it.

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

template <class T>
struct UpwardStream {
    std::vector<RegionLaunch> launches;  // in this order
    std::vector<DeviceRange> regions;    // their nodes
    std::vector<UpwardNode> nodes;
    std::vector<UpwardArc<T>> arcs;
    std::vector<std::uint32_t> first_cell;  // by rank; undefined for ranks that no column needs
    std::uint64_t cells = 0;
};

// Makes the stream for the columns of the problem. O(fill). Throws CapacityError for more than 2³² cells.
template <class T>
UpwardStream<T> make_upward_stream(const SweepProblem<T>& problem, std::size_t region_nodes);

}  // namespace allways::engine
