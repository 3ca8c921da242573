// SPDX-License-Identifier: Apache-2.0
#include "allways/points/zone_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>
#include <variant>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/query/table_difference.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
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

double sum_of(std::span<const double> cells) {
    ZoneSum sum;
    for (const double cell : cells) {
        if (std::isfinite(cell)) sum.add(cell);
    }
    return sum.value();
}

std::vector<double> row_sums(const ZoneMatrix& matrix) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) sums.push_back(sum_of(matrix.row(i)));
    return sums;
}

std::vector<double> column_sums(const ZoneMatrix& matrix) {
    std::vector<ZoneSum> sums(matrix.columns.size());
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        const std::span<const double> row = matrix.row(i);
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (std::isfinite(row[j])) sums[j].add(row[j]);
        }
    }
    std::vector<double> values;
    for (const ZoneSum& sum : sums) values.push_back(sum.value());
    return values;
}

// "from 1 to 7"
std::string place_of(const ZoneMatrix& matrix, std::size_t cell) {
    const std::size_t width = matrix.columns.size();
    return format("from {} to {}", matrix.rows.text(static_cast<std::uint32_t>(cell / width)),
                  matrix.columns.text(static_cast<std::uint32_t>(cell % width)));
}

void require_trips(const ZoneMatrix& matrix) {
    const auto negative = std::ranges::find_if(matrix.cells, [](double cell) { return cell < 0; });
    if (negative == matrix.cells.end()) return;
    const auto cell = static_cast<std::size_t>(negative - matrix.cells.begin());
    throw InvalidArgument(format("expected trips from 0, found {} {}", *negative, place_of(matrix, cell)));
}

// The indexes in `other` of the zones of a matrix, in its order.
std::vector<std::uint32_t> same_zones(const IdTable& ids, const IdTable& other, const std::string& file,
                                      std::string_view side) {
    const CommonIds found = common_ids(ids, other);
    if (!found.only_a.empty())
        throw InputError(file, 0,
                         format("expected the zones of the matrix; no {} is zone {}", side, ids.text(found.only_a[0])));
    if (!found.only_b.empty())
        throw InputError(
            file, 0,
            format("expected the zones of the matrix, which has no {} of zone {}", side, other.text(found.only_b[0])));
    std::vector<std::uint32_t> indexes;
    for (const auto& [index, at] : found.common) indexes.push_back(at);
    return indexes;
}

// The cells of `other` in the order of the matrix.
std::vector<double> matched_cells(const ZoneMatrix& matrix, const ZoneMatrix& other, const std::string& file) {
    const std::vector<std::uint32_t> rows = same_zones(matrix.rows, other.rows, file, "row");
    const std::vector<std::uint32_t> columns = same_zones(matrix.columns, other.columns, file, "column");
    std::vector<double> cells;
    cells.reserve(matrix.cells.size());
    for (const std::uint32_t row : rows) {
        for (const std::uint32_t column : columns) cells.push_back(other.row(row)[column]);
    }
    return cells;
}

// `number(cell)`: the other operand.
void apply(ZoneMatrix& matrix, Arithmetic arithmetic, const auto& number) {
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        double& cell = matrix.cells[i];
        const double other = number(i);
        if (!std::isfinite(cell) || !std::isfinite(other)) {
            cell = std::numeric_limits<double>::infinity();
            continue;
        }
        cell = arithmetic == Arithmetic::plus    ? cell + other
               : arithmetic == Arithmetic::minus ? cell - other
                                                 : cell * other;
        if (!std::isfinite(cell)) throw InvalidArgument(format("the result {} is too large", place_of(matrix, i)));
    }
}

}  // namespace

ZoneMatrix zone_matrix(const Input& input, const std::string& file, std::string_view hint) {
    return std::visit(
        [&]<class Content>(const Content& content) -> ZoneMatrix {
            if constexpr (std::is_same_v<Content, RoadNetwork> || std::is_same_v<Content, NetworkFactor>) {
                throw InputError(file, 0, format("expected a matrix of trips, found a network{}", hint));
            } else if constexpr (std::is_same_v<Content, CostMatrix>) {
                const CostView cells =
                    with_cost_type(content.type(), [&]<class T>() -> CostView { return content.template values<T>(); });
                ZoneMatrix matrix{content.scale(), content.node_ids(), content.node_ids(),
                                  natural_numbers(cells, NaturalScale(content.scale(), ""))};
                matrix.scale.digits = 0;
                for (std::size_t i = 0; i < matrix.rows.size(); ++i) matrix.row(i)[i] = 0;  // it is left open
                return matrix;
            } else {
                const TableCells cells = cells_of(content);
                return {{cells.scale.name, cells.scale.unit, 0},
                        cells.rows,
                        cells.columns,
                        natural_numbers(cells.distances, NaturalScale(cells.scale, ""))};
            }
        },
        input);
}

