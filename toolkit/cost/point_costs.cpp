// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/point_costs.h"

#include <algorithm>
#include <cmath>

#include "allways/network/sums.h"
#include "base/fixed_point.h"
#include "base/threads/parallel.h"
#include "cost/fixed_cost.h"
#include "network/named_column.h"

namespace allways {

namespace {

using namespace cost;

constexpr double steps_of_a_usual_arc = 1000;
constexpr int most_significant_digits = 17;  // digits that always fit a 64-bit fixed-point value

std::vector<double> sizes(const ArcColumn& column) {
    std::vector<double> found;
    for (const Decimal& value : column.values) {
        if (value.is_missing()) continue;
        const double size = std::abs(value.to_double());
        if (size > 1e-300 && std::isfinite(size)) found.push_back(size);
    }
    return found;
}

// Digits that give the median arc enough steps, but never so many that the largest value exceeds 64 bits.
int wanted_digits(const ArcColumn& column) {
    WorkMeter unmetered;
    std::vector<double> values = sizes(column);
    const int own = needed_digits(column, unmetered);
    if (values.empty()) return own;
    const double largest = *std::ranges::max_element(values);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    const int for_steps = static_cast<int>(std::ceil(std::log10(steps_of_a_usual_arc / *middle)));
    const int most = most_significant_digits - 1 - static_cast<int>(std::floor(std::log10(largest)));
    return std::clamp(std::max(own, for_steps), 0, std::clamp(most, 0, most_cost_digits));
}

int cost_digits(const RoadNetwork& network, const ArcColumn& column, std::optional<CostType> type) {
    const int wanted = wanted_digits(column);
    WorkMeter unmetered;
    if (type.value_or(CostType::int32) != CostType::int32) return wanted;
    int digits = needed_digits(column, unmetered);
    const FixedCosts fixed = try_fixed_costs(network, nullptr, column, digits, unmetered);
    if (!fixed.fits()) return type ? digits : wanted;  // an explicit int32 fails only for its own digits
    std::int64_t largest = 0;
    for (const std::int32_t value : fixed.values) {
        if (is_reachable(value)) largest = std::max<std::int64_t>(largest, std::abs(value));
    }
    // A path between two points is a section of an arc, a path, and another section; rounding adds at most one to each
    // section.
    std::int64_t reach = fixed.bound + 2 * largest + 2;
    for (; digits < wanted && 10 * reach < int32_limit; ++digits) reach *= 10;
    return digits;
}

}  // namespace

std::vector<std::optional<int>> split_precision(const RoadNetwork& network, const CostOptions& cost,
                                                std::span<const std::string> sums) {
    const ArcColumn& of_cost = cost_column(network, cost.field);
    for (const std::string& field : sums) network::named_column(network.columns, field, "to sum along the paths");
    std::vector<std::optional<int>> digits;
    for (const ArcColumn& column : network.columns) {
        const bool named = std::ranges::find(sums, column.name) != sums.end();
        if (&column == &of_cost)
            digits.emplace_back(cost_digits(network, column, cost.type));
        else if (named || is_additive(column))
            digits.emplace_back(wanted_digits(column));
        else
            digits.emplace_back(std::nullopt);
    }
    return digits;
}

std::vector<std::optional<int>> split_precision(const RoadNetwork& network, std::span<const ArcColumn> costs,
                                                std::optional<CostType> type) {
    std::vector<std::optional<int>> digits(costs.size());
    parallel_for(costs.size(), [&](std::size_t i) {
        const WorkAlone alone;
        digits[i] = cost_digits(network, costs[i], type);
    });
    return digits;
}

int split_precision(const ArcColumn& sum) {
    return wanted_digits(sum);
}

}  // namespace allways
