// SPDX-License-Identifier: Apache-2.0
// Schedules as values: what they cover, and in which order.
#include "engine/dense/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "allways/base/error.h"
#include "allways/engine/solve.h"

namespace allways::engine {
namespace {

struct Access {
    using Block = std::tuple<Source, std::uint32_t, std::uint32_t>;
    std::set<Block> reads;
    std::set<Block> writes;
};

void add(std::set<Access::Block>& blocks, Source source, const TileSpan& rows, const TileSpan& columns) {
    for (std::uint32_t r = 0; r < rows.size(); ++r) {
        for (std::uint32_t c = 0; c < columns.size(); ++c) blocks.insert({source, rows[r], columns[c]});
    }
}

Access access_of(const Step& step) {
    Access access;
    if (step.operation == Operation::share) {
        add(access.reads, Source::matrix, step.rows, step.columns);
        return access;
    }
    if (step.operation == Operation::copy || step.operation == Operation::compare) {
        add(access.reads, Source::matrix, step.rows, step.columns);
        add(step.operation == Operation::copy ? access.writes : access.reads, Source::snapshot, step.rows,
            step.columns);
        return access;
    }
    if (step.operation == Operation::panels) {
        add(access.writes, Source::matrix, step.rows, step.inner);
        add(access.writes, Source::matrix, step.inner, step.columns);
        for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
            access.reads.insert({Source::matrix, step.inner[k], step.inner[k]});
        }
        return access;
    }
    add(access.writes, Source::matrix, step.rows, step.columns);
    add(access.reads, step.left, step.rows, step.inner);
    add(access.reads, step.right, step.inner, step.columns);
    return access;
}

bool intersect(const std::set<Access::Block>& a, const std::set<Access::Block>& b) {
    for (const auto& block : a) {
        if (b.contains(block)) return true;
    }
    return false;
}

void expect_ordered(const Schedule& schedule) {
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
            const bool conflict = intersect(access[s].writes, access[other].writes) ||
                                  intersect(access[s].writes, access[other].reads) ||
                                  intersect(access[s].reads, access[other].writes);
            EXPECT_TRUE(!conflict || before[s].contains(other))
                << schedule.name << ": step " << s << " does not wait for " << other;
        }
    }
}

// Counts how often each (row, inner, column) of tiles is multiplied.
std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, int> coverage(const Schedule& schedule) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, int> covered;
    for (const Step& step : schedule.steps) {
        if (step.operation == Operation::copy || step.operation == Operation::compare ||
            step.operation == Operation::share) {
            continue;
        }
        if (step.operation == Operation::panels) {
            const std::uint32_t pivot = step.inner[0];
            EXPECT_TRUE(step.inner.size() == 1 || step.columns.empty());
            for (std::uint32_t r = 0; r < step.rows.size(); ++r) {
                for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
                    ++covered[{step.rows[r], step.inner[k], step.inner[k]}];
                }
            }
            for (std::uint32_t c = 0; c < step.columns.size(); ++c) ++covered[{pivot, pivot, step.columns[c]}];
            continue;
        }
        for (std::uint32_t r = 0; r < step.rows.size(); ++r) {
            for (std::uint32_t k = 0; k < step.inner.size(); ++k) {
                for (std::uint32_t c = 0; c < step.columns.size(); ++c) {
                    ++covered[{step.rows[r], step.inner[k], step.columns[c]}];
                }
            }
        }
    }
    return covered;
}

class ScheduleTest : public ::testing::TestWithParam<TileLayout> {
protected:
    // The pairs of seven tiles; some products are longer.
    static std::uint64_t few_pairs() { return 7 * GetParam().tile_cells() * GetParam().tile; }
    static std::vector<Schedule> all() {
        std::vector<Schedule> schedules;
        for (const std::uint32_t group : {1u, 2u, 3u, 100u}) schedules.push_back(blocked_schedule(GetParam(), group));
        for (const std::uint32_t streamed_pivots : {3u, 4u}) {
            schedules.push_back(blocked_schedule(GetParam(), 1, streamed_pivots));
            schedules.push_back(blocked_schedule(GetParam(), 2, streamed_pivots));
        }
        for (const std::uint32_t group : {1u, 2u, 3u, 100u}) {
            schedules.push_back(shared_blocked_schedule(GetParam(), group));
        }
        for (const std::uint32_t band : {1u, 2u, 3u, 100u}) {
            for (const std::uint32_t group : {1u, 2u}) {
                schedules.push_back(banded_blocked_schedule(GetParam(), band, group));
            }
        }
        schedules.push_back(naive_schedule(GetParam()));
        schedules.push_back(recursive_schedule(GetParam()));
        for (const std::uint32_t group : {1u, 3u}) schedules.push_back(squaring_schedule(GetParam(), group));
        for (std::size_t i = 0, count = schedules.size(); i < count; ++i) {
            schedules.push_back(in_pieces(schedules[i], GetParam(), few_pairs()));
        }
        return schedules;
    }
};

