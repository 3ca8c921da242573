// SPDX-License-Identifier: Apache-2.0
// The instructions of a sweep in the layout of toolkit/engine/sweep/device/instruction_stream.h: eight words each, read
// as two halves.
#include "sweep_cell.cl"

// The first half. Its first word holds the kind of the instruction, the number of its arcs or loads in use (up to
// four), and its first operand.
#define KIND_LOCALS 0u
#define KIND_GLOBALS 1u
#define KIND_LOADS 2u
#define KIND_NODE 3u
#define KIND_ROW 4u
#define KIND_TREE 5u
#define KIND_OF(low) ((uint)(low).x >> 29)
#define COUNT_OF(low) ((((uint)(low).x >> 27) & 3u) + 1)
#define PAYLOAD_OF(low) ((int)((uint)(low).x & 0x7ffffffu))

#define NODE_SLOT(low) (PAYLOAD_OF(low) - 1)
#define NODE_SCRATCH(low) (low).y
#define NODE_ROW(low) (low).z
#define NODE_HOPS(low) (low).w
#define NODE_RANK(high) (uint)(high).x
#define NODE_SUBTREE(high) (uint)(high).y
#define NODE_DEPTH(high) (uint)(high).z

// Returns the k-th of four operand locations.
#define PLACE(four, k) ((k) == 0 ? PAYLOAD_OF(four) : LANE(four, k))
#define LANE(four, k) ((k) == 0 ? (four).x : (k) == 1 ? (four).y : (k) == 2 ? (four).z : (four).w)

// Four arcs: the first half has the locations of their operands; the second has their cells, or, with float64, the
// following instruction has them.
#if CELL_TYPE == 2
#define ARC_INSTRUCTIONS 2
#define ARC_CELL_HALF 2
#else
#define ARC_INSTRUCTIONS 1
#define ARC_CELL_HALF 1
#endif
