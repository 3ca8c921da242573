#include "allways/query/table_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "allways/result/natural_scale.h"

namespace allways {

namespace {

template <class Table>
std::vector<ComparedField> fields_of(const Table& table) {
    std::vector<ComparedField> fields{{table.scale(), view(table.distances())}};
    for (const Skim& skim : table.skims()) fields.push_back({skim.scale, view(skim.values.all())});
    return fields;
}

// Indexes sorted by the texts of their ids, then by index.
std::vector<std::pair<std::string, std::uint32_t>> sorted_by_id(const IdTable& ids) {
    std::vector<std::pair<std::string, std::uint32_t>> all;
    all.reserve(ids.size());
    for (std::uint32_t index = 0; index < ids.size(); ++index) all.emplace_back(ids.text(index), index);
    std::ranges::sort(all);
    return all;
}

// What rounding adds to a path of some thousand arcs, relative to its cost: 2⁻⁵³ for each arc.
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
    // Whole numbers of one scale are subtracted exactly: 1.1 - 1 is 0.1.
    double distance(A raw_a, B raw_b) const {
        if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
            if (same_) return a_.value(static_cast<double>(std::abs(std::int64_t{raw_a} - std::int64_t{raw_b})));
        }
        if constexpr (std::is_same_v<A, float> != std::is_same_v<B, float>) {
            if (static_cast<float>(a(raw_a)) == static_cast<float>(b(raw_b))) return 0;  // equal to float32 precision
        }
        const double absolute = std::abs(a(raw_a) - b(raw_b));
        if constexpr (std::is_integral_v<A> != std::is_integral_v<B>) {
            // Exact sums beside sums of float64, whose last digits are noise.
            if (absolute <= float64_noise * std::max(std::abs(a(raw_a)), std::abs(b(raw_b)))) return 0;
        }
        return absolute;
    }

private:
    bool same_;
    NaturalScale a_;
    NaturalScale b_;
};

// True for exactly the value of unreachable, or an unknown sum.
template <class T>
bool is_unreachable(T value) {
    return std::is_floating_point_v<T> || value == unreachable_cost<T>;
}

// Counts pairs in row order.
class Tally {
public:
    Tally(FieldDifference& found, const Tolerance& tolerance, const CommonIds& rows, const CommonIds& columns)
        : found_(found), tolerance_(tolerance), rows_(ends_of(rows)), columns_(ends_of(columns)) {}

    void add_equal(bool reachable) {
        ++found_.equal;
        found_.unreachable += !reachable;
    }

    void add_one_sided(std::size_t row, std::size_t column, double a, double b) {
        std::isfinite(a) ? ++found_.reachable_in_a : ++found_.reachable_in_b;
        constexpr double infinity = std::numeric_limits<double>::infinity();
        add_to_worst(row, column, {rows_[row].index, columns_[column].index, a, b, infinity, infinity});
    }

    void add_unequal(std::size_t row, std::size_t column, double a, double b, double absolute) {
        const double larger = std::max(std::abs(a), std::abs(b));
        const PairDifference pair{rows_[row].index, columns_[column].index, a, b, absolute, absolute / larger};
        const auto keep = [&](std::optional<PairDifference>& largest, double PairDifference::*measure) {
            if (!largest || pair.*measure > (*largest).*measure) largest = pair;
        };
        keep(found_.largest_absolute, &PairDifference::absolute);
        keep(found_.largest_relative, &PairDifference::relative);
        if (absolute <= tolerance_.absolute + tolerance_.relative * larger) {
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
    const Tolerance& tolerance_;
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

FieldDifference difference(const ComparedTable& table_a, const ComparedField& a, const ComparedTable& table_b,
                           const ComparedField& b, const CommonIds& rows, const CommonIds& columns,
                           const Tolerance& tolerance, const ProgressCallback& progress) {
    FieldDifference found;
    found.name = a.scale.name;
    found.unit = a.scale.unit.empty() ? b.scale.unit : a.scale.unit;
    Tally tally(found, tolerance, rows, columns);
    const auto compare = [&]<class A, class B>(std::span<const A> values_a, std::span<const B> values_b) {
        const Measure<A, B> measure(a.scale, b.scale);
        constexpr double infinity = std::numeric_limits<double>::infinity();
        for (std::size_t row = 0; row < rows.common.size(); ++row) {
            const auto [row_a, row_b] = rows.common[row];
            const auto cells_a = values_a.subspan(row_a * table_a.columns.size(), table_a.columns.size());
            const auto cells_b = values_b.subspan(row_b * table_b.columns.size(), table_b.columns.size());
            for (std::size_t column = 0; column < columns.common.size(); ++column) {
                const auto [column_a, column_b] = columns.common[column];
                if (!table_a.has_diagonal && row_a == column_a) continue;
                if (!table_b.has_diagonal && row_b == column_b) continue;
                ++found.pairs;
                const A in_a = cells_a[column_a];
                const B in_b = cells_b[column_b];
                if (is_reachable(in_a) && is_reachable(in_b)) {
                    const double apart = measure.distance(in_a, in_b);
                    if (apart == 0) {
                        tally.add_equal(true);
                    } else {
                        tally.add_unequal(row, column, measure.a(in_a), measure.b(in_b), apart);
                    }
                } else if (is_reachable(in_a) || is_reachable(in_b)) {
                    tally.add_one_sided(row, column, is_reachable(in_a) ? measure.a(in_a) : infinity,
                                        is_reachable(in_b) ? measure.b(in_b) : infinity);
                } else if (is_unreachable(in_a) && is_unreachable(in_b)) {
                    tally.add_equal(false);
                } else {
                    ++found.no_distances;
                }
            }
            if (row % 64 == 63) report(progress, "compare", row + 1, rows.common.size());
        }
    };
    std::visit([&](const auto& in_a) { std::visit([&](const auto& in_b) { compare(in_a, in_b); }, b.values); },
               a.values);
    tally.finish();
    return found;
}

}  // namespace allways
