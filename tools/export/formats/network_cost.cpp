// SPDX-License-Identifier: Apache-2.0
#include "export/formats/network_cost.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "cost/fixed_cost.h"

namespace allways::tools {

const ArcColumn& single_cost_column(const RoadNetwork& network, const std::string& wanted, const char* format) {
    if (network.columns.empty()) {
        throw InvalidArgument(allways::format("the network has no cost column, but {} needs one", format));
    }
    return cost_column(network, wanted);
}

}  // namespace allways::tools
