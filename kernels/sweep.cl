// sweep: all rows of a strip of columns, from the factor of an elimination.
//
//     D[v][j] = min( start of column j at v,  min over the up-arcs a = (v, w): up[a] + (D[w][j] without label) )
//
// Source: A* = U* ⊗ L* (Carré 1971); column by column from the roots down it is PHAST (Delling, Goldberg, Nowatzyk and
// Werneck 2013, section 3), here for all columns at once. The tape (toolkit/engine/sweep_tape.h) says what is done when.
//
//             columns of a strip                 One work-group walks one region of the tree for items · COLUMNS
//             ┌──────┬──────┬──────┐             columns. A work-item reads nothing that others of its group wrote,
//   regions   │ group│ group│ group│             so there is no barrier: its rows of D are in its own part of the
//   of this   ├──────┼──────┼──────┤             slots, or of scratch. Groups of one region run beside each other and
//   layer     │      │      │      │             share the tape in the cache; every lane of a group reads the same
//             └──────┴──────┴──────┘             record at the same time.
//
// Launch: (columns / COLUMNS, regions) work-items in groups of (items, 1); `width`: columns that the strip has room for.
// Local memory: slots · items · COLUMNS · sizeof(cell).
// A cell costs, with u arcs up (some 4.6 on streets): u + 1 words of local memory, u fused add-and-min, one store of the
// distance and one of the step; what is uniform (records, loops) is shared by COLUMNS cells.
//
// Settings beside those of sweep_cell.cl: COLUMNS  of a work-item: 1, 2, 4, 8, 16
#include "sweep_cell.cl"

#ifndef COLUMNS
#define COLUMNS 4
#endif

// Fours of arcs taken at a time. Regions whose rows leave room for one column have many arcs a node, and few work-items
// to wait with.
#if COLUMNS == 1
#define FOURS 2
#else
#define FOURS 1
#endif

#if COLUMNS == 1
typedef cell cells;
typedef hop hops;
#define CELLS_MIN(a, b) CELL_MIN(a, b)
#else
typedef JOIN(CELL, COLUMNS) cells;
typedef JOIN(HOP, COLUMNS) hops;
#define CELLS_MIN(a, b) VECTOR_MIN(COLUMNS, a, b)
#endif
typedef union {
    cells all;
    cell each[COLUMNS];
} cell_pack;
typedef union {
    hops all;
    hop each[COLUMNS];
} hop_pack;

// Records as sweep_tape.h has them, eight words each.
#define NODE_LOCALS(n) ((uint)(n).s0 & 0xffff)
#define NODE_SLOT(n) ((int)((uint)(n).s0 >> 16) - 1)
#define NODE_GLOBALS(n) (n).s1
#define NODE_SCRATCH(n) (n).s2
#define NODE_ROW(n) (n).s3
#define NODE_HOPS(n) (n).s4
#define NODE_RANK(n) (uint)(n).s5
#define NODE_SUBTREE(n) (uint)(n).s6
#define NODE_DEPTH(n) (uint)(n).s7

#define NO_RANK 0xffffffffu
// Wraps where the tap has the higher rank.
#define IS_BELOW(tap, rank, subtree_size) ((rank) - (tap) < (subtree_size))

// Where the column with this tap starts at a node above it: at the tap itself with the tap's own arc, else with the way
// down and then that arc. `lift` is the tap's first cell; one a depth.
INLINE cell start_at(uint tap, uint lift, cell tap_cell, uint rank, uint depth, global const cell* lifts) {
    return rank == tap ? tap_cell : lifts[lift + depth] + RIGHT_OPERAND(tap_cell);
}

#define UNROLLED _Pragma("unroll")
#define LANE(four, k) ((k) == 0 ? (four).x : (k) == 1 ? (four).y : (k) == 2 ? (four).z : (four).w)
// Where the operands of the next arcs lie, whatever node those belong to: on its way while a node is finished, so that only
// the operands themselves are waited for, and the cells with them.
#define READ_WHERE UNROLLED for (uint f = 0; f < FOURS; ++f) where[f] = arcs[at + f].where;
// key ← min(key, the next `count` arcs of the tape ⊗ their operands). Operands are loaded together: each takes tens of cycles.
#define TAKE_ARCS(count, operands, stride)                                                                   \
    for (uint left = (count); left > 0;) {                                                                   \
        cell4 arc_cells[FOURS];                                                                              \
        cells operand[4 * FOURS];                                                                            \
        const uint some = min(left, 4u * FOURS);                                                             \
        UNROLLED for (uint f = 0; f < FOURS; ++f) arc_cells[f] = arcs[at + f].cells;                         \
        UNROLLED for (uint k = 0; k < 4 * FOURS; ++k) {                                                      \
            if (k < some) operand[k] = (operands)[LANE(where[k / 4], k % 4) * (stride)];                     \
        }                                                                                                    \
        left -= some;                                                                                        \
        at += (some + 3) / 4;                                                                                \
        READ_WHERE                                                                                           \
        UNROLLED for (uint k = 0; k < 4 * FOURS; ++k) {                                                      \
            if (k < some) key.all = CELLS_MIN(key.all, LANE(arc_cells[k / 4], k % 4) + operand[k]);          \
        }                                                                                                    \
    }

