// SPDX-License-Identifier: Apache-2.0
#include "allways/points/zone_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <variant>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/query/table_difference.h"
#include "allways/result/natural_scale.h"
#include "base/text.h"
#include "export/files/text_buffer.h"
#include "points/named_records.h"

namespace allways {

namespace {

// A compensated sum (Neumaier 1974): its error is that of rounding the exact sum, if not nearly all of that cancels.
class ZoneSum {
public:
    void add(double value) {
        const double sum = sum_ + value;
        lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
        sum_ = sum;
    }
    double value() const { return sum_ + lost_; }

private:
    double sum_ = 0;
    double lost_ = 0;
};

void for_cells(auto& matrix, const auto& work) {
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        for (std::size_t j = 0; j < matrix.columns.size(); ++j) work(i, j, matrix.cell(i, j));
    }
}

// `place(i, j)`: the sum to which a cell belongs.
std::vector<double> sums_of(const ZoneMatrix& matrix, std::size_t count, const auto& place) {
    std::vector<ZoneSum> sums(count);
    for_cells(matrix, [&](std::size_t i, std::size_t j, double cell) {
        if (!std::isnan(cell)) sums[place(i, j)].add(cell);
    });
    std::vector<double> values;
    for (const ZoneSum& sum : sums) values.push_back(sum.value());
    return values;
}

constexpr auto by_row = [](std::size_t i, std::size_t) { return i; };
constexpr auto by_column = [](std::size_t, std::size_t j) { return j; };

[[noreturn]] void fail(const ZoneMatrix& matrix, std::string_view message) {
    throw InputError(matrix.source, 0, message);
}

// "from 1 to 7"
std::string place_of(const ZoneMatrix& matrix, std::size_t i, std::size_t j) {
    return format("from {} to {}", matrix.rows.text(static_cast<std::uint32_t>(i)),
                  matrix.columns.text(static_cast<std::uint32_t>(j)));
}

void require_not_negative(const ZoneMatrix& matrix, std::string_view what) {
    for_cells(matrix, [&](std::size_t i, std::size_t j, double cell) {
        if (cell < 0) fail(matrix, format("expected {} from 0, found {} {}", what, cell, place_of(matrix, i, j)));
    });
}

// The column of the zone of a row.
std::optional<std::uint32_t> column_of_row(const ZoneMatrix& matrix, std::uint32_t row) {
    return matrix.rows == matrix.columns ? std::optional(row) : matrix.columns.find(matrix.rows.text(row));
}

// The indexes in `other` of the zones of a matrix, in its order.
std::vector<std::uint32_t> same_zones(const IdTable& ids, const IdTable& other, const std::string& file,
                                      std::string_view side) {
    const CommonIds found = common_ids(ids, other);
    if (!found.same()) {
        const bool lacks = !found.only_a.empty();
        throw InputError(
            file, 0,
            format("expected the zones of the matrix, but it {} the {} of zone {}", lacks ? "lacks" : "also has", side,
                   lacks ? ids.text(found.only_a[0]) : other.text(found.only_b[0])));
    }
    std::vector<std::uint32_t> indexes;
    for (const auto& [index, at] : found.common) indexes.push_back(at);
    return indexes;
}

// `other` in the order of the zones of the matrix.
ZoneMatrix matched(const ZoneMatrix& matrix, const ZoneMatrix& other) {
    const std::vector<std::uint32_t> rows = same_zones(matrix.rows, other.rows, other.source, "row");
    const std::vector<std::uint32_t> columns = same_zones(matrix.columns, other.columns, other.source, "column");
    ZoneMatrix made{other.scale, matrix.rows, matrix.columns, std::vector<double>(matrix.cells.size()), other.source};
    for_cells(made, [&](std::size_t i, std::size_t j, double& cell) { cell = other.cell(rows[i], columns[j]); });
    return made;
}

// `number(i, j)`: the other operand.
void apply(ZoneMatrix& matrix, Arithmetic arithmetic, const auto& number) {
    for_cells(matrix, [&](std::size_t i, std::size_t j, double& cell) {
        const double other = number(i, j);
        cell = arithmetic == Arithmetic::plus    ? cell + other
               : arithmetic == Arithmetic::minus ? cell - other
                                                 : cell * other;
        if (std::isinf(cell)) fail(matrix, format("the result {} is too large", place_of(matrix, i, j)));
    });
}

}  // namespace

