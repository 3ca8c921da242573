// SPDX-License-Identifier: Apache-2.0
// Finds the starts of isochrones on the network: node ids, positions, and files of either.
#pragma once

#include <string>
#include <vector>

#include "allways/areas/isochrones.h"

namespace allways::tools {

struct IsochroneStarts {
    RoadNetwork network;                 // with the positions added as nodes where they lie inside arcs
    std::size_t own_nodes = 0;           // node count of the original network; positions follow
    std::vector<NodeIndex> nodes;        // snapped starts, in the order of the lists
    IdTable ids;                         // their ids: a node's, a point's, "@7.4246,43.7311"
    std::vector<std::string> unsnapped;  // names of the other positions
    std::vector<double> access;          // raw costs of access of each start; empty: 0
    std::vector<double> distances;       // of starts from their roads; NaN for nodes; empty without positions
    PositionDistances positions;         // all positions
};

// Logs where positions are snapped. Throws as write_isochrones does.
IsochroneStarts find_starts(RoadNetwork network, const IsochroneRequest& request, const LogCallback& log);

}  // namespace allways::tools