// ---- facts

MatrixFacts facts_of(const ZoneMatrix& matrix) {
    MatrixFacts facts{matrix.scale.name, matrix.scale.unit, matrix.rows.size(), matrix.columns.size()};
    const bool one_list = matrix.rows == matrix.columns;
    ZoneSum total, diagonal;
    for (std::uint32_t i = 0; i < facts.rows; ++i) {
        const std::span<const double> row = matrix.row(i);
        for (const double cell : row) {
            if (!std::isfinite(cell)) {
                ++facts.missing;
                continue;
            }
            ++(cell == 0 ? facts.zero : facts.nonzero);
            total.add(cell);
            facts.smallest = std::min(facts.smallest.value_or(cell), cell);
            facts.largest = std::max(facts.largest.value_or(cell), cell);
        }
        const auto itself = one_list ? std::optional(i) : matrix.columns.find(matrix.rows.text(i));
        if (itself && std::isfinite(row[*itself])) diagonal.add(row[*itself]);
    }
    facts.total = total.value();
    facts.diagonal = diagonal.value();
    return facts;
}

std::string sums_text(const ZoneMatrix& matrix) {
    for (const IdTable* ids : {&matrix.rows, &matrix.columns}) {
        if (const auto repeated = ids->first_repeated())
            throw InvalidArgument(format("the zone {} is there twice", ids->text(*repeated)));
    }
    const std::vector<double> of_rows = row_sums(matrix);
    const std::vector<double> of_columns = column_sums(matrix);
    std::string text = "zone_id,row_sum,column_sum\n";
    const auto add = [&](const std::string& id, const std::string& row, const std::string& column) {
        text += format("{},{},{}\n", tools::csv_field(id), row, column);
    };
    for (std::uint32_t i = 0; i < matrix.rows.size(); ++i) {
        const auto column = matrix.columns.find(matrix.rows.text(i));
        add(matrix.rows.text(i), format("{}", of_rows[i]), column ? format("{}", of_columns[*column]) : "");
    }
    for (std::uint32_t j = 0; j < matrix.columns.size(); ++j) {
        if (!matrix.rows.find(matrix.columns.text(j))) add(matrix.columns.text(j), "", format("{}", of_columns[j]));
    }
    return text;
}

// ---- operations

ZoneMatrix transposed(const ZoneMatrix& matrix) {
    ZoneMatrix made{matrix.scale, matrix.columns, matrix.rows, {}};
    made.cells.reserve(matrix.cells.size());
    for (std::size_t j = 0; j < matrix.columns.size(); ++j) {
        for (std::size_t i = 0; i < matrix.rows.size(); ++i) made.cells.push_back(matrix.row(i)[j]);
    }
    return made;
}

void combine(ZoneMatrix& matrix, Arithmetic arithmetic, double number) {
    apply(matrix, arithmetic, [&](std::size_t) { return number; });
}

void combine(ZoneMatrix& matrix, Arithmetic arithmetic, const ZoneMatrix& other, const std::string& file) {
    const std::vector<double> cells = matched_cells(matrix, other, file);
    std::string& unit = matrix.scale.unit;
    const bool is_sum = arithmetic != Arithmetic::times;
    const NaturalScale scale(other.scale, is_sum && !other.scale.unit.empty() ? unit : "");
    apply(matrix, arithmetic, [&](std::size_t cell) { return scale.value(cells[cell]); });
    if (!is_sum) unit = unit.empty() ? other.scale.unit : other.scale.unit.empty() ? unit : "";
}

ZoneMatrix aggregated(const ZoneMatrix& matrix, const std::vector<std::string>& of_rows,
                      const std::vector<std::string>& of_columns) {
    // The index of each zone's district, and the districts.
    const auto numbered = [](const std::vector<std::string>& districts) {
        std::unordered_map<std::string, std::size_t> known;
        std::vector<std::string> names;
        std::vector<std::size_t> indexes;
        for (const std::string& name : districts) {
            indexes.push_back(known.emplace(name, known.size()).first->second);
            if (indexes.back() == names.size()) names.push_back(name);
        }
        return std::pair(std::move(indexes), IdTable::from_texts(std::move(names)));
    };
    const auto [row_of, rows] = numbered(of_rows);
    const auto [column_of, columns] = numbered(of_columns);
    std::vector<ZoneSum> sums(rows.size() * columns.size());
    for (std::size_t i = 0; i < row_of.size(); ++i) {
        const std::span<const double> row = matrix.row(i);
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (std::isfinite(row[j])) sums[row_of[i] * columns.size() + column_of[j]].add(row[j]);
        }
    }
    ZoneMatrix made{matrix.scale, rows, columns, {}};
    for (const ZoneSum& sum : sums) made.cells.push_back(sum.value());
    return made;
}

