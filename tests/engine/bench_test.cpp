// SPDX-License-Identifier: Apache-2.0
// The benchmark checks its own answers; these tests check that it runs everywhere and that its ceiling is plausible.
#include "allways/engine/bench.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/device/devices.h"

namespace allways {
namespace {

TEST(Bench, ReferenceAnswersAreRight) {
    for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
        const BenchResult result =
            run_bench({.device = "reference", .type = type, .hops = BenchHops::array, .n = 150, .runs = 1});
        EXPECT_EQ(result.graph, BenchGraph::dense);
        EXPECT_EQ(result.checked_targets, 3u);
        EXPECT_GT(result.pairs_per_second, 0);
        EXPECT_EQ(result.ceiling_pairs_per_second, 0);
    }
}

TEST(Bench, ReferenceAnswersForStreetsAreRight) {
    for (const BenchHops hops : {BenchHops::none, BenchHops::first_arcs, BenchHops::array}) {
        const BenchResult result =
            run_bench({.device = "reference", .hops = hops, .graph = BenchGraph::street, .n = 300, .runs = 1});
        EXPECT_EQ(result.graph, BenchGraph::street);
        EXPECT_EQ(result.checked_targets, 3u);
        if (hops == BenchHops::array) continue;
        EXPECT_EQ(
            run_bench(
                {.device = "reference", .bits16 = true, .hops = hops, .graph = BenchGraph::street, .n = 300, .runs = 1})
                .checked_targets,
            3u);
    }
}

TEST(Bench, OpenClAnswersAreRightAndHaveACeiling) {
    if (list_devices().devices.empty()) GTEST_SKIP() << list_devices().explanation;
    for (const BenchHops hops : {BenchHops::none, BenchHops::first_arcs, BenchHops::array}) {
        const BenchResult result = run_bench({.hops = hops, .n = 200, .runs = 1});
        EXPECT_EQ(result.checked_targets, 3u);
        EXPECT_GT(result.ceiling_pairs_per_second, 0);
        EXPECT_FALSE(result.driver.empty());
    }
}

TEST(Bench, DevicesThatAgreeHaveOneChecksum) {
    const auto checksum = [](const char* device, BenchHops hops, std::uint64_t seed) {
        return run_bench({.device = device, .hops = hops, .n = 200, .runs = 1, .seed = seed, .check = false}).checksum;
    };
    const std::uint64_t of_reference = checksum("reference", BenchHops::none, 1);
    EXPECT_EQ(checksum("reference", BenchHops::array, 1), of_reference);
    EXPECT_NE(checksum("reference", BenchHops::none, 2), of_reference);
    if (list_devices().devices.empty()) GTEST_SKIP() << list_devices().explanation;
    EXPECT_EQ(checksum("auto", BenchHops::none, 1), of_reference);
}

TEST(Bench, NoNodesAndOneNode) {
    for (const std::size_t n : {0, 1, 2}) {
        for (const BenchGraph graph : {BenchGraph::dense, BenchGraph::street}) {
            EXPECT_EQ(run_bench({.device = "reference", .graph = graph, .n = n, .runs = 1}).n, n);
        }
    }
}

TEST(Bench, FirstArcBitsAreForInt32) {
    EXPECT_THROW(run_bench({.device = "reference", .type = CostType::float32, .hops = BenchHops::first_arcs, .n = 5}),
                 InvalidArgument);
}

}  // namespace
}  // namespace allways
