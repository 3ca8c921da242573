// SPDX-License-Identifier: Apache-2.0
// A crossing of four roads, both ways each, for turn rules that can be checked by hand:
//
//          1
//          │            Node 0 is the crossing. Road i leads from node i to node 0: arc 2(i-1) towards the crossing,
//      4 ──0── 2        arc 2(i-1) + 1 away from it. Each takes 10 s.
//          │            Node 5 lies behind node 2 and node 3, which makes a way round: roads 5 (2-5) and 6 (3-5), 20 s.
//          3
#pragma once

#include "allways/network/road_network.h"

namespace allways::testing {

inline ArcIndex to_crossing(NodeIndex arm) {
    return 2 * (arm - 1);
}
inline ArcIndex from_crossing(NodeIndex arm) {
    return 2 * (arm - 1) + 1;
}

inline RoadNetwork four_roads() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(6, 0);
    network.coordinates = {{0, 0}, {0, 0.001}, {0.001, 0}, {0, -0.001}, {-0.001, 0}, {0.001, -0.001}};
    network.provenance.crs = "EPSG:4326";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::degrees;
    network.columns = {{"time", "s", {}, {}}};
    std::vector<std::int64_t> ids;
    const auto add = [&](NodeIndex a, NodeIndex b, std::int64_t seconds) {
        for (const bool reversed : {false, true}) {
            network.tail.push_back(reversed ? b : a);
            network.head.push_back(reversed ? a : b);
            network.reversed.push_back(reversed);
            network.columns[0].values.emplace_back(seconds, 0);
            ids.push_back(static_cast<std::int64_t>(network.tail.size() + 1) / 2);
        }
    };
    for (NodeIndex arm = 1; arm <= 4; ++arm) add(arm, 0, 10);
    add(2, 5, 20);
    add(3, 5, 20);
    network.arc_ids = IdTable(std::move(ids));
    return network;
}

}  // namespace allways::testing
