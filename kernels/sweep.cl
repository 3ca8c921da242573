// SPDX-License-Identifier: Apache-2.0
// sweep: all rows of a column block, from the factor of an elimination.
//
//     D[v][j] = min( start of column j at v,
//                    min over the up-arcs a = (v, w): up[a] + (D[w][j] without first-arc bits) )
//
// Source: A* = U* ⊗ L* (Carré 1971); column by column from the roots down it is PHAST (Delling, Goldberg, Nowatzyk and
// Werneck 2013, section 3), here for all columns at once. The instruction stream gives the order of the work
// (toolkit/engine/sweep/device/instruction_stream.h).
//
//             a column block                     One work-group walks one region of the tree for items · COLUMNS
//             ┌──────┬──────┬──────┐             columns. A work-item reads nothing that others of its group wrote
//   regions   │ group│ group│ group│             of D: its rows are in its own part of the slots, or of scratch.
//   of this   ├──────┼──────┼──────┤             Every lane of a group runs the same instruction at once.
//   layer     │      │      │      │
//             └──────┴──────┴──────┘
//
// The stream is read in order, so it passes through local memory: a chunk of it is loaded while the previous one is
// executed, and no lane waits for a cache. A group of one work-item, a thread of a processor, reads it in place.
//
// Launch: (columns / COLUMNS, regions) work-items in groups of (ITEMS, 1); `width`: the most columns of the block.
// Local memory: slots · ITEMS · COLUMNS · sizeof(cell), and two chunks.
// Cost of a cell with u arcs up (some 4.6 on streets): u + 1 words of local memory, u fused add-and-min, one store of
// the distance and one of the hop; COLUMNS cells share the uniform work (instructions, loops).
//
// Settings in addition to those of sweep_cell.cl: COLUMNS  of a work-item: 1, 2, 4, 8, 16
//                                                 ITEMS    of a work-group
//                                                 CHUNK    instructions fetched together
#include "sweep_instructions.cl"

#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef ITEMS
#define ITEMS 32
#endif
#ifndef CHUNK
#define CHUNK 16
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

#define UNROLLED _Pragma("unroll")
// Prevents unrolling: a compiler would unroll loops that seldom run, which costs registers that all others need.
#define ROLLED _Pragma("unroll 1")
#define EACH_COLUMN UNROLLED for (int c = 0; c < COLUMNS; ++c)
#define EACH_OF(count) UNROLLED for (uint k = 0; k < 4; ++k) if (k < (count))

// Returns the halves of the instruction `i` after the next one.
#if ITEMS == 1
#define LOW(i) stream[2 * (at + (i))]
#define HIGH(i) stream[2 * (at + (i)) + 1]
#else
#define CHUNK_HALVES (2 * CHUNK)
#define LOW(i) chunks[2 * (at + (i)) % (2 * CHUNK_HALVES)]
#define HIGH(i) chunks[(2 * (at + (i)) + 1) % (2 * CHUNK_HALVES)]
#define PIECES ((CHUNK_HALVES + ITEMS - 1) / ITEMS)
#define EACH_PIECE(h)                                                           \
    UNROLLED for (uint p = 0, h = get_local_id(0); p < PIECES; ++p, h += ITEMS) \
        if (CHUNK_HALVES % ITEMS == 0 || h < CHUNK_HALVES)
#define FETCH(chunk) EACH_PIECE(h) coming[p] = stream[(chunk) * CHUNK_HALVES + h];
#define PUT(chunk) EACH_PIECE(h) chunks[(chunk) % 2 * CHUNK_HALVES + h] = coming[p];
#endif
#if CELL_TYPE == 2
#define ARC_CELLS as_double4((int8)(LOW(1), HIGH(1)))
#else
#define ARC_CELLS high
#endif
// The next instruction, read while the current one is still being processed.
#define NEXT(n)   \
    at += (n);    \
    low = LOW(0); \
    high = HIGH(0);

#define NO_RANK 0xffffffffu
// Wraps around if the access arc has the higher rank.
#define IS_BELOW(access_rank, rank, subtree_size) ((rank) - (access_rank) < (subtree_size))

