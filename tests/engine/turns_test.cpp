// SPDX-License-Identifier: Apache-2.0
// Turn rules: every schedule, device and entry point compared with a Dijkstra whose states are the last arcs travelled.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/engine/table_stream.h"
#include "allways/network/simplify.h"
#include "allways/query/isochrone.h"
#include "allways/query/path_source.h"
#include "allways/query/verification.h"
#include "result/factor_arrays.h"
#include "support/solve_settings.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::TurnTruth;
using testing::Walk;

// The true answers for a network.
struct Wanted {
    std::vector<std::vector<std::int64_t>> distance;  // by node, no_path if unreachable
    std::vector<std::vector<std::uint32_t>> hop;      // the lowest ordinal on a shortest path
    bool has_hops;                                    // false if costs may be 0: classes have another rule

    explicit Wanted(const TurnTruth& truth, bool with_hops = true) : has_hops(with_hops) {
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
    ASSERT_EQ(path.raw_distance, raw(wanted.distance[from][to])) << from << " to " << to;
    if (!path.reachable) return;
    const Walk walk = walk_of(path, truth);
    ASSERT_TRUE(truth.is_legal(from, walk)) << from << " to " << to;
    ASSERT_EQ(truth.cost(walk), wanted.distance[from][to]) << from << " to " << to;
    double legs = 0;
    for (const PathLeg& leg : path.legs) legs += leg.raw_cost;
    ASSERT_EQ(legs, path.raw_distance) << from << " to " << to;
    ASSERT_EQ(from == to, walk.empty());
    if (!walk.empty()) {
        ASSERT_EQ(truth.network.head[walk.back()], to);
    }
}

void expect_table(const DistanceTable& table, const TurnTruth& truth, const Wanted& wanted) {
    const auto n = static_cast<NodeIndex>(table.node_count());
    for (NodeIndex from = 0; from < n; ++from) {
        for (NodeIndex to = 0; to < n; ++to) {
            ASSERT_EQ(table.raw_distance(from, to), raw(wanted.distance[from][to])) << from << " to " << to;
            if (!table.has_next_hops()) continue;
            if (wanted.has_hops && table.type() == CostType::int32) {
                ASSERT_EQ(table.next_hops().at(from, to), wanted.hop[from][to]) << from << " to " << to;
            }
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

// The devices of this machine, GPUs first.
const std::vector<DeviceInfo>& devices() {
    static const std::vector<DeviceInfo> all = [] {
        std::vector<DeviceInfo> found = list_devices().devices;
        std::ranges::stable_partition(found,
                                      [](const DeviceInfo& device) { return device.kind == DeviceInfo::Kind::gpu; });
        if (found.empty()) std::cerr << "no OpenCL device: only the host and the reference are tested\n";
        return found;
    }();
    return all;
}

// One schedule, type and device for each seed, so that all combinations occur; every eighth on an OpenCL device.
SolveOptions options_of(std::uint64_t seed) {
    const CostType types[] = {CostType::int32, CostType::int32, CostType::float32, CostType::float64};
    SolveOptions options;
    options.cost_type = types[seed % 4];
    options.schedule = schedules()[seed / 4 % schedules().size()];
    options.next_hops = seed % 11 != 0;
    options.cache_directory = testing::kernel_cache();
    const bool on_device = seed / 8 % 8 == 3 && !devices().empty();
    if (on_device) options.device = devices().front().id;
    if (options.schedule.is_sweep()) return options;
    if (!on_device) options.device = "reference";
    const bool on_cpu = on_device && devices().front().kind == DeviceInfo::Kind::cpu;
    options.tile = !on_device ? 5 : on_cpu ? 96 : 0;
    return options;
}

// Rows of nodes have their distances, rows of all states their hops.
void expect_stream(const RoadNetwork& network, const DistanceTable& table, RowOrder order) {
    TableStream job(network, {.cost_type = CostType::int32, .schedule = "sweep", .skims = {"arcs"}}, order);
    const std::size_t n = table.node_count();
    ASSERT_EQ(job.rows().size(), table.next_hops().row_count());
    ASSERT_EQ(job.arcs().states, table.arcs().states);
    std::size_t rows = 0;
    const auto check = [&](const TableBand& band) {
        for (std::size_t i = 0; i < band.rows.size(); ++i, ++rows) {
            const NodeIndex row = band.rows[i];
            for (std::size_t to = 0; to < n; ++to) {
                const auto cell = std::get<std::vector<std::int32_t>>(band.distances)[i * n + to];
                if (row < n) {
                    ASSERT_EQ(cell, table.values<std::int32_t>()[row * n + to]);
                    ASSERT_EQ(std::get<std::vector<std::int32_t>>(band.skims[0])[i * n + to],
                              std::get<SharedArray<std::int32_t>>(table.skims()[0].values.all())[row * n + to]);
                }
                const auto hop = band.hops[i * n + to];
                ASSERT_EQ(hop == 255 ? NextHops::none : hop, table.next_hops().at(row, to)) << row << " to " << to;
            }
        }
    };
    const std::size_t part = job.rows().size() / 3;
    job.run(0, part, check);
    job.run(part, job.rows().size(), check);
    ASSERT_EQ(rows, job.rows().size());
}

// Tables of some pairs, and skims of both kinds of table.
void expect_between(const RoadNetwork& network, const DistanceTable& table) {
    std::vector<NodeIndex> origins, destinations;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        if (node % 3 != 0) origins.push_back(node);
        destinations.insert(destinations.begin(), node);
    }
    const OriginDestinationTable between =
        solve_between(network, origins, destinations, {.cost_type = CostType::int32, .skims = {"arcs"}}).value;
    const OriginDestinationTable of_factor =
        solve_between(factorize(network, {.cost_type = CostType::int32}), origins, destinations, {.skims = {"arcs"}})
            .value;
    const NetworkFactor with_sums = factorize(network, {.cost_type = CostType::int32, .skims = {"arcs"}});
    ASSERT_EQ(with_sums.arrays().sums.fields.size(), 1u);
    const OriginDestinationTable of_sums = solve_between(with_sums, origins, destinations, {.skims = {"arcs"}}).value;
    ASSERT_EQ(of_factor.skims()[0].values, between.skims()[0].values);
    ASSERT_EQ(of_sums.skims()[0].values, between.skims()[0].values);
    for (std::size_t i = 0; i < origins.size(); ++i) {
        for (std::size_t j = 0; j < destinations.size(); ++j) {
            const NodeIndex from = origins[i];
            const NodeIndex to = destinations[j];
            ASSERT_EQ(between.distance(i, j), table.raw_distance(from, to)) << from << " to " << to;
            ASSERT_EQ(between.skim("arcs", i, j), table.skim("arcs", from, to)) << from << " to " << to;
            if (!table.is_reachable(from, to)) continue;
            ASSERT_EQ(table.skim("arcs", from, to), table.path(from, to).legs.size()) << from << " to " << to;
        }
    }
}

void expect_isochrones(const RoadNetwork& network, const Wanted& wanted) {
    const ArcCosts costs = build_arc_costs(network, {});
    constexpr double limit = 20;
    const Isochrone from_none(network, costs, {}, limit, IsochroneDirection::from_starts);
    const Isochrone to_none(network, costs, {}, limit, IsochroneDirection::to_starts);
    for (NodeIndex start = 0; start < network.node_count(); ++start) {
        const NodeIndex starts[] = {start};
        const Isochrone from = from_none.from(starts);
        const Isochrone to = to_none.from(starts);
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            const auto within = [&](std::int64_t distance) {
                return raw(distance) <= limit ? raw(distance) : std::numeric_limits<double>::infinity();
            };
            ASSERT_EQ(from.raw_distances()[node], within(wanted.distance[start][node])) << start << " to " << node;
            ASSERT_EQ(to.raw_distances()[node], within(wanted.distance[node][start])) << node << " to " << start;
        }
    }
}

constexpr std::uint64_t networks_of_a_test = 250;

class Turns : public ::testing::TestWithParam<int> {
protected:
    // Calls visit(seed) for some of the seeds, each time for other ones.
    template <class Visit>
    void for_each_seed(const Visit& visit, std::uint64_t stride = 1) {
        for (std::uint64_t i = 0; i < networks_of_a_test; i += stride) {
            const std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * networks_of_a_test + i;
            SCOPED_TRACE(seed);
            visit(seed);
            if (HasFatalFailure()) return;
        }
    }
};

TEST_P(Turns, TablesAndPathsEqualTheTruth) {
    for_each_seed([](std::uint64_t seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        const TurnTruth truth(network);
        const Wanted wanted(truth);
        ASSERT_NO_FATAL_FAILURE(expect_table(solve(network, options_of(seed)), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_table(solve(network, {.schedule = "sweep"}), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(network), truth, wanted));
        ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(factorize(network)), truth, wanted));
    });
}

TEST_P(Turns, CostsOfZero) {
    for_each_seed(
        [](std::uint64_t seed) {
            const RoadNetwork network = testing::random_turn_network(seed, 0);
            const TurnTruth truth(network);
            const Wanted wanted(truth, false);
            const DistanceTable table = solve(network, {.schedule = "sweep"});
            ASSERT_NO_FATAL_FAILURE(expect_table(solve(network, options_of(seed)), truth, wanted));
            ASSERT_NO_FATAL_FAILURE(expect_table(table, truth, wanted));
            ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(network), truth, wanted));
            ASSERT_NO_FATAL_FAILURE(expect_source(PathSource(factorize(network)), truth, wanted));
            const DistanceTable blocked = solve(network, {.schedule = "blocked", .device = "reference"});
            ASSERT_EQ(table.next_hops().storage(), blocked.next_hops().storage());
        },
        4);
}

