// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/metered_fixed_point.h"
#include "base/threads/blocks.h"
#include "cost/fixed_cost.h"
#include "cost/metered_arc_costs.h"
#include "network/turns/state_network.h"

namespace allways {

namespace {

using namespace cost;

template <class T>
std::vector<T> floating_values(const RoadNetwork& network, const ArcColumn& column, WorkMeter& meter) {
    return made_vector<T>(column.values.size(), meter, [&](std::size_t arc) {
        const Decimal& decimal = column.values[arc];
        if (decimal.is_missing()) return unreachable_cost<T>;
        T value{};
        if constexpr (std::is_same_v<T, float>)
            value = decimal.to_float();
        else
            value = decimal.to_double();
        if (std::isfinite(value)) return value;
        throw InputError(
            network.provenance.source, 0,
            format("{} costs {}, beyond {}", arc_text(network, arc), decimal.to_string(), name(cost_type_of<T>)));
    });
}

void log_float_type(const std::string& name, const std::string& misfit, CostType type, const LogCallback& callback) {
    const bool wide = type == CostType::float64;
    log(callback, wide ? LogLevel::info : LogLevel::loss,
        format("cost '{}' is rounded to about {} digits ({}), because it does not fit int32: {}{}", name, wide ? 15 : 7,
               allways::name(type), misfit, wide ? "" : "; cost type float64 keeps 15 digits"));
}

// Prices of turns are added to times, so the digits hold them too, unless the column states its resolution.
int digits_with_prices(const RoadNetwork& network, const ArcColumn& column, WorkMeter& meter) {
    const int digits = needed_digits(column, meter);
    const Unit* time = network.turns.costs.empty() ? nullptr : find_unit(column.unit, Unit::Kind::time);
    if (time == nullptr || column.resolution_digits) return digits;
    std::vector<Decimal> prices;
    prices.reserve(network.turns.costs.size());
    for (const TurnRules::Cost& cost : network.turns.costs) prices.push_back(network::in_unit(cost.seconds, *time));
    return std::max(digits, decimal_digits(prices, meter));
}

}  // namespace

ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const CostOptions& options,
                         CostType float_type, const LogCallback& log_callback, WorkMeter& meter) {
    const ArcColumn& column = chosen_cost(network, options.field, log_callback);
    return build_arc_costs(network, adjacency, ColumnCosts{column, options.type, float_type}, log_callback, meter);
}

ArcCosts build_arc_costs(const RoadNetwork& network, const AdjacencyArray& adjacency, const ColumnCosts& of,
                         const LogCallback& log_callback, WorkMeter& meter) {
    const ArcColumn& column = of.column;
    ArcCosts costs;
    costs.scale = {column.name, column.unit, 0};
    CostType wanted = of.type.value_or(CostType::int32);
    if (wanted == CostType::int32) {
        FixedCosts fixed =
            try_fixed_costs(network, &adjacency, column, digits_with_prices(network, column, meter), meter, of.bound);
        if (fixed.fits()) {
            costs.scale.digits = fixed.digits;
            costs.values = std::move(fixed.values);
            costs.bound = fixed.bound;
            return costs;
        }
        const bool whole = network.provenance.whole_numbers;
        if (of.type || whole) {
            throw InputError(network.provenance.source, 0,
                             format("cost '{}' does not fit int32: {}; use cost type {}", column.name, fixed.misfit,
                                    whole ? "float64" : "float64 or float32"));
        }
        wanted = of.float_type;
        log_float_type(column.name, fixed.misfit, wanted, log_callback);
    }
    if (wanted == CostType::float64)
        costs.values = floating_values<double>(network, column, meter);
    else
        costs.values = floating_values<float>(network, column, meter);
    return costs;
}

ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options, const LogCallback& log_callback) {
    WorkMeter unmetered;
    return build_arc_costs(network, build_adjacency(network.node_count(), network.tail), options, CostType::float64,
                           log_callback, unmetered);
}

}  // namespace allways