// The start of a column at a node above its access arc: at the arc's own node it is the arc alone, elsewhere the path
// down followed by the arc. `upward`: the first of the upward cells of the arc's node, one per depth.
INLINE cell start_at(uint access_rank, uint upward, cell access_cell, uint rank, uint depth,
                     global const cell* upward_cells) {
    return rank == access_rank ? access_cell : upward_cells[upward + depth] + RIGHT_OPERAND(access_cell);
}

// key ← min(key, the arcs of this instruction ⊗ their operands).
#define TAKE_ARCS(operands, stride)                                                                   \
    {                                                                                                 \
        cells operand[4];                                                                             \
        const uint some = COUNT_OF(low);                                                              \
        EACH_OF(some) operand[k] = (operands)[PLACE(low, k) * (stride)];                              \
        const cell4 arc_cells = ARC_CELLS;                                                            \
        NEXT(ARC_INSTRUCTIONS)                                                                        \
        EACH_OF(some) key.all = CELLS_MIN(key.all, LANE(arc_cells, k) + operand[k]);                  \
    }

kernel void sweep(global const uint2* restrict regions,      // first instruction, instructions
                  global const int4* restrict instructions,  // halves of instructions, and three extra chunks
                  global const uint2* restrict columns,      // first access arc, access arcs
                  global const uint2* restrict access_arcs,  // rank, first cell in upward_cells
                  global const cell* restrict access_cells,  // one for each access arc
                  global const cell* restrict upward_cells,  // from sweep_upward.cl
                  global cell* scratch_rows,                 // as wide as the column block
                  global cell* restrict table,               // rows × the block's columns
#if HOP_BYTES
                  global hop* restrict table_hops,           // the same
                  global const hop* restrict hop_of_first_arc,
#endif
#if POTENTIALS
                  global const wide* restrict row_potentials,
                  global const wide* restrict column_potentials,
#endif
                  local cells* slots,
                  uint width, uint first_column, uint first_region) {
    const size_t pitch = width / COLUMNS;  // packs in a row
    const size_t pack = get_global_id(0);
    const size_t column = first_column + pack * COLUMNS;
    local cells* stack = slots + get_local_id(0);
    global cells* scratch = (global cells*)scratch_rows + pack;

    uint access_rank[COLUMNS];  // the first access arc of each column; either few columns or all have more
    uint upward[COLUMNS];
    cell access_cell[COLUMNS];
    bool has_more = false;
#if POTENTIALS
    wide column_potential[COLUMNS];
#endif
    EACH_COLUMN {
        const uint2 span = columns[column + c];
        access_rank[c] = span.y > 0 ? access_arcs[span.x].x : NO_RANK;
        upward[c] = span.y > 0 ? access_arcs[span.x].y : 0;
        access_cell[c] = span.y > 0 ? access_cells[span.x] : UNREACHABLE;
        has_more |= span.y > 1;
#if POTENTIALS
        column_potential[c] = column_potentials[column + c];
#endif
    }

    const uint2 region = regions[first_region + get_group_id(1)];
    global const int4* stream = instructions + 2 * (size_t)region.x;
    uint at = 0;
#if ITEMS > 1
    local int4 chunks[2 * CHUNK_HALVES];
    int4 coming[PIECES];
    FETCH(0)
    PUT(0)
    FETCH(1)
    PUT(1)
    FETCH(2)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    int4 low = LOW(0);
    int4 high = HIGH(0);
    bool starts = false;  // true if any of these columns starts in this tree
    cell_pack key;        // the node whose arcs are being relaxed
    cell_pack done;       // the node before
    key.all = (cells)((cell)UNREACHABLE);
    done.all = key.all;
#if ITEMS > 1
    for (uint chunk = 0; chunk * CHUNK < region.y; ++chunk) {
        if (chunk > 0) {
            barrier(CLK_LOCAL_MEM_FENCE);
            PUT(chunk + 1)
            FETCH(chunk + 2)
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        const uint end = min((chunk + 1) * CHUNK, region.y);
#else
    {
        const uint end = region.y;
#endif
        while (at < end) {
            const uint kind = KIND_OF(low);
            if (kind == KIND_LOCALS) {
                TAKE_ARCS(stack, ITEMS)
            } else if (kind <= KIND_ROW && kind >= KIND_NODE) {
                const int4 node = low;
                const int4 place = high;
                NEXT(1)
                if (kind == KIND_NODE) {
                    if (starts) {
                        cell_pack start;  // loads for all columns together
                        EACH_COLUMN {
                            const bool below = access_rank[c] != NODE_RANK(place) &&
                                               IS_BELOW(access_rank[c], NODE_RANK(place), NODE_SUBTREE(place));
                            start.each[c] = below ? upward_cells[upward[c] + NODE_DEPTH(place)] : UNREACHABLE;
                        }
                        EACH_COLUMN key.each[c] = CELL_MIN(
                            key.each[c], access_rank[c] == NODE_RANK(place)
                                             ? access_cell[c]
                                             : start.each[c] + RIGHT_OPERAND(access_cell[c]));
                        if (has_more) {
                            EACH_COLUMN {
                                const uint2 span = columns[column + c];
                                ROLLED
                                for (uint m = span.x + 1; m < span.x + span.y; ++m) {
                                    const uint2 more = access_arcs[m];
                                    if (!IS_BELOW(more.x, NODE_RANK(place), NODE_SUBTREE(place))) continue;
                                    const cell way = start_at(more.x, more.y, access_cells[m], NODE_RANK(place),
                                                              NODE_DEPTH(place), upward_cells);
                                    key.each[c] = CELL_MIN(key.each[c], way);
                                }
                            }
                        }
                    }
                    const cells right = RIGHT_OPERAND(key.all);
                    if (NODE_SLOT(node) >= 0) stack[NODE_SLOT(node) * ITEMS] = right;
                    if (NODE_SCRATCH(node) >= 0) scratch[NODE_SCRATCH(node) * pitch] = right;
                    done.all = key.all;
                    key.all = (cells)((cell)UNREACHABLE);
                }
                if (NODE_ROW(node) >= 0) {
                    cell_pack out;
#if POTENTIALS
                    const wide row_potential = row_potentials[NODE_ROW(node)];
                    EACH_COLUMN out.each[c] = distance_of(done.each[c], row_potential, column_potential[c]);
#else
                    EACH_COLUMN out.each[c] = distance_of(done.each[c]);
#endif
                    ((global cells*)table)[NODE_ROW(node) * pitch + pack] = out.all;
#if HOP_BYTES
                    hop_pack steps;
                    // Two cases: if first arcs are hops, nothing is loaded and no lane waits for another.
                    if (NODE_HOPS(node) < 0) {
                        EACH_COLUMN steps.each[c] = hop_of(done.each[c], -1, hop_of_first_arc);
                    } else {
                        const int row_hops = NODE_HOPS(node);
                        EACH_COLUMN steps.each[c] = hop_of(done.each[c], row_hops, hop_of_first_arc);
                    }
                    ((global hops*)table_hops)[NODE_ROW(node) * pitch + pack] = steps.all;
#endif
                }
            } else if (kind == KIND_GLOBALS) {
                TAKE_ARCS(scratch, pitch)
            } else if (kind == KIND_LOADS) {
                const int4 from = low;
                const int4 to = high;
                cells row[4];
                NEXT(1)
                EACH_OF(COUNT_OF(from)) row[k] = scratch[PLACE(from, k) * pitch];
                EACH_OF(COUNT_OF(from)) stack[LANE(to, k) * ITEMS] = row[k];
            } else {
                const int4 place = high;
                NEXT(1)
                starts = false;
                EACH_COLUMN starts |= IS_BELOW(access_rank[c], NODE_RANK(place), NODE_SUBTREE(place));
                if (has_more) {
                    ROLLED
                    for (int c = 0; c < COLUMNS; ++c) {
                        const uint2 span = columns[column + c];
                        ROLLED
                        for (uint i = 1; i < span.y; ++i) {
                            starts |= IS_BELOW(access_arcs[span.x + i].x, NODE_RANK(place), NODE_SUBTREE(place));
                        }
                    }
                }
            }
        }
    }
}
