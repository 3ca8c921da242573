// Turn rules: every schedule, device and door against a Dijkstra over the arcs driven last.
#include <gtest/gtest.h>

#include "allways/engine/banded_solve.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/query/path_source.h"
#include "support/solve_settings.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::TurnTruth;
using testing::Walk;

// What the truth says about a network.
struct Wanted {
    std::vector<std::vector<std::int64_t>> distance;  // by node, no_path if unreachable
    std::vector<std::vector<std::uint32_t>> hop;      // the lowest ordinal on a shortest path

    explicit Wanted(const TurnTruth& truth) {
        const RoadNetwork& network = truth.network;
        const std::size_t n = network.node_count();
        for (NodeIndex from = 0; from < n; ++from) {
            distance.push_back(truth.distances(from, {}));
            hop.emplace_back(n, NextHops::none);
            const auto arcs = truth.out.out_arcs(from);
            for (std::uint32_t i = 0; i < arcs.size(); ++i) {
                const auto onward = truth.distances(from, {arcs[i]});
                for (NodeIndex to = 0; to < n; ++to) {
                    const bool tight = to != from && onward[to] != testing::no_path &&
                                       truth.cost(arcs[i]) + onward[to] == distance[from][to];
                    if (tight && hop[from][to] == NextHops::none) hop[from][to] = i;
                }
            }
        }
    }
};

double raw(std::int64_t distance) {
    return distance == testing::no_path ? std::numeric_limits<double>::infinity() : static_cast<double>(distance);
}

Walk walk_of(const Path& path, const TurnTruth& truth) {
    Walk walk;
    for (const PathLeg& leg : path.legs) walk.push_back(truth.out.arcs[leg.arc]);
    return walk;
}

void expect_path(const Path& path, NodeIndex from, NodeIndex to, const TurnTruth& truth, const Wanted& wanted) {
    ASSERT_EQ(path.reachable, wanted.distance[from][to] != testing::no_path) << from << " to " << to;
    ASSERT_EQ(path.distance, raw(wanted.distance[from][to])) << from << " to " << to;
    if (!path.reachable) return;
    const Walk walk = walk_of(path, truth);
    ASSERT_TRUE(truth.is_legal(from, walk)) << from << " to " << to;
    ASSERT_EQ(truth.cost(walk), wanted.distance[from][to]) << from << " to " << to;
    double legs = 0;
    for (const PathLeg& leg : path.legs) legs += leg.cost;
    ASSERT_EQ(legs, path.distance) << from << " to " << to;
    ASSERT_EQ(from == to, walk.empty());
    if (!walk.empty()) ASSERT_EQ(truth.network.head[walk.back()], to);
}

void expect_table(const DistanceTable& table, const TurnTruth& truth, const Wanted& wanted) {
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            ASSERT_EQ(table.raw_distance(from, to), raw(wanted.distance[from][to])) << from << " to " << to;
            if (!table.has_next_hops()) continue;
            if (table.type() == CostType::int32) ASSERT_EQ(table.next_hops().at(from, to), wanted.hop[from][to]);
            ASSERT_NO_FATAL_FAILURE(expect_path(table.path(from, to), from, to, truth, wanted));
        }
    }
}

void expect_source(const PathSource& source, const TurnTruth& truth, const Wanted& wanted) {
    const auto n = static_cast<NodeIndex>(source.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            ASSERT_NO_FATAL_FAILURE(expect_path(source.path(from, to), from, to, truth, wanted));
            ASSERT_EQ(source.raw_distance(from, to), raw(wanted.distance[from][to]));
        }
    }
}

const std::vector<std::string>& schedules() {
    static const std::vector<std::string> all{"sweep", "blocked", "recursive", "naive", "squaring"};
    return all;
}

// One schedule, type and device for each seed, so that all meet each other.
SolveOptions options_of(std::uint64_t seed) {
    const CostType types[] = {CostType::int32, CostType::int32, CostType::float32, CostType::float64};
    SolveOptions options;
    options.cost_type = types[seed % 4];
    options.schedule = schedules()[seed / 4 % schedules().size()];
    options.next_hops = seed % 11 != 0;
    if (!options.schedule.is_sweep()) {
        options.device = seed % 40 == 8 && testing::has_device(DeviceInfo::Kind::cpu) ? "cpu" : "reference";
        options.tile = options.device.text() == "cpu" ? 48 : 5;
        options.cache_directory = testing::kernel_cache();
    }
    return options;
}

class Turns : public ::testing::TestWithParam<int> {};

TEST_P(Turns, TablesAndPathsEqualTheTruth) {
    constexpr std::uint64_t networks = 250;
    for (std::uint64_t i = 0; i < networks; ++i) {
        const std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * networks + i;
        SCOPED_TRACE(seed);
        const RoadNetwork network = testing::random_turn_network(seed);
        const TurnTruth truth(network);
        const Wanted wanted(truth);
        ASSERT_NO_FATAL_FAILURE(expect_table(solve(network, options_of(seed)), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_table(solve(network, {.schedule = "sweep"}), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(network), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(factorize(network)), truth, wanted));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Turns, ::testing::Range(0, 4));

}  // namespace
}  // namespace allways
