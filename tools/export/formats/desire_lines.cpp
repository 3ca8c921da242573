// SPDX-License-Identifier: Apache-2.0
#include "export/formats/desire_lines.h"

#include <cmath>

#include "allways/base/error.h"

namespace allways::tools {

void require_places(const TableCells& table) {
    const bool empty = table.rows.size() == 0 || table.columns.size() == 0;
    if (empty || (!table.row_places.empty() && !table.column_places.empty())) return;
    throw InvalidArgument(
        "desire lines need the coordinates of origins and destinations, but this table has none; compute it from a "
        "network with coordinates (such as an imported GeoPackage, or add them with `node_file`), and keep it in .omx");
}

bool has_line(const TableCells& table, std::uint32_t row, std::uint32_t column) {
    const Coordinate from = table.row_places[row];
    const Coordinate to = table.column_places[column];
    return is_finite(from) && is_finite(to) && from != to;
}

void check_desire_options(const ExportOptions& options) {
    check_unit(options.unit);
    unreachable_number(options);
}

}  // namespace allways::tools
