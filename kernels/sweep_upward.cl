// SPDX-License-Identifier: Apache-2.0
// sweep_upward: the shortest path down to a node t from each of its ancestors w, over nodes below w: one cell per
// depth,
//
//     way_t[depth of w] = min over the upper neighbours x of t, w above x or x itself:
//                         x = w: down[(x, t)]      else: way_x[depth of w] + (down[(x, t)] without first-arc bits)
//
// a hub labelling (Cohen, Halperin, Kaplan and Zwick 2003) whose hubs are all ancestors. The cells of one depth do not
// depend on other depths, so a work-item, or PARTS of them, computes one depth through a region of the tree, parents
// before children. Regions are those of sweep.cl's layers. On streets of 10⁵ nodes it takes some hundredths of a
// sweep's sums.
//
// Near the roots a node has many arcs, and too few work-items run there to hide latency, so PARTS work-items of a group
// share the arcs of each depth, and each processes TOGETHER of them at a time.
//
// Launch: (depths · PARTS, regions) work-items in groups of (DEPTHS · PARTS, 1).
// Settings in addition to those of sweep_cell.cl: DEPTHS, PARTS
#include "sweep_cell.cl"

// The position of x's first cell, its depth, and the cell of the arc from x down.
typedef uint4 upward_arc;
#if CELL_TYPE == 2
#define UPWARD_CELL(a) as_double((a).zw)
#else
#define UPWARD_CELL(a) (int)(a).z
#endif

#ifndef DEPTHS
#define DEPTHS 32
#endif
#ifndef PARTS
#define PARTS 1
#endif
#define TOGETHER 4
#define EACH_OF(count) _Pragma("unroll") for (uint k = 0; k < TOGETHER; ++k) if (k < (count))

kernel void sweep_upward(global const uint2* restrict regions,  // first node, nodes
                         // Index of its first cell, its depth, first arc, number of arcs.
                         global const uint4* restrict nodes,
                         global const upward_arc* restrict arcs,
                         global cell* upward_cells, uint first_region) {
    const uint depth = get_group_id(0) * DEPTHS + get_local_id(0) % DEPTHS;
    const uint part = get_local_id(0) / DEPTHS;
    const uint2 region = regions[first_region + get_group_id(1)];
#if PARTS > 1
    local cell least_of[PARTS][DEPTHS];
#endif
    for (uint n = 0; n < region.y; ++n) {
        const uint4 node = nodes[region.x + n];
        cell least = UNREACHABLE;
        if (depth < node.y) {
            for (uint i = part * TOGETHER; i < node.w; i += PARTS * TOGETHER) {
                const uint some = min(node.w - i, (uint)TOGETHER);
                upward_arc arc[TOGETHER];
                cell way[TOGETHER];
                EACH_OF(some) arc[k] = arcs[node.z + i + k];
                EACH_OF(some) way[k] = arc[k].y > depth ? upward_cells[arc[k].x + depth] : UNREACHABLE;
                EACH_OF(some) {
                    const cell down = UPWARD_CELL(arc[k]);
                    least = CELL_MIN(least, arc[k].y == depth ? down : way[k] + RIGHT_OPERAND(down));
                }
            }
        }
#if PARTS > 1
        least_of[part][get_local_id(0) % DEPTHS] = least;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (part == 0) {
            _Pragma("unroll")
            for (uint p = 1; p < PARTS; ++p) least = CELL_MIN(least, least_of[p][get_local_id(0) % DEPTHS]);
        }
#endif
        if (part == 0 && depth < node.y) upward_cells[node.x + depth] = least;
#if PARTS > 1
        // The next node may read these cells, and overwrites least_of.
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#endif
    }
}
