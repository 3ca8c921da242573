// SPDX-License-Identifier: Apache-2.0
// Nodes that paths may not pass: by the node types in files, or by ReadOptions::no_through if the file does not state
// types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Converts the name of a node type in files: "centroid", "barrier", or empty for nodes that paths may pass. Other words
// have no effect.
std::uint8_t no_through_of(std::string_view node_type);
std::string_view node_type(const RoadNetwork& network, NodeIndex node);

// Marks the nodes in `selection`, in addition to those already marked. The selection is a comma-separated list of ids,
// ranges "first-last" of integer ids (both ends included), and "@file", a file with such items separated by commas,
// blanks or lines ('#' starts a comment). An item that equals an id means that node, even if it looks like a range.
// Throws InvalidArgument for an unknown id, a range without nodes, or text that is neither, and InputError for errors
// in the file.
void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to);

}  // namespace allways::importers
