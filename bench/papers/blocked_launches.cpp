// SPDX-License-Identifier: Apache-2.0
#include "papers/blocked_launches.h"

#include <utility>

namespace allways::papers {
namespace {

using enum Piece;

// Version 1.0: the pivot block, the other blocks of its row and column, the rest; one launch per block.
std::vector<BlockedLaunch> single_blocks(std::size_t t, std::size_t rounds) {
    std::vector<BlockedLaunch> launches;
    const auto add = [&](std::size_t row, std::size_t column) {
        launches.push_back({"one_block", whole, {row, 1}, {column, 1}, 0, {}, {}});
    };
    add(t, t);
    for (std::size_t other = 0; other < rounds; ++other) {
        if (other == t) continue;
        add(t, other);
        add(other, t);
    }
    for (std::size_t row = 0; row < rounds; ++row) {
        for (std::size_t column = 0; column < rounds; ++column) {
            if (row != t && column != t) add(row, column);
        }
    }
    return launches;
}

// Version 1.1: every phase is launched over all blocks.
std::vector<BlockedLaunch> whole_grids(std::size_t rounds) {
    std::vector<BlockedLaunch> launches;
    for (const char* kernel : {"phase1_of_grid", "phase2_of_grid", "phase3_of_grid"}) {
        launches.push_back({kernel, whole, {0, rounds}, {0, rounds}, 0, {}, {}});
    }
    return launches;
}

// Versions 1.2, 2.0 and 2.1: each phase has as many work-groups as blocks; the kernels assign the blocks. Phase 2 has
// one group too many, which does nothing.
std::vector<BlockedLaunch> needed_groups(std::size_t rounds) {
    std::vector<BlockedLaunch> launches{{"phase1", whole, {0, 1}, {0, 1}, 0, {}, {}}};
    if (rounds == 1) return launches;
    launches.push_back({"phase2", whole, {0, 2 * rounds - 1}, {0, 1}, 0, {}, {}});
    launches.push_back({"phase3", whole, {0, rounds - 1}, {0, rounds - 1}, 0, {}, {}});
    return launches;
}

std::vector<BlockedLaunch> in_pieces(std::size_t t, std::size_t rounds) {
    const BlockRange before{0, t};
    const BlockRange at{t, 1};
    const BlockRange behind{t + 1, rounds - t - 1};
    std::vector<BlockedLaunch> launches{
        {"phase1", pivot, at, at, 0, {}, {}},
        {"piece_of_column", up, before, at, 0, {pivot}, {}},
        {"piece_of_column", down, behind, at, 1, {pivot}, {}},
        {"piece_of_row", left, at, before, 2, {pivot}, {}},
        {"piece_of_row", right, at, behind, 3, {pivot}, {}},
        {"piece_of_rest", up_left, before, before, 0, {up, left}, {}},
        {"piece_of_rest", up_right, before, behind, 1, {up, right}, {}},
        {"piece_of_rest", down_left, behind, before, 2, {down, left}, {}},
        {"piece_of_rest", down_right, behind, behind, 3, {down, right}, {}},
    };
    std::erase_if(launches, [](const BlockedLaunch& launch) { return launch.rows.count * launch.columns.count == 0; });
    return launches;
}

// Version 3.0: a phase waits for the whole phase before it, whatever the queue.
void wait_for_phases(std::vector<BlockedLaunch>& launches) {
    for (BlockedLaunch& launch : launches) {
        if (launch.piece == pivot) launch.after_previous = {up_left, up_right, down_left, down_right};
        if (launch.piece >= up_left) launch.after = {up, down, left, right};
    }
}

// Version 4.0: within a round, pieces wait as in the figure; a round waits for all corners of the previous round.
void wait_for_rounds(std::vector<BlockedLaunch>& launches) {
    launches.front().after_previous = {up_left, up_right, down_left, down_right};
}

// Version 4.1: a piece waits for the previous round's corners that contain its blocks or read the blocks it overwrites.
// The next pivot block, and all of `down` and `right`, lie in the corner down_right.
void wait_for_corners(std::vector<BlockedLaunch>& launches) {
    for (BlockedLaunch& launch : launches) {
        if (launch.piece == pivot) launch.after_previous = {down_right};
        if (launch.piece == up || launch.piece == left) launch.after_previous = {up_right, down_left};
        if (launch.piece == up_left) launch.after_previous = {up_left};
    }
}

}  // namespace

BlockedQueues blocked_queues(BlockedVersion version) {
    if (version == BlockedVersion::v3_0) return {4, true};
    if (version == BlockedVersion::v4_0 || version == BlockedVersion::v4_1) return {1, false};
    return {1, true};
}

std::vector<BlockedLaunch> blocked_launches(BlockedVersion version, std::size_t t, std::size_t rounds) {
    switch (version) {
        case BlockedVersion::v1_0: return single_blocks(t, rounds);
        case BlockedVersion::v1_1: return whole_grids(rounds);
        case BlockedVersion::v1_2:
        case BlockedVersion::v2_0:
        case BlockedVersion::v2_1: return needed_groups(rounds);
        case BlockedVersion::v3_0:
        case BlockedVersion::v4_0:
        case BlockedVersion::v4_1: break;
    }
    std::vector<BlockedLaunch> launches = in_pieces(t, rounds);
    if (version == BlockedVersion::v3_0) wait_for_phases(launches);
    if (version == BlockedVersion::v4_0) wait_for_rounds(launches);
    if (version == BlockedVersion::v4_1) wait_for_corners(launches);
    for (BlockedLaunch& launch : launches) launch.queue %= blocked_queues(version).count;
    return launches;
}

}  // namespace allways::papers