ZoneMatrix zone_matrix(const Input& input, const std::string& file, std::string_view hint) {
    return std::visit(
        [&]<class Content>(const Content& content) -> ZoneMatrix {
            if constexpr (std::is_same_v<Content, RoadNetwork> || std::is_same_v<Content, NetworkFactor>) {
                throw InputError(file, 0, format("expected a matrix of trips, found a network{}", hint));
            } else {
                const ComparedTable table = compared(content);
                const auto& [scale, values] = table.fields.front();
                ZoneMatrix matrix{{scale.name, scale.unit, 0},
                                  table.rows,
                                  table.columns,
                                  natural_numbers(values, NaturalScale(scale, "")),
                                  file};
                std::ranges::replace_if(
                    matrix.cells, [](double cell) { return std::isinf(cell); }, std::nan(""));
                for (std::size_t i = 0; i < table.rows.size() && !table.has_diagonal; ++i) matrix.cell(i, i) = 0;
                return matrix;
            }
        },
        input);
}

// ---- facts

MatrixFacts facts_of(const ZoneMatrix& matrix) {
    MatrixFacts facts;
    for (const double cell : matrix.cells) {
        facts.missing += std::isnan(cell);
        if (std::isnan(cell)) continue;
        facts.nonzero += cell != 0;
        facts.smallest = std::min(facts.smallest.value_or(cell), cell);
        facts.largest = std::max(facts.largest.value_or(cell), cell);
    }
    ZoneSum diagonal;
    for (std::uint32_t i = 0; i < matrix.rows.size(); ++i) {
        const auto itself = column_of_row(matrix, i);
        if (itself && !std::isnan(matrix.cell(i, *itself))) diagonal.add(matrix.cell(i, *itself));
    }
    facts.total = sums_of(matrix, 1, [](std::size_t, std::size_t) { return 0; }).front();
    facts.diagonal = diagonal.value();
    return facts;
}

std::string sums_text(const ZoneMatrix& matrix) {
    const std::vector<double> of_rows = sums_of(matrix, matrix.rows.size(), by_row);
    const std::vector<double> of_columns = sums_of(matrix, matrix.columns.size(), by_column);
    std::string text = "zone_id,row_sum,column_sum\n";
    for (std::uint32_t i = 0; i < matrix.rows.size(); ++i) {
        const auto column = column_of_row(matrix, i);
        text += format("{},{},{}\n", tools::csv_field(matrix.rows.text(i)), of_rows[i],
                       column ? format("{}", of_columns[*column]) : "");
    }
    for (std::uint32_t j = 0; j < matrix.columns.size(); ++j) {
        const std::string id = matrix.columns.text(j);
        if (!matrix.rows.find(id)) text += format("{},,{}\n", tools::csv_field(id), of_columns[j]);
    }
    return text;
}

// ---- operations

ZoneMatrix transposed(const ZoneMatrix& matrix) {
    ZoneMatrix made{matrix.scale, matrix.columns, matrix.rows, std::vector<double>(matrix.cells.size()), matrix.source};
    for_cells(made, [&](std::size_t i, std::size_t j, double& cell) { cell = matrix.cell(j, i); });
    return made;
}

void combine(ZoneMatrix& matrix, Arithmetic arithmetic, double number) {
    apply(matrix, arithmetic, [&](std::size_t, std::size_t) { return number; });
}

void combine(ZoneMatrix& matrix, Arithmetic arithmetic, const ZoneMatrix& other) {
    const ZoneMatrix same = matched(matrix, other);
    std::string& unit = matrix.scale.unit;
    const bool is_sum = arithmetic != Arithmetic::times;
    const NaturalScale scale(other.scale, is_sum && !other.scale.unit.empty() ? unit : "");
    apply(matrix, arithmetic, [&](std::size_t i, std::size_t j) { return scale.value(same.cell(i, j)); });
    if (!is_sum) unit = unit.empty() ? other.scale.unit : other.scale.unit.empty() ? unit : "";
}

