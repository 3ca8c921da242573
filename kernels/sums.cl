// SPDX-License-Identifier: Apache-2.0
// Sums of weights within limits, of the rows of a block of the sweep's table, or of its columns.
//
// Settings in addition to those of cell.cl:
//   WEIGHT_TYPE    0 int32, 1 float64
//   KINDS, LIMITS  numbers of both
//   ITEMS          work-items of a group of sums_of_rows
//
// Arguments:
//   cells    those of a block, `pitch` a row
//   limits   the largest distances that count
//   weights  `count` of each kind, one after another: of the table's columns, or of its rows
//   sums     of each row (column): KINDS × LIMITS
#include "cell.cl"

#if WEIGHT_TYPE == 1
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double weight;
#else
typedef int weight;
#endif

#define SUMS (KINDS * LIMITS)

INLINE void add_cell(cell distance, const cell* limit, global const weight* weights, size_t count, weight* found) {
    for (uint kind = 0; kind < KINDS; ++kind) {
        const weight counted = weights[kind * count];
        for (uint i = 0; i < LIMITS; ++i) found[kind * LIMITS + i] += distance <= limit[i] ? counted : 0;
    }
}

// Adds the sums over `columns` columns of the block, of which the first is `first_column` of the table.
// Launch: one work-group for each row, global size (ITEMS, rows).
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void sums_of_rows(
    global const cell* cells, global const cell* limits, global const weight* weights, global weight* sums, uint pitch,
    uint count, uint first_column, uint columns, uint first_row) {
    local weight parts[ITEMS];
    const uint item = get_local_id(0);
    const size_t row = first_row + get_global_id(1);
    weight found[SUMS];
    cell limit[LIMITS];
    for (uint i = 0; i < SUMS; ++i) found[i] = 0;
    for (uint i = 0; i < LIMITS; ++i) limit[i] = limits[i];
    for (uint column = item; column < columns; column += ITEMS) {
        add_cell(cells[row * pitch + column], limit, weights + first_column + column, count, found);
    }
    for (uint i = 0; i < SUMS; ++i) {
        parts[item] = found[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item == 0) {
            weight sum = 0;
            for (uint other = 0; other < ITEMS; ++other) sum += parts[other];
            sums[row * SUMS + i] += sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// Writes the sums over all `count` rows. Launch: one work-item for each column of the block.
kernel void sums_of_columns(global const cell* cells, global const cell* limits, global const weight* weights,
                            global weight* sums, uint pitch, uint count, uint first_column) {
    const size_t column = get_global_id(0);
    weight found[SUMS];
    cell limit[LIMITS];
    for (uint i = 0; i < SUMS; ++i) found[i] = 0;
    for (uint i = 0; i < LIMITS; ++i) limit[i] = limits[i];
    for (size_t row = 0; row < count; ++row) add_cell(cells[row * pitch + column], limit, weights + row, count, found);
    for (uint i = 0; i < SUMS; ++i) sums[(first_column + column) * SUMS + i] = found[i];
}
