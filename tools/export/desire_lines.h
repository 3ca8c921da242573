// Desire lines: a straight line for each pair, from the place of its origin to that of its destination.
#pragma once

#include "export/pair_fields.h"

namespace allways::tools {

// Throws InvalidArgument where the table does not know where its rows and columns lie.
void require_places(const TableCells& table);

// Whether a pair has a line: both places are known, and two. Others are written without geometry.
bool has_line(const TableCells& table, std::uint32_t row, std::uint32_t column);

// What desire lines take of the options, whatever holds them.
void check_desire_options(const ExportOptions& options);

}  // namespace allways::tools
