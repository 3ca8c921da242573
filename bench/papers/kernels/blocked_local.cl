// SPDX-License-Identifier: Apache-2.0
// Blocked Floyd–Warshall in local memory: the three phases of round t, one work-group per block, one work-item per
// cell. Every block that a work-group uses, including its own, is copied to local memory, and every step ends with a
// barrier. Source: Pandey & Sharma, "OpenCL Parallel Blocked Approach for Solving All Pairs Shortest Path Problem on
// GPU", section 4.4, figures 17, 18 and 19. float.
// Launch: two dimensions, columns first, in work-groups of BLOCK × BLOCK, as each kernel says; r = side / BLOCK.

#ifndef BLOCK  // side of a block and of a work-group, in cells
#define BLOCK 16
#endif

#define KERNEL __kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1))) void
#define RELAX(own, through_k) if ((through_k) < (own)) (own) = (through_k)

// Index of this work-item's cell in block (row, column).
size_t cell_of(const uint side, const uint row, const uint column) {
    return ((size_t)row * BLOCK + get_local_id(1)) * side + (size_t)column * BLOCK + get_local_id(0);
}

// The pivot block. 1 work-group. Local memory: BLOCK² · 4 bytes.
KERNEL phase1(const uint side, const uint t, __global float* table) {
    __local float pivot[BLOCK][BLOCK];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const size_t cell = cell_of(side, t, t);
    pivot[y][x] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) {
        RELAX(pivot[y][x], pivot[y][k] + pivot[k][x]);  // never lowers row k or column k, which others read
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = pivot[y][x];
}

// Row t and column t without the pivot block. (r - 1) × 2 work-groups: the first line of groups takes the row, the
// second the column. Local memory: 2 · BLOCK² · 4 bytes.
KERNEL phase2(const uint side, const uint t, __global float* table) {
    __local float pivot[BLOCK][BLOCK];
    __local float own[BLOCK][BLOCK];
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint other = get_group_id(0) + (get_group_id(0) >= t);
    const bool in_row = get_group_id(1) == 0;
    const size_t cell = in_row ? cell_of(side, t, other) : cell_of(side, other, t);
    pivot[y][x] = table[cell_of(side, t, t)];
    own[y][x] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in_row) {
        for (uint k = 0; k < BLOCK; ++k) {
            RELAX(own[y][x], pivot[y][k] + own[k][x]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } else {
        for (uint k = 0; k < BLOCK; ++k) {
            RELAX(own[y][x], own[y][k] + pivot[k][x]);
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    table[cell] = own[y][x];
}

// All other blocks. (r - 1) × (r - 1) work-groups: row t and column t are skipped. Local memory: 3 · BLOCK² · 4
// bytes.
KERNEL phase3(const uint side, const uint t, __global float* table) {
    __local float own[BLOCK][BLOCK];
    __local float in_row[BLOCK][BLOCK];     // row t, this work-group's column
    __local float in_column[BLOCK][BLOCK];  // this work-group's row, column t
    const uint x = get_local_id(0);
    const uint y = get_local_id(1);
    const uint column = get_group_id(0) + (get_group_id(0) >= t);
    const uint row = get_group_id(1) + (get_group_id(1) >= t);
    const size_t cell = cell_of(side, row, column);
    own[y][x] = table[cell];
    in_row[y][x] = table[cell_of(side, t, column)];
    in_column[y][x] = table[cell_of(side, row, t)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) {
        RELAX(own[y][x], in_column[y][k] + in_row[k][x]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = own[y][x];
}
