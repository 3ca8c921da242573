// SPDX-License-Identifier: Apache-2.0
// A list of nodes in addition to a network: id, x, y in CSV or between blanks, or a layer of points.
#pragma once

#include <string>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Returns true if the file has the name of such a list, whatever coordinate file the network's own format has.
bool is_node_list(const std::string& path);

// Adds coordinates from options.node_file or, if that is empty, from `beside` (empty: no such file). Skips nodes that
// the network does not have. If the list lacks some nodes, throws InputError for a file that the user named, and logs
// and ignores a file that was found.
void add_listed_nodes(RoadNetwork& network, const std::string& beside, const ReadOptions& options);

}  // namespace allways::importers
