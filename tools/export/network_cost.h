// The one column of a network that formats with one cost write.
#pragma once

#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// The column `wanted`; where that is empty time, cost or length, or else the first. Throws InvalidArgument, naming the
// format, where there is none.
const ArcColumn& single_cost_column(const RoadNetwork& network, const std::string& wanted, const char* format);

}  // namespace allways::tools
