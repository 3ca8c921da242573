// SPDX-License-Identifier: Apache-2.0
// Restore: converts solved rows to the distances and next hops of the input's own nodes, undoing potentials and
// contraction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/result/next_hops.h"
#include "engine/prepare/cell_format.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// The destination of a node's row: distances, and hops of `hop_bytes` each (null: not wanted).
template <class T>
struct RowTarget {
    T* distances = nullptr;
    void* hops = nullptr;
};

// Takes rows in any order, from several threads, and writes all their cells.
template <class T>
class Restorer {
public:
    // The rows are those of the input's first nodes, `row_count` of them; `columns` are nodes, one for each column.
    // `hop_bytes`: 0, or 1, 2 or 4 if the format has hops, in first-arc bits or in a hop array.
    Restorer(const Prepared<T>& prepared, const CellFormat& format, std::size_t row_count,
             std::span<const NodeIndex> columns, std::size_t hop_bytes);

    // Takes the row of one node of the prepared problem (see RowStream): calls place(node) for each row of the table
    // that is made from it, and done(node) when that row is written.
    template <class Place, class Done>
    void take(std::size_t node, const T* cells, const std::uint32_t* hops, const Place& place, const Done& done) const {
        const auto from_class = static_cast<std::uint32_t>(node);
        for (const NodeIndex from : prepared_.classes.members(from_class)) {
            if (from >= row_count_) continue;
            write_row(from, from_class, cells, hops, place(from));
            done(from);
        }
    }

private:
    void write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops,
                   const RowTarget<T>& place) const;
    template <class Hop>
    void write_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops, T* distance_row,
                   Hop* hop_row) const;
    std::uint32_t restore_hop(NodeIndex from, std::uint32_t from_class, NodeIndex to, T cell,
                              const std::uint32_t* class_hops) const;

    const Prepared<T>& prepared_;
    CellFormat format_;
    std::size_t hop_bytes_;
    std::size_t row_count_;
    std::span<const NodeIndex> columns_;
};

}  // namespace allways::engine
