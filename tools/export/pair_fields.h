// Output of formats with one row per pair: the selected pairs, and their numbers under names that carry the unit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/export/export.h"
#include "allways/result/natural_scale.h"
#include "allways/result/table_cells.h"
#include "export/pair_selection.h"

namespace allways::tools {

// One natural number for each pair: the distance, or a skim. Borrows the table.
struct PairField {
    std::string column;  // "time_s"
    std::string kind;    // "distances", or "skim"
    std::string name;    // "time"
    std::string unit;
    bool whole = false;  // all its numbers are whole
    // The number of a cell, row-major, as the double nearest to its decimal; not finite for unreachable pairs and
    // unknown skims.
    std::function<double(std::size_t cell)> value;
};

// The distances in options.unit, then skims in their own units. Column names are unique in any case and differ from
// `taken`: duplicates get a number. Throws InvalidArgument if the unit does not fit.
std::vector<PairField> pair_fields(const TableCells& table, const ExportOptions& options,
                                   std::vector<std::string> taken);

// Calls visit(row, column, is_reachable) for the pairs that `options` select (see PairSelection): picked cells in their
// order, all cells row by row. Progress stage "write".
template <class Visit>
void visit_pairs(const TableCells& table, const ExportOptions& options, Visit&& visit) {
    const NaturalScale scale(table.scale, options.unit);
    with_cost_type(table.type(), [&]<class T>() {
        const PairSelection<T> selection(options, scale, table.same_nodes());
        if (options.picked) {
            const auto value = [&](const TableCell& cell) { return table.row<T>(cell.row)[cell.column]; };
            for (const TableCell& cell : selection.select_from(*options.picked, value))
                visit(cell.row, cell.column, is_reachable(value(cell)));
            return;
        }
        std::vector<std::uint32_t> columns;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            report(options.progress, "write", row, table.rows.size());
            const auto values = table.row<T>(row);
            selection.select(row, values, columns);
            for (const std::uint32_t column : columns) {
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