namespace {

double deviation_of(double sum, double target) {
    return target > 0 ? std::abs(sum - target) / target : 0;
}

void require_cells(std::span<const double> sums, std::span<const double> targets, const IdTable& ids,
                   std::string_view side, std::string_view target) {
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
        if (sums[i] == 0 && targets[i] > 0)
            throw InvalidArgument(
                format("the {} of zone {} has no trips to fit to its {}, {}", side, ids.text(i), target, targets[i]));
    }
}

}  // namespace

FitReport fit(ZoneMatrix& matrix, std::span<const double> of_rows, std::span<const double> of_columns,
              const ProgressCallback& progress) {
    constexpr std::uint32_t most = 1'000;
    require_trips(matrix);
    const double origins = sum_of(of_rows);
    const double destinations = sum_of(of_columns);
    if (std::abs(origins - destinations) > 1e-6 * std::max(origins, destinations))
        throw InvalidArgument(format("expected targets of one sum, but origins add up to {} and destinations to {}",
                                     origins, destinations));
    std::vector<double> columns(of_columns.begin(), of_columns.end());
    for (double& target : columns) target *= destinations > 0 ? origins / destinations : 1;
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        for (std::size_t j = 0; j < columns.size(); ++j) {
            double& cell = matrix.row(i)[j];
            if (std::isfinite(cell) && (of_rows[i] == 0 || columns[j] == 0)) cell = 0;
        }
    }
    std::vector<double> sums = row_sums(matrix);
    require_cells(sums, of_rows, matrix.rows, "row", "origins");
    std::vector<double> column_totals = column_sums(matrix);
    require_cells(column_totals, columns, matrix.columns, "column", "destinations");
    const auto factor = [](double target, double sum) { return sum > 0 ? target / sum : 0; };
    FitReport report;
    for (;;) {
        report.deviation = 0;
        for (std::size_t i = 0; i < sums.size(); ++i)
            report.deviation = std::max(report.deviation, deviation_of(sums[i], of_rows[i]));
        for (std::size_t j = 0; j < columns.size(); ++j)
            report.deviation = std::max(report.deviation, deviation_of(column_totals[j], columns[j]));
        if (report.is_reached() || report.iterations == most) return report;
        allways::report(progress, "fit", report.iterations++, most);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double by = factor(of_rows[i], sums[i]);
            for (double& cell : matrix.row(i)) cell *= std::isfinite(cell) ? by : 1;
        }
        column_totals = column_sums(matrix);
        for (std::size_t j = 0; j < columns.size(); ++j) column_totals[j] = factor(columns[j], column_totals[j]);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const std::span<double> row = matrix.row(i);
            for (std::size_t j = 0; j < row.size(); ++j) row[j] *= std::isfinite(row[j]) ? column_totals[j] : 1;
        }
        sums = row_sums(matrix);
        column_totals = column_sums(matrix);
    }
}

void round_rows(ZoneMatrix& matrix) {
    std::vector<std::size_t> order;
    std::vector<double> remainders(matrix.columns.size());
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        const std::span<double> row = matrix.row(i);
        order.clear();
        ZoneSum rest;
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (!std::isfinite(row[j])) continue;
            remainders[j] = row[j] - std::floor(row[j]);
            row[j] = std::floor(row[j]);
            rest.add(remainders[j]);
            order.push_back(j);
        }
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t j) { return remainders[j]; });
        const auto up = static_cast<std::size_t>(std::round(rest.value()));
        for (std::size_t at = 0; at < std::min(up, order.size()); ++at) row[order[at]] += 1;
    }
}

// ---- distributions of lengths

