// SPDX-License-Identifier: Apache-2.0
// find_centrality: each measure as its definition gives it, pair by pair.
#include "allways/query/centrality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "query/brute_force.h"
#include "support/network_shapes.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using Measure = CentralityMeasure;
using Numbers = std::vector<std::vector<double>>;

const std::vector<Measure> of_distances{Measure::closeness, Measure::harmonic, Measure::eccentricity, Measure::reach};
const std::vector<Measure> of_paths{Measure::betweenness, Measure::arc_betweenness};

// Costs above 0 that compare paths by cost, then by their number of arcs of zero cost.
ArcCosts without_zeros(const ArcCosts& costs) {
    ArcCosts made = costs;
    auto& values = std::get<std::vector<std::int32_t>>(made.values);
    const auto zeros = static_cast<std::int32_t>(std::ranges::count(values, 0));
    for (std::int32_t& value : values) {
        if (is_reachable(value)) value = value == 0 ? 1 : value * (zeros + 1);
    }
    return made;
}

// Numbers of shortest paths by plain recursion over the next node; costs are above 0.
class PathCounts {
public:
    PathCounts(const RoadNetwork& network, const ArcCosts& costs)
        : network_(network), truth_(network, costs), counts_(network.node_count()) {
        const auto& cost = std::get<std::vector<std::int32_t>>(costs.values);
        for (ArcIndex arc = 0; arc < cost.size(); ++arc) {
            if (network.tail[arc] == network.head[arc] || !is_reachable(cost[arc])) continue;
            const auto [known, is_new] = cheapest_.try_emplace({network.tail[arc], network.head[arc]}, arc);
            if (!is_new && cost[arc] < cost[known->second]) known->second = arc;
        }
        for (const auto& [ends, arc] : cheapest_) cost_[ends] = cost[arc];
        for (auto& row : counts_) row.assign(network.node_count(), -1);
    }

    std::int64_t distance(NodeIndex from, NodeIndex to) const { return truth_.distance(from, to); }
    bool is_reached(NodeIndex from, NodeIndex to) const { return distance(from, to) != test::far; }
    bool is_open(NodeIndex node) const { return !network_.is_no_through(node); }
    double count(NodeIndex from, NodeIndex to) {
        if (from == to) return 1;
        if (!is_reached(from, to)) return 0;
        double& known = counts_[from][to];
        if (known >= 0) return known;
        double sum = 0;
        for (const auto& [ends, cost] : cost_) {
            const auto [tail, head] = ends;
            if (tail != from || !is_reached(head, to) || !(head == to || is_open(head))) continue;
            if (cost + distance(head, to) == distance(from, to)) sum += count(head, to);
        }
        return counts_[from][to] = sum;
    }

    // By node: the share of shortest paths that pass it, over all pairs of other nodes.
    std::vector<double> betweenness() {
        const auto n = static_cast<NodeIndex>(network_.node_count());
        std::vector<double> sums(n, 0);
        for (NodeIndex v = 0; v < n; ++v) {
            for (NodeIndex s = 0; s < n && is_open(v); ++s) {
                for (NodeIndex t = 0; t < n; ++t) {
                    if (s == t || s == v || t == v || !is_reached(s, v) || !is_reached(v, t)) continue;
                    if (distance(s, v) + distance(v, t) == distance(s, t))
                        sums[v] += count(s, v) * count(v, t) / count(s, t);
                }
            }
        }
        return sums;
    }
    std::vector<double> arc_betweenness() {
        const auto n = static_cast<NodeIndex>(network_.node_count());
        std::vector<double> sums(network_.arc_count(), 0);
        for (const auto& [ends, arc] : cheapest_) {
            const auto [u, v] = ends;
            for (NodeIndex s = 0; s < n; ++s) {
                for (NodeIndex t = 0; t < n; ++t) {
                    if (s == t || v == s || u == t || !is_reached(s, u) || !is_reached(v, t)) continue;
                    if (!(s == u || is_open(u)) || !(t == v || is_open(v))) continue;
                    if (distance(s, u) + cost_[ends] + distance(v, t) == distance(s, t))
                        sums[arc] += count(s, u) * count(v, t) / count(s, t);
                }
            }
        }
        return sums;
    }

private:
    const RoadNetwork& network_;
    test::BruteForce truth_;
    std::map<std::pair<NodeIndex, NodeIndex>, ArcIndex> cheapest_;  // of parallel arcs
    std::map<std::pair<NodeIndex, NodeIndex>, std::int64_t> cost_;
    Numbers counts_;  // below 0: not known yet
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::isnan(expected[i])) {
            ASSERT_TRUE(std::isnan(found[i])) << i;
        } else {
            ASSERT_NEAR(found[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << i;
        }
    }
}

