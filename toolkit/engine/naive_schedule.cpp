// Floyd–Warshall as it stands in textbooks: n²/2 times the memory traffic a pair that blocking needs with tiles of n.
#include "engine/schedule_builder.h"

namespace allways::engine {

Schedule naive_schedule(const TileLayout& layout) {
    Schedule schedule{.name = "naive", .steps = {}};
    StepIndexes steps;
    append(schedule, steps,
           {.operation = Operation::relax,
            .rows = all_tiles(layout),
            .inner = pivot_tiles(layout),
            .columns = all_tiles(layout),
            .after = {}});
    return schedule;
}

}  // namespace allways::engine
