// SPDX-License-Identifier: Apache-2.0
#include "matrices/pair_table.h"

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/stated_units.h"
#include "base/counted.h"
#include "base/fixed_point.h"
#include "matrices/decimal_matrix.h"
#include "matrices/matrix_costs.h"
#include "matrices/matrix_sides.h"

namespace allways::importers {

std::uint32_t PairTable::Names::add(std::string_view name) {
    if (const auto found = index.find(name); found != index.end()) return found->second;
    const auto at = static_cast<std::uint32_t>(texts.size());
    index.emplace(name, at);
    texts.emplace_back(name);
    return at;
}

void PairTable::add(std::string_view from, std::string_view to, const std::vector<Decimal>& numbers,
                    std::uint64_t line) {
    rows_.push_back(origins_.add(from));
    columns_.push_back(destinations_.add(to));
    lines_.push_back(line);
    for (std::size_t field = 0; field < fields_.size(); ++field) numbers_[field].push_back(numbers[field]);
}

bool PairTable::has_same_nodes() const {
    if (origins_.texts.size() != destinations_.texts.size()) return false;
    if (!std::ranges::all_of(origins_.texts, [&](const auto& name) { return destinations_.index.contains(name); }))
        return false;
    for (std::size_t pair = 0; pair < rows_.size(); ++pair) {
        const bool itself = origins_.texts[rows_[pair]] == destinations_.texts[columns_[pair]];
        if (itself && numbers_[0][pair] != Decimal()) return false;
    }
    return true;
}

// Returns the cell of each pair.
std::vector<std::size_t> PairTable::cells(bool same, const std::string& path) const {
    const std::size_t width = destinations_.texts.size();
    std::vector<std::uint32_t> column_of(width);
    for (std::uint32_t column = 0; column < width; ++column) {
        column_of[column] = same ? origins_.index.find(destinations_.texts[column])->second : column;
    }
    std::vector<std::size_t> cells(rows_.size());
    std::vector<bool> taken(origins_.texts.size() * width);
    for (std::size_t pair = 0; pair < cells.size(); ++pair) {
        cells[pair] = rows_[pair] * width + column_of[columns_[pair]];
        if (taken[cells[pair]]) {
            throw InputError(path, lines_[pair],
                             format("duplicate pair from {} to {}", origins_.texts[rows_[pair]],
                                    destinations_.texts[columns_[pair]]));
        }
        taken[cells[pair]] = true;
    }
    return cells;
}

std::vector<Decimal> PairTable::filled(std::size_t field, const std::vector<std::size_t>& cells) const {
    auto numbers = matrix_costs<Decimal>(origins_.texts.size(), destinations_.texts.size());
    std::ranges::fill(numbers, Decimal::missing());
    for (std::size_t pair = 0; pair < cells.size(); ++pair) numbers[cells[pair]] = numbers_[field][pair];
    return numbers;
}

Skim PairTable::skim(std::size_t field, const std::vector<std::size_t>& cells,
                     const std::vector<Decimal>& distances) const {
    std::vector<Decimal> numbers = filled(field, cells);
    const bool all_known = std::ranges::equal(numbers, distances, [](const Decimal& number, const Decimal& distance) {
        return !number.is_missing() || distance.is_missing();
    });
    CostScale scale = fields_[field];
    if (FixedPoint fixed = to_fixed_point(numbers, decimal_digits(numbers)); all_known && !fixed.misfit) {
        scale.digits = fixed.digits;
        return {std::move(scale), std::move(fixed.values)};
    }
    std::vector<double> values(numbers.size());
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
        values[cell] = !numbers[cell].is_missing()    ? numbers[cell].to_double()
                       : distances[cell].is_missing() ? unreachable_cost<double>
                                                      : std::numeric_limits<double>::quiet_NaN();
    }
    return {std::move(scale), std::move(values)};
}

TableContent PairTable::finish(const std::string& path, const ReadOptions& options) && {
    const bool same = has_same_nodes() && !options.keep_diagonal;
    const std::vector<std::size_t> at = cells(same, path);
    DecimalMatrix matrix;
    matrix.sides = {IdTable::from_texts(origins_.texts),
                    IdTable::from_texts(same ? origins_.texts : destinations_.texts), same};
    if (const std::size_t left_out = matrix.sides.cells() - size(); left_out > 0) {
        log(options.log, LogLevel::info,
            format("{}: {} of {} {} not in the list and {} as unreachable", path, left_out,
                   counted(matrix.sides.cells(), "pair"), by_count(left_out, "is", "are"),
                   by_count(left_out, "counts", "count")));
    }
    matrix.scale = fields_[0];
    state_cost_unit(matrix.scale, options);
    matrix.costs = filled(0, at);
    matrix.place_of = [width = matrix.sides.columns.size(), &sides = matrix.sides](std::size_t cell) {
        return DecimalMatrix::FilePosition{
            0, format("from {} to {}", sides.rows.text(static_cast<std::uint32_t>(cell / width)),
                      sides.columns.text(static_cast<std::uint32_t>(cell % width)))};
    };
    CostVector distances = typed_costs(matrix, path, options);
    const auto with_skims = [&](auto table) -> TableContent {
        for (std::size_t field = 1; field < fields_.size(); ++field) table.add_skim(skim(field, at, matrix.costs));
        return table;
    };
    if (same)
        return with_skims(
            DistanceTable(std::move(distances), matrix.sides.rows.size(), matrix.scale, matrix.sides.rows));
    return with_skims(
        OriginDestinationTable(std::move(distances), matrix.scale, matrix.sides.rows, matrix.sides.columns));
}

}  // namespace allways::importers
