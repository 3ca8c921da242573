// SPDX-License-Identifier: Apache-2.0
#include "points/placed_sides.h"

#include <numeric>

#include "allways/base/error.h"

namespace allways::tools {

namespace {

TableSide all_nodes(const RoadNetwork& network) {
    TableSide side;
    side.nodes.resize(network.node_count());
    std::iota(side.nodes.begin(), side.nodes.end(), NodeIndex{0});
    side.ids = network.node_ids;
    return side;
}

}  // namespace

PlacedSides place_sides(const RoadNetwork& network, const PointSet* origins, const PointSet& destinations,
                        const SolveOptions& solve, const SnapChoice& snap, const std::string& name) {
    if (snap.access_speed_kmh)
        throw InvalidArgument("`access_speed_kmh` does not apply here; paths begin and end on the roads");
    const IdTable& ids = network.node_ids;
    if (!has_positions(destinations, ids) && !(origins != nullptr && has_positions(*origins, ids))) {
        return {{},
                origins == nullptr ? all_nodes(network) : side_at_nodes(*origins, ids, name),
                side_at_nodes(destinations, ids, name),
                {}};
    }
    SnappedPoints snapped_points(network, {solve.cost, solve.cost_type}, snap, name, solve.log);
    const std::vector<std::size_t> rows =
        origins == nullptr ? std::vector<std::size_t>() : snapped_points.add(*origins);
    const std::vector<std::size_t> columns = snapped_points.add(destinations);
    snapped_points.require_any(rows, "origins");
    snapped_points.require_any(columns, "destinations");
    snapped_points.report(false);
    PointNetwork points = snapped_points.attach();
    TableSide of_rows = origins == nullptr ? all_nodes(network) : snapped_points.side(rows, points);
    TableSide of_columns = snapped_points.side(columns, points);
    return {std::move(points), std::move(of_rows), std::move(of_columns), snapped_points.unsnapped()};
}

}  // namespace allways::tools
