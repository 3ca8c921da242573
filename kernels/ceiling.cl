// ceiling: how many pairs (one add, one min) a second the device does when nothing but registers is involved. The
// yardstick of the benchmark: the share of it that a whole solve reaches.
//
// Each work-item keeps ROWS × VECTORS accumulators (enough to hide the latency of both operations) and relaxes
// them with sums of ROWS left and VECTORS right operands that change with every round, so that nothing can be folded
// or moved out of the loop. The result depends on every input and is stored.
//
// Settings: CELL_TYPE, MIN_FORM as in cell.cl; VECTOR 1 (GPU: the lanes are work-items), 4, 8 or 16 (CPU).
// Launch: any number of work-items; pairs = work-items · rounds · ROWS · VECTORS · VECTOR.
//   seed  ROWS + VECTORS cells;  step: what operands grow by in a round;  result: one cell a work-item
#include "cell.cl"

#ifndef ROWS
#define ROWS 8
#endif
#ifndef VECTORS
#define VECTORS 3
#endif
#ifndef VECTOR
#define VECTOR 8
#endif

#if VECTOR == 1
typedef cell vec;
#define VEC_MIN(a, b) CELL_MIN(a, b)
#else
typedef JOIN(CELL, VECTOR) vec;
#define VEC_MIN(a, b) VECTOR_MIN(VECTOR, a, b)
#endif

kernel void ceiling(global const cell* seed, global const cell* step, global cell* result, uint rounds) {
    const cell own_seed = (cell)(get_global_id(0) & 7);
    vec own[ROWS][VECTORS];
    vec left[ROWS];
    vec right[VECTORS];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) left[i] = (vec)(seed[i] + own_seed);
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) right[v] = (vec)(seed[ROWS + v] - own_seed);
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) own[i][v] = left[i] + right[v];
    }
    // Only the right operands change: VECTORS additions beside 2 · ROWS · VECTORS counted operations.
    const vec change = (vec)(step[0]);
    for (uint round = 0; round < rounds; ++round) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) right[v] += change;
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) own[i][v] = VEC_MIN(left[i] + right[v], own[i][v]);
        }
    }
    vec least = own[0][0];
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) least = VEC_MIN(own[i][v], least);
    }
#if VECTOR == 1
    result[get_global_id(0)] = least;
#else
    result[get_global_id(0)] = least.s0 + least.s3;
#endif
}
