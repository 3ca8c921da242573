// SPDX-License-Identifier: Apache-2.0
// Floyd–Warshall as it stands in textbooks: n²/2 times the memory traffic a pair that blocking needs with tiles of n.
#include "engine/dense/schedule_builder.h"

namespace allways::engine {

// One step per pivot tile, so that a long solve can report progress and be cancelled.
Schedule naive_schedule(const TileLayout& layout) {
    Schedule schedule{.name = "naive", .steps = {}};
    StepIndexes before;
    for (std::uint32_t pivot = 0; pivot < pivot_tiles(layout).end; ++pivot) {
        StepIndexes relaxed;
        append(schedule, relaxed,
               {.operation = Operation::relax,
                .rows = all_tiles(layout),
                .inner = {pivot, pivot + 1},
                .columns = all_tiles(layout),
                .after = before});
        before = relaxed;
    }
    return schedule;
}

}  // namespace allways::engine
