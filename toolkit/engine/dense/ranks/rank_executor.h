// SPDX-License-Identifier: Apache-2.0
// The executor of a cluster: every rank runs one with its own device, and rank 0's has all rows in the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "allways/cluster/cluster.h"
#include "engine/dense/executor.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// ---- The grid
//
// Which tiles a rank has: groups of tiles dealt out along both sides, to rows and columns of ranks (block-cyclic).
//
//   groups   0   1   2   3   4         2 × 2 ranks
//   0      │ 0 │ 1 │ 0 │ 1 │ 0
//   1      │ 2 │ 3 │ 2 │ 3 │ 2         every rank has a part of every stretch of pivots
//   2      │ 0 │ 1 │ 0 │ 1 │ 0

// Ranks in row-major order, as near to a square as their number allows; a row of ranks where it is prime.
struct RankGrid {
    int rows = 1;
    int columns = 1;

    static RankGrid of(int ranks) {
        RankGrid grid{1, ranks};
        for (int rows = 2; rows * rows <= ranks; ++rows) {
            if (ranks % rows == 0) grid = {rows, ranks / rows};
        }
        return grid;
    }
    int row_of(int rank) const { return rank / columns; }
    int column_of(int rank) const { return rank % columns; }
    int at(int row, int column) const { return row * columns + column; }
};

// The tiles along one side in groups, those of the pivots first.
inline std::vector<TileSpan> groups_of(const TileLayout& layout, std::uint32_t group) {
    std::vector<TileSpan> groups;
    const auto cut = [&](std::size_t from, std::size_t to) {
        for (auto begin = static_cast<std::uint32_t>(from); begin < to; begin += group) {
            groups.push_back({begin, std::min(begin + group, static_cast<std::uint32_t>(to))});
        }
    };
    cut(0, layout.pivot_tiles());
    cut(layout.pivot_tiles(), layout.tiles());
    return groups;
}

// The tiles along one side of row or column `own` of `parts` of ranks: every parts-th group.
inline TileShare share_of(const std::vector<TileSpan>& groups, int parts, int own) {
    std::vector<std::uint32_t> tiles;
    for (auto group = static_cast<std::size_t>(own); group < groups.size(); group += static_cast<std::size_t>(parts)) {
        for (std::uint32_t i = 0; i < groups[group].size(); ++i) tiles.push_back(groups[group][i]);
    }
    return {groups.empty() ? 0 : groups.back().end, tiles};
}

// ---- The executor

// `device` runs this rank's tiles. All ranks call execute() with the same arguments, and their streams fill the same
// rows; only rank 0's take is called. It runs shared_blocked_schedule, whose groups of pivots are its rounds. The
// cluster must outlive the executor.
std::unique_ptr<Executor> make_rank_executor(std::unique_ptr<Executor> device, Cluster& cluster);

}  // namespace allways::engine