ZoneMatrix aggregated(const ZoneMatrix& matrix, const std::vector<std::string>& of_rows,
                      const std::vector<std::string>& of_columns) {
    // The index of each zone's district, and the districts.
    const auto numbered = [](const std::vector<std::string>& districts) {
        std::vector<std::string> names;
        std::vector<std::size_t> indexes;
        for (const std::string& name : districts) {
            indexes.push_back(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
            if (indexes.back() == names.size()) names.push_back(name);
        }
        return std::pair(std::move(indexes), IdTable::from_texts(std::move(names)));
    };
    const auto rows = numbered(of_rows);
    const auto columns = numbered(of_columns);
    const std::size_t width = columns.second.size();
    const auto place = [&](std::size_t i, std::size_t j) { return rows.first[i] * width + columns.first[j]; };
    return {matrix.scale, rows.second, columns.second, sums_of(matrix, rows.second.size() * width, place),
            matrix.source};
}

namespace {

// Multiplies cells so that their sums, which are `sums`, become the targets.
void scale_to(ZoneMatrix& matrix, std::span<const double> sums, std::span<const double> targets, const auto& place) {
    for_cells(matrix, [&](std::size_t i, std::size_t j, double& cell) {
        const std::size_t at = place(i, j);
        cell *= sums[at] > 0 ? targets[at] / sums[at] : 0;
    });
}

// The largest deviation of a sum from its target, relative to it.
double deviation_of(std::span<const double> sums, std::span<const double> targets) {
    double most = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] != targets[i]) most = std::max(most, targets[i] > 0 ? std::abs(sums[i] / targets[i] - 1) : 1.0);
    }
    return most;
}

}  // namespace

FitReport fit(ZoneMatrix& matrix, std::span<const double> of_rows, std::span<const double> of_columns,
              const ProgressCallback& progress) {
    constexpr std::uint32_t most = 1'000;
    require_not_negative(matrix, "trips");
    const double origins = std::accumulate(of_rows.begin(), of_rows.end(), 0.0);
    const double destinations = std::accumulate(of_columns.begin(), of_columns.end(), 0.0);
    if (std::abs(origins - destinations) > 1e-6 * std::max(origins, destinations))
        fail(matrix, format("the targets of origins add up to {}, those of destinations to {}; expected one sum",
                            origins, destinations));
    std::vector<double> columns(of_columns.begin(), of_columns.end());
    for (double& target : columns) target *= destinations > 0 ? origins / destinations : 1;
    const auto require_trips = [&](std::span<const double> sums, std::span<const double> targets, const IdTable& ids,
                                   std::string_view side) {
        for (std::uint32_t i = 0; i < sums.size(); ++i) {
            if (sums[i] == 0 && targets[i] > 0)
                fail(matrix,
                     format("the {} of zone {} has no trips to fit to its target, {}", side, ids.text(i), targets[i]));
        }
    };
    for (FitReport report;; ++report.iterations) {
        const std::vector<double> rows = sums_of(matrix, of_rows.size(), by_row);
        report.deviation =
            std::max(deviation_of(rows, of_rows), deviation_of(sums_of(matrix, columns.size(), by_column), columns));
        if (report.is_reached() || report.iterations == most) return report;
        allways::report(progress, "fit", report.iterations, most);
        // The first iteration leaves no trips from and to zones with targets of 0.
        if (report.iterations < 2) require_trips(rows, of_rows, matrix.rows, "row");
        scale_to(matrix, rows, of_rows, by_row);
        const std::vector<double> down = sums_of(matrix, columns.size(), by_column);
        if (report.iterations == 0) require_trips(down, columns, matrix.columns, "column");
        scale_to(matrix, down, columns, by_column);
    }
}

