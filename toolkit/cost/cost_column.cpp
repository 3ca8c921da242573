#include "allways/base/error.h"
#include "allways/cost/arc_costs.h"
#include "network/named_column.h"

namespace allways {

const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field) {
    if (network.columns.empty()) {
        throw InvalidArgument(network.arc_count() == 0 ? "the network has no arcs"
                                                       : "the network has no column of numbers that could be costs");
    }
    if (field.empty()) {
        for (const char* usual : {"time", "cost", "length"}) {
            if (const ArcColumn* column = network.column(usual)) return *column;
        }
        return network.columns.front();
    }
    return network::named_column(network.columns, field, "to be the cost");
}

}  // namespace allways
