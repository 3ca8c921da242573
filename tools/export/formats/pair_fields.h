// SPDX-License-Identifier: Apache-2.0
// Output of formats with one row per pair: the selected pairs, and their numbers under names that carry the unit.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/formats/pair_selection.h"

namespace allways::tools {

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
