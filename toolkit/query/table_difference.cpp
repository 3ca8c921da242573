// SPDX-License-Identifier: Apache-2.0
#include "allways/query/table_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/natural_scale.h"
#include "query/percentiles.h"

namespace allways {

namespace {

template <class Table>
std::vector<ComparedField> fields_of(const Table& table) {
    std::vector<ComparedField> fields{{table.scale(), view(table.distances())}};
    for (const Skim& skim : table.skims()) fields.push_back({skim.scale, view(skim.values.all())});
    return fields;
}

// Returns the indexes sorted by the texts of their ids, then by index.
std::vector<std::pair<std::string, std::uint32_t>> sorted_by_id(const IdTable& ids) {
    std::vector<std::pair<std::string, std::uint32_t>> all;
    all.reserve(ids.size());
    for (std::uint32_t index = 0; index < ids.size(); ++index) all.emplace_back(ids.text(index), index);
    std::ranges::sort(all);
    return all;
}

// The rounding error of a path of some thousand arcs, relative to its cost: 2⁻⁵³ for each arc.
constexpr double float64_noise = 0x1p-40;

// Compares numbers of two fields in one unit.
template <class A, class B>
class Measure {
public:
    Measure(const CostScale& a, const CostScale& b)
        : same_(a.unit == b.unit && a.digits == b.digits),
          a_(a, ""),
          b_(b, a.unit.empty() || b.unit.empty() ? "" : a.unit) {}

    double a(A raw) const { return a_.value(static_cast<double>(raw)); }
    double b(B raw) const { return b_.value(static_cast<double>(raw)); }
    // Integers of one scale are subtracted exactly: 1.1 - 1 is 0.1.
    double distance(A raw_a, B raw_b) const {
        if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
            if (same_) return a_.value(static_cast<double>(std::abs(std::int64_t{raw_a} - std::int64_t{raw_b})));
        }
        if constexpr (std::is_same_v<A, float> != std::is_same_v<B, float>) {
            if (static_cast<float>(a(raw_a)) == static_cast<float>(b(raw_b))) return 0;  // equal to float32 precision
        }
        const double absolute = std::abs(a(raw_a) - b(raw_b));
        if constexpr (std::is_integral_v<A> != std::is_integral_v<B>) {
            // Exact sums are compared with sums of float64, whose last digits are rounding errors.
            if (absolute <= float64_noise * std::max(std::abs(a(raw_a)), std::abs(b(raw_b)))) return 0;
        }
        return absolute;
    }

private:
    bool same_;
    NaturalScale a_;
    NaturalScale b_;
};

// Returns true for exactly the value of unreachable, or an unknown sum.
template <class T>
bool is_unreachable(T value) {
    return std::is_floating_point_v<T> || value == unreachable_cost<T>;
}

// Counts pairs in row order.
class Tally {
public:
    Tally(FieldDifference& found, const DifferenceOptions& options, const CommonIds& rows, const CommonIds& columns)
        : found_(found), options_(options), rows_(ends_of(rows)), columns_(ends_of(columns)) {}

    void add_equal(bool reachable) {
        ++found_.equal;
        found_.unreachable += !reachable;
    }

    void add_one_sided(std::size_t row, std::size_t column, double a, double b) {
        std::isfinite(a) ? ++found_.reachable_in_a : ++found_.reachable_in_b;
        constexpr double endless = std::numeric_limits<double>::infinity();
        add_to_worst(row, column, {rows_[row].index, columns_[column].index, a, b, endless, endless});
    }

    void add_unequal(std::size_t row, std::size_t column, double a, double b, double absolute) {
        const double larger = std::max(std::abs(a), std::abs(b));
        const PairDifference pair{rows_[row].index, columns_[column].index, a, b, absolute, absolute / larger};
        const auto keep = [&](std::optional<PairDifference>& largest, double PairDifference::*measure) {
            if (!largest || pair.*measure > (*largest).*measure) largest = pair;
        };
        keep(found_.largest_absolute, &PairDifference::absolute);
        keep(found_.largest_relative, &PairDifference::relative);
        if (absolute <= options_.absolute_tolerance + options_.relative_tolerance * larger) {
            ++found_.within;
            return;
        }
        ++found_.differing;
        add_to_worst(row, column, pair);
    }

