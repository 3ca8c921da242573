// SPDX-License-Identifier: Apache-2.0
// Step k of Floyd–Warshall: D[i][j] ← min(D[i][j], D[i][k] + D[k][j]), one work-item per cell, everything in global
// memory. Row k and column k keep their values at step k, since D[k][k] = 0, so the order of work-items does not
// matter. Source: Pandey & Sharma, "A Parallel Recursive Approach for Solving All Pairs Shortest Path Problem on GPU
// using OpenCL", section IV.B, figure 5; "OpenCL Parallel Blocked Approach …", section 4.2, figure 7. float.
// Launch: two dimensions, side × side, columns first. Local memory: none.
__kernel void floyd_cells(const uint side, const uint k, __global float* table) {
    const size_t j = get_global_id(0);
    const size_t i = get_global_id(1);
    table[i * side + j] = min(table[i * side + j], table[i * side + k] + table[(size_t)k * side + j]);
}
