// NAME.ids.csv: which nodes the rows and columns of a matrix are, for formats without a place for ids.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/ids.h"
#include "allways/export/outline.h"
#include "allways/result/table_cells.h"
#include "export/output_file.h"

namespace allways::tools {

// Beside `path`, whose suffix it replaces where that is `suffix`.
std::string ids_path(const std::string& path, std::string_view suffix);

// The file beside `path`, under a temporary name until it is committed. Matrices that differ in their suffix alone
// share it, and readers take its numbers from 0 or from 1: throws InputError where one lies there already whose ids are
// others, even where files may be replaced.
class IdFile {
public:
    // `index,node_id`, one row for each row and column of the matrix, counted from `first`.
    IdFile(const std::string& path, std::string_view suffix, const IdTable& ids, std::uint32_t first, bool overwrite);
    // The same; where rows and columns are not the same nodes `axis,index,node_id` with axis 0 for rows and 1 for
    // columns.
    IdFile(const std::string& path, std::string_view suffix, const TableCells& table, std::uint32_t first,
           bool overwrite);

    void commit() { file_.commit(); }

    // Throws what making it would throw, before there is a table.
    static void check(const std::string& path, std::string_view suffix, const TableOutline& table, bool overwrite);

private:
    using Texts = std::array<std::string, 2>;  // counted from 0, and from 1
    IdFile(const std::string& path, std::string_view suffix, const Texts& texts, std::uint32_t first, bool overwrite);
    OutputFile file_;
};

// Whether ids are 1 … n, which formats that count from 1 have anyway.
bool are_counted_from_1(const IdTable& ids);

}  // namespace allways::tools
