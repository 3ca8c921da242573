// SPDX-License-Identifier: Apache-2.0
// Two lists of nodes and points on a network, or on one with their positions added as nodes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/network/snap.h"
#include "allways/points/snapped_points.h"

namespace allways::tools {

struct PlacedSides {
    std::optional<PointNetwork> points;  // nothing: there are no positions
    TableSide origins;
    TableSide destinations;
    std::vector<std::string> unsnapped;  // names of positions

    const RoadNetwork& on(const RoadNetwork& network) const { return points ? points->network : network; }
};

// Snaps the positions, and logs those that are not snapped. `origins`: null for all nodes of the network; `solve`:
// cost, cost type and log; `name`: of the network, for errors. Throws InvalidArgument for an access speed, InputError
// as SnappedPoints and for unknown ids.
PlacedSides place_sides(const RoadNetwork& network, const PointSet* origins, const PointSet& destinations,
                        const SolveOptions& solve, const SnapChoice& snap, const std::string& name);

}  // namespace allways::tools
