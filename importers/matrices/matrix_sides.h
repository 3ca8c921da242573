// Which nodes the rows and columns of a matrix are, for formats with and without a place for ids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "text/file_format.h"

namespace allways {

struct MatrixSides {
    IdTable rows;
    IdTable columns;
    bool same_nodes = false;  // both are the same nodes in the same order: d(i, i) = 0

    std::size_t cells() const { return rows.size() * columns.size(); }
};

// The same nodes where the ids of both are equal and none repeats.
MatrixSides matrix_sides(IdTable rows, IdTable columns);
// 1 … for want of ids: the same nodes where there are as many rows as columns.
MatrixSides numbered_sides(std::size_t rows, std::size_t columns);

// NAME.ids.csv, as it lies beside matrices that Allways wrote; empty where there is none. NAME is `path` without its
// suffix, where that is one of these.
std::string id_file_of(const std::string& path, const std::vector<std::string_view>& suffixes);

// The ids in that file, where there is one, for the matrix at `path`; it counts rows and columns from 0 or from 1, as
// do the formats that may share it. Said through `log`, and so is a file that is not of Allways' layout
// (`index,node_id` or `axis,index,node_id`) and is left alone. Without it the sides are numbered. Throws InputError
// where it is of a matrix of another size.
MatrixSides sides_beside(const std::string& path, const std::vector<std::string_view>& suffixes, std::size_t rows,
                         std::size_t columns, const LogCallback& log_to);

// Direct costs of the same nodes both ways, or distances from rows to columns.
TableContent content_of(CostVector costs, CostScale scale, MatrixSides sides);

}  // namespace allways
