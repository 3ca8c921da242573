// SPDX-License-Identifier: Apache-2.0
// The launches of a round in each version of blocked Floyd–Warshall, with their queues and order: plain values, made
// and tested without a device. Source: Zuccato & Lena, "A CUDA implementation of Blocked All Pairs Shortest Path",
// 2022, chapter 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace allways::papers {

enum class BlockedVersion { v1_0, v1_1, v1_2, v2_0, v2_1, v3_0, v4_0, v4_1 };

// The tiles that a launch covers. From 3.0 on, phases are split into pieces by their place around the pivot block:
//
//     up_left   │ up    │ up_right          up, down, left and right are phase 2,
//     ──────────┼───────┼───────────        the corners phase 3.
//     left      │ pivot │ right
//     ──────────┼───────┼───────────
//     down_left │ down  │ down_right
//
// Earlier versions have no pieces: they launch whole phases (or blocks), one after the other.
enum class Piece { pivot, up, down, left, right, up_left, up_right, down_left, down_right, whole };
inline constexpr std::size_t pieces = 9;

struct BlockRange {
    std::size_t first = 0;
    std::size_t count = 0;
};

// One launch with one work-group per block.
struct BlockedLaunch {
    std::string kernel;
    Piece piece = Piece::whole;
    BlockRange rows;
    BlockRange columns;
    unsigned queue = 0;
    std::vector<Piece> after;           // pieces of this round to wait for; pieces that are not launched count as done
    std::vector<Piece> after_previous;  // the same for the previous round
};

// The number of queues that the version launches on, and whether they keep the order of launches. If they do not, or if
// there are several, `after` and `after_previous` list all dependencies.
struct BlockedQueues {
    std::size_t count = 1;
    bool in_order = true;
};
BlockedQueues blocked_queues(BlockedVersion version);

// The launches of round t of `rounds`, in the order of enqueueing, without launches that cover no blocks.
std::vector<BlockedLaunch> blocked_launches(BlockedVersion version, std::size_t t, std::size_t rounds);

}  // namespace allways::papers
