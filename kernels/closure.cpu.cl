// SPDX-License-Identifier: Apache-2.0
// closure: C ← C*, all-pairs shortest paths inside one pivot tile.
//
// Source: Floyd 1962, Warshall 1962; phase 1 of blocked Floyd–Warshall (Venkataraman, Sahni & Mukhopadhyaya 2003).
//
// One work-item. STEPS pivots k … k+STEPS-1 are processed in one pass over the tile, which saves that many loads and
// stores of it, and gives exactly the sums of the plain loop: row k+m as of its own step is computed first (pivots[m]);
// then the steps are applied to every row one after the other in registers. Its multipliers C[i][k+m] also change
// during the earlier steps, and are tracked as scalars (left[m]).
//
// Launch: one work-item.  c: band that holds the tile, at (row in band, column).
// Private memory: STEPS * TILE * sizeof(cell).
#include "product.cpu.cl"

#define STEPS 4
#define VECTORS_OF_TILE (TILE / VECTOR)

kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void closure(global cell* c,
#if HOPS_ARRAY
             global uint* c_hops,
#endif
             uint tiles, uint row, uint column) {
    const size_t at = ((size_t)row * tiles + column) * TILE_CELLS;
    vec pivots[STEPS][VECTORS_OF_TILE];
    c += at;
#if HOPS_ARRAY
    c_hops += at;
#endif

    for (int k = 0; k < TILE; k += STEPS) {
        for (int step = 0; step < STEPS; ++step) {
            global const cell* pivot_row = c + (k + step) * TILE;
            cell left[STEPS];
            for (int m = 0; m < step; ++m) {
                left[m] = pivot_row[k + m];
                for (int before = 0; before < m; ++before) {
                    left[m] = min((cell)(left[before] + ((const cell*)pivots[before])[k + m]), left[m]);
                }
            }
            for (int v = 0; v < VECTORS_OF_TILE; ++v) {
                vec own = *(global const vec*)(pivot_row + v * VECTOR);
                for (int m = 0; m < step; ++m) own = VEC_MIN((vec)(left[m]) + pivots[m][v], own);
                pivots[step][v] = RIGHT_OPERAND(own);
            }
        }
        for (int i = 0; i < TILE; ++i) {
            cell left[STEPS];
#if HOPS_ARRAY
            uint hops[STEPS];
#endif
#pragma unroll
            for (int m = 0; m < STEPS; ++m) {
                left[m] = c[i * TILE + k + m];
#if HOPS_ARRAY
                hops[m] = c_hops[i * TILE + k + m];
#endif
#pragma unroll
                for (int before = 0; before < m; ++before) {
                    const cell sum = left[before] + ((const cell*)pivots[before])[k + m];
#if HOPS_ARRAY
                    hops[m] = sum < left[m] ? hops[before] : hops[m];
#endif
                    left[m] = sum < left[m] ? sum : left[m];
                }
            }
            for (int v = 0; v < VECTORS_OF_TILE; ++v) {
                vec own = *(global const vec*)(c + i * TILE + v * VECTOR);
#if HOPS_ARRAY
                hop_vec own_hops = *(global const hop_vec*)(c_hops + i * TILE + v * VECTOR);
#endif
#pragma unroll
                for (int m = 0; m < STEPS; ++m) {
                    const vec sum = (vec)(left[m]) + pivots[m][v];
#if HOPS_ARRAY
                    own_hops = MASK(sum < own) ? (hop_vec)(hops[m]) : own_hops;
#endif
                    own = VEC_MIN(sum, own);
                }
                *(global vec*)(c + i * TILE + v * VECTOR) = own;
#if HOPS_ARRAY
                *(global hop_vec*)(c_hops + i * TILE + v * VECTOR) = own_hops;
#endif
            }
        }
    }
}
