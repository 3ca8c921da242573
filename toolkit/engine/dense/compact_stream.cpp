// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/compact_stream.h"

#include <algorithm>
#include <vector>

namespace allways::engine {
namespace {

// A row buffer per thread, kept for its next row.
std::int32_t* wide_row(std::size_t count) {
    thread_local std::vector<std::int32_t> row;
    row.resize(std::max(row.size(), count));
    return row.data();
}

template <class Cell>
RowStream stream_of(const RowStream& wide, std::size_t count, std::int32_t wide_unreachable, std::int32_t unreachable) {
    RowStream compact;
    compact.fill = [=, &wide](std::size_t node, void* cells, std::uint32_t* hops) {
        std::int32_t* row = wide_row(count);
        wide.fill(node, row, hops);
        std::transform(row, row + count, static_cast<Cell*>(cells),
                       [=](std::int32_t cell) { return static_cast<Cell>(std::min(cell, unreachable)); });
    };
    compact.take = [=, &wide](std::size_t node, const void* cells, const std::uint32_t* hops) {
        std::int32_t* row = wide_row(count);
        const auto* first = static_cast<const Cell*>(cells);
        std::transform(first, first + count, row,
                       [=](Cell cell) { return cell < unreachable ? std::int32_t{cell} : wide_unreachable; });
        wide.take(node, row, hops);
    };
    return compact;
}

}  // namespace

RowStream compact_stream(const RowStream& wide, const TileLayout& layout, const CellFormat& format) {
    const std::int32_t wide_unreachable = unreachable_key(format.first_arc_bits);
    const std::size_t count = layout.node_count();
    switch (format.width) {
        case CellWidth::bits16:
            return stream_of<std::uint16_t>(wide, count, wide_unreachable, unreachable_cell(format));
        case CellWidth::bits23: return stream_of<std::int32_t>(wide, count, wide_unreachable, unreachable_cell(format));
        default: return wide;
    }
}

}  // namespace allways::engine
