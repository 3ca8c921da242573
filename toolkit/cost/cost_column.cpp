// SPDX-License-Identifier: Apache-2.0
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_choice.h"
#include "base/text.h"
#include "network/named_column.h"

namespace allways {

namespace {

// Columns made by a program may have any length.
const ArcColumn& checked(const ArcColumn& column, const RoadNetwork& network) {
    if (column.values.size() == network.arc_count()) return column;
    throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", column.name,
                                 column.values.size(), network.arc_count()));
}

std::vector<std::string> names_of(const RoadNetwork& network) {
    std::vector<std::string> names;
    for (const ArcColumn& column : network.columns) names.push_back(column.name);
    return names;
}

[[noreturn]] void refuse_choice(const RoadNetwork& network) {
    const std::vector<std::string> names = names_of(network);
    std::vector<std::string> candidates;
    for (const std::size_t i : choose_cost(names).candidates) candidates.push_back(names[i]);
    throw InvalidArgument(
        candidates.empty() ? format("no column is known to be a cost; set `cost` to one of: {}", joined(names))
                           : format("several columns may be the cost; set `cost` to one of: {}", joined(candidates)));
}

}  // namespace

const ArcColumn* usual_cost_column(const RoadNetwork& network) {
    const CostChoice choice = choose_cost(names_of(network));
    return choice.column ? &network.columns[*choice.column] : nullptr;
}

const ArcColumn& cost_column(const RoadNetwork& network, std::string_view field) {
    if (network.columns.empty()) {
        throw InvalidArgument(network.arc_count() == 0 ? "the network has no arcs"
                                                       : "the network has no numeric column to use as the cost");
    }
    if (field.empty()) {
        const ArcColumn* chosen = usual_cost_column(network);
        if (chosen == nullptr) refuse_choice(network);
        return checked(*chosen, network);
    }
    return checked(network::named_column(network.columns, field, "to use as the cost"), network);
}

}  // namespace allways
