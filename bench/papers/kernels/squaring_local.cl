// SPDX-License-Identifier: Apache-2.0
// C = A ⊗ B over (min, +), one work-item per cell; square blocks of A and B pass through local memory.
// Source: Deng, "CUDA: Solving All-Pairs Shortest Paths in Parallel", section 4.2.2 (shared memory); Xiao et al. 2023,
// algorithm 1 and figures 2-4 (OCL_SP). Both float.
// Launch: two dimensions, n × n in work-groups of BLOCK × BLOCK; n is a multiple of BLOCK.
// Local memory: 2 · BLOCK² · 4 bytes.

#ifndef BLOCK  // side of a work-group, in cells
#define BLOCK 16
#endif
#ifndef STORE_EVERY_BLOCK  // 1: the running minimum is stored after every block, as in Deng's listing; 0: at the end
#define STORE_EVERY_BLOCK 0
#endif
#ifndef COMPARE  // 1: minimum by comparison, as in Xiao's algorithm 1; 0: by fmin, as in Deng's listing
#define COMPARE 0
#endif

#if COMPARE
#define LEAST(a, b) ((a) > (b) ? (b) : (a))
#else
#define LEAST(a, b) fmin(a, b)
#endif

__kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1)))
void squaring_local(const uint n, __global const float* a, __global const float* b, __global float* c) {
    __local float a_block[BLOCK][BLOCK];
    __local float b_block[BLOCK][BLOCK];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const size_t column = get_global_id(0);
    const size_t row = get_global_id(1);
    float least = INFINITY;
    for (uint start = 0; start < n; start += BLOCK) {
        a_block[y][x] = a[row * n + start + x];
        b_block[y][x] = b[(size_t)(start + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < BLOCK; ++k) least = LEAST(least, a_block[y][k] + b_block[k][x]);
        barrier(CLK_LOCAL_MEM_FENCE);
#if STORE_EVERY_BLOCK
        c[row * n + column] = least;
    }
#else
    }
    c[row * n + column] = least;
#endif
}