kernel void sweep(global const uint2* restrict regions,    // first tree, trees
                  global const uint8* restrict trees,      // TapeTree
                  global const int8* restrict nodes,       // TapeNode, and one more
                  global const four_arcs* restrict arcs,   // TapeArcs, and FOURS more
                  global const int2* restrict loads,       // TapeLoad
                  global const uint2* restrict columns,    // first tap, taps
                  global const uint2* restrict taps,       // rank, first cell in lifts
                  global const cell* restrict tap_cells,   // of its arc
                  global const cell* restrict lifts,       // sweep_lift.cl
                  global cell* scratch_rows,               // as wide as the strip
                  global cell* restrict table,             // rows × strip
#if HOP_BYTES
                  global hop* restrict table_hops,         // the same
                  global const hop* restrict hop_of_label,
#endif
#if POTENTIALS
                  global const wide* restrict row_potentials,
                  global const wide* restrict column_potentials,
#endif
                  local cells* slots,
                  uint width, uint first_column, uint first_region) {
    const uint items = get_local_size(0);
    const size_t pitch = width / COLUMNS;  // of a row in packs
    const size_t pack = get_global_id(0);
    const size_t column = first_column + pack * COLUMNS;
    local cells* stack = slots + get_local_id(0);
    global cells* scratch = (global cells*)scratch_rows + pack;

    uint tap[COLUMNS];  // the first of each column; those that have more are few, or all
    uint lift[COLUMNS];
    cell tap_cell[COLUMNS];
    bool has_more = false;
#if POTENTIALS
    wide column_potential[COLUMNS];
#endif
    UNROLLED
    for (int c = 0; c < COLUMNS; ++c) {
        const uint2 span = columns[column + c];
        tap[c] = span.y > 0 ? taps[span.x].x : NO_RANK;
        lift[c] = span.y > 0 ? taps[span.x].y : 0;
        tap_cell[c] = span.y > 0 ? tap_cells[span.x] : UNREACHABLE;
        has_more |= span.y > 1;
#if POTENTIALS
        column_potential[c] = column_potentials[column + c];
#endif
    }

    const uint2 region = regions[first_region + get_group_id(1)];
    for (uint t = region.x; t < region.x + region.y; ++t) {
        const uint8 tree = trees[t];
        const uint end_node = tree.s0 + tree.s1;
        const uint end_load = tree.s3 + tree.s4;
        uint at = tree.s2;
        _Pragma("unroll 4")
        for (uint i = tree.s3; i < end_load; ++i) {
            const int2 load = loads[i];
            stack[load.y * items] = scratch[load.x * pitch];
        }
        bool starts = false;  // whether any of these columns does in this tree
        UNROLLED
        for (int c = 0; c < COLUMNS; ++c) starts |= IS_BELOW(tap[c], tree.s5, tree.s6);
        if (has_more) {
            for (int c = 0; c < COLUMNS; ++c) {
                const uint2 span = columns[column + c];
                for (uint i = 1; i < span.y; ++i) starts |= IS_BELOW(taps[span.x + i].x, tree.s5, tree.s6);
            }
        }

        cell_pack key;
        int4 where[FOURS];
        READ_WHERE
        int8 node = nodes[tree.s0];
        for (uint i = tree.s0; i < end_node; ++i) {
            const int8 following = nodes[i + 1];
            if (NODE_GLOBALS(node) >= 0) {
                key.all = (cells)((cell)UNREACHABLE);
                if (starts) {
                    UNROLLED
                    for (int c = 0; c < COLUMNS; ++c) {
                        if (IS_BELOW(tap[c], NODE_RANK(node), NODE_SUBTREE(node))) {
                            key.each[c] = CELL_MIN(key.each[c], start_at(tap[c], lift[c], tap_cell[c], NODE_RANK(node),
                                                                         NODE_DEPTH(node), lifts));
                        }
                        if (has_more) {
                            const uint2 span = columns[column + c];
                            for (uint m = span.x + 1; m < span.x + span.y; ++m) {
                                const uint2 more = taps[m];
                                if (!IS_BELOW(more.x, NODE_RANK(node), NODE_SUBTREE(node))) continue;
                                key.each[c] = CELL_MIN(key.each[c], start_at(more.x, more.y, tap_cells[m],
                                                                             NODE_RANK(node), NODE_DEPTH(node), lifts));
                            }
                        }
                    }
                }
                TAKE_ARCS(NODE_LOCALS(node), stack, items);
                TAKE_ARCS((uint)NODE_GLOBALS(node), scratch, pitch);
                const cells right = RIGHT_OPERAND(key.all);
                if (NODE_SLOT(node) >= 0) stack[NODE_SLOT(node) * items] = right;
                if (NODE_SCRATCH(node) >= 0) scratch[NODE_SCRATCH(node) * pitch] = right;
            }
            if (NODE_ROW(node) >= 0) {
                cell_pack out;
#if POTENTIALS
                const wide row_potential = row_potentials[NODE_ROW(node)];
#endif
                UNROLLED
                for (int c = 0; c < COLUMNS; ++c) {
#if POTENTIALS
                    out.each[c] = distance_of(key.each[c], row_potential, column_potential[c]);
#else
                    out.each[c] = distance_of(key.each[c]);
#endif
                }
                ((global cells*)table)[NODE_ROW(node) * pitch + pack] = out.all;
#if HOP_BYTES
                hop_pack steps;
                // Apart, so that where labels are hops nothing is loaded and no lane waits for another.
                if (NODE_HOPS(node) < 0) {
                    UNROLLED for (int c = 0; c < COLUMNS; ++c) steps.each[c] = hop_of(key.each[c], -1, hop_of_label);
                } else {
                    const int row_hops = NODE_HOPS(node);
                    UNROLLED for (int c = 0; c < COLUMNS; ++c) steps.each[c] = hop_of(key.each[c], row_hops, hop_of_label);
                }
                ((global hops*)table_hops)[NODE_ROW(node) * pitch + pack] = steps.all;
#endif
            }
            node = following;
        }
    }
}
