// sweep_lift: the shortest way down to a node t from each of its ancestors w, over nodes below w: one cell a depth,
//
//     lift_t[depth of w] = min over the ups x of t, w above x or x itself:
//                          x = w: down[(x, t)]      else: lift_x[depth of w] + (down[(x, t)] without label)
//
// the labels of a hub labelling (Cohen, Halperin, Kaplan and Zwick 2003) whose hubs are all ancestors. A depth is lifted
// by itself, so a work-item takes one through a region of the tree, parents before children, and needs no barrier.
// Regions are those of sweep.cl's layers. On streets of 10⁵ nodes: some hundredths of a sweep's sums.
//
// Launch: (depths, regions) work-items in groups of (any, 1).
#include "sweep_cell.cl"

// Where x's cells begin, its depth, and the cell of the arc from x down.
typedef uint4 lift_arc;
#if CELL_TYPE == 2
#define LIFT_CELL(a) as_double((a).zw)
#elif CELL_TYPE == 1
#define LIFT_CELL(a) as_float((a).z)
#else
#define LIFT_CELL(a) (int)(a).z
#endif

kernel void sweep_lift(global const uint2* restrict regions,   // first node, nodes
                       global const uint4* restrict nodes,     // where its cells begin, its depth, first arc, arcs
                       global const lift_arc* restrict arcs,
                       global cell* lifts, uint first_region) {
    const uint depth = get_global_id(0);
    const uint2 region = regions[first_region + get_global_id(1)];
    for (uint n = region.x; n < region.x + region.y; ++n) {
        const uint4 node = nodes[n];
        if (depth >= node.y) continue;
        cell least = UNREACHABLE;
        for (uint i = node.z; i < node.z + node.w; ++i) {
            const lift_arc a = arcs[i];
            if (a.y == depth) {
                least = CELL_MIN(least, LIFT_CELL(a));
            } else if (a.y > depth) {
                least = CELL_MIN(least, lifts[a.x + depth] + RIGHT_OPERAND(LIFT_CELL(a)));
            }
        }
        lifts[node.x + depth] = least;
    }
}
