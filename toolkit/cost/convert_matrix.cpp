#include "cost/convert_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "cost/path_bound.h"
#include "cost/potentials.h"

namespace allways::cost {

namespace {

constexpr std::int64_t int32_limit = unreachable_cost<std::int32_t>;

template <class From, class To>
CostMatrix convert(const CostMatrix& matrix) {
    const std::span<const From> values = matrix.values<From>();
    const std::size_t n = matrix.node_count();
    std::vector<To> converted(values.size(), unreachable_cost<To>);
    CostScale scale = matrix.scale();
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        const From value = values[cell];
        if (!is_reachable(value) || cell / n == cell % n) continue;
        if constexpr (std::is_integral_v<To>) {
            if (std::trunc(value) != value || std::abs(double(value)) >= double(int32_limit)) {
                throw InvalidArgument(format("cost {} from {} to {} is not a whole number that fits int32; use float64",
                                             value, matrix.node_ids().text(static_cast<std::uint32_t>(cell / n)),
                                             matrix.node_ids().text(static_cast<std::uint32_t>(cell % n))));
            }
            converted[cell] = static_cast<To>(value);
        } else {
            converted[cell] = static_cast<To>(natural_value(static_cast<double>(value), matrix.scale()));
        }
    }
    scale.digits = std::is_integral_v<To> ? scale.digits : 0;
    return CostMatrix::own(std::move(converted), n, std::move(scale), matrix.node_ids());
}

}  // namespace

CostMatrix convert_matrix(const CostMatrix& matrix, CostType type) {
    return with_cost_type(matrix.type(), [&]<class From>() {
        return with_cost_type(type, [&]<class To>() { return convert<From, To>(matrix); });
    });
}

void require_int32_fits(const CostMatrix& matrix) {
    const std::span<const std::int32_t> values = matrix.values<std::int32_t>();
    const std::size_t n = matrix.node_count();
    std::int64_t largest = 0;
    bool negative = false;
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        if (!is_reachable(values[cell]) || cell / n == cell % n) continue;
        largest = std::max(largest, std::abs(std::int64_t{values[cell]}));
        negative |= values[cell] < 0;
    }
    // With negative costs, reduced path sums and potentials each stay below n·max.
    const auto hops = static_cast<std::int64_t>(n);
    if (largest * hops * (negative ? 3 : 1) < int32_limit) return;

    std::vector<std::uint32_t> tail, head;
    std::vector<std::int64_t> cost;
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        if (!is_reachable(values[cell]) || cell / n == cell % n) continue;
        tail.push_back(static_cast<std::uint32_t>(cell / n));
        head.push_back(static_cast<std::uint32_t>(cell % n));
        cost.push_back(values[cell]);
    }
    std::int64_t spread = 0;
    if (negative) {
        const auto potentials = find_potentials<std::int64_t>(n, [&](auto&& visit) {
            for (std::size_t arc = 0; arc < tail.size(); ++arc) visit(tail[arc], head[arc], cost[arc]);
        });
        const auto [low, high] = std::minmax_element(potentials.of.begin(), potentials.of.end());
        spread = *high - *low;
        for (std::size_t arc = 0; arc < tail.size(); ++arc) {
            cost[arc] += potentials.of[tail[arc]] - potentials.of[head[arc]];
        }
    }
    const std::int64_t bound = path_sum_bound(n, tail, head, cost) + spread;
    if (bound >= int32_limit) {
        throw InvalidArgument(format("a path can cost up to {}, beyond int32 ({}); use cost type float64", bound,
                                     int32_limit - 1));
    }
}

}  // namespace allways::cost
