#include "engine/dense/executor.h"

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

std::uint64_t tile_bytes(const Schedule& schedule, const TileLayout& layout, const CellFormat& format) {
    const std::uint64_t cell = cell_bytes(format) + (format.hops == HopMode::array ? sizeof(std::uint32_t) : 0);
    return layout.cells() * cell * (uses_snapshot(schedule) ? 2 : 1);
}

Schedule make_schedule_for(const Executor& executor, std::string_view name, const TileLayout& layout,
                           std::uint32_t group, std::uint32_t streamed_pivots) {
    Schedule schedule = make_schedule(name, layout, group, streamed_pivots);
    if (!executor.shares_rows()) return schedule;
    if (schedule.name != "blocked") {
        throw InvalidArgument(
            format("the schedule {} runs on one device; choose the schedule blocked, or one device", name));
    }
    return shared_blocked_schedule(layout, group);
}

}  // namespace allways::engine
