// SPDX-License-Identifier: Apache-2.0
#include "allways/draw/heat_map.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/draw/colours.h"
#include "allways/result/distance_table.h"
#include "base/human.h"

namespace allways {

namespace {

template <class T>
bool has_value(T value) {
    if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
    return is_reachable(value);
}

void set_frame(HeatMap& map, const IdTable& rows, const IdTable& columns, const CostScale& scale, std::size_t most,
               const std::string& file) {
    if (rows.size() == 0 || columns.size() == 0) throw InputError(file, 0, "it has no cells to draw");
    map.rows = rows.size();
    map.columns = columns.size();
    map.shown_rows = std::min<std::uint64_t>(map.rows, most);
    map.shown_columns = std::min<std::uint64_t>(map.columns, most);
    map.value_name = scale.name;
    map.unit = scale.unit;
    map.title = std::filesystem::path(file).filename().string();
    map.subtitle = format("{} × {} cells", count_text(map.rows), count_text(map.columns));
    if (map.is_downsampled()) {
        map.subtitle += format(", shown as the means of {} × {} blocks", map.shown_rows, map.shown_columns);
    }
    for (std::uint32_t i = 0; i < rows.size(); ++i) map.row_ids.push_back(rows.text(i));
    for (std::uint32_t i = 0; i < columns.size(); ++i) map.column_ids.push_back(columns.text(i));
}

// `row(i)` returns a span of the raw values of row i. A matrix's diagonal has no meaning and is shown as 0, as in
// distances.
template <class Row>
void fill(HeatMap& map, const Row& row, bool zero_diagonal, double raw_a_unit, const ProgressCallback& progress) {
    std::vector<double> sums;
    std::vector<std::uint64_t> counts;
    for (std::uint64_t at = 0; at < map.shown_rows; ++at) {
        report(progress, "draw", at, map.shown_rows);
        sums.assign(map.shown_columns, 0);
        counts.assign(map.shown_columns, 0);
        for (std::uint64_t i = map.first_row(at); i < map.first_row(at + 1); ++i) {
            const auto values = row(i);
            for (std::uint64_t block = 0; block < map.shown_columns; ++block) {
                for (std::uint64_t j = map.first_column(block); j < map.first_column(block + 1); ++j) {
                    const bool diagonal = zero_diagonal && i == j;
                    if (!diagonal && !has_value(values[j])) continue;
                    sums[block] += diagonal ? 0 : static_cast<double>(values[j]);
                    ++counts[block];
                }
            }
        }
        for (std::uint64_t block = 0; block < map.shown_columns; ++block) {
            const bool any = counts[block] > 0;
            map.values.push_back(any ? sums[block] / static_cast<double>(counts[block]) / raw_a_unit
                                     : std::numeric_limits<double>::infinity());
        }
    }
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -smallest;
    for (const double value : map.values) {
        if (!std::isfinite(value)) {
            map.has_unreachable = true;
            continue;
        }
        smallest = std::min(smallest, value);
        largest = std::max(largest, value);
    }
    if (smallest <= largest) map.smallest = smallest, map.largest = largest;
}

// Raw units per natural unit. Dividing by it gives the double nearest to the decimal; multiplying by its inverse may
// not.
double raw_a_unit(const CostScale& scale) {
    return std::pow(10.0, scale.digits);
}

}  // namespace

HeatMap heat_map(const TableCells& cells, std::size_t most, const std::string& file, const ProgressCallback& progress) {
    HeatMap map;
    set_frame(map, cells.rows, cells.columns, cells.scale, most, file);
    map.attribution = attribution_in(cells.provenance);
    with_cost_type(cells.type(), [&]<class T>() {
        fill(
            map, [&](std::uint64_t i) { return cells.row<T>(i); }, false, raw_a_unit(cells.scale), progress);
    });
    return map;
}

HeatMap heat_map(const CostMatrix& matrix, std::size_t most, const std::string& file,
                 const ProgressCallback& progress) {
    HeatMap map;
    set_frame(map, matrix.node_ids(), matrix.node_ids(), matrix.scale(), most, file);
    const std::size_t n = matrix.node_count();
    with_cost_type(matrix.type(), [&]<class T>() {
        const auto values = matrix.values<T>();
        fill(
            map, [&](std::uint64_t i) { return values.subspan(i * n, n); }, true, raw_a_unit(matrix.scale()), progress);
    });
    return map;
}

std::vector<double> value_ticks(const HeatMap& map) {
    if (map.largest <= map.smallest) return {map.smallest};
    const double step = nice_step(map.largest - map.smallest, 6, map.unit);
    std::vector<double> ticks;
    const auto first = std::llround(std::ceil(map.smallest / step - 1e-9));
    // The tolerance is subtracted on the left: added on the right it could overflow, and the loop would never end.
    for (auto i = first; static_cast<double>(i) * step - step * 1e-9 <= map.largest; ++i) {
        ticks.push_back(static_cast<double>(i) * step);
    }
    return ticks;
}

}  // namespace allways
