// SPDX-License-Identifier: Apache-2.0
// RoadNetwork or CostMatrix → counts.
#include "attributes/import_report.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/network/components.h"
#include "allways/network/road_network.h"
#include "base/text.h"
#include "base/threads/blocks.h"
#include "network/metered.h"

namespace allways::importers {

namespace {

std::uint64_t count_isolated(const RoadNetwork& network) {
    std::vector<std::uint8_t> used(network.node_count(), 0);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        used[network.tail[arc]] = 1;
        used[network.head[arc]] = 1;
    }
    return static_cast<std::uint64_t>(std::ranges::count(used, 0));
}

std::uint64_t count_parallel(const RoadNetwork& network, WorkMeter& meter) {
    const AdjacencyArray out = build_adjacency(network.node_count(), network.tail, meter);
    std::atomic<std::uint64_t> count{0};
    for_each_block(network.node_count(), meter, [&](std::size_t begin, std::size_t end) {
        std::vector<NodeIndex> heads;
        std::uint64_t repeated = 0;
        for (std::size_t node = begin; node < end; ++node) {
            heads.clear();
            for (const ArcIndex arc : out.out_arcs(static_cast<NodeIndex>(node))) heads.push_back(network.head[arc]);
            std::ranges::sort(heads);
            repeated += std::ranges::unique(heads).size();
        }
        count += repeated;
    });
    return count;
}

// Counts components the same way as `allways components`.
void describe_components(const RoadNetwork& network, ImportReport& report, WorkMeter& meter) {
    Components weak, strong;
    const auto count = [&](std::size_t which) {
        if (which == 0)
            strong = count_components(network, Connection::strong, meter);
        else
            weak = count_components(network, Connection::weak, meter);
    };
    meter.run(2, count, hardware_threads());
    report.components = weak.count;
    report.strong_components = strong.count;
    report.largest_strong_component = strong.largest;
}

// Describes the values of some arcs.
struct ValueRange {
    std::uint64_t zero = 0;
    std::uint64_t negative = 0;
    std::uint64_t missing = 0;
    // The first of equal values, compared as doubles, is kept; the text is taken from the decimal itself.
    Decimal smallest = Decimal::missing();
    Decimal largest = Decimal::missing();
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void count(const Decimal& value) {
        if (value.is_missing()) {
            ++missing;
            return;
        }
        zero += value.digits() == 0;
        negative += value.digits() < 0;
        take(value, value, value.to_double(), value.to_double());
    }
    void add(const ValueRange& next) {
        zero += next.zero;
        negative += next.negative;
        missing += next.missing;
        take(next.smallest, next.largest, next.low, next.high);
    }

private:
    void take(const Decimal& other_smallest, const Decimal& other_largest, double other_low, double other_high) {
        if (smallest.is_missing() || other_low < low) {
            smallest = other_smallest;
            low = other_low;
        }
        if (largest.is_missing() || other_high > high) {
            largest = other_largest;
            high = other_high;
        }
    }
};

ImportReport::Column describe(const ArcColumn& column, WorkMeter& meter) {
    std::vector<ValueRange> blocks(block_count(column.values.size()));
    for_each_block(column.values.size(), meter, [&](std::size_t begin, std::size_t end) {
        ValueRange block;
        for (std::size_t arc = begin; arc < end; ++arc) block.count(column.values[arc]);
        blocks[begin / block_size] = block;
    });
    ValueRange all;
    for (const ValueRange& block : blocks) all.add(block);
    return {column.name,
            column.unit,
            all.zero,
            all.negative,
            all.missing,
            all.smallest.to_string(),
            all.largest.to_string()};
}

ImportReport::Text describe(const TextColumn& column) {
    ImportReport::Text found{column.name(), 0, 0};
    std::vector<std::uint8_t> used(column.texts().size(), 0);
    for (const std::uint32_t index : column.indexes()) {
        found.arcs += index != 0;
        found.different += index != 0 && used[index] == 0;
        used[index] = 1;
    }
    return found;
}

void note(ImportReport& report, std::string_view reason, std::uint64_t line, bool closed) {
    for (auto& known : report.skipped) {
        if (known.reason == reason) {
            ++known.count;
            return;
        }
    }
    report.skipped.push_back({std::string(reason), 1, line, closed});
}

template <class T>
std::string natural_text(T raw, const CostScale& scale) {
    if constexpr (std::is_integral_v<T>) {
        return fixed_point_text(raw, scale.digits);
    } else {
        return Decimal::from_double(static_cast<double>(raw)).to_string();
    }
}

// Describes the costs of some arcs.
template <class T>
struct CostRange {
    std::uint64_t arcs = 0;
    std::uint64_t missing = 0;
    std::uint64_t zero = 0;
    std::uint64_t negative = 0;
    T smallest = std::numeric_limits<T>::max();
    T largest = std::numeric_limits<T>::lowest();

