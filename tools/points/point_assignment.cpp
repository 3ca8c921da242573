// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_assignment.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "points/placed_sides.h"

namespace allways {

using namespace tools;

namespace {

// All arcs with one of these ids.
std::vector<ArcIndex> arcs_named(const std::vector<std::string>& names, const RoadNetwork& network,
                                 const std::string& file) {
    const IdTable& ids = network.arc_ids;
    std::vector<ArcIndex> arcs;
    for (const std::string& name : names) {
        const auto first = ids.find(name);
        if (!first) throw InputError(file, 0, format("no arc has the id '{}'", name));
        for (ArcIndex arc = *first; arc < ids.size(); ++arc) {
            const bool same = ids.is_numeric() ? ids.numbers()[arc] == ids.numbers()[*first]
                                               : ids.texts()[arc] == ids.texts()[*first];
            if (same) arcs.push_back(arc);
        }
    }
    return arcs;
}

}  // namespace

PointAssignment assign_point_trips(const RoadNetwork& network, const PointAssignmentRequest& request) {
    PointAssignment found;
    const PairLists& lists = request.trips.lists;
    PlacedSides placed = place_sides(
        {network, &lists.origins, lists.destinations, request.solve, request.snap, request.name}, found.unsnapped);
    std::vector<NodeTrips> trips;
    for (std::size_t pair = 0; pair < lists.pairs.size(); ++pair) {
        const auto [from, to] = lists.pairs[pair];
        trips.push_back({placed.origins.nodes[from], placed.destinations.nodes[to], request.trips.trips[pair]});
    }
    const std::vector<ArcIndex> select = arcs_named(request.select, placed.on(network), request.name);
    found.loads = assign_trips(placed.on(network), {trips, select}, request.solve);
    found.points = std::move(placed.points);
    return found;
}

void write_loads(const RoadNetwork& network, const PointAssignment& found, const FeatureOutput& output,
                 FeatureLayers layers) {
    const Assignment& loads = found.loads;
    NetworkColumns columns{"load", {{"load", loads.node_loads}}, {{"load", loads.arc_loads}}, network.node_count()};
    write_network_columns(found.on(network), columns, output, layers);
}

}  // namespace allways
