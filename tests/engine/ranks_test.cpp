// SPDX-License-Identifier: Apache-2.0
// A matrix over a grid of ranks, which are threads here, against the plain loop; which tables ranks share, and which
// they refuse.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/cost_matrix.h"
#include "allways/device/devices.h"
#include "allways/engine/table_stream.h"
#include "allways/network/make_network.h"
#include "engine/dense/ranks/rank_executor.h"
#include "engine/tile_problem.h"
#include "support/kernel_cache.h"
#include "support/thread_cluster.h"

namespace allways::testing {
namespace {

std::unique_ptr<Executor> executor_of(const std::string& device, std::uint64_t max_buffer_bytes = 0) {
    return device == "reference" ? make_reference_executor(1)
                                 : make_executor(device, {.max_buffer_bytes = max_buffer_bytes,
                                                          .cache_directory = kernel_cache(),
                                                          .tuning = "cpu_default"});
}

// The result of rank 0; the other ranks have no rows.
template <class T>
TileProblem<T> solved_by_ranks(int ranks, const std::string& device, const TileProblem<T>& problem, std::size_t tile,
                               std::uint32_t group, std::uint64_t max_buffer_bytes = 0) {
    TileProblem<T> solved;
    run_ranks(ranks, [&](Cluster& cluster) {
        const auto executor = make_rank_executor(executor_of(device, max_buffer_bytes), cluster);
        TileProblem<T> own = solved_by(*executor, problem, tile, {}, "blocked", group);
        if (cluster.rank() == 0) {
            solved = std::move(own);
        } else {
            EXPECT_EQ(own.cells, problem.cells);
        }
    });
    return solved;
}

// Each hop is the first step of a shortest path.
template <class T>
void expect_tight(const TileProblem<T>& problem, const TileProblem<T>& solved) {
    const std::size_t n = problem.n;
    for (std::size_t at = 0; at < n * n; ++at) {
        const std::size_t i = at / n;
        const std::size_t j = at % n;
        const std::uint32_t hop = solved.hops[at];
        if (i == j || !is_reachable(solved.cells[at])) {
            ASSERT_EQ(hop, no_hop);
            continue;
        }
        ASSERT_TRUE(hop < n && (hop == j || hop < problem.pivots())) << hop;
        const T walked = problem.cells[i * n + hop] + (hop == j ? T(0) : solved.cells[hop * n + j]);
        if constexpr (std::is_integral_v<T>) {
            ASSERT_EQ(walked, solved.cells[at]) << i << " " << j;
        } else {
            ASSERT_NEAR(walked, solved.cells[at], T(n) * std::numeric_limits<T>::epsilon() * walked);
        }
    }
}

template <class T>
void check(const std::string& device, int ranks, std::size_t n, std::size_t border, HopMode mode, std::size_t tile,
           std::uint32_t group, CellWidth width = CellWidth::full, std::uint64_t max_buffer_bytes = 0) {
    SCOPED_TRACE(format("{}: {} ranks, n {} border {} mode {} tile {} group {}", device, ranks, n, border, int(mode),
                        tile, group));
    auto problem = random_problem<T>(n, border, mode, 11 * n + border);
    problem.format.width = width;
    const auto truth = solved_by_plain_loop(problem);
    const auto solved = solved_by_ranks(ranks, device, problem, tile, group, max_buffer_bytes);
    if constexpr (std::is_integral_v<T>) {
        EXPECT_EQ(solved.cells, truth.cells);
    } else {
        for (std::size_t at = 0; at < n * n; ++at) {
            if (solved.cells[at] == truth.cells[at]) continue;
            ASSERT_NEAR(solved.cells[at], truth.cells[at], T(n) * std::numeric_limits<T>::epsilon() * truth.cells[at]);
        }
    }
    if (mode == HopMode::array) expect_tight(problem, solved);
}

TEST(Ranks, FormAGridNearASquare) {
    for (const auto& [ranks, rows] : {std::pair{1, 1}, {2, 1}, {3, 1}, {4, 2}, {6, 2}, {12, 3}, {64, 8}, {7, 1}}) {
        EXPECT_EQ(RankGrid::of(ranks).rows, rows);
        EXPECT_EQ(RankGrid::of(ranks).columns, ranks / rows);
    }
}

TEST(Ranks, ShareEveryTileOnce) {
    const TileLayout layout{.pivot_count = 70, .border_count = 25, .tile = 8};
    const auto groups = groups_of(layout, 2);
    std::vector<int> seen(layout.tiles());
    for (int own = 0; own < 3; ++own) {
        const TileShare share = share_of(groups, 3, own);
        for (std::uint32_t i = 0; i < share.size(); ++i) ++seen[share[i]];
        for (const TileSpan& group : groups) {
            EXPECT_EQ(share.own(group).size(), share.has(group.begin) ? group.size() : 0);
        }
    }
    EXPECT_EQ(seen, std::vector<int>(layout.tiles(), 1));
}

TEST(Ranks, GiveTheTableOfThePlainLoop) {
    for (const int ranks : {1, 2, 3, 4, 6}) {
        for (const std::size_t n : {0, 1, 7, 8, 9, 64, 131})
            check<std::int32_t>("reference", ranks, n, 0, HopMode::none, 8, 1);
        check<std::int32_t>("reference", ranks, 131, 40, HopMode::none, 8, 3);
        check<std::int32_t>("reference", ranks, 40, 40, HopMode::none, 8, 2);
    }
}

TEST(Ranks, CarryHops) {
    for (const int ranks : {2, 4, 6}) {
        check<std::int32_t>("reference", ranks, 131, 17, HopMode::first_arc, 8, 2);
        check<std::int32_t>("reference", ranks, 131, 17, HopMode::array, 8, 2);
        check<float>("reference", ranks, 131, 17, HopMode::array, 8, 3);
        check<double>("reference", ranks, 90, 0, HopMode::none, 8, 3);
    }
}

TEST(Ranks, HaveFewerTilesThanTheyAre) {
    check<std::int32_t>("reference", 9, 14, 3, HopMode::first_arc, 8, 1);
    check<std::int32_t>("reference", 12, 5, 0, HopMode::array, 8, 2);
}

TEST(Ranks, RunOnDevices) {
    bool found = false;
    for (const DeviceInfo& device : list_devices().devices) found = found || device.kind == DeviceInfo::Kind::cpu;
    if (!found) GTEST_SKIP() << "no OpenCL CPU device here";
    for (const int ranks : {1, 2, 4}) {
        check<std::int32_t>("cpu", ranks, 700, 100, HopMode::none, 48, 1);
        check<std::int32_t>("cpu", ranks, 520, 17, HopMode::first_arc, 48, 3);
        check<std::int32_t>("cpu", ranks, 520, 17, HopMode::array, 48, 2);
        check<float>("cpu", ranks, 333, 17, HopMode::array, 48, 2);
    }
    check<std::int32_t>("cpu", 4, 520, 17, HopMode::array, 48, 2, CellWidth::bits23);
    check<std::int32_t>("cpu", 4, 700, 17, HopMode::array, 48, 2, CellWidth::full, 3u << 18);  // bands of a few rows
}

TEST(Ranks, EndTogetherWhenOneFails) {
    const auto problem = random_problem<std::int32_t>(200, 0, HopMode::none, 5);
    for (const int failing : {0, 2}) {
        EXPECT_THROW(run_ranks(4,
                               [&](Cluster& cluster) {
                                   const auto executor = make_rank_executor(make_reference_executor(1), cluster);
                                   solved_by(*executor, problem, 8, [&](const Progress& progress) {
                                       return cluster.rank() != failing || progress.done == 0;
                                   });
                               }),
                     Cancelled);
    }
}

// ---- tables

SolveOptions by_tiles(ScheduleChoice schedule, std::size_t tile) {
    return {.schedule = std::move(schedule), .device = "reference", .tile = tile};
}

template <class Problem>
void expect_table_of_one_process(const Problem& problem, const SolveOptions& options) {
    const DistanceTable table = solve(problem, options);
    const auto& truth = std::get<SharedArray<std::int32_t>>(table.distances());
    const std::size_t n = table.node_count();
    std::vector<std::size_t> rows(3);
    run_ranks(3, [&](Cluster& cluster) {
        SolveOptions own = options;
        own.cluster = &cluster;
        TableStream job(problem, own);
        EXPECT_EQ(job.cluster(), &cluster);
        job.run([&](const TableBand& band) {
            rows[static_cast<std::size_t>(cluster.rank())] += band.rows.size();
            const auto& cells = std::get<std::vector<std::int32_t>>(band.distances);
            for (std::size_t i = 0; i < band.rows.size() * n; ++i) {
                ASSERT_EQ(cells[i], truth[band.rows[i / n] * n + i % n]);
            }
        });
    });
    EXPECT_EQ(rows, (std::vector<std::size_t>{n, 0, 0}));
}

TEST(Ranks, ShareTablesOfMatricesAndNetworks) {
    expect_table_of_one_process(generate_random_matrix({.nodes = 90, .seed = 3}), by_tiles("auto", 8));
    expect_table_of_one_process(generate_streets({.nodes = 130}), by_tiles("blocked", 16));
}

// The message that three ranks end with; empty: none.
template <class Problem>
std::string refusal(const Problem& problem, const std::function<SolveOptions(int)>& options_of) {
    try {
        run_ranks(3, [&](Cluster& cluster) {
            SolveOptions options = options_of(cluster.rank());
            options.cluster = &cluster;
            TableStream job(problem, options);
            job.run([](const TableBand&) {});
        });
    } catch (const InvalidArgument& error) {
        return error.what();
    } catch (const RankError& error) {
        return error.what();
    }
    return "";
}

TEST(Ranks, LeaveSweepsToShards) {
    const RoadNetwork streets = generate_streets({.nodes = 400});
    for (const char* schedule : {"sweep", "auto"}) {
        const std::string message = refusal(streets, [&](int) { return by_tiles(schedule, 0); });
        EXPECT_NE(message.find("`shard` 1/3 to 3/3"), std::string::npos) << message;
        EXPECT_NE(message.find("`schedule` blocked"), std::string::npos) << message;
    }
    // A dense network is for tiles in any case: no two of its arcs are shorter than one.
    const RoadNetwork dense = generate_random_network({.nodes = 1000, .probability = 0.9, .lowest_weight = 51});
    run_ranks(2, [&](Cluster& cluster) {
        SolveOptions options = by_tiles("auto", 0);
        options.cluster = &cluster;
        EXPECT_EQ(TableStream(dense, options).report().schedule, "blocked");
    });
    // One rank is one process.
    run_ranks(1, [&](Cluster& cluster) {
        SolveOptions options = by_tiles("sweep", 0);
        options.cluster = &cluster;
        EXPECT_EQ(TableStream(streets, options).cluster(), nullptr);
    });
}

TEST(Ranks, RefuseToSolveDifferentProblems) {
    const CostMatrix matrix = generate_random_matrix({.nodes = 40});
    const std::string message = refusal(matrix, [](int rank) { return by_tiles("blocked", rank == 2 ? 16 : 8); });
    EXPECT_NE(message.find("tile '8' there and tile '16' here"), std::string::npos) << message;
}

}  // namespace
}  // namespace allways::testing