    void count(T value) {
        const bool there = is_reachable(value);
        arcs += there;
        missing += !there;
        zero += value == 0;
        negative += value < 0;
        smallest = std::min(smallest, value);
        largest = there ? std::max(largest, value) : largest;
    }
    void add(const CostRange& other) {
        arcs += other.arcs;
        missing += other.missing;
        zero += other.zero;
        negative += other.negative;
        smallest = std::min(smallest, other.smallest);
        largest = std::max(largest, other.largest);
    }
};

template <class T>
void describe_values(const CostMatrix& matrix, ImportReport& report) {
    const std::size_t n = matrix.node_count();
    const auto values = matrix.values<T>();
    std::vector<CostRange<T>> rows(n);
    parallel_for(n, [&](std::size_t i) {
        CostRange<T> row;
        for (const T value : values.subspan(i * n, i)) row.count(value);
        for (const T value : values.subspan(i * n + i + 1, n - i - 1)) row.count(value);
        rows[i] = row;
    });
    CostRange<T> all;
    for (const CostRange<T>& row : rows) all.add(row);
    const std::uint64_t arcs = all.arcs;
    // Only the pattern of the direct costs matters for components; a full matrix is one component and needs no graph.
    RoadNetwork pattern;
    pattern.node_ids = IdTable::consecutive(n);
    report.arcs = arcs;
    ImportReport::Column found{matrix.scale().name, matrix.scale().unit, all.zero, all.negative, all.missing, "", ""};
    if (arcs > 0) {
        found.smallest = natural_text(all.smallest, matrix.scale());
        found.largest = natural_text(all.largest, matrix.scale());
    }
    report.columns = {found};
    if (found.missing == 0) {
        report.components = report.strong_components = n > 0 ? 1 : 0;
        report.largest_strong_component = n;
        return;
    }
    pattern.tail.reserve(arcs);
    pattern.head.reserve(arcs);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || !is_reachable(values[i * n + j])) continue;
            pattern.tail.push_back(static_cast<NodeIndex>(i));
            pattern.head.push_back(static_cast<NodeIndex>(j));
        }
    }
    report.isolated_nodes = count_isolated(pattern);
    // Paths may pass every node of a matrix, so these counts equal those of a network, with less memory.
    report.components = weak_components(pattern).count;
    const Components strong = strong_components(pattern);
    report.strong_components = strong.count;
    report.largest_strong_component = strong.largest;
}

}  // namespace

void note_skipped(ImportReport& report, std::string_view reason, std::uint64_t line) {
    note(report, reason, line, false);
}

void note_closed(ImportReport& report, std::string_view reason, std::uint64_t line) {
    note(report, reason, line, true);
}

void require_most(const ImportReport& report) {
    std::uint64_t lost = 0;
    std::vector<std::string> reasons;
    for (const auto& skipped : report.skipped) {
        if (skipped.closed) continue;
        lost += skipped.count;
        reasons.push_back(format("{} × {}", skipped.count, skipped.reason));
    }
    if (report.records == 0 || !is_much(lost, report.records)) return;
    throw InputError(report.source, 0,
                     format("{} of {} records would be lost, more than a fifth: {}. Set the right fields or filter, or "
                            "use `lenient` to continue with the rest",
                            lost, report.records, joined(reasons)));
}

void describe(const RoadNetwork& network, ImportReport& report, const ProgressCallback& progress) {
    WorkMeter meter(progress, "describe", 0);
    report.nodes = network.node_count();
    report.arcs = network.arc_count();
    report.isolated_nodes = count_isolated(network);
    report.parallel_arcs = count_parallel(network, meter);
    report.no_through_nodes = count_no_through(network);
    const TurnRules& turns = network.turns;
    report.turns = {turns.size(), turns.costs.size(),
                    static_cast<std::uint64_t>(std::ranges::count(turns.destination_only, 1)),
                    !turns.may_turn_round.empty()};
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        report.self_loops += network.tail[arc] == network.head[arc];
        report.shaped_arcs += network.shapes.has_shape(arc);
    }
    report.has_order = !network.elimination_order.empty();
    describe_components(network, report, meter);
    for (const auto& column : network.columns) report.columns.push_back(describe(column, meter));
    for (const auto& column : network.texts) report.texts.push_back(describe(column));
}

void describe(const CostMatrix& matrix, ImportReport& report) {
    report.nodes = matrix.node_count();
    with_cost_type(matrix.type(), [&]<class T>() { describe_values<T>(matrix, report); });
}

}  // namespace allways::importers
