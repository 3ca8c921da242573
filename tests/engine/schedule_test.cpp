// The blocked schedule as a value: what it covers, and in which order.
#include "engine/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace allways::engine {
namespace {

using Block = std::tuple<std::uint32_t, std::uint32_t>;

struct Access {
    std::set<Block> reads;
    std::set<Block> writes;
};

Access access_of(const Step& step) {
    Access access;
    for (std::uint32_t r = 0; r < step.rows.size(); ++r) {
        for (std::uint32_t c = 0; c < step.columns.size(); ++c) access.writes.insert({step.rows[r], step.columns[c]});
        for (std::uint32_t k = 0; k < step.inner.size(); ++k) access.reads.insert({step.rows[r], step.inner[k]});
    }
    for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
        for (std::uint32_t c = 0; c < step.columns.size(); ++c) access.reads.insert({step.inner[k], step.columns[c]});
    }
    return access;
}

class BlockedSchedule : public ::testing::TestWithParam<TileLayout> {};

TEST_P(BlockedSchedule, CoversEveryTripleOnce) {
    const TileLayout layout = GetParam();
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, int> covered;
    for (const Step& step : blocked_schedule(layout).steps) {
        for (std::uint32_t r = 0; r < step.rows.size(); ++r) {
            for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
                for (std::uint32_t c = 0; c < step.columns.size(); ++c) {
                    ++covered[{step.rows[r], step.inner[k], step.columns[c]}];
                }
            }
        }
    }
    EXPECT_EQ(covered.size(), layout.tiles() * layout.tiles() * layout.pivot_tiles());
    for (const auto& [triple, times] : covered) {
        EXPECT_EQ(times, 1);
        EXPECT_LT(std::get<1>(triple), layout.pivot_tiles()) << "a border tile is passed";
    }
}

TEST_P(BlockedSchedule, StepsThatTouchTheSameTileAreOrdered) {
    const Schedule schedule = blocked_schedule(GetParam());
    std::vector<std::set<std::uint32_t>> before(schedule.steps.size());  // transitively
    std::vector<Access> access;
    for (std::uint32_t s = 0; s < schedule.steps.size(); ++s) {
        for (const std::uint32_t earlier : schedule.steps[s].after) {
            ASSERT_LT(earlier, s);
            before[s].insert(earlier);
            before[s].insert(before[earlier].begin(), before[earlier].end());
        }
        access.push_back(access_of(schedule.steps[s]));
        for (std::uint32_t other = 0; other < s; ++other) {
            bool conflict = false;
            for (const Block& block : access[s].writes) {
                conflict = conflict || access[other].writes.contains(block) || access[other].reads.contains(block);
            }
            for (const Block& block : access[s].reads) conflict = conflict || access[other].writes.contains(block);
            EXPECT_TRUE(!conflict || before[s].contains(other)) << "step " << s << " does not wait for " << other;
        }
    }
}

TEST_P(BlockedSchedule, PairsCountPadding) {
    const TileLayout layout = GetParam();
    const std::uint64_t side = layout.side();
    EXPECT_EQ(pair_count(blocked_schedule(layout), layout), side * side * layout.border_begin());
}

INSTANTIATE_TEST_SUITE_P(Layouts, BlockedSchedule,
                         ::testing::Values(TileLayout{0, 0, 4}, TileLayout{0, 9, 4}, TileLayout{1, 0, 4},
                                           TileLayout{4, 0, 4}, TileLayout{5, 0, 4}, TileLayout{1, 1, 4},
                                           TileLayout{17, 6, 4}, TileLayout{30, 0, 4}),
                         [](const auto& parameter) {
                             const TileLayout& layout = parameter.param;
                             return std::to_string(layout.pivot_count) + "_pivots_" +
                                    std::to_string(layout.border_count) + "_border_tile_" + std::to_string(layout.tile);
                         });

TEST(TileSpan, LeavesOutItsHole) {
    const TileSpan span{.begin = 2, .end = 6, .hole = 3};
    EXPECT_EQ(span.size(), 3u);
    EXPECT_EQ(span[0], 2u);
    EXPECT_EQ(span[1], 4u);
    EXPECT_EQ(span[2], 5u);
    EXPECT_EQ((TileSpan{.begin = 2, .end = 6, .hole = 9}).size(), 4u);
}

}  // namespace
}  // namespace allways::engine
