// SPDX-License-Identifier: Apache-2.0
// A table or matrix as an image: rows from the top, columns from the left, values as colours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/cost/cost_matrix.h"
#include "allways/result/table_cells.h"

namespace allways {

// If there are more cells than `most`, neighbouring rows and columns are merged as evenly as possible: a cell holds the
// mean of its reachable values, or nothing if there are none.
struct HeatMap {
    std::string title;
    std::string subtitle;
    std::string attribution;
    std::string value_name;  // "time"
    std::string unit;
    std::uint64_t rows = 0, columns = 0;              // of the table
    std::uint64_t shown_rows = 0, shown_columns = 0;  // of the image: cells
    std::vector<double> values;        // shown_rows × shown_columns, row-major, natural units; +inf where unreachable
    double smallest = 0, largest = 0;  // of `values`; 0 if nothing is reachable
    bool has_unreachable = false;
    std::vector<std::string> row_ids, column_ids;  // of the table

    bool is_downsampled() const { return shown_rows != rows || shown_columns != columns; }
    // The first table row of image row `at`, at = shown_rows included. The same works for columns.
    std::uint64_t first_row(std::uint64_t at) const { return at * rows / shown_rows; }
    std::uint64_t first_column(std::uint64_t at) const { return at * columns / shown_columns; }
    double share_of(double value) const { return largest > smallest ? (value - smallest) / (largest - smallest) : 0; }
};

// Shows at most `most` × `most` cells. Progress stage "draw". Throws InputError naming `file` for a table without
// cells. O(cells).
ALLWAYS_API HeatMap heat_map(const TableCells& cells, std::size_t most, const std::string& file,
                             const ProgressCallback& progress = {});
ALLWAYS_API HeatMap heat_map(const CostMatrix& matrix, std::size_t most, const std::string& file,
                             const ProgressCallback& progress = {});

// Round values between the smallest and the largest, for a scale beside the image.
ALLWAYS_API std::vector<double> value_ticks(const HeatMap& map);

}  // namespace allways
