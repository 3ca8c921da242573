// SPDX-License-Identifier: Apache-2.0
// Blocked Floyd–Warshall in global memory: round t of the blocks of the table, one work-group per block, one work-item
// per cell. Three ways to launch it, in the order of the report.
// Source: Zuccato & Lena, "A CUDA implementation of Blocked All Pairs Shortest Path", 2022, algorithm 1 and section 3.1
// (versions 1.0, 1.1 and 1.2). int.
// Launch: two dimensions in work-groups of BLOCK × BLOCK, rows first (see blocked_shared.cl), as each kernel says;
// r = n / BLOCK. Local memory: none.

#ifndef BLOCK  // side of a block and of a work-group, in cells
#define BLOCK 16
#endif

#define KERNEL __kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1))) void

// Steps k of round t on block (row, column). Work-items of a block see each other's cells after a step's barrier; the
// other blocks that it reads, in row t and column t, are finished, or do not change in row k and column k at step k.
void relax(const uint n, const uint t, const uint row, const uint column, __global int* table) {
    const size_t i = (size_t)row * BLOCK + get_local_id(0);
    const size_t j = (size_t)column * BLOCK + get_local_id(1);
    for (size_t k = (size_t)t * BLOCK; k < (size_t)(t + 1) * BLOCK; ++k) {
        const int through_k = table[i * n + k] + table[k * n + j];
        if (through_k < table[i * n + j]) table[i * n + j] = through_k;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

// Version 1.0: one launch per block. 1 work-group.
KERNEL one_block(const uint n, const uint t, __global int* table, const uint row, const uint column) {
    relax(n, t, row, column, table);
}

// Version 1.1: one launch per phase, always r × r work-groups; groups whose block is not in the phase return at once.
KERNEL phase1_of_grid(const uint n, const uint t, __global int* table) {
    const uint row = get_group_id(0);
    const uint column = get_group_id(1);
    if (row == t && column == t) relax(n, t, row, column, table);
}
KERNEL phase2_of_grid(const uint n, const uint t, __global int* table) {
    const uint row = get_group_id(0);
    const uint column = get_group_id(1);
    if ((row == t) != (column == t)) relax(n, t, row, column, table);
}
KERNEL phase3_of_grid(const uint n, const uint t, __global int* table) {
    const uint row = get_group_id(0);
    const uint column = get_group_id(1);
    if (row != t && column != t) relax(n, t, row, column, table);
}

// Version 1.2: one launch per phase, only for the blocks of the phase.
// 1 work-group.
KERNEL phase1(const uint n, const uint t, __global int* table) {
    relax(n, t, t, t, table);
}
// (2r - 1) × 1 work-groups: r along row t, then r - 1 down column t. The group of the pivot block does nothing.
KERNEL phase2(const uint n, const uint t, __global int* table) {
    const uint rounds = n / BLOCK;
    const uint group = get_group_id(0);
    if (group < rounds) {
        if (group != t) relax(n, t, t, group, table);
    } else {
        const uint row = group - rounds;
        relax(n, t, row + (row >= t), t, table);
    }
}
// (r - 1) × (r - 1) work-groups: row t and column t are skipped.
KERNEL phase3(const uint n, const uint t, __global int* table) {
    const uint row = get_group_id(0);
    const uint column = get_group_id(1);
    relax(n, t, row + (row >= t), column + (column >= t), table);
}
