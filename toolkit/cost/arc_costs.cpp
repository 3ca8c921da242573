#include "allways/cost/arc_costs.h"

#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cost/fixed_cost.h"

namespace allways {

namespace {

using namespace cost;

template <class T>
std::vector<T> floating_values(const RoadNetwork& network, const ArcColumn& column) {
    std::vector<T> values(column.values.size(), unreachable_cost<T>);
    for (std::size_t arc = 0; arc < values.size(); ++arc) {
        const Decimal& decimal = column.values[arc];
        if (decimal.is_missing()) continue;
        if constexpr (std::is_same_v<T, float>)
            values[arc] = decimal.to_float();
        else
            values[arc] = decimal.to_double();
        if (!std::isfinite(values[arc])) {
            throw InputError(
                network.provenance.source, 0,
                format("{} costs {}, beyond {}", arc_text(network, arc), decimal.to_string(), name(cost_type_of<T>)));
        }
    }
    return values;
}

}  // namespace

ArcCosts build_arc_costs(const RoadNetwork& network, const CostOptions& options, const LogCallback& log_callback) {
    const ArcColumn& column = cost_column(network, options.field);
    ArcCosts costs;
    costs.scale = {column.name, column.unit, 0};
    const CostType wanted = options.type.value_or(CostType::int32);
    if (wanted == CostType::int32) {
        FixedCosts fixed = try_fixed_costs(network, column, needed_digits(column), PathBound::quick);
        if (fixed.fits()) {
            costs.scale.digits = fixed.digits;
            costs.values = std::move(fixed.values);
            return costs;
        }
        const bool whole = network.provenance.whole_numbers;
        if (options.type || whole) {
            throw InputError(network.provenance.source, 0,
                             format("cost '{}' does not fit int32: {}; use cost type {}", column.name, fixed.misfit,
                                    whole ? "float64" : "float32 or float64"));
        }
        log(log_callback, LogLevel::warning,
            format("cost '{}' is rounded to about 7 digits (float32), because it does not fit int32: {}; "
                   "cost type float64 keeps 15 digits",
                   column.name, fixed.misfit));
    }
    if (wanted == CostType::float64)
        costs.values = floating_values<double>(network, column);
    else
        costs.values = floating_values<float>(network, column);
    return costs;
}

}  // namespace allways
