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

// The tiles along one side of one of `parts` rows or columns of ranks: every parts-th group.
class AxisShare {
public:
    AxisShare(const std::vector<TileSpan>& groups, int parts, int own) : parts_(parts), own_(own) {
        begins_.push_back(0);
        for (std::size_t group = 0; group < groups.size(); ++group) {
            if (has(group)) {
                for (std::uint32_t tile = groups[group].begin; tile < groups[group].end; ++tile) tiles_.push_back(tile);
            }
            begins_.push_back(static_cast<std::uint32_t>(tiles_.size()));
        }
    }
    int owner(std::size_t group) const { return static_cast<int>(group % static_cast<std::size_t>(parts_)); }
    bool has(std::size_t group) const { return owner(group) == own_; }
    // Its tiles, ascending.
    const std::vector<std::uint32_t>& tiles() const { return tiles_; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(tiles_.size()); }
    // The places of a group among them; empty if another has it.
    TileSpan places(std::size_t group) const { return {begins_[group], begins_[group + 1]}; }

private:
    int parts_;
    int own_;
    std::vector<std::uint32_t> tiles_;
    std::vector<std::uint32_t> begins_;
};

// ---- The executor

// `device` runs this rank's tiles. All ranks call execute() with the same arguments, and their streams fill the same
// rows; only rank 0's take is called. It runs shared_blocked_schedule, whose groups of pivots are its rounds. The
// cluster must outlive the executor.
std::unique_ptr<Executor> make_rank_executor(std::unique_ptr<Executor> device, Cluster& cluster);

}  // namespace allways::engine