TEST_P(Turns, OtherDoorsEqualTheTable) {
    for_each_seed(
        [](std::uint64_t seed) {
            RoadNetwork network = testing::random_turn_network(seed);
            network.columns.push_back({"arcs", "", std::vector<Decimal>(network.arc_count(), Decimal(1, 0)), {}});
            const DistanceTable table = solve(network, {.schedule = "sweep", .skims = {"arcs"}});
            for (const RowOrder order : {RowOrder::any, RowOrder::ascending}) {
                ASSERT_NO_FATAL_FAILURE(expect_stream(network, table, order));
            }
            ASSERT_NO_FATAL_FAILURE(expect_between(network, table));
            ASSERT_NO_FATAL_FAILURE(expect_isochrones(network, Wanted(TurnTruth(network))));
            const VerificationReport report = verify(table, network);
            ASSERT_EQ(report.mismatches(), 0u) << report.examples.front();
        },
        4);
}

TEST_P(Turns, SimplifiedNetworksKeepTheDistances) {
    for_each_seed([](std::uint64_t seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        const DistanceTable whole = solve(network, {.schedule = "sweep"});
        const RoadNetwork simple = simplify(network).network;
        const DistanceTable table = solve(simple, {.schedule = "sweep"});
        for (NodeIndex from = 0; from < table.node_count(); ++from) {
            for (NodeIndex to = 0; to < table.node_count(); ++to) {
                const auto in_whole = [&](NodeIndex node) {
                    return *network.node_ids.find(simple.node_ids.text(node));
                };
                ASSERT_EQ(table.raw_distance(from, to), whole.raw_distance(in_whole(from), in_whole(to)))
                    << simple.node_ids.text(from) << " to " << simple.node_ids.text(to);
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Turns, ::testing::Range(0, 4));

}  // namespace
}  // namespace allways
