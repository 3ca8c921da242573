// SPDX-License-Identifier: Apache-2.0
// Repeated squaring: after r squarings D holds the shortest paths of at most 2^r arcs. At worst ⌈log2(n-1)⌉ times the
// work of Floyd–Warshall, all in products; networks whose paths have few arcs stop early. Each squaring is several
// steps, so that a long solve can report progress and be cancelled.
#include <algorithm>
#include <bit>

#include "engine/dense/schedule_builder.h"

namespace allways::engine {

Schedule squaring_schedule(const TileLayout& layout, std::uint32_t group) {
    Schedule schedule{.name = "squaring", .steps = {}};
    group = std::max(1u, group);
    const TileSpan all = all_tiles(layout);
    const TileSpan pivots = pivot_tiles(layout);
    const std::size_t nodes = layout.pivot_count + layout.border_count;
    // A path passes only pivots, so it has at most n-1 arcs and at most one more than there are pivots.
    const std::size_t most_arcs = std::min(nodes > 0 ? nodes - 1 : 0, layout.pivot_count + 1);
    const std::size_t squarings = most_arcs > 1 ? std::bit_width(most_arcs - 1) : 0;
    StepIndexes before;
    for (std::size_t squaring = 0; squaring < squarings; ++squaring) {
        StepIndexes copied, compared;
        append(schedule, copied,
               {.operation = Operation::copy, .rows = all, .inner = pivots, .columns = all, .after = before});
        before = copied;
        for (std::uint32_t begin = 0; begin < pivots.end; begin += group) {
            StepIndexes multiplied;
            append(schedule, multiplied,
                   {.rows = all,
                    .inner = {begin, std::min(begin + group, pivots.end)},
                    .columns = all,
                    .left = Source::snapshot,
                    .right = Source::snapshot,
                    .after = before});
            before = multiplied;
        }
        append(schedule, compared,
               {.operation = Operation::compare, .rows = all, .inner = pivots, .columns = all, .after = before});
        before = compared;
    }
    return schedule;
}

}  // namespace allways::engine
