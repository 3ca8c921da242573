// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/executor.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

std::uint64_t tile_bytes(const Schedule& schedule, const TileLayout& layout, const CellFormat& format) {
    return row_of_tiles_bytes(layout, format) * layout.tiles() * (uses_snapshot(schedule) ? 2 : 1);
}

std::uint64_t row_of_tiles_bytes(const TileLayout& layout, const CellFormat& format) {
    return layout.row_cells() * (cell_bytes(format) + (format.hops == HopMode::array ? sizeof(std::uint32_t) : 0));
}

Schedule make_schedule_for(const Executor& executor, std::string_view name, const TileLayout& layout,
                           const CellFormat& cell, std::uint32_t group, std::uint32_t streamed_pivots) {
    Schedule schedule = make_schedule(name, layout, group, streamed_pivots);
    if (!executor.shares_rows()) {
        const std::uint32_t band = schedule.name == "blocked" ? executor.band_of_rows(layout, cell) : 0;
        return band == 0 ? schedule : banded_blocked_schedule(layout, band, group);
    }
    if (schedule.name != "blocked") {
        throw InvalidArgument(
            format("the schedule {} runs on one device; choose the schedule blocked, or one device", name));
    }
    return shared_blocked_schedule(layout, group);
}

}  // namespace allways::engine
