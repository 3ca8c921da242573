#include "export/network_cost.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

const ArcColumn& cost_column(const RoadNetwork& network, const std::string& wanted, const char* format) {
    if (!wanted.empty()) {
        if (const ArcColumn* column = network.column(wanted)) return *column;
        throw InvalidArgument(allways::format("the network has no column '{}'", wanted));
    }
    for (const char* usual : {"time", "cost", "length"}) {
        if (const ArcColumn* column = network.column(usual)) return *column;
    }
    if (!network.columns.empty()) return network.columns.front();
    throw InvalidArgument(allways::format("the network has no column of costs, which {} needs", format));
}

}  // namespace allways::tools