    void finish() {
        found_.worst_rows = worst_of(rows_);
        found_.worst_columns = worst_of(columns_);
    }

private:
    using End = FieldDifference::End;

    static std::vector<End> ends_of(const CommonIds& ids) {
        std::vector<End> ends;
        for (const auto& [index, other] : ids.common) ends.push_back({index, 0, 0});
        return ends;
    }

    void add_to_worst(std::size_t row, std::size_t column, const PairDifference& pair) {
        for (End* end : {&rows_[row], &columns_[column]}) {
            ++end->differing;
            end->largest = std::max(end->largest, pair.absolute);
        }
        constexpr std::size_t most = 10;
        std::vector<PairDifference>& worst = found_.worst;
        if (worst.size() == most && pair.absolute <= worst.back().absolute) return;
        if (worst.size() == most) worst.pop_back();
        const auto behind = std::ranges::upper_bound(worst, pair.absolute, std::greater{}, &PairDifference::absolute);
        worst.insert(behind, pair);
    }

    static std::vector<End> worst_of(std::vector<End> ends) {
        constexpr std::size_t most = 5;
        std::erase_if(ends, [](const End& end) { return end.differing == 0; });
        std::ranges::stable_sort(ends, std::greater{},
                                 [](const End& end) { return std::pair(end.differing, end.largest); });
        ends.resize(std::min(ends.size(), most));
        return ends;
    }

    FieldDifference& found_;
    const DifferenceOptions& options_;
    std::vector<End> rows_;
    std::vector<End> columns_;
};

}  // namespace

