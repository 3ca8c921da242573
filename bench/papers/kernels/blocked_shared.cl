// SPDX-License-Identifier: Apache-2.0
// Blocked Floyd–Warshall in local memory (CUDA's shared memory): round t, one work-group per block, one work-item per
// cell; in phase 3 the work-item's own cell is in a register. Variants: with and without bank conflicts, whole phases
// and pieces of them.
// Source: Zuccato & Lena, "A CUDA implementation of Blocked All Pairs Shortest Path", 2022, section 2.4 and sections 3.2
// (versions 2.0 and 2.1) to 3.4 (3.0, 4.0 and 4.1). int.
//
// Local memory has 32 banks of one int. Work-items in a row of a work-group run down a *column* of the block (rows
// first, i = get_local_id(0)): only then does the report's analysis hold that M[i][k] of one column lies in one bank if
// BLOCK = 32 and in 4, 2 and 4 banks if BLOCK = 8, 16 and 24. With columns first a line of work-items reads one
// M[i][k], and there would be no conflicts to avoid. The remedy for
//
//     areas read down columns only    M[i][k]                transposed    [k·B + i]      (BY_COLUMN)
//     areas read along rows only      M[k][j]                as they are   [k·B + j]      (BY_ROW)
//     areas read both ways            pivot of phase 1       padded        [i·(B + 1) + k]  (BOTH_WAYS)
//
// Launch: two dimensions, rows first, in work-groups of BLOCK × BLOCK, as each kernel says; r = n / BLOCK.
// Local memory: phase 1 BLOCK · (BLOCK + 1) · 4 bytes (BLOCK² · 4 with conflicts), phases 2 and 3 2 · BLOCK² · 4 bytes.

#ifndef BLOCK  // side of a block and of a work-group, in cells
#define BLOCK 16
#endif
#ifndef CONFLICT_FREE  // 0: version 2.0; 1: 2.1 and later
#define CONFLICT_FREE 0
#endif

#define BY_ROW(i, j) ((i) * BLOCK + (j))
#if CONFLICT_FREE
#define BY_COLUMN(i, j) ((j) * BLOCK + (i))
#define BOTH_WAYS(i, j) ((i) * (BLOCK + 1) + (j))
#define PIVOT_CELLS (BLOCK * (BLOCK + 1))
#else
#define BY_COLUMN(i, j) BY_ROW(i, j)
#define BOTH_WAYS(i, j) BY_ROW(i, j)
#define PIVOT_CELLS (BLOCK * BLOCK)
#endif

#define KERNEL __kernel __attribute__((reqd_work_group_size(BLOCK, BLOCK, 1))) void
#define I get_local_id(0)
#define J get_local_id(1)
#define RELAX(own, through_k) if ((through_k) < (own)) (own) = (through_k)

// Index of this work-item's cell in block (row, column).
size_t cell_of(const uint n, const uint row, const uint column) {
    return ((size_t)row * BLOCK + I) * n + (size_t)column * BLOCK + J;
}

// Block (t, column): own ← own ⊕ pivot⊗own.
void relax_in_row(const uint n, const uint t, const uint column, __global int* table, __local int* pivot,
                  __local int* own) {
    const size_t cell = cell_of(n, t, column);
    pivot[BY_COLUMN(I, J)] = table[cell_of(n, t, t)];
    own[BY_ROW(I, J)] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) {
        RELAX(own[BY_ROW(I, J)], pivot[BY_COLUMN(I, k)] + own[BY_ROW(k, J)]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = own[BY_ROW(I, J)];
}

// Block (row, t): own ← own ⊕ own⊗pivot.
void relax_in_column(const uint n, const uint t, const uint row, __global int* table, __local int* pivot,
                     __local int* own) {
    const size_t cell = cell_of(n, row, t);
    pivot[BY_ROW(I, J)] = table[cell_of(n, t, t)];
    own[BY_COLUMN(I, J)] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) {
        RELAX(own[BY_COLUMN(I, J)], own[BY_COLUMN(I, k)] + pivot[BY_ROW(k, J)]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = own[BY_COLUMN(I, J)];
}

// Any other block: own ← own ⊕ (row, t)⊗(t, column).
void relax_other(const uint n, const uint t, const uint row, const uint column, __global int* table,
                 __local int* in_column, __local int* in_row) {
    const size_t cell = cell_of(n, row, column);
    in_column[BY_COLUMN(I, J)] = table[cell_of(n, row, t)];
    in_row[BY_ROW(I, J)] = table[cell_of(n, t, column)];
    int own = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) RELAX(own, in_column[BY_COLUMN(I, k)] + in_row[BY_ROW(k, J)]);
    table[cell] = own;
}

// The pivot block. 1 work-group.
KERNEL phase1(const uint n, const uint t, __global int* table) {
    __local int pivot[PIVOT_CELLS];
    const size_t cell = cell_of(n, t, t);
    pivot[BOTH_WAYS(I, J)] = table[cell];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < BLOCK; ++k) {
        RELAX(pivot[BOTH_WAYS(I, J)], pivot[BOTH_WAYS(I, k)] + pivot[BOTH_WAYS(k, J)]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    table[cell] = pivot[BOTH_WAYS(I, J)];
}

// Versions 2.0 and 2.1, launched as version 1.2 (blocked_global.cl).
// (2r - 1) × 1 work-groups: r along row t, then r - 1 down column t.
KERNEL phase2(const uint n, const uint t, __global int* table) {
    __local int pivot[BLOCK * BLOCK];
    __local int own[BLOCK * BLOCK];
    const uint rounds = n / BLOCK;
    const uint group = get_group_id(0);
    if (group < rounds) {
        if (group != t) relax_in_row(n, t, group, table, pivot, own);
    } else {
        const uint row = group - rounds;
        relax_in_column(n, t, row + (row >= t), table, pivot, own);
    }
}
// (r - 1) × (r - 1) work-groups: row t and column t are skipped.
KERNEL phase3(const uint n, const uint t, __global int* table) {
    __local int in_column[BLOCK * BLOCK];
    __local int in_row[BLOCK * BLOCK];
    const uint row = get_group_id(0);
    const uint column = get_group_id(1);
    relax_other(n, t, row + (row >= t), column + (column >= t), table, in_column, in_row);
}

// Versions 3.0, 4.0 and 4.1: a piece of a phase, any rectangle of blocks whose first one is (row, column), with one
// work-group per block.
KERNEL piece_of_row(const uint n, const uint t, __global int* table, const uint row, const uint column) {
    __local int pivot[BLOCK * BLOCK];
    __local int own[BLOCK * BLOCK];
    relax_in_row(n, t, column + get_group_id(1), table, pivot, own);
}
KERNEL piece_of_column(const uint n, const uint t, __global int* table, const uint row, const uint column) {
    __local int pivot[BLOCK * BLOCK];
    __local int own[BLOCK * BLOCK];
    relax_in_column(n, t, row + get_group_id(0), table, pivot, own);
}
KERNEL piece_of_rest(const uint n, const uint t, __global int* table, const uint row, const uint column) {
    __local int in_column[BLOCK * BLOCK];
    __local int in_row[BLOCK * BLOCK];
    relax_other(n, t, row + get_group_id(0), column + get_group_id(1), table, in_column, in_row);
}
