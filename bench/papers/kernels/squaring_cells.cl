// SPDX-License-Identifier: Apache-2.0
// C = A ⊗ A over (min, +), one work-item per cell, everything in global memory: the running minimum is kept in C
// itself, and every work-item reads row A[i][·] and column A[·][j] again.
// Source: Deng, "CUDA: Solving All-Pairs Shortest Paths in Parallel", section 4.2.1 (naive method), float.
// Launch: one dimension, n·n rounded up to whole work-groups of GROUP. Local memory: none.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void squaring_cells(const uint n, __global const float* a, __global float* c) {
    const size_t index = get_global_id(0);
    if (index >= (size_t)n * n) return;
    const size_t row = index / n;
    const size_t column = index % n;
    c[index] = INFINITY;
    for (size_t k = 0; k < n; ++k) c[index] = fmin(c[index], a[row * n + k] + a[k * n + column]);
}
