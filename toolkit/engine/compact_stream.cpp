#include "engine/compact_stream.h"

#include <algorithm>
#include <vector>

namespace allways::engine {
namespace {

template <class Cell>
TileStream stream_of(const TileStream& wide, std::size_t count, std::int32_t wide_unreachable,
                     std::int32_t unreachable) {
    TileStream compact;
    compact.fill = [=, &wide](std::size_t tile_row, void* cells, std::uint32_t* hops) {
        std::vector<std::int32_t> row(count);
        wide.fill(tile_row, row.data(), hops);
        std::transform(row.begin(), row.end(), static_cast<Cell*>(cells),
                       [=](std::int32_t cell) { return static_cast<Cell>(std::min(cell, unreachable)); });
    };
    compact.take = [=, &wide](std::size_t tile_row, const void* cells, const std::uint32_t* hops) {
        std::vector<std::int32_t> row(count);
        const auto* first = static_cast<const Cell*>(cells);
        std::transform(first, first + count, row.begin(),
                       [=](Cell cell) { return cell < unreachable ? std::int32_t{cell} : wide_unreachable; });
        wide.take(tile_row, row.data(), hops);
    };
    return compact;
}

}  // namespace

TileStream compact_stream(const TileStream& wide, const TileLayout& layout, const CellFormat& format) {
    const std::int32_t wide_unreachable = unreachable_key(format.label_bits);
    const std::size_t count = layout.row_cells();
    if (format.narrow) return stream_of<std::uint16_t>(wide, count, wide_unreachable, unreachable_cell(format));
    if (format.small) return stream_of<std::int32_t>(wide, count, wide_unreachable, unreachable_cell(format));
    return wide;
}

}  // namespace allways::engine