void round_rows(ZoneMatrix& matrix) {
    std::vector<std::pair<double, double*>> remainders;
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        remainders.clear();
        ZoneSum rest;
        for (std::size_t j = 0; j < matrix.columns.size(); ++j) {
            double& cell = matrix.cell(i, j);
            if (std::isnan(cell)) continue;
            remainders.emplace_back(cell - std::floor(cell), &cell);
            rest.add(remainders.back().first);
            cell = std::floor(cell);
        }
        std::ranges::stable_sort(remainders, std::greater(), &std::pair<double, double*>::first);
        const auto up = std::min(remainders.size(), static_cast<std::size_t>(std::round(rest.value())));
        for (std::size_t at = 0; at < up; ++at) *remainders[at].second += 1;
    }
}

// ---- distributions of lengths

TripLengths trip_lengths(const ZoneMatrix& trips, const ZoneMatrix& skim, const Decimal& width) {
    constexpr double most_bins = 1e6;
    require_not_negative(trips, "trips");
    require_not_negative(skim, "lengths");
    if (!(width.to_double() > 0)) throw InvalidArgument(format("expected bins above 0, found {}", width.to_string()));
    const ZoneMatrix lengths = matched(trips, skim);
    // Edges are exact multiples, unlike sums of rounded widths.
    const auto edge = [&](std::size_t bin) { return (Decimal(static_cast<std::int64_t>(bin), 0) * width).to_double(); };
    std::vector<ZoneSum> bins;
    ZoneSum total, weighted, without;
    for_cells(trips, [&](std::size_t i, std::size_t j, double count) {
        const double length = lengths.cell(i, j);
        if (!(count > 0)) return;
        if (std::isnan(length)) return without.add(count);
        if (length / width.to_double() >= most_bins)
            fail(skim, format("{} {} would be beyond a million bins", length, place_of(trips, i, j)));
        auto bin = static_cast<std::size_t>(length / width.to_double());
        if (edge(bin) > length) --bin;
        if (edge(bin + 1) <= length) ++bin;
        if (bins.size() <= bin) bins.resize(bin + 1);
        bins[bin].add(count);
        total.add(count);
        weighted.add(count * length);
    });
    TripLengths found{"from,to,trips,share\n", {}, total.value(), without.value()};
    for (std::size_t bin = 0; bin < bins.size(); ++bin)
        found.csv +=
            format("{},{},{},{}\n", edge(bin), edge(bin + 1), bins[bin].value(), bins[bin].value() / found.total);
    if (found.total > 0) found.mean = weighted.value() / found.total;
    return found;
}

// ---- values of zones

std::vector<std::string> zone_texts(const std::string& path, const std::string& column, const IdTable& ids,
                                    bool are_numbers) {
    tools::NamedRecords records(path);
    constexpr std::array<const char*, 3> names{"zone_id", "node_id", "id"};
    const auto id = std::ranges::find_if(names, [&](const char* name) { return records.has(name); });
    if (id == names.end() || !records.has(column))
        records.fail(format("expected the columns zone_id (or node_id, id) and {}, found {}", column,
                            joined(records.columns())));
    std::vector<std::string> found(ids.size());
    while (records.next()) {
        const std::string text = records.value(column);
        const auto zone = ids.find(records.value(*id));
        if (!zone && (!are_numbers || text.empty() || parse_real(text) == 0)) continue;
        if (!zone) records.fail(format("the matrix has no zone {} for these {}", records.value(*id), column));
        if (!found[*zone].empty()) records.fail(format("the zone {} is there twice", ids.text(*zone)));
        if (text.empty()) records.fail(format("the zone {} has no {}", ids.text(*zone), column));
        if (are_numbers && !(parse_real(text).value_or(-1) >= 0))
            records.fail(format("expected a number from 0 in column '{}', found '{}'{}", column, shortened(text),
                                comma_hint(text)));
        found[*zone] = text;
    }
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        if (found[i].empty()) throw InputError(path, 0, format("there is no row for the zone {}", ids.text(i)));
    }
    return found;
}

std::vector<double> zone_numbers(const std::string& path, const std::string& column, const IdTable& ids) {
    std::vector<double> numbers;
    for (const std::string& text : zone_texts(path, column, ids, true)) numbers.push_back(*parse_real(text));
    return numbers;
}

}  // namespace allways
