#include "cost/fixed_cost.h"

#include <algorithm>

#include "allways/base/cost_digits.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "cost/path_bound.h"
#include "cost/usable_arcs.h"
#include "network/named_column.h"

namespace allways::cost {

namespace {

// The largest absolute path sum of whole-number costs, negative ones included.
std::int64_t largest_path_sum(const RoadNetwork& network, const std::vector<std::int32_t>& values) {
    auto arcs = usable_arcs<std::int64_t>(
        network, [&](std::size_t arc) { return values[arc]; },
        [&](std::size_t arc) { return is_reachable(values[arc]); });
    if (std::all_of(arcs.cost.begin(), arcs.cost.end(), [](std::int64_t c) { return c >= 0; })) {
        return path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost);
    }
    const auto potentials = potentials_of(arcs);
    if (!potentials.cycle.empty()) return 0;  // prepare names the cycle; no type would do
    const auto [lowest, highest] = std::minmax_element(potentials.of.begin(), potentials.of.end());
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        arcs.cost[i] += potentials.of[arcs.tail[i]] - potentials.of[arcs.head[i]];
    }
    return path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost) + (*highest - *lowest);
}

}  // namespace

std::string arc_text(const RoadNetwork& network, std::size_t arc) {
    return format("arc {} ({} -> {})", network.arc_ids.text(static_cast<ArcIndex>(arc)),
                  network.node_ids.text(network.tail[arc]), network.node_ids.text(network.head[arc]));
}

int needed_digits(const ArcColumn& column) {
    if (column.resolution_digits) return *column.resolution_digits;
    int digits = 0;
    for (const Decimal& value : column.values) {
        if (!value.is_missing()) digits = std::max(digits, value.scale());
    }
    return digits;
}

FixedPoint try_fixed_point(const RoadNetwork& network, const ArcColumn& column, int digits) {
    FixedPoint fixed;
    fixed.digits = digits;
    if (digits > most_cost_digits) {
        fixed.misfit =
            format("its values have {} decimal digits, and exact costs at most {}", digits, most_cost_digits);
        return fixed;
    }
    fixed.values.resize(column.values.size());
    for (std::size_t arc = 0; arc < column.values.size(); ++arc) {
        const Decimal& decimal = column.values[arc];
        if (decimal.is_missing()) {
            fixed.values[arc] = unreachable_cost<std::int32_t>;
            continue;
        }
        const auto value = decimal.rounded_fixed_point(fixed.digits);
        if (!value || *value >= int32_limit || *value <= -int32_limit) {
            fixed.misfit =
                format("{} costs {}, and with {} after the point at most {} fits", arc_text(network, arc),
                       decimal.to_string(), fixed.digits == 1 ? "1 digit" : format("{} digits", fixed.digits),
                       fixed_point_text(int32_limit - 1, fixed.digits));
            return fixed;
        }
        fixed.values[arc] = static_cast<std::int32_t>(*value);
    }
    fixed.bound = largest_path_sum(network, fixed.values);
    if (fixed.bound >= int32_limit) {
        fixed.misfit = format("a path can cost up to {} (the bound on path sums, {} decimal digits), beyond {}",
                              fixed_point_text(fixed.bound, fixed.digits), fixed.digits,
                              fixed_point_text(int32_limit - 1, fixed.digits));
    }
    return fixed;
}

}  // namespace allways::cost
