// The cells of a strip that the walk does not give, one work-item each.
//
//   sweep_direct  a row that has a direct way to a column: the least of that way and of the row's arcs, which the walk left in
//                 scratch
//   sweep_fixed   what is known: the diagonal, and pairs in one class of zero-cost cycles
//
// Both have ranges of records sorted by column, from `first` on, and columns that count from the strip's first.
#include "sweep_tape.cl"

typedef struct {
    uint column;
    uint first_arcs;  // record; the row's own follows them
    cell own;
} direct_cell;

kernel void sweep_direct(global const direct_cell* restrict direct,
                         global const int4* restrict records,
                         global const cell* restrict scratch, global cell* restrict table,
#if HOP_BYTES
                         global hop* restrict table_hops, global const hop* restrict hop_of_label,
#endif
#if POTENTIALS
                         global const wide* restrict row_potentials, global const wide* restrict column_potentials,
#endif
                         uint first, uint first_column, uint pitch) {
    const direct_cell mine = direct[first + get_global_id(0)];
    const size_t column = mine.column - first_column;
    global const int4* record = records + 2 * (size_t)mine.first_arcs;
    cell key = mine.own;
    for (; KIND_OF(record[0]) == KIND_GLOBALS; record += 2 * ARC_RECORDS) {
        const int4 four = record[0];
        for (uint k = 0; k < COUNT_OF(four); ++k) {
            const cell arc_cell = ((global const cell*)(record + ARC_CELL_HALF))[k];
            key = CELL_MIN(key, arc_cell + scratch[(size_t)PLACE(four, k) * pitch + column]);
        }
    }
    const int4 node = record[0];
    const int row = NODE_ROW(node);
    const size_t at = (size_t)row * pitch + column;
#if POTENTIALS
    table[at] = distance_of(key, row_potentials[row], column_potentials[mine.column]);
#else
    table[at] = distance_of(key);
#endif
#if HOP_BYTES
    table_hops[at] = hop_of(key, NODE_HOPS(node), hop_of_label);
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
