// NAME.ids.csv: which nodes the rows and columns of a matrix are, for formats without a place for ids.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/ids.h"
#include "export/output_file.h"
#include "export/table_cells.h"

namespace allways::tools {

// Beside `path`, whose suffix it replaces where that is `suffix`.
std::string ids_path(const std::string& path, std::string_view suffix);

// `index,node_id`, one row for each row and column of the matrix, counted from `first`.
void put_ids(OutputFile& file, const IdTable& ids, std::uint32_t first);
// The same; where rows and columns are not the same nodes `axis,index,node_id` with axis 0 for rows and 1 for columns.
void put_ids(OutputFile& file, const TableCells& table, std::uint32_t first);

// Whether ids are 1 … n, which formats that count from 1 have anyway.
bool are_counted_from_1(const IdTable& ids);

}  // namespace allways::tools