TEST_P(ScheduleTest, PiecesAreSmallAndNoMoreThanNeeded) {
    const TileLayout layout = GetParam();
    for (const Schedule& schedule : all()) {
        EXPECT_EQ(in_pieces(schedule, layout, pair_count(schedule, layout)).steps.size(), schedule.steps.size());
        const Schedule pieces = in_pieces(schedule, layout, few_pairs());
        for (const Step& step : pieces.steps) {
            if (step.operation != Operation::min_plus || step.rows.size() <= 1) continue;
            EXPECT_LE(pair_count(step, layout), few_pairs());
        }
        EXPECT_EQ(in_pieces(pieces, layout, few_pairs()).steps.size(), pieces.steps.size());
    }
}

// Every schedule but squaring does the n³ pairs of Floyd–Warshall, each once, and passes pivots only.
TEST_P(ScheduleTest, CoversEveryTripleOnce) {
    const TileLayout layout = GetParam();
    for (const Schedule& schedule : all()) {
        SCOPED_TRACE(schedule.name);
        const auto covered = coverage(schedule);
        const std::size_t triples = layout.tiles() * layout.tiles() * layout.pivot_tiles();
        if (schedule.name == "squaring") {
            EXPECT_TRUE(covered.empty() || covered.size() == triples);
        } else {
            EXPECT_EQ(covered.size(), triples);
        }
        for (const auto& [triple, times] : covered) {
            EXPECT_TRUE(times == 1 || schedule.name == "squaring");
            EXPECT_LT(std::get<1>(triple), layout.pivot_tiles()) << "a border tile is passed";
        }
    }
}

TEST_P(ScheduleTest, StepsThatTouchTheSameTileAreOrdered) {
    for (const Schedule& schedule : all()) expect_ordered(schedule);
}

TEST_P(ScheduleTest, StepsInBandsTouchTwoOfThem) {
    for (const std::uint32_t band : {1u, 2u, 3u, 100u}) {
        const Schedule schedule = banded_blocked_schedule(GetParam(), band, 2);
        EXPECT_EQ(schedule.band, band);
        for (const Step& step : schedule.steps) {
            const auto in_one = [&](const TileSpan& span) {
                return span.empty() || span[0] / band == span[span.size() - 1] / band;
            };
            EXPECT_TRUE(in_one(step.rows) && in_one(step.inner));
        }
    }
}

// Other rows that a step reads were shared before, recently, and have not changed since.
TEST_P(ScheduleTest, StepsReadSharedRowsOnly) {
    for (const std::uint32_t group : {1u, 2u, 3u, 100u}) {
        const Schedule schedule = shared_blocked_schedule(GetParam(), group);
        const std::size_t count = schedule.steps.size();
        std::vector<std::set<std::uint32_t>> before(count);  // transitively
        std::vector<std::uint32_t> sharings;
        std::map<std::uint32_t, std::uint32_t> readers;  // the last step that reads what a sharing shared
        for (std::uint32_t s = 0; s < count; ++s) {
            const Step& step = schedule.steps[s];
            for (const std::uint32_t earlier : step.after) {
                before[s].insert(earlier);
                before[s].insert(before[earlier].begin(), before[earlier].end());
            }
            if (step.operation == Operation::share) {
                if (sharings.size() >= 2 && readers.contains(sharings[sharings.size() - 2])) {
                    EXPECT_TRUE(before[s].contains(readers[sharings[sharings.size() - 2]])) << "sharing " << s;
                }
                sharings.push_back(s);
                continue;
            }
            for (std::uint32_t k = step.inner.begin; k < step.inner.end; ++k) {
                const auto group_of = [&](std::uint32_t row) { return row / group; };
                bool from_others = false;
                for (std::uint32_t r = 0; r < step.rows.size(); ++r) {
                    from_others = from_others || group_of(step.rows[r]) != group_of(k);
                }
                if (!from_others) continue;
                std::size_t at = sharings.size();
                while (at > 0 && !(k >= schedule.steps[sharings[at - 1]].rows.begin &&
                                   k < schedule.steps[sharings[at - 1]].rows.end)) {
                    --at;
                }
                ASSERT_GT(at, 0u) << "row " << k << " is not shared before step " << s;
                const std::uint32_t sharing = sharings[at - 1];
                EXPECT_GE(at + 1, sharings.size()) << "row " << k << " was shared too early for step " << s;
                EXPECT_TRUE(before[s].contains(sharing));
                readers[sharing] = s;
                for (std::uint32_t between = sharing; between < s; ++between) {
                    for (const auto& [source, row, column] : access_of(schedule.steps[between]).writes) {
                        EXPECT_NE(row, k) << "step " << between << " changes what step " << s << " reads";
                    }
                }
            }
        }
    }
}

