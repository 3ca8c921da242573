// SPDX-License-Identifier: Apache-2.0
// ceiling: pairs (one addition, one minimum) per second of the device when only registers are involved. The benchmark
// reports the share of this rate that a whole solve reaches.
//
// Each work-item keeps ROWS × VECTORS accumulators (enough to hide the latency of both operations) and relaxes
// them with sums of ROWS left and VECTORS right operands that change every round, so that nothing can be folded
// or moved out of the loop. The result depends on every input and is stored.
//
// Settings: CELL_TYPE, MIN_FORM as in cell.cl; VECTOR 1 (GPU: the lanes are work-items), 4, 8 or 16 (CPU).
// Launch: any number of work-items; pairs = work-items · rounds · STEPS · ROWS · VECTORS · VECTOR, twice as many for
// words of two 16-bit cells.
//   seed  STEPS · (ROWS + VECTORS) words;  growth: increments of the operands per round;  result: one word per
//   work-item
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
#ifndef STEPS
#define STEPS 1
#endif

#if VECTOR == 1
typedef word unit;
typedef word vec;
#define VEC_ADD(a, b) WORD_ADD(a, b)
#define VEC_MIN(a, b) WORD_MIN(a, b)
#else
typedef cell unit;
typedef JOIN(CELL, VECTOR) vec;
#define VEC_ADD(a, b) ((a) + (b))
#define VEC_MIN(a, b) VECTOR_MIN(VECTOR, a, b)
#endif

kernel void ceiling(global const unit* seed, global const unit* growth, global unit* result, uint rounds) {
    const unit own_seed = (unit)(get_global_id(0) & 7);
    vec own[ROWS][VECTORS];
    vec left[STEPS][ROWS];
    vec right[STEPS][VECTORS];
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
        global const unit* seeds = seed + step * (ROWS + VECTORS);
#pragma unroll
        for (int i = 0; i < ROWS; ++i) left[step][i] = (vec)((unit)(seeds[i] + own_seed));
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) right[step][v] = (vec)((unit)(seeds[ROWS + v] - own_seed));
    }
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) own[i][v] = left[0][i] + right[0][v];
    }
    // Only the right operands change: STEPS · VECTORS additions, compared with 2 · STEPS · ROWS · VECTORS counted
    // operations.
    const vec change = (vec)(growth[0]);
    for (uint round = 0; round < rounds; ++round) {
#pragma unroll
        for (int v = 0; v < VECTORS; ++v) {
#pragma unroll
            for (int step = 0; step < STEPS; ++step) right[step][v] += change;
        }
#pragma unroll
        for (int i = 0; i < ROWS; ++i) {
#pragma unroll
            for (int v = 0; v < VECTORS; ++v) {
                vec least = VEC_ADD(left[0][i], right[0][v]);
#pragma unroll
                for (int step = 1; step < STEPS; ++step) {
                    least = VEC_MIN(VEC_ADD(left[step][i], right[step][v]), least);
                }
                own[i][v] = VEC_MIN(least, own[i][v]);
            }
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