// `distance`: natural; +inf without a path.
template <class Distance>
void expect_distances(const Centrality& found, std::size_t n, bool towards, const Distance& distance,
                      double tolerance) {
    std::vector<double> closeness, harmonic, eccentricity, reach;
    for (NodeIndex of = 0; of < n; ++of) {
        double sum = 0, inverse = 0, largest = 0, reached = 0;
        for (NodeIndex other = 0; other < n; ++other) {
            const double d = towards ? distance(other, of) : distance(of, other);
            if (other == of || std::isinf(d)) continue;
            ++reached;
            sum += d;
            inverse += d > 0 ? 1 / d : 0;
            largest = std::max(largest, d);
        }
        closeness.push_back(sum > 0 ? reached / sum * reached / static_cast<double>(n - 1) : 0);
        harmonic.push_back(inverse);
        const double raw = std::pow(10, found.scale.digits);
        eccentricity.push_back(reached > 0 ? largest * raw : std::nan(""));
        reach.push_back(reached);
    }
    expect_near(found.closeness, closeness, tolerance);
    expect_near(found.harmonic, harmonic, tolerance);
    expect_near(found.eccentricity, eccentricity, tolerance);
    EXPECT_EQ(found.reach, reach);
}

// Ties, zero costs, parallel arcs, loops, missing costs and no-through nodes.
TEST(Centrality, OfPathsByDefinition) {
    std::mt19937 random(21);
    for (int trial = 0; trial < 800; ++trial) {
        const test::Example example = test::random_example(random, false);
        PathCounts counts(example.network, without_zeros(example.costs));
        SCOPED_TRACE(trial);
        const Centrality found = find_centrality(example.network, {.measures = of_paths});
        expect_near(found.betweenness, counts.betweenness(), 1e-12);
        expect_near(found.arc_betweenness, counts.arc_betweenness(), 1e-12);
        if (HasFailure()) return;
    }
}

TEST(Centrality, OfPathsInEachKindOfNetwork) {
    for (const auto& family : testing::network_families()) {
        const RoadNetwork network = family.make(61, 3);
        const ArcCosts costs = build_arc_costs(network, {"", CostType::int32});
        SCOPED_TRACE(family.name);
        const auto find = [&] {
            return find_centrality(network, {.measures = of_paths, .normalized = true}, {.cost_type = CostType::int32});
        };
        if (family.cancelling > 0) {
            EXPECT_THROW(find(), InvalidArgument);
            continue;
        }
        PathCounts counts(network, without_zeros(costs));
        const Centrality found = find();
        std::vector<double> nodes = counts.betweenness(), arcs = counts.arc_betweenness();
        const auto n = static_cast<double>(network.node_count());
        for (double& number : nodes) number /= (n - 1) * (n - 2);
        for (double& number : arcs) number /= n * (n - 1);
        expect_near(found.betweenness, nodes, 1e-12);
        expect_near(found.arc_betweenness, arcs, 1e-12);
    }
}

// Costs that exceed int32 once arcs of zero cost count.
TEST(Centrality, OfLargeCostsWithZeros) {
    constexpr std::int32_t large = 200'000'000;
    // 0 → 1 → 3 and 0 → 2 → 3 tie but for the zero; 3 ⇄ 4 at no cost, then on to 5.
    const test::Example example = test::make_example(6, {0, 1, 0, 2, 3, 4, 4, 1}, {1, 3, 2, 3, 4, 3, 5, 2},
                                                     {large, large, large, large, 0, 0, large, 0});
    const Centrality found = find_centrality(example.network, {.measures = of_paths});
    EXPECT_EQ(found.betweenness, (std::vector<double>{0, 1.5, 1.5, 6, 4, 0}));
    EXPECT_EQ(found.arc_betweenness, (std::vector<double>{2.5, 4.5, 2.5, 4.5, 8, 1, 5, 1}));
}

