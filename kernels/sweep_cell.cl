// SPDX-License-Identifier: Apache-2.0
// Converts a cell of the sweep to a cell of the table: clears the first-arc bits, undoes potentials, converts the value
// of unreachable; and finds the hop that the first-arc bits stand for.
//
// Cells of a sweep are int32 or float64. Settings in addition to those of cell.cl:
//   POTENTIALS  1: a distance is cell - its row's potential + its column's
//   HOP_BYTES   1, 2 or 4: bytes of a stored hop (HOPS 1); 0: no hop is stored
#include "cell.cl"

#ifndef POTENTIALS
#define POTENTIALS 0
#endif
#ifndef HOP_BYTES
#define HOP_BYTES 0
#endif

#if CELL_TYPE == 0
#define UNREACHABLE_COST 0x3fffffff
#define UNREACHABLE (UNREACHABLE_COST & ~((1 << FIRST_ARC_BITS) - 1))
typedef int wide;  // sums of potentials may wrap: the distance itself fits
#else
#define UNREACHABLE_COST INFINITY
#define UNREACHABLE INFINITY
#if POTENTIALS
typedef double wide;
#endif
#endif

#if HOP_BYTES == 1
#define HOP uchar
#elif HOP_BYTES == 2
#define HOP ushort
#else
#define HOP uint
#endif
typedef HOP hop;

INLINE cell cost_of(cell key) {
#if HOPS_FIRST_ARC
    return key >> FIRST_ARC_BITS;
#else
    return key;
#endif
}

#if POTENTIALS
#if CELL_TYPE == 0
#define RESTORED(cost, row, column) (cell)((uint)(cost) - (uint)(row) + (uint)(column))
#else
#define RESTORED(cost, row, column) (cell)((cost) - (row) + (column))
#endif
INLINE cell distance_of(cell key, wide row, wide column) {
    return key < UNREACHABLE ? RESTORED(cost_of(key), row, column) : UNREACHABLE_COST;
}
#else
INLINE cell distance_of(cell key) {
    return key < UNREACHABLE ? cost_of(key) : UNREACHABLE_COST;
}
#endif

#if HOP_BYTES
// `row_hops`: position of the row's hops in hop_of_first_arc; negative: the first arcs are the hops.
INLINE hop hop_of(cell key, int row_hops, global const hop* hop_of_first_arc) {
    const int first_arc = key & ((1 << FIRST_ARC_BITS) - 1);
    const hop step = row_hops < 0 ? (hop)first_arc : hop_of_first_arc[row_hops + first_arc];
    return key < UNREACHABLE ? step : (hop)~0;
}
#endif
