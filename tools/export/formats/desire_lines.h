// SPDX-License-Identifier: Apache-2.0
// Desire lines: a straight line for each pair, from the place of its origin to that of its destination.
#pragma once

#include "export/formats/pair_fields.h"

namespace allways::tools {

// Throws InvalidArgument if the table lacks the coordinates of its rows and columns.
void require_places(const TableCells& table);

// Returns true if a pair has a line: both places are known and differ. Other pairs are written without geometry.
bool has_line(const TableCells& table, std::uint32_t row, std::uint32_t column);

// Checks the options that all formats of desire lines share.
void check_desire_options(const ExportOptions& options);

}  // namespace allways::tools
