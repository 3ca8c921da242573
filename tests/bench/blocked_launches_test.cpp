// SPDX-License-Identifier: Apache-2.0
// The launches of blocked Floyd–Warshall: every version covers every block once per round, and orders any two launches
// that touch the same block if one of them writes it.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "papers/blocked_launches.h"

namespace allways::papers {
namespace {

using Block = std::pair<std::size_t, std::size_t>;
using enum BlockedVersion;

std::vector<Block> blocks_of(const BlockedLaunch& launch) {
    std::vector<Block> blocks;
    for (std::size_t row = launch.rows.first; row < launch.rows.first + launch.rows.count; ++row) {
        for (std::size_t column = launch.columns.first; column < launch.columns.first + launch.columns.count;
             ++column) {
            blocks.emplace_back(row, column);
        }
    }
    return blocks;
}

// A launch of a whole solve, with the launches for which it waits, directly or through others.
struct Node {
    std::set<Block> written;
    std::set<Block> touched;
    std::set<std::size_t> before;
};

std::vector<Node> all_nodes(BlockedVersion version, std::size_t rounds) {
    std::vector<Node> nodes;
    std::map<Piece, std::size_t> previous;
    std::map<unsigned, std::size_t> last_on_queue;
    for (std::size_t t = 0; t < rounds; ++t) {
        std::map<Piece, std::size_t> current;
        for (const BlockedLaunch& launch : blocked_launches(version, t, rounds)) {
            Node node;
            const auto wait_for = [&](std::size_t earlier) {
                node.before.insert(earlier);
                node.before.insert(nodes[earlier].before.begin(), nodes[earlier].before.end());
            };
            for (const Piece piece : launch.after) {
                if (current.contains(piece)) wait_for(current[piece]);
            }
            for (const Piece piece : launch.after_previous) {
                if (previous.contains(piece)) wait_for(previous[piece]);
            }
            if (blocked_queues(version).in_order && last_on_queue.contains(launch.queue)) {
                wait_for(last_on_queue[launch.queue]);
            }
            for (const Block& block : blocks_of(launch)) {
                node.written.insert(block);
                node.touched.insert({block, {block.first, t}, {t, block.second}});
            }
            current[launch.piece] = nodes.size();
            last_on_queue[launch.queue] = nodes.size();
            nodes.push_back(std::move(node));
        }
        previous = std::move(current);
    }
    return nodes;
}

bool overlap(const std::set<Block>& a, const std::set<Block>& b) {
    for (const Block& block : a) {
        if (b.contains(block)) return true;
    }
    return false;
}

TEST(BlockedLaunches, PiecesCoverEveryBlockOnceARound) {
    for (const BlockedVersion version : {v1_0, v3_0, v4_0, v4_1}) {
        for (const std::size_t rounds : {1u, 2u, 5u}) {
            for (std::size_t t = 0; t < rounds; ++t) {
                std::multiset<Block> written;
                for (const BlockedLaunch& launch : blocked_launches(version, t, rounds)) {
                    for (const Block& block : blocks_of(launch)) written.insert(block);
                }
                EXPECT_EQ(written.size(), rounds * rounds);
                EXPECT_EQ(std::set<Block>(written.begin(), written.end()).size(), rounds * rounds);
            }
        }
    }
}

TEST(BlockedLaunches, LaunchesThatMeetInABlockAreOrdered) {
    for (const BlockedVersion version : {v3_0, v4_0, v4_1}) {
        for (const std::size_t rounds : {1u, 2u, 3u, 6u}) {
            const std::vector<Node> nodes = all_nodes(version, rounds);
            for (std::size_t later = 0; later < nodes.size(); ++later) {
                for (std::size_t earlier = 0; earlier < later; ++earlier) {
                    if (!overlap(nodes[later].written, nodes[earlier].touched) &&
                        !overlap(nodes[later].touched, nodes[earlier].written)) {
                        continue;
                    }
                    EXPECT_TRUE(nodes[later].before.contains(earlier))
                        << "version " << static_cast<int>(version) << ", " << rounds << " rounds: launch " << later
                        << " does not wait for " << earlier;
                }
            }
        }
    }
}

// Version 4.1 lets rounds overlap: the next pivot does not wait for the first corner of a round.
TEST(BlockedLaunches, FineDependenciesLetTheNextPivotStartEarly) {
    const auto waits = [](BlockedVersion version) { return blocked_launches(version, 2, 5).front().after_previous; };
    EXPECT_EQ(waits(v4_1), std::vector<Piece>{Piece::down_right});
    EXPECT_EQ(waits(v4_0).size(), 4u);
}

TEST(BlockedLaunches, WholePhasesLaunchAsManyGroupsAsStated) {
    const auto groups = [](BlockedVersion version, std::size_t phase) {
        const BlockedLaunch launch = blocked_launches(version, 1, 4).at(phase);
        return launch.rows.count * launch.columns.count;
    };
    for (std::size_t phase = 0; phase < 3; ++phase) EXPECT_EQ(groups(v1_1, phase), 16u);
    for (const BlockedVersion version : {v1_2, v2_0, v2_1}) {
        EXPECT_EQ(groups(version, 0), 1u);
        EXPECT_EQ(groups(version, 1), 7u);
        EXPECT_EQ(groups(version, 2), 9u);
    }
    EXPECT_EQ(blocked_launches(v2_1, 0, 1).size(), 1u);  // one block: no other phases
}

}  // namespace
}  // namespace allways::papers
