// SPDX-License-Identifier: Apache-2.0
#include "points/placed_sides.h"

#include <numeric>

#include "allways/base/error.h"
#include "allways/points/snapped_points.h"

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

PlacedSides place_sides(const PlaceRequest& request, std::vector<std::string>& unsnapped) {
    if (request.snap.access_speed_kmh) {
        throw InvalidArgument("`access_speed_kmh` does not apply here; paths begin and end on the roads");
    }
    const RoadNetwork& network = request.network;
    const IdTable& ids = network.node_ids;
    if (!request.destinations.has_positions(ids) && !(request.origins && request.origins->has_positions(ids))) {
        return {{},
                request.origins ? side_at_nodes(request.origins->nodes, ids, request.name) : all_nodes(network),
                side_at_nodes(request.destinations.nodes, ids, request.name)};
    }
    SnappedPoints snapped_points(network, {request.solve.cost, request.solve.cost_type}, request.snap, request.name,
                                 request.solve.log);
    SnappedList origins;
    if (request.origins) origins.add(*request.origins, snapped_points, request.name);
    SnappedList destinations;
    destinations.add(request.destinations, snapped_points, request.name);
    if (request.origins) origins.require_any(snapped_points, "origins");
    destinations.require_any(snapped_points, "destinations");
    snapped_points.report(false);
    for (const std::size_t point : snapped_points.unsnapped()) unsnapped.push_back(snapped_points.points()[point].name);
    PlacedSides placed;
    placed.points = snapped_points.attach();
    placed.origins = request.origins ? origins.on(*placed.points, snapped_points, false) : all_nodes(network);
    placed.destinations = destinations.on(*placed.points, snapped_points, false);
    return placed;
}

}  // namespace allways::tools
