// SPDX-License-Identifier: Apache-2.0
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/guess.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_choice.h"
#include "base/counted.h"
#include "base/text.h"
#include "cost/metered_arc_costs.h"
#include "network/named_column.h"

namespace allways {

namespace {

// Columns made by a program may have any length.
const ArcColumn& checked(const ArcColumn& column, const RoadNetwork& network) {
    if (column.values.size() == network.arc_count()) return column;
    throw InvalidArgument(format("column '{}' has {} values, but the network has {} arcs", column.name,
                                 column.values.size(), network.arc_count()));
}

std::vector<std::string> names_of(const RoadNetwork& network, std::span<const std::size_t> columns) {
    std::vector<std::string> names;
    for (const std::size_t i : columns) names.push_back("'" + network.columns[i].name + "'");
    return names;
}

[[noreturn]] void refuse_choice(const RoadNetwork& network) {
    std::vector<std::string> names;
    std::vector<std::string> candidates;
    for (const ArcColumn& column : network.columns) names.push_back(column.name);
    for (const std::size_t i : choose_cost(names).candidates) candidates.push_back(names[i]);
    throw InvalidArgument(
        candidates.empty() ? format("no column is known to be a cost; set `cost` to one of: {}", joined(names))
                           : format("several columns may be the cost; set `cost` to one of: {}", joined(candidates)));
}

void tell_choice(const RoadNetwork& network, const LogCallback& callback) {
    const CostChoice choice = choose_cost(std::span<const ArcColumn>(network.columns));
    std::vector<std::string> why;
    if (!choice.passed_over.empty()) {
        const std::vector<std::string> zeros = names_of(network, choice.passed_over);
        why.push_back(format("{} {} 0 on {}", joined(zeros), by_count(zeros.size(), "is", "are"),
                             counted(network.arc_count(), "arc")));
    }
    if (!choice.rivals.empty()) why.push_back(format("{} may be meant", joined(names_of(network, choice.rivals))));
    if (!choice.has_usual_name && network.columns.size() > 1)
        why.emplace_back("it is the only other column of numbers that may be a cost");
    if (why.empty()) return;
    guess(callback, Guess::cost,
          format("cost '{}' is minimised, but {}", network.columns[*choice.column].name, joined(why, "; ")));
}

}  // namespace

const ArcColumn* usual_cost_column(const RoadNetwork& network) {
    const CostChoice choice = choose_cost(std::span<const ArcColumn>(network.columns));
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

const ArcColumn& chosen_cost(const RoadNetwork& network, std::string_view field, const LogCallback& callback) {
    const ArcColumn& column = cost_column(network, field);
    if (field.empty()) tell_choice(network, callback);
    return column;
}

}  // namespace allways
