// SPDX-License-Identifier: Apache-2.0
#include "areas/isochrone_starts.h"

#include <algorithm>

#include "allways/points/snapped_points.h"

namespace allways::tools {

IsochroneStarts find_starts(RoadNetwork network, const IsochroneRequest& request, const LogCallback& log) {
    const std::string file = request.name.empty() ? network.provenance.source : request.name;
    std::vector<PointList> lists = request.starts;
    for (PointList& list : lists) expand(list, {network.node_ids, network.no_through}, file);
    IsochroneStarts starts;
    starts.own_nodes = network.node_count();
    const auto has_positions = [&](const PointList& list) { return list.has_positions(network.node_ids); };
    if (std::ranges::none_of(lists, has_positions)) {
        warn_of_unused_access(request.snap, log);
        std::vector<std::string> names;
        for (const PointList& list : lists) {
            const TableSide side = side_at_nodes(list.nodes, network.node_ids, file);
            starts.nodes.insert(starts.nodes.end(), side.nodes.begin(), side.nodes.end());
            for (std::uint32_t i = 0; i < side.ids.size(); ++i) names.push_back(side.ids.text(i));
        }
        starts.ids = IdTable::from_texts(std::move(names));
        starts.network = std::move(network);
        return starts;
    }
    SnappedPoints snapped_points(network, request.cost, request.snap, file, log);
    SnappedList ends;
    for (const PointList& list : lists) ends.add(list, snapped_points, file);
    ends.require_any(snapped_points, "starts");
    snapped_points.report(true);
    PointNetwork made = snapped_points.attach();
    TableSide placed = ends.on(made, snapped_points, true);
    starts.nodes = std::move(placed.nodes);
    starts.ids = std::move(placed.ids);
    if (snapped_points.has_access_cost()) {
        const ArcCosts costs = build_arc_costs(made.network, request.cost);
        const CostType type = type_of(costs.values);
        for (const std::uint32_t i : placed.kept) {
            const SnappedPosition* position = ends.position(i, snapped_points);
            starts.access.push_back(position == nullptr ? 0 : snapped_points.access_cost(*position, costs.scale, type));
        }
    }
    starts.distances = std::move(placed.distances);
    starts.positions = snapped_points.distances();
    for (const std::size_t point : snapped_points.unsnapped())
        starts.unsnapped.push_back(snapped_points.points()[point].name);
    starts.network = std::move(made.network);
    return starts;
}

}  // namespace allways::tools
