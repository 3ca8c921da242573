// SPDX-License-Identifier: Apache-2.0
// The cells of a column block that the walk does not compute, one work-item each.
//
//   sweep_direct  a row with a direct path to a column: the minimum of that path and of the row's arcs, whose
//                 operands the walk left in scratch
//   sweep_fixed   known cells: the diagonal, and pairs in one class of zero-cost cycles
//
// Both kernels get ranges of cells sorted by column, beginning at `first`, and count columns from the block's first.
#include "sweep_instructions.cl"

typedef struct {
    uint column;
    uint first_instruction;  // the first with the row's arcs; the row's own instruction follows them
    cell own;
} direct_cell;

kernel void sweep_direct(global const direct_cell* restrict direct,
                         global const int4* restrict instructions,
                         global const cell* restrict scratch, global cell* restrict table,
#if HOP_BYTES
                         global hop* restrict table_hops, global const hop* restrict hop_of_first_arc,
#endif
#if POTENTIALS
                         global const wide* restrict row_potentials, global const wide* restrict column_potentials,
#endif
                         uint first, uint first_column, uint pitch) {
    const direct_cell mine = direct[first + get_global_id(0)];
    const size_t column = mine.column - first_column;
    global const int4* instruction = instructions + 2 * (size_t)mine.first_instruction;
    cell key = mine.own;
    for (; KIND_OF(instruction[0]) == KIND_GLOBALS; instruction += 2 * ARC_INSTRUCTIONS) {
        const int4 four = instruction[0];
        for (uint k = 0; k < COUNT_OF(four); ++k) {
            const cell arc_cell = ((global const cell*)(instruction + ARC_CELL_HALF))[k];
            key = CELL_MIN(key, arc_cell + scratch[(size_t)PLACE(four, k) * pitch + column]);
        }
    }
    const int4 node = instruction[0];
    const int row = NODE_ROW(node);
    const size_t at = (size_t)row * pitch + column;
#if POTENTIALS
    table[at] = distance_of(key, row_potentials[row], column_potentials[mine.column]);
#else
    table[at] = distance_of(key);
#endif
#if HOP_BYTES
    table_hops[at] = hop_of(key, NODE_HOPS(node), hop_of_first_arc);
#endif
}

typedef struct {
    uint column;
    uint row;
    uint step;
    uint unused;
} fixed_cell;

kernel void sweep_fixed(global const fixed_cell* restrict fixed, global const cell* restrict distances,
                        global cell* restrict table,
#if HOP_BYTES
                        global hop* restrict table_hops,
#endif
                        uint first, uint first_column, uint pitch) {
    const uint i = first + get_global_id(0);
    const size_t at = (size_t)fixed[i].row * pitch + (fixed[i].column - first_column);
    table[at] = distances[i];
#if HOP_BYTES
    table_hops[at] = (hop)fixed[i].step;
#endif
}
