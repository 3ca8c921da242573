#include "engine/schedule.h"

namespace allways::engine {

std::uint64_t pair_count(const Step& step, const TileLayout& layout) {
    return std::uint64_t{step.rows.size()} * step.inner.size() * step.columns.size() * layout.tile_cells() *
           layout.tile;
}

std::uint64_t pair_count(const Schedule& schedule, const TileLayout& layout) {
    std::uint64_t pairs = 0;
    for (const Step& step : schedule.steps) pairs += pair_count(step, layout);
    return pairs;
}

Schedule blocked_schedule(const TileLayout& layout) {
    Schedule schedule{.name = "blocked", .steps = {}};
    const auto pivots = static_cast<std::uint32_t>(layout.pivot_tiles());
    const auto tiles = static_cast<std::uint32_t>(layout.tiles());
    // Appends a step unless it has nothing to do; returns the index of the step that later ones wait for.
    const auto append = [&](Operation operation, TileSpan rows, TileSpan inner, TileSpan columns,
                            std::vector<std::uint32_t> after) {
        if (rows.size() == 0 || columns.size() == 0) return after.empty() ? 0u : after.back();
        schedule.steps.push_back({operation, rows, inner, columns, std::move(after)});
        return static_cast<std::uint32_t>(schedule.steps.size() - 1);
    };

    std::vector<std::uint32_t> round_before;  // its min-plus product, which wrote every tile this round reads
    for (std::uint32_t pivot = 0; pivot < pivots; ++pivot) {
        const TileSpan one{.begin = pivot, .end = pivot + 1};
        const TileSpan rest{.begin = 0, .end = tiles, .hole = pivot};
        const std::uint32_t closure = append(Operation::closure, one, one, one, round_before);
        const std::uint32_t row = append(Operation::panel_row, one, one, rest, {closure});
        const std::uint32_t column = append(Operation::panel_column, rest, one, one, {closure});
        round_before = {append(Operation::min_plus, rest, one, rest, {row, column})};
    }
    return schedule;
}

}  // namespace allways::engine
