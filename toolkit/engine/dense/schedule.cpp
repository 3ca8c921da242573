// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/schedule.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/dense/executor.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

namespace allways::engine {

TileSpan TileSpan::without(const TileSpan& other) const {
    assert(other.hole_size() == 0 && other.begin >= begin && other.end <= end);
    if (hole_size() == 0) return {begin, end, other.begin, other.end};
    assert(other.end == hole_begin || other.begin == hole_end);
    return {begin, end, std::min(hole_begin, other.begin), std::max(hole_end, other.end)};
}

TileSpan TileSpan::part(std::uint32_t first, std::uint32_t count) const {
    const TileSpan all{(*this)[first], (*this)[std::min(first + count, size()) - 1] + 1};
    const bool has_hole = hole_size() > 0 && all.begin < hole_begin && hole_end < all.end;
    return has_hole ? TileSpan{all.begin, all.end, hole_begin, hole_end} : all;
}

TileShare::TileShare(std::uint32_t count, std::span<const std::uint32_t> tiles)
    : tiles_(tiles.begin(), tiles.end()), before_(std::size_t{count} + 1, 0) {
    for (const std::uint32_t tile : tiles) before_[tile + 1] = 1;
    std::partial_sum(before_.begin(), before_.end(), before_.begin());
}

TileShare TileShare::all(std::uint32_t count) {
    std::vector<std::uint32_t> tiles(count);
    std::iota(tiles.begin(), tiles.end(), 0u);
    return {count, tiles};
}

std::uint64_t pair_count(const Step& step, const TileLayout& layout) {
    const std::uint64_t tile = std::uint64_t{layout.tile_cells()} * layout.tile;
    switch (step.operation) {
        case Operation::copy:
        case Operation::compare:
        case Operation::share: return 0;
        case Operation::panels:
            return (std::uint64_t{step.rows.size()} + step.columns.size()) * step.inner.size() * tile;
        default: return std::uint64_t{step.rows.size()} * step.inner.size() * step.columns.size() * tile;
    }
}

std::uint64_t pair_count(const Schedule& schedule, const TileLayout& layout) {
    std::uint64_t pairs = 0;
    for (const Step& step : schedule.steps) pairs += pair_count(step, layout);
    return pairs;
}

Schedule in_pieces(const Schedule& schedule, const TileLayout& layout, std::uint64_t most_pairs) {
    Schedule pieces{.name = schedule.name, .steps = {}, .band = schedule.band};
    std::vector<std::uint32_t> last_piece;  // of each step
    for (const Step& step : schedule.steps) {
        const std::uint64_t pairs = step.operation == Operation::min_plus ? pair_count(step, layout) : 0;
        const std::uint32_t rows = step.rows.size();
        const std::uint64_t rows_of_piece =
            pairs > most_pairs ? std::max<std::uint64_t>(1, most_pairs / (pairs / rows)) : rows;
        Step piece = step;
        for (std::uint32_t& earlier : piece.after) earlier = last_piece[earlier];
        for (std::uint32_t begin = 0; rows_of_piece < rows - begin;
             begin += static_cast<std::uint32_t>(rows_of_piece)) {
            piece.rows = step.rows.part(begin, static_cast<std::uint32_t>(rows_of_piece));
            pieces.steps.push_back(piece);
            piece.after = {static_cast<std::uint32_t>(pieces.steps.size() - 1)};
            piece.rows = step.rows.part(begin + static_cast<std::uint32_t>(rows_of_piece), rows);
        }
        pieces.steps.push_back(std::move(piece));
        last_piece.push_back(static_cast<std::uint32_t>(pieces.steps.size() - 1));
    }
    return pieces;
}

std::uint32_t rows_in_sharing(const Schedule& schedule) {
    std::uint32_t most = 0;
    for (const Step& step : schedule.steps) {
        if (step.operation == Operation::share) most = std::max(most, step.rows.size());
    }
    return most;
}

bool uses_snapshot(const Schedule& schedule) {
    return std::any_of(schedule.steps.begin(), schedule.steps.end(),
                       [](const Step& step) { return step.operation == Operation::copy; });
}

// ---- schedules for an executor

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
