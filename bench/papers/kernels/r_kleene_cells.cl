// SPDX-License-Identifier: Apache-2.0
// The two kernels of R-Kleene; the host runs the recursion. A block is identified by the index of its first cell in the
// whole table, whose rows have `side` cells.
// Source: Pandey & Sharma, "A Parallel Recursive Approach for Solving All Pairs Shortest Path Problem on GPU using
// OpenCL", section IV.D, figures 12 and 13. float.

#ifndef BASE  // side of the base case, in cells: one work-group
#define BASE 16
#endif

// X ← X ⊕ Y⊗Z over (min, +) for blocks of `depth` × `depth` cells, one work-item per cell, everything in global memory,
// including the running minimum. X may be Y or Z if the other is closed: a work-item may then read cells before or
// after others write them, but both values are costs of paths, and neither is less than the final answer. Launch: two
// dimensions, depth × depth, columns first, in work-groups of BASE × BASE. Local memory: none.
__kernel __attribute__((reqd_work_group_size(BASE, BASE, 1)))
void add_product(const uint side, const uint depth, const ulong x, const ulong y, const ulong z,
                 __global float* table) {
    const size_t j = get_global_id(0);
    const size_t i = get_global_id(1);
    const size_t cell = x + i * side + j;
    for (size_t k = 0; k < depth; ++k) {
        table[cell] = min(table[cell], table[y + i * side + k] + table[z + k * side + j]);
    }
}

// A ← A*, Floyd–Warshall on a block of BASE × BASE cells in local memory.
// Launch: one work-group of BASE × BASE, columns first. Local memory: BASE² · 4 bytes.
__kernel __attribute__((reqd_work_group_size(BASE, BASE, 1)))
void close_base(const uint side, const ulong a, __global float* table) {
    __local float block[BASE][BASE];
    const size_t j = get_local_id(0);
    const size_t i = get_local_id(1);
    const size_t cell = a + i * side + j;
    block[i][j] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BASE; ++k) {
        const float through_k = block[i][k] + block[k][j];
        if (through_k < block[i][j]) block[i][j] = through_k;  // never so in row k or column k, which others read
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = block[i][j];
}
