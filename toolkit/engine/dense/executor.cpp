#include "engine/dense/executor.h"

namespace allways::engine {

std::uint64_t tile_bytes(const Schedule& schedule, const TileLayout& layout, const CellFormat& format) {
    const std::uint64_t cell = cell_bytes(format) + (format.hops == HopMode::array ? sizeof(std::uint32_t) : 0);
    return layout.cells() * cell * (uses_snapshot(schedule) ? 2 : 1);
}

}  // namespace allways::engine
