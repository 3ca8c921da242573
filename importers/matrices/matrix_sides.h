// SPDX-License-Identifier: Apache-2.0
// The nodes of a matrix's rows and columns, for formats that can store ids and for others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "text/file_format.h"

namespace allways::importers {

struct MatrixSides {
    IdTable rows;
    IdTable columns;
    bool same_nodes = false;  // both are the same nodes in the same order: d(i, i) = 0

    std::size_t cells() const { return rows.size() * columns.size(); }
};

// Both sides are the same nodes if their ids are equal and none of them repeats.
MatrixSides matrix_sides(IdTable rows, IdTable columns);
// Numbers the sides from 1 if there are no ids; they are the same nodes if there are as many rows as columns.
MatrixSides numbered_sides(std::size_t rows, std::size_t columns);

// Returns the path of NAME.ids.csv, which Allways writes next to matrices; empty if there is no such file. NAME is
// `path` without its suffix, if that is one of `suffixes`.
std::string id_file_of(const std::string& path, const std::vector<std::string_view>& suffixes);

// Returns the ids in that file, if there is one, for the matrix at `path`. The file counts rows and columns from 0 or
// from 1, as the formats that use it do. Logs which file it uses, and any file that does not have Allways' layout
// (`index,node_id` or `axis,index,node_id`), which it ignores. Without ids, numbers the sides. Throws InputError if the
// file belongs to a matrix of another size.
MatrixSides sides_beside(const std::string& path, const std::vector<std::string_view>& suffixes, std::size_t rows,
                         std::size_t columns, const LogCallback& log_to);

// Returns direct costs if both sides are the same nodes, otherwise distances from rows to columns.
TableContent content_of(CostVector costs, CostScale scale, MatrixSides sides);

}  // namespace allways::importers
