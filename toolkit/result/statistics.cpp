#include "allways/result/statistics.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace allways {

namespace {

// Sums of a row are exact for int32: n · 2^30 fits 64 bits.
template <class T>
struct RowSummary {
    std::size_t reachable = 0;
    std::size_t zero = 0;
    std::conditional_t<std::is_integral_v<T>, std::int64_t, double> sum = 0;
    T largest = std::numeric_limits<T>::lowest();
};

// No branch on the value, so that the compiler vectorises the pass.
template <class T>
void add(RowSummary<T>& summary, std::span<const T> values) {
    for (const T value : values) {
        const bool reachable = is_reachable(value);
        summary.reachable += reachable;
        summary.zero += value == T{0};
        summary.sum += reachable ? value : T{0};
        summary.largest = std::max(summary.largest, reachable ? value : std::numeric_limits<T>::lowest());
    }
}

template <class T>
TableStatistics statistics_of(const DistanceTable& table) {
    const std::size_t n = table.node_count();
    const std::span<const T> values = table.values<T>();
    const double unit = std::pow(10.0, table.scale().digits);
    TableStatistics result;
    result.nodes = n;
    result.pairs = n == 0 ? 0 : n * (n - 1);
    long double sum = 0;
    T diameter = std::numeric_limits<T>::lowest();
    T radius = std::numeric_limits<T>::max();
    for (std::size_t i = 0; i < n; ++i) {
        const std::span<const T> row = values.subspan(i * n, n);
        RowSummary<T> summary;
        add(summary, row.first(i));
        add(summary, row.subspan(i + 1));
        result.reachable += summary.reachable;
        result.zero += summary.zero;
        sum += summary.sum;
        if (summary.reachable == 0) continue;
        const auto node = static_cast<NodeIndex>(i);
        if (!result.diameter || summary.largest > diameter) {
            diameter = summary.largest;
            std::size_t to = 0;
            while (to == i || row[to] != diameter) ++to;
            result.diameter = {static_cast<double>(diameter) / unit, node, static_cast<NodeIndex>(to)};
        }
        if (summary.reachable == n - 1 && (!result.radius || summary.largest < radius)) {
            radius = summary.largest;
            result.radius = {static_cast<double>(radius) / unit, node};
        }
    }
    result.unreachable = result.pairs - result.reachable;
    if (result.reachable != 0) result.mean = static_cast<double>(sum / result.reachable) / unit;
    return result;
}

}  // namespace

TableStatistics statistics(const DistanceTable& table) {
    return with_cost_type(table.type(), [&]<class T>() { return statistics_of<T>(table); });
}

}  // namespace allways