TEST_P(ScheduleTest, PairsCountPadding) {
    const TileLayout layout = GetParam();
    const std::uint64_t side = layout.side();
    for (const Schedule& schedule : all()) {
        SCOPED_TRACE(schedule.name);
        const std::uint64_t once = side * side * layout.border_begin();
        std::uint64_t times = 1;
        if (schedule.name == "squaring") {
            times = 0;
            for (const Step& step : schedule.steps) times += step.operation == Operation::compare ? 1 : 0;
        }
        EXPECT_EQ(pair_count(schedule, layout), times * once);
    }
}

INSTANTIATE_TEST_SUITE_P(Layouts, ScheduleTest,
                         ::testing::Values(TileLayout{0, 0, 4}, TileLayout{0, 9, 4}, TileLayout{1, 0, 4},
                                           TileLayout{4, 0, 4}, TileLayout{5, 0, 4}, TileLayout{1, 1, 4},
                                           TileLayout{17, 6, 4}, TileLayout{30, 0, 4}, TileLayout{70, 5, 4}),
                         [](const auto& parameter) {
                             const TileLayout& layout = parameter.param;
                             return std::to_string(layout.pivot_count) + "_pivots_" +
                                    std::to_string(layout.border_count) + "_border_tile_" + std::to_string(layout.tile);
                         });

std::size_t squarings(std::size_t pivots, std::size_t border) {
    std::size_t count = 0;
    for (const Step& step : squaring_schedule({pivots, border, 4}).steps) {
        count += step.operation == Operation::compare ? 1 : 0;
    }
    return count;
}

// ⌈log2⌉ of the largest number of arcs on a path.
TEST(SquaringSchedule, StopsAtTheLongestPath) {
    EXPECT_EQ(squarings(2, 0), 0u);
    EXPECT_EQ(squarings(3, 0), 1u);
    EXPECT_EQ(squarings(5, 0), 2u);
    EXPECT_EQ(squarings(6, 0), 3u);
    EXPECT_EQ(squarings(9, 0), 3u);
    EXPECT_EQ(squarings(10, 0), 4u);
    EXPECT_EQ(squarings(1, 20), 1u);  // zone, the one pivot, zone
}

// With look-ahead the next group's pivots wait for its own rows and columns only.
TEST(BlockedSchedule, PivotsRunBesideTheRest) {
    const TileLayout layout{40, 0, 4};
    const Schedule schedule = blocked_schedule(layout, 2);
    std::size_t beside = 0;
    for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
        const Step& step = schedule.steps[s];
        if (step.operation != Operation::closure) continue;
        EXPECT_TRUE(step.ahead);
        for (const std::uint32_t earlier : step.after) EXPECT_TRUE(schedule.steps[earlier].ahead);
        beside += s > 0 && !schedule.steps[s - 1].ahead ? 1 : 0;
    }
    EXPECT_EQ(beside, 4u);  // each group of two but the first has such a rest before it
}

// The progress of a long solve moves by steps, and a cancelled one has to wait for the end of its step.
TEST(Schedules, StepsAreSmallPartsOfTheWork) {
    const TileLayout layout{.pivot_count = 64, .border_count = 6, .tile = 4};
    const std::uint64_t pivot_tile = layout.side() * layout.side() * layout.tile;
    for (const char* name : {"blocked", "naive", "squaring"}) {
        for (const Step& step : make_schedule(name, layout, 2).steps) {
            EXPECT_LE(pair_count(step, layout), 2 * pivot_tile) << name;
        }
    }
    const TileLayout without_border{.pivot_count = 64, .border_count = 0, .tile = 4};
    const Schedule recursive = recursive_schedule(without_border);
    for (const Step& step : recursive.steps) {
        EXPECT_LE(pair_count(step, without_border), pair_count(recursive, without_border) / 8);
    }
}

TEST(MakeSchedule, KnowsItsNames) {
    for (const std::string& name : tile_schedules()) EXPECT_EQ(make_schedule(name, {9, 2, 4}, 1).name, name);
    EXPECT_THROW(make_schedule("fastest", {9, 2, 4}, 1), InvalidArgument);
    EXPECT_FALSE(uses_snapshot(naive_schedule({9, 2, 4})));
    EXPECT_TRUE(uses_snapshot(squaring_schedule({9, 2, 4})));
}

TEST(TileSpan, LeavesOutItsHole) {
    const TileSpan span = TileSpan{2, 9}.without({3, 5});
    EXPECT_EQ(span.size(), 5u);
    EXPECT_EQ(span[0], 2u);
    EXPECT_EQ(span[1], 5u);
    EXPECT_EQ(span[4], 8u);
    EXPECT_EQ(span.without({5, 6}), (TileSpan{2, 9, 3, 6}));
    EXPECT_EQ(span.without({2, 3})[0], 5u);
    EXPECT_TRUE((TileSpan{2, 4}.without({2, 4})).empty());
}

}  // namespace
}  // namespace allways::engine