const ComparedField* ComparedTable::skim(const std::string& name) const {
    const auto found = std::find_if(fields.begin() + 1, fields.end(),
                                    [&](const ComparedField& field) { return field.scale.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

ComparedTable compared(const DistanceTable& table) {
    return {table.node_ids(), table.node_ids(), fields_of(table), true};
}

ComparedTable compared(const OriginDestinationTable& table) {
    return {table.origin_ids(), table.destination_ids(), fields_of(table), true};
}

ComparedTable compared(const CostMatrix& matrix) {
    return with_cost_type(matrix.type(), [&]<class T>() {
        return ComparedTable{matrix.node_ids(), matrix.node_ids(), {{matrix.scale(), matrix.values<T>()}}, false};
    });
}

StrayHops stray_hops(const DistanceTable& table) {
    StrayHops found;
    if (!table.has_next_hops()) return found;
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            const bool wanted = from != to && table.is_reachable(from, to);
            if ((table.next_hops().at(from, to) != NextHops::none) == wanted) continue;
            if (!found.any()) found.from = from, found.to = to;
            wanted ? ++found.missing : ++found.where_no_path;
        }
    }
    return found;
}

CommonIds same_positions(std::size_t count) {
    CommonIds ids;
    for (std::uint32_t index = 0; index < count; ++index) ids.common.emplace_back(index, index);
    return ids;
}

CommonIds common_ids(const IdTable& a, const IdTable& b) {
    if (a == b) return same_positions(a.size());
    CommonIds ids;
    const auto in_a = sorted_by_id(a);
    const auto in_b = sorted_by_id(b);
    auto at_b = in_b.begin();
    for (const auto& [id, index] : in_a) {
        for (; at_b != in_b.end() && at_b->first < id; ++at_b) ids.only_b.push_back(at_b->second);
        if (at_b != in_b.end() && at_b->first == id) {
            ids.common.emplace_back(index, at_b->second);
            ++at_b;
        } else {
            ids.only_a.push_back(index);
        }
    }
    for (; at_b != in_b.end(); ++at_b) ids.only_b.push_back(at_b->second);
    std::ranges::sort(ids.common);
    std::ranges::sort(ids.only_a);
    std::ranges::sort(ids.only_b);
    return ids;
}

namespace {

constexpr double unreachable_measure = std::numeric_limits<double>::infinity();
constexpr std::array<double, 4> percentile_shares{50, 90, 95, 99};

// Calls visit(row, column, a, b, measure) with positions in the common ids and raw numbers, for every pair that both
// tables have.
template <class Visit>
void visit_pairs(const ComparedPairs& pairs, const ProgressCallback& progress, const Visit& visit) {
    const auto compare = [&]<class A, class B>(std::span<const A> values_a, std::span<const B> values_b) {
        const Measure<A, B> measure(pairs.a.scale, pairs.b.scale);
        const std::size_t width_a = pairs.table_a.columns.size();
        const std::size_t width_b = pairs.table_b.columns.size();
        for (std::size_t row = 0; row < pairs.rows.common.size(); ++row) {
            const auto [row_a, row_b] = pairs.rows.common[row];
            const auto cells_a = values_a.subspan(row_a * width_a, width_a);
            const auto cells_b = values_b.subspan(row_b * width_b, width_b);
            for (std::size_t column = 0; column < pairs.columns.common.size(); ++column) {
                const auto [column_a, column_b] = pairs.columns.common[column];
                if (!pairs.table_a.has_diagonal && row_a == column_a) continue;
                if (!pairs.table_b.has_diagonal && row_b == column_b) continue;
                visit(row, column, cells_a[column_a], cells_b[column_b], measure);
            }
            if (row % 64 == 63) report(progress, "compare", row + 1, pairs.rows.common.size());
        }
    };
    std::visit([&](const auto& in_a) { std::visit([&](const auto& in_b) { compare(in_a, in_b); }, pairs.b.values); },
               pairs.a.values);
}

// Sums of weighted numbers, from which means are computed.
class Sums {
public:
    void add(double weight, double a, double b, double absolute) {
        weight_ += weight;
        a_ += weight * a;
        b_ += weight * b;
        absolute_ += weight * absolute;
        difference_ += weight * (b < a ? -absolute : absolute);
        squares_ += weight * absolute * absolute;
    }
    std::optional<MeanDifference> means() const {
        if (weight_ == 0) return std::nullopt;
        const auto mean = [&](long double sum) { return static_cast<double>(sum / weight_); };
        return MeanDifference{static_cast<double>(weight_), mean(a_), mean(b_), mean(difference_), mean(absolute_),
                              std::sqrt(mean(squares_))};
    }

private:
    long double weight_ = 0, a_ = 0, b_ = 0, difference_ = 0, absolute_ = 0, squares_ = 0;
};

// The weight of each common pair.
class Weights {
public:
    Weights(const PairWeights& weights, const ComparedPairs& pairs)
        : weights_(weights),
          field_(weights.table.fields.front()),
          scale_(field_.scale, ""),
          rows_(positions(weights.rows, pairs.rows)),
          columns_(positions(weights.columns, pairs.columns)) {}

    double of(std::size_t row, std::size_t column) const {
        if (rows_[row] == absent || columns_[column] == absent) return 0;
        const std::size_t cell = std::size_t{rows_[row]} * weights_.table.columns.size() + columns_[column];
        const double weight = std::visit(
            [&](const auto& values) {
                return is_reachable(values[cell]) ? scale_.value(static_cast<double>(values[cell])) : 0.0;
            },
            field_.values);
        if (weight >= 0) return weight;
        throw InvalidArgument(format("the weight from {} to {} is {}; weights are at least 0",
                                     weights_.table.rows.text(rows_[row]),
                                     weights_.table.columns.text(columns_[column]), weight));
    }

private:
    static constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();

    // Returns for each common index the position in the weights.
    static std::vector<std::uint32_t> positions(const CommonIds& of_weights, const CommonIds& compared) {
        std::vector<std::uint32_t> found(compared.common.size(), absent);
        auto at = of_weights.common.begin();  // both are in A's order
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::uint32_t index = compared.common[i].first;
            while (at != of_weights.common.end() && at->first < index) ++at;
            if (at != of_weights.common.end() && at->first == index) found[i] = at->second;
        }
        return found;
    }

    const PairWeights& weights_;
    const ComparedField& field_;
    NaturalScale scale_;
    std::vector<std::uint32_t> rows_;
    std::vector<std::uint32_t> columns_;
};

double relative_to_larger(double a, double b, double absolute) {
    return absolute == 0 ? 0 : absolute / std::max(std::abs(a), std::abs(b));
}

std::vector<DifferencePercentile> percentiles_of(const ComparedPairs& pairs, const ProgressCallback& progress) {
    query::Percentiles absolute(percentile_shares);
    query::Percentiles relative(percentile_shares);
    bool more = true;
    while (more) {
        visit_pairs(pairs, progress, [&](std::size_t, std::size_t, auto a, auto b, const auto& measure) {
            if (!is_reachable(a) || !is_reachable(b)) return;
            const double apart = measure.distance(a, b);
            absolute.add(apart);
            relative.add(relative_to_larger(measure.a(a), measure.b(b), apart));
        });
        more = absolute.next_pass();
        relative.next_pass();
    }
    const auto absolutes = absolute.numbers();
    const auto relatives = relative.numbers();
    std::vector<DifferencePercentile> found;
    for (std::size_t i = 0; i < absolutes.size(); ++i)
        found.push_back({percentile_shares[i], absolutes[i], relatives[i]});
    return found;
}

}  // namespace

