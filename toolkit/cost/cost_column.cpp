#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "network/named_column.h"

namespace allways {

namespace {

// Columns made by a program may have any length.
const ArcColumn& checked(const ArcColumn& column, const RoadNetwork& network) {
    if (column.values.size() == network.arc_count()) return column;
    throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", column.name,
                                 column.values.size(), network.arc_count()));
}

}  // namespace

const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field) {
    if (network.columns.empty()) {
        throw InvalidArgument(network.arc_count() == 0 ? "the network has no arcs"
                                                       : "the network has no numeric column to use as the cost");
    }
    if (field.empty()) {
        for (const char* usual : {"time", "cost", "length"}) {
            if (const ArcColumn* column = network.column(usual)) return checked(*column, network);
        }
        return checked(network.columns.front(), network);
    }
    return checked(network::named_column(network.columns, field, "to use as the cost"), network);
}

}  // namespace allways
