// Repeated squaring: after r squarings D holds the shortest paths of at most 2^r arcs. ⌈log2 n⌉ times the work of
// Floyd–Warshall at worst, in products only; networks whose paths have few arcs stop early.
#include <bit>

#include "engine/schedule_builder.h"

namespace allways::engine {

Schedule squaring_schedule(const TileLayout& layout) {
    Schedule schedule{.name = "squaring", .steps = {}};
    const TileSpan all = all_tiles(layout);
    const TileSpan pivots = pivot_tiles(layout);
    const std::size_t nodes = layout.pivot_count + layout.border_count;
    // A path passes pivots only, so beside the n-1 arcs of any path it has at most one arc more than there are pivots.
    const std::size_t most_arcs = std::min(nodes > 0 ? nodes - 1 : 0, layout.pivot_count + 1);
    const std::size_t squarings = most_arcs > 1 ? std::bit_width(most_arcs - 1) : 0;
    StepIndexes before;
    for (std::size_t squaring = 0; squaring < squarings; ++squaring) {
        StepIndexes copied, multiplied, compared;
        append(schedule, copied,
               {.operation = Operation::copy, .rows = all, .inner = pivots, .columns = all, .after = before});
        append(schedule, multiplied,
               {.rows = all,
                .inner = pivots,
                .columns = all,
                .left = Source::snapshot,
                .right = Source::snapshot,
                .after = copied});
        append(schedule, compared,
               {.operation = Operation::compare, .rows = all, .inner = pivots, .columns = all, .after = multiplied});
        before = compared;
    }
    return schedule;
}

}  // namespace allways::engine
