// SPDX-License-Identifier: Apache-2.0
// The content of a table for all table formats: cells, and the nodes of rows and columns (all nodes in a solved table).
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "allways/result/distance_table.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// Returns true if rows and columns are the same nodes in the same order. Points of two files may share their ids but
// lie elsewhere.
inline bool are_one_list(const IdTable& rows, const IdTable& columns, const std::vector<Coordinate>& row_places,
                         const std::vector<Coordinate>& column_places) {
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return rows == columns &&
           std::ranges::equal(row_places, column_places, [&](const Coordinate& a, const Coordinate& b) {
               return same(a.x, b.x) && same(a.y, b.y);
           });
}

// Borrows from the table, and reads all of a mapped table.
struct TableCells {
    CostView distances;  // rows × columns, row-major
    const IdTable& rows;
    const IdTable& columns;
    const CostScale& scale;
    const std::vector<Skim>& skims;
    const std::vector<Coordinate>& row_places;     // empty, or one per row, in `crs`
    const std::vector<Coordinate>& column_places;  // empty, or one per column
    const std::string& crs;
    const TableProvenance& provenance;
    const SnapDistances& snap_distances;

    CostType type() const { return type_of(distances); }
    template <class T>
    std::span<const T> row(std::size_t i) const {
        return std::get<std::span<const T>>(distances).subspan(i * columns.size(), columns.size());
    }
    bool is_reachable(std::size_t cell) const {
        return std::visit([&](const auto& values) { return allways::is_reachable(values[cell]); }, distances);
    }
    bool same_nodes() const { return &rows == &columns || are_one_list(rows, columns, row_places, column_places); }
};

inline const SnapDistances no_snap_distances;

inline TableCells cells_of(const DistanceTable& table) {
    return {view(table.distances()), table.node_ids(),    table.node_ids(), table.scale(),      table.skims(),
            table.coordinates(),     table.coordinates(), table.crs(),      table.provenance(), no_snap_distances};
}

inline TableCells cells_of(const OriginDestinationTable& table) {
    return {view(table.distances()), table.origin_ids(),    table.destination_ids(),    table.scale(),
            table.skims(),           table.origin_places(), table.destination_places(), table.crs(),
            table.provenance(),      table.snap_distances()};
}

TableCells cells_of(DistanceTable&& table) = delete;  // would outlive the table
TableCells cells_of(OriginDestinationTable&& table) = delete;

}  // namespace allways