FieldDifference difference(const ComparedPairs& pairs, const DifferenceOptions& options) {
    FieldDifference found;
    found.name = pairs.a.scale.name;
    found.unit = pairs.a.scale.unit.empty() ? pairs.b.scale.unit : pairs.a.scale.unit;
    Tally tally(found, options, pairs.rows, pairs.columns);
    std::optional<Weights> weights;
    if (options.weights != nullptr) weights.emplace(*options.weights, pairs);
    Sums sums, weighted;
    visit_pairs(pairs, options.progress,
                [&](std::size_t row, std::size_t column, auto in_a, auto in_b, const auto& measure) {
                    ++found.pairs;
                    if (is_reachable(in_a) && is_reachable(in_b)) {
                        const double a = measure.a(in_a);
                        const double b = measure.b(in_b);
                        const double apart = measure.distance(in_a, in_b);
                        sums.add(1, a, b, apart);
                        if (weights) weighted.add(weights->of(row, column), a, b, apart);
                        apart == 0 ? tally.add_equal(true) : tally.add_unequal(row, column, a, b, apart);
                    } else if (is_reachable(in_a) || is_reachable(in_b)) {
                        tally.add_one_sided(row, column, is_reachable(in_a) ? measure.a(in_a) : unreachable_measure,
                                            is_reachable(in_b) ? measure.b(in_b) : unreachable_measure);
                    } else if (is_unreachable(in_a) && is_unreachable(in_b)) {
                        tally.add_equal(false);
                    } else {
                        ++found.no_distances;
                    }
                });
    tally.finish();
    found.means = sums.means();
    found.weighted = weighted.means();
    if (weights && found.means && !found.weighted) {
        throw InvalidArgument("the weights of all pairs that are reachable in both tables are 0");
    }
    if (found.within + found.differing > 0) {
        found.percentiles = percentiles_of(pairs, options.progress);
    } else if (found.means) {
        for (const double share : percentile_shares) found.percentiles.push_back({share, 0, 0});
    }
    return found;
}

std::vector<double> differences(const ComparedPairs& pairs) {
    const std::size_t width = pairs.columns.common.size();
    std::vector<double> cells(pairs.rows.common.size() * width, std::numeric_limits<double>::quiet_NaN());
    visit_pairs(pairs, {}, [&](std::size_t row, std::size_t column, auto in_a, auto in_b, const auto& measure) {
        if (!is_reachable(in_a) || !is_reachable(in_b)) return;
        const double apart = measure.distance(in_a, in_b);
        cells[row * width + column] = measure.b(in_b) < measure.a(in_a) ? -apart : apart;
    });
    return cells;
}

}  // namespace allways
