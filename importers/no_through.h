// ReadOptions::no_through: which nodes paths may not pass, said by the user because the file does not.
#pragma once

#include <string>

#include "allways/base/progress.h"
#include "allways/network/road_network.h"

namespace allways {

// Marks the nodes that `selection` names, beside those already marked. The selection is a comma-separated list of ids,
// ranges "first-last" of whole-number ids (both ends included), and "@file", a file with such items separated by
// commas, blanks or lines ('#' starts a comment). An item that is an id as it stands is that node, also where it
// looks like a range. Throws InvalidArgument for an unknown id, a range that holds no node, or text that is neither,
// InputError for the file.
void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to);

}  // namespace allways