// A path that doubles at each step: numbers of paths grow beyond integers, and shares stay halves.
TEST(Centrality, CountsManyPaths) {
    const std::size_t steps = 60;
    testing::NodePairs arcs;
    for (std::size_t i = 0; i < steps; ++i) {
        arcs.insert(arcs.end(),
                    {{3 * i, 3 * i + 1}, {3 * i, 3 * i + 2}, {3 * i + 1, 3 * i + 3}, {3 * i + 2, 3 * i + 3}});
    }
    const RoadNetwork network = testing::build_network(arcs, 3 * steps + 1, 1, 1);
    const Centrality found = find_centrality(network, {.measures = {Measure::betweenness}});
    // Every path from the 90 nodes before node 90 to the 90 behind passes it, and half of those past node 91 pass that.
    EXPECT_DOUBLE_EQ(found.betweenness[90], 90.0 * 90.0);
    EXPECT_DOUBLE_EQ(found.betweenness[91], 91.0 * 88.0 / 2);
}

TEST(Centrality, OfDistancesByDefinition) {
    for (const auto& family : testing::network_families()) {
        if (family.cancelling > 0) continue;
        for (const std::size_t n : {1, 2, 61}) {
            const RoadNetwork network = family.make(n, 4);
            const ArcCosts costs = build_arc_costs(network, {"", CostType::int32});
            const test::BruteForce truth(network, costs);
            const double raw = std::pow(10, costs.scale.digits);
            const auto distance = [&](NodeIndex from, NodeIndex to) {
                const std::int64_t d = truth.distance(from, to);
                return d == test::far ? HUGE_VAL : static_cast<double>(d) / raw;
            };
            SCOPED_TRACE(family.name);
            for (const CostType type : {CostType::int32, CostType::float64}) {
                for (const bool towards : {false, true}) {
                    const Centrality found =
                        find_centrality(network, {.measures = of_distances, .towards = towards}, {.cost_type = type});
                    expect_distances(found, network.node_count(), towards, distance, 1e-12);
                }
            }
        }
    }
}

TEST(Centrality, OfDistancesUnderTurnRules) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        const DistanceTable table = solve(network);
        const auto distance = [&](NodeIndex from, NodeIndex to) { return table.distance(from, to); };
        for (const bool towards : {false, true}) {
            const Centrality found = find_centrality(network, {.measures = of_distances, .towards = towards});
            expect_distances(found, network.node_count(), towards, distance, 1e-12);
        }
    }
}

TEST(Centrality, Extremes) {
    // 0 → 1 → 2, costs 2 and 3; 3 alone.
    test::Example example = test::make_example(4, {0, 1}, {1, 2}, {2, 3});
    const Centrality found = find_centrality(example.network, {.measures = of_distances});
    EXPECT_EQ(found.raw_radius, 3);
    EXPECT_EQ(found.raw_diameter, 5);
    EXPECT_EQ(found.reached_pairs, 3);
    EXPECT_DOUBLE_EQ(found.raw_mean, 10.0 / 3);
    example = test::make_example(3, {}, {}, {});
    const Centrality none = find_centrality(example.network, {.measures = of_distances});
    EXPECT_TRUE(std::isnan(none.raw_radius) && std::isnan(none.raw_diameter) && std::isnan(none.raw_mean));
}

TEST(Centrality, IsTheSameForAnyNumberOfThreads) {
    const RoadNetwork network = testing::network_families().back().make(120, 8);
    const CentralityRequest request{.measures = {Measure::harmonic, Measure::betweenness}};
    const Centrality found = find_centrality(network, request);
    limit_threads(1);
    const Centrality alone = find_centrality(network, request);
    limit_threads(0);
    EXPECT_EQ(found.harmonic, alone.harmonic);
    EXPECT_EQ(found.betweenness, alone.betweenness);
}

TEST(Centrality, RefusesBadRequests) {
    const test::Example example = test::make_example(3, {0, 1}, {1, 2}, {2, 3});
    EXPECT_THROW(find_centrality(example.network, {}), InvalidArgument);
    EXPECT_THROW(find_centrality(example.network, {.measures = of_paths}, {.cost_type = CostType::float64}),
                 InvalidArgument);
    EXPECT_THROW(find_centrality(test::make_example(2, {0}, {1}, {-1}).network, {.measures = of_distances}),
                 InvalidArgument);
    bool any = false;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const RoadNetwork network = testing::random_turn_network(seed);
        if (solve(network).arcs().states.empty()) continue;
        any = true;
        EXPECT_THROW(find_centrality(network, {.measures = of_paths}), InvalidArgument);
    }
    EXPECT_TRUE(any);
}

}  // namespace
}  // namespace allways
