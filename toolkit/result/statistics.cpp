// SPDX-License-Identifier: Apache-2.0
#include "allways/result/statistics.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/threads/parallel.h"

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

// The loop has no branch on the value, so that the compiler vectorises it.
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

double mean_of(long double sum, std::uint64_t count, double unit) {
    return count == 0 ? 0 : static_cast<double>(sum / count) / unit;
}

// row_of(i): the n raw numbers of a row. All threads read rows; the results are added in the order of the rows.
template <class T, class RowOf>
TableStatistics statistics_by_rows(std::size_t n, int digits, const RowOf& row_of) {
    constexpr std::size_t rows_of_a_job = 16;
    std::vector<RowSummary<T>> summaries(n);
    parallel_for((n + rows_of_a_job - 1) / rows_of_a_job, [&](std::size_t job) {
        for (std::size_t i = job * rows_of_a_job; i < std::min(n, (job + 1) * rows_of_a_job); ++i) {
            const std::span<const T> row = row_of(i);
            add(summaries[i], row.first(i));
            add(summaries[i], row.subspan(i + 1));
        }
    });
    const double unit = std::pow(10.0, digits);
    TableStatistics result;
    result.nodes = n;
    result.pairs = n == 0 ? 0 : n * (n - 1);
    long double sum = 0;
    T diameter = std::numeric_limits<T>::lowest();
    T radius = std::numeric_limits<T>::max();
    for (std::size_t i = 0; i < n; ++i) {
        const RowSummary<T>& summary = summaries[i];
        result.reachable += summary.reachable;
        result.zero += summary.zero;
        sum += summary.sum;
        if (summary.reachable == 0) continue;
        const auto node = static_cast<NodeIndex>(i);
        if (!result.diameter || summary.largest > diameter) {
            diameter = summary.largest;
            const std::span<const T> row = row_of(i);
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
    result.mean = mean_of(sum, result.reachable, unit);
    return result;
}

}  // namespace

template <class T>
TableStatistics statistics(std::span<const T> values, std::size_t n, int digits) {
    return statistics_by_rows<T>(n, digits, [&](std::size_t i) { return values.subspan(i * n, n); });
}

template TableStatistics statistics(std::span<const std::int32_t>, std::size_t, int);
template TableStatistics statistics(std::span<const float>, std::size_t, int);
template TableStatistics statistics(std::span<const double>, std::size_t, int);

TableStatistics statistics(const DistanceTable& table) {
    return with_cost_type(table.type(), [&]<class T>() {
        return statistics_by_rows<T>(table.node_count(), table.scale().digits,
                                     [&](std::size_t i) { return table.row<T>(static_cast<NodeIndex>(i)); });
    });
}

namespace {

template <class T>
PartStatistics statistics_of(const OriginDestinationTable& table) {
    const double unit = std::pow(10.0, table.scale().digits);
    const std::size_t columns = table.destination_count();
    std::vector<std::uint8_t> is_reached(columns);
    PartStatistics result;
    result.pairs = std::uint64_t{table.origin_count()} * columns;
    long double sum = 0;
    T largest = std::numeric_limits<T>::lowest();
    for (std::size_t i = 0; i < table.origin_count(); ++i) {
        const std::span<const T> row = table.cells().part<T>(i * columns, columns);
        RowSummary<T> summary;
        add(summary, row);
        for (std::size_t j = 0; j < columns; ++j) is_reached[j] |= is_reachable(row[j]);
        result.reachable += summary.reachable;
        result.zero += summary.zero;
        result.origins_without_destination += summary.reachable == 0;
        sum += summary.sum;
        if (summary.reachable == 0 || (result.largest && summary.largest <= largest)) continue;
        largest = summary.largest;
        const auto at = std::ranges::find(row, largest) - row.begin();
        result.largest = {static_cast<double>(largest) / unit, static_cast<std::uint32_t>(i),
                          static_cast<std::uint32_t>(at)};
    }
    result.destinations_without_origin = static_cast<std::uint64_t>(std::ranges::count(is_reached, 0));
    result.unreachable = result.pairs - result.reachable;
    result.mean = mean_of(sum, result.reachable, unit);
    return result;
}

}  // namespace

PartStatistics statistics(const OriginDestinationTable& table) {
    return with_cost_type(table.type(), [&]<class T>() { return statistics_of<T>(table); });
}

SkimStatistics statistics(const Skim& skim, std::size_t columns, bool same_nodes) {
    const double unit = std::pow(10.0, skim.scale.digits);
    SkimStatistics result;
    long double sum = 0;
    std::visit(
        [&](const auto& values) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                if (!is_reachable(values[at]) || (same_nodes && at / columns == at % columns)) continue;
                const auto value = static_cast<double>(values[at]);
                result.smallest = result.values == 0 ? value : std::min(result.smallest, value);
                result.largest = result.values == 0 ? value : std::max(result.largest, value);
                sum += value;
                ++result.values;
            }
        },
        skim.values.all());
    result.smallest /= unit;
    result.largest /= unit;
    result.mean = mean_of(sum, result.values, unit);
    return result;
}

}  // namespace allways
