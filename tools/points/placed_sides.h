// SPDX-License-Identifier: Apache-2.0
// Two lists of nodes and points on a network, or on one with their positions added as nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/network/snap.h"
#include "allways/points/point_list.h"

namespace allways::tools {

struct PlaceRequest {
    const RoadNetwork& network;
    const PointList* origins;  // null: all nodes of the network
    const PointList& destinations;
    const SolveOptions& solve;  // cost, cost type, log
    const SnapChoice& snap;
    const std::string& name;  // of the network, for errors
};

struct PlacedSides {
    std::optional<PointNetwork> points;  // nothing: there are no positions
    TableSide origins;
    TableSide destinations;

    const RoadNetwork& on(const RoadNetwork& network) const { return points ? points->network : network; }
};

// Snaps the positions, and logs those that are not snapped; `unsnapped` gets their names. Throws InvalidArgument for an
// access speed, InputError as SnappedPoints and for unknown ids.
PlacedSides place_sides(const PlaceRequest& request, std::vector<std::string>& unsnapped);

}  // namespace allways::tools
