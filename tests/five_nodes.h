// SPDX-License-Identifier: Apache-2.0
// A table that can be checked by hand, costs in tenths of a second:
//
//     0 ──1── 1 ══2 or 5══▶ 2 ──2──▶ 3        4 stands alone, with a self-loop
//     0 ──9──▶ 3            (0 ⇄ 1 both ways, 2 ◀═ 1 by two parallel arcs)
#pragma once

#include "allways/result/distance_table.h"

namespace allways::test {

inline DistanceTable five_node_table() {
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    DistanceTable table(std::vector<std::int32_t>{0, 1, 3, 5, x,  //
                                                  1, 0, 2, 4, x,  //
                                                  x, x, 0, 2, x,  //
                                                  x, x, x, 0, x,  //
                                                  x, x, x, x, 0},
                        5, {"time", "s", 1}, IdTable(std::vector<std::int64_t>{10, 20, 30, 40, 50}));
    TableArcs arcs;
    arcs.first_out = {0, 2, 5, 6, 6, 7};
    //        0→1 0→3 1→0 1→2 1→2 2→3 4→4
    arcs.head = {1, 3, 0, 2, 2, 3, 4};
    arcs.cost = std::vector<std::int32_t>{1, 9, 1, 2, 5, 2, 1};
    arcs.arc_ids = IdTable(std::vector<std::int64_t>{101, 102, 101, 103, 104, 105, 106});
    arcs.reversed = {0, 0, 1, 0, 0, 0, 0};
    NextHops hops(NextHops::Kind::arc_ordinal, 5, 3);
    for (const std::size_t to : {1, 2, 3}) hops.set(0, to, 0);
    hops.set(1, 0, 0);
    hops.set(1, 2, 1);
    hops.set(1, 3, 1);
    hops.set(2, 3, 0);
    table.set_next_hops(std::move(hops), std::move(arcs));
    table.set_coordinates({{8.5, 47.1}, {8.6, 47.2}, {8.7, 47.3}, {8.8, 47.4}, {8.9, 47.5}}, "EPSG:4326");
    return table;
}

}  // namespace allways::test
