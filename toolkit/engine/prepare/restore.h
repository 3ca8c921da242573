// Restore: solved rows → the distances and next hops of the input's own nodes, with potentials and contraction undone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/result/next_hops.h"
#include "engine/prepare/cell_format.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// Takes rows in any order, from several threads. The caller owns the memory: rows × columns, row-major.
template <class T>
class Restorer {
public:
    // The rows are those of the input's first nodes, `row_count` of them; `columns` are nodes, one for each column.
    // `hops` may be null; it is filled if the format has hops, in first-arc bits or in a hop array.
    Restorer(const Prepared<T>& prepared, const CellFormat& format, std::size_t row_count,
             std::span<const NodeIndex> columns, std::span<T> distances, NextHops* hops);

    // Takes the row of one node of the prepared problem (see RowStream).
    void take(std::size_t node, const T* cells, const std::uint32_t* hops);

private:
    template <class Hop>
    void take_row(NodeIndex from, std::uint32_t from_class, const T* cells, const std::uint32_t* hops, T* distance_row,
                  Hop* hop_row) const;
    std::uint32_t restore_hop(NodeIndex from, std::uint32_t from_class, NodeIndex to, T cell,
                              const std::uint32_t* class_hops) const;

    const Prepared<T>& prepared_;
    CellFormat format_;
    std::span<T> distances_;
    NextHops* hops_;
    std::size_t row_count_;
    std::span<const NodeIndex> columns_;
};

}  // namespace allways::engine
