// SPDX-License-Identifier: Apache-2.0
#include "cost/fixed_cost.h"

#include <algorithm>
#include <atomic>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/fixed_point.h"
#include "base/threads/blocks.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"
#include "network/named_column.h"

namespace allways::cost {

namespace {

bool has_negative(std::span<const std::int32_t> values, WorkMeter& meter) {
    std::atomic<bool> found{false};
    for_each_block(values.size(), meter, [&](std::size_t begin, std::size_t end) {
        const auto some = values.subspan(begin, end - begin);
        if (std::ranges::any_of(some, [](std::int32_t value) { return value < 0; })) found = true;
    });
    return found;
}

// The largest absolute path sum of integer costs, negative ones included.
std::int64_t largest_path_sum(const RoadNetwork& network, const AdjacencyArray* adjacency,
                              const std::vector<std::int32_t>& values, WorkMeter& meter) {
    const bool negative = has_negative(values, meter);
    if (!negative && adjacency != nullptr) {
        const auto quick = quick_path_sum_bound(network, *adjacency, values, meter);
        if (quick && *quick < int32_limit) return *quick;
    }
    auto arcs = usable_arcs<std::int64_t>(
        network, [&](std::size_t arc) { return values[arc]; },
        [&](std::size_t arc) { return is_reachable(values[arc]); });
    std::int64_t spread = 0;
    if (negative) {
        Potentials<std::int64_t> potentials;
        run_alone(arcs.size(), meter, [&] { potentials = potentials_of(arcs, meter); });
        if (!potentials.cycle.empty()) return 0;  // prepare reports the cycle; no type would help
        const auto [lowest, highest] = std::minmax_element(potentials.of.begin(), potentials.of.end());
        spread = *highest - *lowest;
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            arcs.cost[i] += potentials.of[arcs.tail[i]] - potentials.of[arcs.head[i]];
        }
    }
    return path_sum_bound(arcs.role_count, arcs.tail, arcs.head, arcs.cost, meter) + spread;
}

}  // namespace

std::string arc_text(const RoadNetwork& network, std::size_t arc) {
    return format("arc {} ({} -> {})", network.arc_ids.text(static_cast<ArcIndex>(arc)),
                  network.node_ids.text(network.tail[arc]), network.node_ids.text(network.head[arc]));
}

int needed_digits(const ArcColumn& column, WorkMeter& meter) {
    return column.resolution_digits ? *column.resolution_digits : decimal_digits(column.values, meter);
}

FixedCosts try_fixed_costs(const RoadNetwork& network, const AdjacencyArray* adjacency, const ArcColumn& column,
                           int digits, WorkMeter& meter, const std::optional<KnownBound>& known) {
    FixedCosts fixed;
    fixed.digits = digits;
    if (digits > most_cost_digits) {
        fixed.misfit =
            format("its values have {} decimal digits, but exact costs have at most {}", digits, most_cost_digits);
        return fixed;
    }
    FixedPoint column_fixed = to_fixed_point(column.values, digits, meter);
    if (const auto arc = column_fixed.misfit) {
        fixed.misfit =
            format("{} costs {}, but with {} after the decimal point at most {} fits", arc_text(network, *arc),
                   column.values[*arc].to_string(), digits == 1 ? "1 digit" : format("{} digits", digits),
                   fixed_point_text(int32_limit - 1, digits));
        return fixed;
    }
    fixed.values = std::move(column_fixed.values);
    fixed.bound = known && known->digits == digits && known->bound < int32_limit
                      ? known->bound
                      : largest_path_sum(network, adjacency, fixed.values, meter);
    if (fixed.bound >= int32_limit) {
        fixed.misfit = format("a path can cost up to {} (the bound on path sums, {} decimal digits), beyond {}",
                              fixed_point_text(fixed.bound, fixed.digits), fixed.digits,
                              fixed_point_text(int32_limit - 1, fixed.digits));
    }
    return fixed;
}

}  // namespace allways::cost
