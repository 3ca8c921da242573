// A list of nodes beside a network: id, x, y in a CSV or between blanks, or a layer of points.
#pragma once

#include <string>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways {

// Whether a file is such a list by its name, whatever the network's own format has for coordinates.
bool is_node_list(const std::string& path);

// Coordinates of the nodes from options.node_file or, where that names none, from `beside` (empty: there is no such
// file). Nodes that the network does not have are passed over. Throws InputError for a file that the user named and
// that has not all nodes; one that was found is left aside then, said through the log.
void add_listed_nodes(RoadNetwork& network, const std::string& beside, const ReadOptions& options);

}  // namespace allways
