// The cells of a strip that the walk does not give, one work-item each.
//
//   sweep_direct  a row that has a direct way to a column: the least of that way and of the row's arcs, which the walk left in
//                 scratch
//   sweep_fixed   what is known: the diagonal, and pairs in one class of zero-cost cycles
//
// Both have ranges of records sorted by column, from `first` on, and columns that count from the strip's first.
#include "sweep_cell.cl"

typedef struct {
    uint column;
    int node;  // of the row
    uint first_arcs;
    cell own;
} direct_cell;

kernel void sweep_direct(global const direct_cell* restrict direct,
                         global const int8* restrict nodes,  // TapeNode
                         global const four_arcs* restrict arcs,
                         global const cell* restrict scratch, global cell* restrict table,
#if HOP_BYTES
                         global hop* restrict table_hops, global const hop* restrict hop_of_label,
#endif
#if POTENTIALS
                         global const wide* restrict row_potentials, global const wide* restrict column_potentials,
#endif
                         uint first, uint first_column, uint pitch) {
    const direct_cell mine = direct[first + get_global_id(0)];
    const int8 node = nodes[mine.node];
    const size_t column = mine.column - first_column;
    cell key = mine.own;
    for (uint i = 0; i < (uint)node.s1; ++i) {
        const uint where = ((global const int*)&arcs[mine.first_arcs + i / 4].where)[i % 4];
        const cell arc_cell = ((global const cell*)&arcs[mine.first_arcs + i / 4].cells)[i % 4];
        key = CELL_MIN(key, arc_cell + scratch[(size_t)where * pitch + column]);
    }
    const size_t at = (size_t)node.s3 * pitch + column;
#if POTENTIALS
    table[at] = distance_of(key, row_potentials[node.s3], column_potentials[mine.column]);
#else
    table[at] = distance_of(key);
#endif
#if HOP_BYTES
    table_hops[at] = hop_of(key, node.s4, hop_of_label);
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
