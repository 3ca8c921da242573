// SPDX-License-Identifier: Apache-2.0
// Output of formats with one row per pair: the selected pairs (all, those within a cutoff, or the nearest destinations;
// of all cells or of picked cells), and their numbers under names that carry the unit.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "allways/export/export.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"

namespace allways::tools {

inline constexpr auto no_other_path = [](const auto&) { return false; };

// A row of raw numbers → the columns to write, in order. Unreachable pairs are written only if options.unreachable is
// given or if another cost has a path, never with a cutoff or among the nearest. Borrows the scale.
template <class T>
class PairSelection {
public:
    // `same_nodes`: column i is the node of row i, and a node is never among its own nearest destinations.
    PairSelection(const ExportOptions& options, const NaturalScale& scale, bool same_nodes)
        : scale_(scale),
          unreachable_too_(options.unreachable.has_value()),
          nearest_(options.nearest),
          same_nodes_(same_nodes),
          has_limit_(options.cutoff.has_value()) {
        if (!options.cutoff) return;
        if constexpr (std::is_integral_v<T>)
            raw_limit_ = scale.raw_limit(*options.cutoff);
        else if constexpr (std::is_same_v<T, float>)
            limit_ = options.cutoff->to_float();
        else
            limit_ = options.cutoff->to_double();
    }

    // Replaces the content of `columns` with those of a row, in order; with `nearest` the nearest come first, ties by
    // column. `has_other_path(column)`: another cost has a path. O(columns + K log K). Several threads may call it.
    template <class HasOtherPath = decltype(no_other_path)>
    void select(std::size_t row, std::span<const T> values, std::vector<std::uint32_t>& columns,
                const HasOtherPath& has_other_path = no_other_path) const {
        columns.clear();
        for (std::uint32_t j = 0; j < values.size(); ++j) {
            if (is_written(row, j, values[j], [&] { return has_other_path(j); })) columns.push_back(j);
        }
        if (!nearest_) return;
        const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
            return values[a] != values[b] ? values[a] < values[b] : a < b;
        };
        if (columns.size() > *nearest_) {
            std::ranges::nth_element(columns, columns.begin() + static_cast<std::ptrdiff_t>(*nearest_), nearer);
            columns.resize(*nearest_);
        }
        std::ranges::sort(columns, nearer);
    }

    // Selects from picked cells and keeps their order. `value(cell)` is a cell's number. O(cells log cells).
    template <class Value, class HasOtherPath = decltype(no_other_path)>
    std::vector<TableCell> select_from(std::span<const TableCell> picked, const Value& value,
                                       const HasOtherPath& has_other_path = no_other_path) const {
        std::vector<TableCell> written;
        for (const TableCell& cell : picked) {
            if (is_written(cell.row, cell.column, value(cell), [&] { return has_other_path(cell); }))
                written.push_back(cell);
        }
        if (!nearest_) return written;
        std::vector<std::size_t> by_distance(written.size());
        std::iota(by_distance.begin(), by_distance.end(), std::size_t{0});
        std::ranges::stable_sort(by_distance, {}, [&](std::size_t i) {
            return std::tuple(written[i].row, value(written[i]), written[i].column);
        });
        std::vector<std::size_t> kept;
        std::uint64_t rank = 0;  // of a cell in its row
        for (std::size_t k = 0; k < by_distance.size(); ++k) {
            rank = k > 0 && written[by_distance[k]].row == written[by_distance[k - 1]].row ? rank + 1 : 0;
            if (rank < *nearest_) kept.push_back(by_distance[k]);
        }
        std::ranges::sort(kept);
        std::vector<TableCell> nearest;
        for (const std::size_t i : kept) nearest.push_back(written[i]);
        return nearest;
    }

private:
    template <class HasOtherPath>
    bool is_written(std::size_t row, std::uint32_t column, T value, const HasOtherPath& has_other_path) const {
        if (nearest_ && same_nodes_ && column == row) return false;
        if (is_reachable(value)) return is_within(value);
        return unreachable_too_ || (!nearest_ && !has_limit_ && has_other_path());
    }
    // Compares numbers as they are written: whole raw numbers exactly, floats rounded to their type.
    bool is_within(T value) const {
        if constexpr (std::is_integral_v<T>)
            return !raw_limit_ || value <= *raw_limit_;
        else
            return !limit_ || static_cast<T>(scale_.value(value)) <= *limit_;
    }

    const NaturalScale& scale_;
    bool unreachable_too_;
    std::optional<std::uint64_t> nearest_;
    bool same_nodes_;
    bool has_limit_;
    std::optional<std::int64_t> raw_limit_{};  // integers
    std::optional<T> limit_{};                 // floats
};

// One natural number for each pair: the distance, a skim, or how far one end is from its road. Borrows the table.
struct PairField {
    std::string column;  // "time_s"
    std::string kind;    // "distances", "skim", or "snap distance"
    std::string name;    // "time"; "from" or "to" for snap distances
    std::string unit;
    bool whole = false;  // all its numbers are integers
    // The number of a cell, row-major, as the double nearest to its decimal; not finite for unreachable pairs and
    // unknown skims.
    std::function<double(std::size_t cell)> value;
    bool of_path = true;  // pairs without a path get options.unreachable instead

    // The number to write, or nothing for a missing one.
    std::optional<double> number(std::size_t cell, bool reachable, const std::optional<double>& unreachable) const {
        const std::optional<double> found = reachable || !of_path ? value(cell) : unreachable;
        return found && std::isfinite(*found) ? found : std::nullopt;
    }
};

// The distances in options.unit, then skims in their own units, then the snap distances if options.snap_distances is
// set. Column names are unique even if case is ignored and differ from `taken`: duplicates get a number. Throws
// InvalidArgument if the unit does not fit.
std::vector<PairField> pair_fields(const TableCells& table, const ExportOptions& options,
                                   std::vector<std::string> taken);

// Calls visit(row, column, is_reachable) for the pairs that `options` select (see PairSelection): picked cells in their
// order, all cells row by row. Progress stage "write".
template <class Visit>
void visit_pairs(const TableCells& table, const ExportOptions& options, Visit&& visit) {
    const NaturalScale scale(table.scale, options.unit);
    with_cost_type(table.type(), [&]<class T>() {
        constexpr std::size_t often = 16384;
        const PairSelection<T> selection(options, scale, table.same_nodes());
        if (options.picked) {
            const auto value = [&](const TableCell& cell) { return table.row<T>(cell.row)[cell.column]; };
            const auto cells = selection.select_from(*options.picked, value);
            for (std::size_t at = 0; at < cells.size(); ++at) {
                if (at % often == 0) report(options.progress, "write", at, cells.size());
                visit(cells[at].row, cells[at].column, is_reachable(value(cells[at])));
            }
            return;
        }
        std::vector<std::uint32_t> columns;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            report(options.progress, "write", row, table.rows.size());
            const auto values = table.row<T>(row);
            selection.select(row, values, columns);
            std::size_t done = 0;
            for (const std::uint32_t column : columns) {
                if (++done % often == 0) report(options.progress, "write", row, table.rows.size());
                visit(static_cast<std::uint32_t>(row), column, is_reachable(values[column]));
            }
        }
    });
    report(options.progress, "write", table.rows.size(), table.rows.size());
}

// options.unreachable for formats with typed columns: a number, or nothing for a missing value ("null", ""). Throws
// InvalidArgument for other texts.
std::optional<double> unreachable_number(const ExportOptions& options);

}  // namespace allways::tools
