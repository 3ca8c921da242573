#include "engine/narrow_stream.h"

#include <algorithm>
#include <vector>

namespace allways::engine {

TileStream narrow_stream(const TileStream& wide, const TileLayout& layout, const CellFormat& format) {
    const std::int32_t wide_unreachable = unreachable_key(format.label_bits);
    const std::int32_t narrow_unreachable = narrow_unreachable_key(format.label_bits);
    const std::size_t count = layout.row_cells();
    TileStream narrow;
    narrow.fill = [&wide, count, narrow_unreachable](std::size_t tile_row, void* cells, std::uint32_t*) {
        std::vector<std::int32_t> row(count);
        wide.fill(tile_row, row.data(), nullptr);
        std::transform(row.begin(), row.end(), static_cast<std::uint16_t*>(cells), [=](std::int32_t cell) {
            return static_cast<std::uint16_t>(std::min(cell, narrow_unreachable));
        });
    };
    narrow.take = [&wide, count, wide_unreachable, narrow_unreachable](std::size_t tile_row, const void* cells,
                                                                        const std::uint32_t*) {
        std::vector<std::int32_t> row(count);
        const auto* first = static_cast<const std::uint16_t*>(cells);
        std::transform(first, first + count, row.begin(), [=](std::uint16_t cell) {
            return cell < narrow_unreachable ? std::int32_t{cell} : wide_unreachable;
        });
        wide.take(tile_row, row.data(), nullptr);
    };
    return narrow;
}

}  // namespace allways::engine
