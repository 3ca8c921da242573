#include "attributes/stated_units.h"

#include <algorithm>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/text.h"
#include "allways/base/unit_symbols.h"
#include "allways/cost/arc_costs.h"

namespace allways::importers {

namespace {

std::string cost_unit_of(const ReadOptions& options) {
    return stated_unit("cost_unit", options.cost_unit, {Unit::Kind::time, Unit::Kind::length});
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

void state_cost_unit(RoadNetwork& network, const ReadOptions& options) {
    if (options.cost_unit.empty()) return;
    const std::string unit = cost_unit_of(options);
    const std::string name = cost_column(network, options.cost_field.empty() ? "" : "cost").name;
    const auto cost = std::ranges::find(network.columns, name, &ArcColumn::name);
    if (cost->resolution_digits && cost->unit != unit) {
        throw InvalidArgument(format("`cost_unit`: the cost '{}' is computed in {}; `cost_field` names another field",
                                     name, cost->unit.empty() ? "the units of the coordinates" : cost->unit));
    }
    replace_unit(cost->unit, unit, format("'{}'", name), options.log);
}

void state_cost_unit(CostScale& scale, const ReadOptions& options) {
    if (options.cost_unit.empty()) return;
    replace_unit(scale.unit, cost_unit_of(options), format("'{}'", scale.name), options.log);
}

}  // namespace allways::importers