TripLengths trip_lengths(const ZoneMatrix& trips, const ZoneMatrix& skim, const Decimal& width,
                         const std::string& file) {
    constexpr double most_bins = 1e6;
    require_trips(trips);
    if (!(width.to_double() > 0)) throw InvalidArgument(format("expected bins above 0, found {}", width.to_string()));
    const std::vector<double> lengths = matched_cells(trips, skim, file);
    // Edges are exact multiples, unlike sums of rounded widths.
    const auto edge = [&](std::size_t bin) { return (Decimal(static_cast<std::int64_t>(bin), 0) * width).to_double(); };
    std::vector<ZoneSum> bins;
    ZoneSum weighted, without;
    for (std::size_t cell = 0; cell < lengths.size(); ++cell) {
        const double count = trips.cells[cell];
        const double length = lengths[cell];
        if (!(count > 0) || !std::isfinite(count)) continue;
        if (!std::isfinite(length)) {
            without.add(count);
            continue;
        }
        if (length < 0)
            throw InputError(file, 0, format("expected lengths from 0, found {} {}", length, place_of(trips, cell)));
        if (length / width.to_double() >= most_bins)
            throw InputError(file, 0, format("{} {} would be beyond a million bins", length, place_of(trips, cell)));
        auto bin = static_cast<std::size_t>(length / width.to_double());
        if (edge(bin) > length) --bin;
        if (edge(bin + 1) <= length) ++bin;
        if (bins.size() <= bin) bins.resize(bin + 1);
        bins[bin].add(count);
        weighted.add(count * length);
    }
    TripLengths found{.unit = skim.scale.unit};
    for (std::size_t bin = 0; bin <= bins.size(); ++bin) found.edges.push_back(edge(bin));
    for (const ZoneSum& bin : bins) found.trips.push_back(bin.value());
    found.total = sum_of(found.trips);
    found.without_length = without.value();
    if (found.total > 0) found.mean = weighted.value() / found.total;
    return found;
}

std::string TripLengths::csv() const {
    std::string text = "from,to,trips,share\n";
    for (std::size_t bin = 0; bin < trips.size(); ++bin)
        text += format("{},{},{},{}\n", edges[bin], edges[bin + 1], trips[bin], trips[bin] / total);
    return text;
}

// ---- values of zones

ZoneValues::ZoneValues(const std::string& path, std::vector<std::string> columns)
    : path_(path), columns_(std::move(columns)) {
    tools::NamedRecords records(path);
    constexpr std::array<const char*, 3> names{"zone_id", "node_id", "id"};
    const auto id = std::ranges::find_if(names, [&](const char* name) { return records.has(name); });
    const bool complete = std::ranges::all_of(columns_, [&](const auto& name) { return records.has(name); });
    if (id == names.end() || !complete)
        records.fail(format("expected the columns zone_id (or node_id, id) and {}, found {}", joined(columns_, " and "),
                            joined(records.columns())));
    std::vector<std::string> ids;
    while (records.next()) {
        ids.push_back(records.value(*id));
        lines_.push_back(records.line_number());
        values_.emplace_back();
        for (const std::string& column : columns_) values_.back().push_back(records.value(column));
    }
    ids_ = IdTable::from_texts(std::move(ids));
    if (const auto repeated = ids_.first_repeated())
        throw InputError(path_, lines_[*repeated], format("the zone {} is there twice", ids_.text(*repeated)));
}

std::vector<std::string> ZoneValues::texts(const IdTable& ids, const std::string& column) const {
    const auto at = static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
    std::vector<std::string> found;
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        const auto zone = ids_.find(ids.text(i));
        if (!zone) throw InputError(path_, 0, format("there is no row for the zone {}", ids.text(i)));
        found.push_back(values_[*zone][at]);
        if (found.back().empty())
            throw InputError(path_, lines_[*zone], format("the zone {} has no {}", ids.text(i), column));
    }
    return found;
}

std::vector<double> ZoneValues::numbers(const IdTable& ids, const std::string& column) const {
    std::vector<double> found;
    for (const std::string& text : texts(ids, column)) {
        const auto number = parse_real(text);
        if (!number || *number < 0) {
            const auto zone = *ids_.find(ids.text(static_cast<std::uint32_t>(found.size())));
            throw InputError(path_, lines_[zone],
                             format("expected a number from 0 in column '{}', found '{}'{}", column, shortened(text),
                                    comma_hint(text)));
        }
        found.push_back(*number);
    }
    return found;
}

void ZoneValues::require_only(const IdTable& rows, const IdTable& columns) const {
    for (std::uint32_t i = 0; i < ids_.size(); ++i) {
        if (!rows.find(ids_.text(i)) && !columns.find(ids_.text(i)))
            throw InputError(path_, lines_[i], format("the matrix has no zone {}", ids_.text(i)));
    }
}

}  // namespace allways
