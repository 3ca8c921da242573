// Where `allways reach` begins: nodes by their ids, and positions on the roads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/network/snap.h"
#include "reference_system.h"

namespace allways::tools {

struct ReachStarts {
    RoadNetwork network;          // with the positions as further nodes, where some are inside arcs
    std::size_t own_nodes = 0;    // of the network as it was; positions follow
    std::vector<NodeIndex> nodes;  // in the order of the texts
};

// Texts are ids, lists of ids with commas between them, or positions as "@7.4166,43.7311", in longitude and latitude where the
// network's reference system is known, else in its own numbers. Says where positions lead through `log`. Throws InputError
// for unknown ids, InvalidArgument for a position that is malformed, out of range or of a network without coordinates.
ReachStarts find_starts(RoadNetwork network, const std::vector<std::string>& texts, const std::string& file,
                        const CostOptions& cost, SnapOptions::Component component, const LogCallback& log);

// Where the network's coordinates are degrees; the plane where its reference system is unknown or projected.
NearestNode::Space space_of(const std::optional<ReferenceSystem>& system);
std::optional<ReferenceSystem> system_of(const RoadNetwork& network);

}  // namespace allways::tools
