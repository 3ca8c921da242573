// SPDX-License-Identifier: Apache-2.0
// The column that formats with a single cost write.
#pragma once

#include <string>

#include "allways/network/road_network.h"

namespace allways::tools {

// The column `wanted`, or if that is empty the column that choose_cost takes. Throws InvalidArgument, naming the
// format, if there is no such column.
const ArcColumn& single_cost_column(const RoadNetwork& network, const std::string& wanted, const char* format);

}  // namespace allways::tools
