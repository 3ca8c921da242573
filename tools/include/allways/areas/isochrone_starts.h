// Where `allways isochrone` begins: nodes by their ids, positions, and files of either.
#pragma once

#include <string>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"
#include "allways/points/point_list.h"

namespace allways {

// A list for each of `texts`, which messages call `option`.
std::vector<PointList> read_starts(const std::vector<std::string>& texts, const std::string& option,
                                   const PointOptions& options);

struct IsochroneStarts {
    RoadNetwork network;                 // with the positions as further nodes, where some are inside arcs
    std::size_t own_nodes = 0;           // of the network as it was; positions follow
    std::vector<NodeIndex> nodes;        // in the order of the lists, those that were snapped
    IdTable ids;                         // of these: a node's id, a point's, "@7.4246,43.7311"
    std::vector<std::string> unsnapped;  // names of the other positions
};

// Says through `log` where positions lead. Throws InputError for unknown ids, where positions are asked for and the
// network has no coordinates, and where not one start is on the network; InvalidArgument for a position that is
// malformed and for options of snapping without one.
IsochroneStarts find_starts(RoadNetwork network, const std::vector<PointList>& lists, const std::string& file,
                            const CostOptions& cost, const SnapChoice& snap, const LogCallback& log);

}  // namespace allways
