// Which nodes paths may not pass: as files name their types, and ReadOptions::no_through, said by the user because a
// file does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

// How nodes' types in files are called: "centroid", "barrier", or nothing where paths may pass. Other words mean
// nothing.
std::uint8_t no_through_of(std::string_view node_type);
std::string_view node_type(const RoadNetwork& network, NodeIndex node);

// Marks the nodes that `selection` names, beside those already marked. The selection is a comma-separated list of ids,
// ranges "first-last" of whole-number ids (both ends included), and "@file", a file with such items separated by
// commas, blanks or lines ('#' starts a comment). An item that is an id as it stands is that node, also where it
// looks like a range. Throws InvalidArgument for an unknown id, a range that holds no node, or text that is neither,
// InputError for the file.
void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to);

}  // namespace allways
