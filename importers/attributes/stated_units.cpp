// SPDX-License-Identifier: Apache-2.0
#include "attributes/stated_units.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "base/text.h"
#include "base/unit_symbols.h"

namespace allways::importers {

namespace {

std::string cost_unit_of(const ReadOptions& options) {
    return stated_unit("cost_unit", options.cost_unit, {Unit::Kind::time, Unit::Kind::length});
}

// The column that `cost_field` makes is also named "cost".
std::string cost_name(const ReadOptions& options) {
    const bool by_field = !options.cost_field.empty() && (options.cost.empty() || options.cost == options.cost_field);
    return by_field ? "cost" : options.cost;
}

// Returns the kind of unit that a column of this name has, whatever the file states; nothing: it may hold times or
// lengths.
std::optional<Unit::Kind> kind_of_name(const std::string& name) {
    if (name == "time") return Unit::Kind::time;
    if (name == "length") return Unit::Kind::length;
    return std::nullopt;
}

void check_cost_unit(const ArcColumn& cost, const std::string& unit, bool is_named) {
    const Unit* known = find_unit(cost.unit);
    if (is_named && known != nullptr && cost.unit != unit) {
        throw InvalidArgument(
            format("`cost_unit` {}: '{}' is in {} already; `cost_unit` is for numbers whose unit is not stated", unit,
                   cost.name, cost.unit));
    }
    const auto kind = known != nullptr ? std::optional(known->kind) : kind_of_name(cost.name);
    if (!kind || *kind == find_unit(unit)->kind) return;
    throw InvalidArgument(format("`cost_unit` {}: the cost '{}' is a {}; `cost` names another column", unit, cost.name,
                                 *kind == Unit::Kind::time     ? "time"
                                 : *kind == Unit::Kind::length ? "length"
                                                               : "speed"));
}

}  // namespace

std::string stated_unit(std::string_view option, std::string_view text, std::initializer_list<Unit::Kind> kinds) {
    const std::string symbol = unit_symbol(text);
    const Unit* unit = find_unit(symbol);
    if (unit != nullptr && std::ranges::find(kinds, unit->kind) != kinds.end()) return symbol;
    std::vector<std::string> known;
    for (const Unit::Kind kind : kinds) {
        for (const std::string_view other : unit_symbols(kind)) known.emplace_back(other);
    }
    throw InvalidArgument(format("`{}`: expected one of {}; found '{}'", option, joined(known), text));
}

void replace_unit(std::string& unit, const std::string& stated, std::string_view what, const LogCallback& log_to) {
    if (!unit.empty() && unit != stated) {
        log(log_to, LogLevel::warning,
            format("{} is in {} according to the file, but is read in {}, as the options state", what, unit, stated));
    }
    unit = stated;
}

void settle_cost(RoadNetwork& network, const ReadOptions& options) {
    add_cost(network, options.cost);
    if (options.cost_unit.empty()) return;
    const std::string unit = cost_unit_of(options);
    const std::string name = cost_column(network, cost_name(options)).name;
    const auto cost = std::ranges::find(network.columns, name, &ArcColumn::name);
    if (cost->resolution_digits && cost->unit != unit) {
        throw InvalidArgument(format("`cost_unit`: the cost '{}' is computed in {}; `cost_field` names another field",
                                     name, cost->unit.empty() ? "the units of the coordinates" : cost->unit));
    }
    check_cost_unit(*cost, unit, !options.cost.empty());
    replace_unit(cost->unit, unit, format("'{}'", name), options.log);
}

void state_cost_unit(CostScale& scale, const ReadOptions& options) {
    if (options.cost_unit.empty()) return;
    replace_unit(scale.unit, cost_unit_of(options), format("'{}'", scale.name), options.log);
}

}  // namespace allways::importers
