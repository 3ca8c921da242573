// SPDX-License-Identifier: Apache-2.0
// closure: C ← C*, all-pairs shortest paths inside one pivot tile.
//
// Source: Floyd 1962, Warshall 1962; phase 1 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003).
//
// One work-group; the tile lies in registers as in product.gpu.cl, in smaller blocks (CLOSURE_ITEM) if tuned so: only
// one group runs, so more work-items mean less time per step. At step k the owners of row k and column k publish them
// through local memory, and every work-item relaxes its cells. Two buffers: while a slow work-item still reads step k,
// a fast one may publish step k+1; step k+2 waits behind the barrier of k+1. So there is one barrier per step. Row k
// and column k do not change at step k, since no cycle is negative.
//
// Launch: local = global = LOCAL_ITEMS × 1.  c: band that holds the tile, at (row in band, column).
// Local memory: 2 * (TILE + TILE / LANES) * sizeof(word), and 2 * TILE * 4 bytes of hops with a hop array.
#ifdef CLOSURE_ITEM
#undef ITEM
#define ITEM CLOSURE_ITEM
#endif
#undef ROWS
#define ROWS ITEM
#define TRACK_WINNERS 1
#include "product.gpu.cl"

// Number of steps whose rows and columns have the same group of four in their owners' registers.
#define GROUP_STEPS (4 * LOCAL_Y)

kernel __attribute__((reqd_work_group_size(LOCAL_ITEMS, 1, 1)))
void closure(global word* c,
#if HOPS_ARRAY
             global uint* c_hops,
#endif
             uint tiles, uint row, uint column) {
    local word pivot_row[2][WORDS] __attribute__((aligned(32)));
    local word pivot_column[2][TILE] __attribute__((aligned(32)));
#if HOPS_ARRAY
    local uint pivot_hops[2][TILE];
#endif
    const uint x = get_local_id(0) % LOCAL_X;
    const uint y = get_local_id(0) / LOCAL_X;
    const size_t at = ((size_t)row * tiles + column) * TILE_WORDS;

    block own;
    load_block(&own, c + at, x, y);
#if HOPS_ARRAY
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
#pragma unroll
        for (int j = 0; j < ITEM; ++j) own.winner[i][j] = c_hops[at + ROW(i, y) * TILE + COLUMN(j, x)];
    }
#endif

    // Step k = first + m; the loops over group and m unroll, so that registers are indexed by constants.
#pragma unroll
    for (int group = 0; group < ITEM; group += 4) {
        for (uint first = group / 4 * GROUP_STEPS; first < (group / 4 + 1) * GROUP_STEPS; first += 4 * LANES) {
#pragma unroll
            for (int m = 0; m < 4 * LANES; ++m) {
                const int buffer = m & 1;
                const int own_row = group + m % 4;
                const int own_word = group + m / LANES;
                if (y == (first + m) / 4 % LOCAL_Y) {
#pragma unroll
                    for (int j = 0; j < ITEM; ++j) {
                        pivot_row[buffer][COLUMN(j, x)] = WORD_RIGHT(own.words[own_row][j]);
                    }
                }
                if (x == first / (4 * LANES) % LOCAL_X) {
#pragma unroll
                    for (int i = 0; i < ROWS; ++i) {
                        pivot_column[buffer][ROW(i, y)] = LANE_OF(own.words[i][own_word], m % LANES);
#if HOPS_ARRAY
                        pivot_hops[buffer][ROW(i, y)] = own.winner[i][own_word];
#endif
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
                for (int i = 0; i < ROWS; ++i) {
                    const word left = pivot_column[buffer][ROW(i, y)];
#pragma unroll
                    for (int j = 0; j < ITEM; ++j) {
                        const word sum = WORD_ADD(left, pivot_row[buffer][COLUMN(j, x)]);
#if HOPS_ARRAY
                        if (sum < own.words[i][j]) {
                            own.words[i][j] = sum;
                            own.winner[i][j] = pivot_hops[buffer][ROW(i, y)];
                        }
#else
                        own.words[i][j] = WORD_MIN(sum, own.words[i][j]);
#endif
                    }
                }
            }
        }
    }
    store_block(&own, c + at, x, y);
#if HOPS_ARRAY
    store_hops(&own, c_hops + at, x, y);
#endif
}
