// SPDX-License-Identifier: Apache-2.0
#include "peers/roads.h"

#include <algorithm>
#include <tuple>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/road_network.h"

namespace allways::peers {

namespace {

struct Arc {
    NodeIndex tail;
    NodeIndex head;
    std::int32_t cost;
};

// Sorts the cheapest of parallel arcs first, so that unique() keeps it.
std::vector<Arc> arcs_of(const RoadNetwork& network, const std::vector<std::int32_t>& costs) {
    std::vector<Arc> arcs;
    for (std::size_t a = 0; a < network.arc_count(); ++a) {
        if (costs[a] < 0) {
            throw InvalidArgument(
                format("arc {} costs less than 0, which Dijkstra's algorithm does not take; choose "
                       "another column (--cost)",
                       network.arc_ids.text(static_cast<ArcIndex>(a))));
        }
        if (network.tail[a] != network.head[a] && costs[a] < unreachable_cost<std::int32_t>) {
            arcs.push_back({network.tail[a], network.head[a], costs[a]});
        }
    }
    std::ranges::sort(arcs, {}, [](const Arc& arc) { return std::tuple(arc.tail, arc.head, arc.cost); });
    const auto same = [](const Arc& a, const Arc& b) { return a.tail == b.tail && a.head == b.head; };
    arcs.erase(std::unique(arcs.begin(), arcs.end(), same), arcs.end());
    return arcs;
}

}  // namespace

Roads make_roads(RoadNetwork network, const std::string& cost, const LogCallback& log) {
    Roads roads;
    roads.opened = count_no_through(network);
    network.no_through.clear();
    roads.network = std::move(network);
    if (roads.node_count() == 0) throw InvalidArgument("the network has no nodes: there is nothing to measure");
    roads.costs = build_arc_costs(roads.network, {cost, {}}, log);
    if (roads.costs.type() != CostType::int32) {
        throw InvalidArgument(
            format("the column '{}' does not fit int32, in which distances are compared cell by "
                   "cell; choose another (--cost)",
                   roads.costs.scale.name));
    }
    const auto arcs = arcs_of(roads.network, std::get<std::vector<std::int32_t>>(roads.costs.values));
    roads.first_out.assign(roads.node_count() + 1, 0);
    for (const Arc& arc : arcs) {
        ++roads.first_out[arc.tail + 1];
        roads.head.push_back(static_cast<std::int32_t>(arc.head));
        roads.cost.push_back(arc.cost);
    }
    for (std::size_t v = 0; v < roads.node_count(); ++v) roads.first_out[v + 1] += roads.first_out[v];
    return roads;
}

}  // namespace allways::peers
