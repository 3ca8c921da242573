// SPDX-License-Identifier: Apache-2.0
#include "allways/query/isochrone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "network/snap/segment.h"
#include "query/search_graph.h"
#include "support/random_networks.h"

namespace allways {
namespace {

// 0 - 1 - 2 as roads of 10 both ways, 2 → 3 of 40, and 3 → 0 for nothing.
RoadNetwork small() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(4);
    ArcColumn time{"time", "s", {}, {}};
    const auto add = [&](NodeIndex tail, NodeIndex head, int cost) {
        network.tail.push_back(tail);
        network.head.push_back(head);
        time.values.emplace_back(cost, 0);
    };
    add(0, 1, 10);
    add(1, 0, 10);
    add(1, 2, 10);
    add(2, 1, 10);
    add(2, 3, 40);
    add(3, 0, 0);
    network.arc_ids = IdTable::consecutive(6);
    network.columns.push_back(std::move(time));
    return network;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
using Parts = std::vector<ReachedPart>;

TEST(Isochrone, CutsArcsAtTheLimit) {
    const RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex start[] = {0};
    const Isochrone reach(network, costs, start, 30, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{0, 10, 20, infinity}));
    EXPECT_EQ(reach.parts(-1, 30), (Parts{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}, {4, 0, 0.25}}));
    EXPECT_EQ(reach.parts(-1, 12), (Parts{{0, 0, 1}, {1, 0, 0.2}, {2, 0, 0.2}}));
    EXPECT_EQ(reach.parts(12, 24), (Parts{{1, 0.2, 1}, {2, 0.2, 1}, {3, 0, 0.4}, {4, 0, 0.1}}));
}

// A price of 2.5 s between whole seconds: node 2 is 22.5 from node 0, and 22.5 of it are within 22.5.
TEST(Isochrone, AddsFractionsOfPricesOfTurns) {
    RoadNetwork network = small();
    network.turns.costs = {{0, 2, Decimal(25, 1)}};
    const ArcCosts costs = build_arc_costs(network, {});
    EXPECT_EQ(costs.scale.digits, 1);
    const NodeIndex starts[] = {0, 2};
    const Isochrone reach(network, costs, std::span(starts).first(1), 225, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{0, 100, 225, infinity}));
    EXPECT_EQ(reach.parts(224, 225), (Parts{{2, 0.99, 1}}));
    const Isochrone just_short(network, costs, std::span(starts).first(1), 224, IsochroneDirection::from_starts);
    EXPECT_EQ(just_short.raw_distances(), (std::vector<double>{0, 100, infinity, infinity}));
    const Isochrone back(network, costs, std::span(starts).last(1), 225, IsochroneDirection::to_starts);
    EXPECT_EQ(back.raw_distances()[0], 225);
}

TEST(Isochrone, BeginsWithTheCostsOfItsStarts) {
    const RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const std::vector<NodeIndex> starts{0, 2};
    const std::vector<double> late{15, 0};
    const Isochrone reach(network, costs, {starts, late}, 30, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{15, 10, 0, infinity}));
    EXPECT_EQ(reach.parts(-1, 12), (Parts{{1, 0, 0.2}, {2, 0, 0.2}, {3, 0, 1}, {4, 0, 0.3}}));
    const std::vector<double> too_few{15};
    const std::vector<double> negative{15, -1};
    for (const auto& wrong : {too_few, negative}) {
        EXPECT_THROW(Isochrone(network, costs, {starts, wrong}, 30, IsochroneDirection::from_starts), InvalidArgument);
    }
}

TEST(Isochrone, AgainstTheArcs) {
    const RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex start[] = {0};
    const Isochrone reach(network, costs, start, 10, IsochroneDirection::to_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{0, 10, infinity, 0}));
    EXPECT_EQ(reach.parts(-1, 10), (Parts{{1, 0, 1}, {4, 0.75, 1}, {5, 0, 1}}));
    EXPECT_EQ(reach.parts(-1, 0), (Parts{{5, 0, 1}}));  // costs nothing
    EXPECT_EQ(reach.parts(0, 4), (Parts{{1, 0.6, 1}, {4, 0.9, 1}}));
}

// A loop has an extent if it has a shape, and is entered from its node.
TEST(Isochrone, GoesIntoLoopsThatHaveAShape) {
    RoadNetwork network = small();
    network.tail.insert(network.tail.end(), {1, 2});
    network.head.insert(network.head.end(), {1, 2});
    network.columns[0].values.insert(network.columns[0].values.end(), {Decimal(40, 0), Decimal(40, 0)});
    network.arc_ids = IdTable::consecutive(8);
    for (int arc = 0; arc < 6; ++arc) network.shapes.add_arc(ArcShapes::no_shape);
    network.shapes.add_arc(network.shapes.add_shape(std::vector<Coordinate>{{1, 0}, {2, 0}, {2, 1}, {1, 0}}));
    network.shapes.add_arc(ArcShapes::no_shape);
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex start[] = {0};
    const Isochrone reach(network, costs, start, 20, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.parts(10, 20), (Parts{{1, 0, 1}, {2, 0, 1}, {6, 0, 0.25}}));
}

// Paths end inside a street for destinations only, and begin there, although both of its ends lie outside of zones.
TEST(Isochrone, EndsInsideStreetsForDestinationsOnly) {
    RoadNetwork network = small();
    for (const auto& [tail, head] : {std::pair{0u, 2u}, std::pair{2u, 0u}}) {
        network.tail.push_back(tail);
        network.head.push_back(head);
        network.columns[0].values.emplace_back(10, 0);
    }
    network.arc_ids = IdTable::consecutive(8);
    network.turns.destination_only = {0, 0, 0, 0, 0, 0, 1, 1};
    const ArcCosts costs = build_arc_costs(network, {"time", CostType::int32});
    const NodeIndex start[] = {0};
    const Isochrone from(network, costs, start, 25, IsochroneDirection::from_starts);
    EXPECT_EQ(from.raw_distances(), (std::vector<double>{0, 10, 20, infinity}));
    EXPECT_EQ(from.parts(-1, 5), (std::vector<ReachedPart>{{0, 0, 0.5}, {6, 0, 0.5}}));
    const auto last = from.parts(-1, 25).back();
    EXPECT_EQ(last, (ReachedPart{7, 0, 0.5}));
    const Isochrone to(network, costs, start, 25, IsochroneDirection::to_starts);
    EXPECT_EQ(to.raw_distances()[2], 20);
    EXPECT_EQ(to.parts(-1, 5), (std::vector<ReachedPart>{{1, 0.5, 1}, {4, 0.875, 1}, {5, 0, 1}, {7, 0.5, 1}}));
    // Another rule for such a street leaves its part out.
    network.turns.add(TurnRules::Kind::forbidden, std::array<ArcIndex, 2>{1, 6});
    const Isochrone ruled(network, costs, start, 5, IsochroneDirection::from_starts);
    EXPECT_EQ(ruled.parts(-1, 5), (std::vector<ReachedPart>{{0, 0, 0.5}}));
}

// Node 1 of a street for destinations between open ends is inside a zone. A path that enters it at one end may end in
// its other arc, even where paths may not turn round, as one from the other end would.
TEST(Isochrone, EndsInStreetsForDestinationsBehindTheirMiddle) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.tail = {0, 1, 1, 2, 0, 2};
    network.head = {1, 0, 2, 1, 2, 0};
    ArcColumn time{"time", "s", {}, {}};
    for (const int cost : {10, 10, 50, 50, 100, 100}) time.values.emplace_back(cost, 0);
    network.columns.push_back(std::move(time));
    network.arc_ids = IdTable(std::vector<std::int64_t>{1, 1, 2, 2, 3, 3});
    network.reversed = {0, 1, 0, 1, 0, 1};
    network.turns.destination_only = {1, 1, 1, 1, 0, 0};
    network.turns.may_turn_round = {0, 0, 0};
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex start[] = {0};
    const Isochrone from(network, costs, start, 30, IsochroneDirection::from_starts);
    EXPECT_EQ(from.raw_distances(), (std::vector<double>{0, 10, infinity}));
    EXPECT_TRUE(std::ranges::count(from.parts(-1, 30), ReachedPart{2, 0, 0.4}));
    const Isochrone to(network, costs, start, 30, IsochroneDirection::to_starts);
    EXPECT_TRUE(std::ranges::count(to.parts(-1, 30), ReachedPart{3, 0.6, 1}));
}

TEST(Isochrone, FromSeveralStartsGoesFromTheNearest) {
    const RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex starts[] = {0, 3};
    const Isochrone reach(network, costs, starts, 5, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{0, infinity, infinity, 0}));
    EXPECT_EQ(Isochrone(network, costs, {}, 5, IsochroneDirection::from_starts).parts(-1, 5), Parts{});
}

// The least distance over separate path searches from each start.
template <class Value>
std::vector<double> least_of_searches(const RoadNetwork& network, const ArcCosts& costs,
                                      std::span<const NodeIndex> starts, double limit, IsochroneDirection direction) {
    const auto graph = query::build_search_graph<Value>(network, costs);
    const auto way =
        direction == IsochroneDirection::from_starts ? query::Direction::from_root : query::Direction::to_root;
    std::vector<double> least(network.node_count(), infinity);
    for (const NodeIndex start : starts) {
        const auto tree = query::search(graph, start, way);
        for (NodeIndex node = 0; node < least.size(); ++node) {
            if (tree.distance[node] == graph.unreachable) continue;
            const auto distance = static_cast<double>(tree.distance[node]);
            if (distance <= limit) least[node] = std::min(least[node], distance);
        }
    }
    return least;
}

TEST(ReachProperties, OfSeveralStartsIsTheLeastOfEach) {
    for (const auto& kind : testing::network_kinds()) {
        if (kind.negative) continue;
        for (const CostType type : {CostType::int32, CostType::float32, CostType::float64}) {
            for (const std::uint64_t seed : {1, 2, 3}) {
                SCOPED_TRACE(kind.name);
                const RoadNetwork network = testing::random_network(kind, 60, seed);
                const ArcCosts costs = build_arc_costs(network, {.type = type});
                const std::vector<NodeIndex> starts{7, 30, 7, 59, 12};  // one of them twice
                for (const double limit : {0.0, 1.5 * static_cast<double>(kind.largest_cost), infinity}) {
                    for (const auto direction : {IsochroneDirection::from_starts, IsochroneDirection::to_starts}) {
                        const auto least =
                            type == CostType::int32
                                ? least_of_searches<std::int64_t>(network, costs, starts, limit, direction)
                                : least_of_searches<double>(network, costs, starts, limit, direction);
                        const Isochrone all(network, costs, starts, limit, direction);
                        EXPECT_EQ(all.raw_distances(), least);
                        const NodeIndex alone[] = {30};
                        const Isochrone of_one(network, costs, alone, limit, direction);
                        EXPECT_EQ(all.from(alone).raw_distances(), of_one.raw_distances());
                        EXPECT_EQ(of_one.from(starts).parts(-1, limit), all.parts(-1, limit));
                    }
                }
            }
        }
    }
}

TEST(Isochrone, SearchesOnceAndCanBeStopped) {
    const RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex starts[] = {0, 1, 2, 3};
    int reports = 0;
    Isochrone(network, costs, starts, 5, IsochroneDirection::from_starts, [&](const Progress& progress) {
        EXPECT_EQ(progress.stage, "reach");
        return ++reports > 0;
    });
    EXPECT_EQ(reports, 1);
    EXPECT_THROW(
        Isochrone(network, costs, starts, 5, IsochroneDirection::from_starts, [](const Progress&) { return false; }),
        Cancelled);
}

TEST(Isochrone, PassesNoNoThroughNodeButStartsThere) {
    RoadNetwork network = small();
    network.no_through = {0, 1, 0, 0};
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex outside[] = {0};
    const Isochrone reach(network, costs, outside, 100, IsochroneDirection::from_starts);
    EXPECT_EQ(reach.raw_distances(), (std::vector<double>{0, 10, infinity, infinity}));
    EXPECT_EQ(reach.parts(-1, 100), (Parts{{0, 0, 1}}));
    const NodeIndex inside[] = {1};
    EXPECT_EQ(Isochrone(network, costs, inside, 5, IsochroneDirection::from_starts).parts(-1, 5),
              (Parts{{1, 0, 0.5}, {2, 0, 0.5}}));
}

TEST(Isochrone, RefusesWhatMeansNothing) {
    RoadNetwork network = small();
    const ArcCosts costs = build_arc_costs(network, {});
    const NodeIndex start[] = {0};
    const NodeIndex outside[] = {4};
    EXPECT_THROW(Isochrone(network, costs, start, -1, IsochroneDirection::from_starts), InvalidArgument);
    EXPECT_THROW(Isochrone(network, costs, start, NAN, IsochroneDirection::from_starts), InvalidArgument);
    EXPECT_THROW(Isochrone(network, costs, outside, 1, IsochroneDirection::from_starts), InvalidArgument);
    const ArcCosts of_another{costs.scale, std::vector<std::int32_t>(5, 1)};
    EXPECT_THROW(Isochrone(network, of_another, start, 1, IsochroneDirection::from_starts), InvalidArgument);
    network.columns[0].values[2] = Decimal(-1, 0);
    const ArcCosts negative = build_arc_costs(network, {});
    EXPECT_THROW(Isochrone(network, negative, start, 1, IsochroneDirection::from_starts), InvalidArgument);
}

// The nodes within the limit are those with a distance within it, in both directions; the reached parts of arcs cost
// the remainder.
TEST(ReachProperties, AgreesWithDistances) {
    for (const auto& kind : testing::network_kinds()) {
        if (kind.negative) continue;
        for (const CostType type : {CostType::int32, CostType::float64}) {
            const RoadNetwork network = testing::random_network(kind, 40, 3);
            const ArcCosts costs = build_arc_costs(network, {.type = type});
            const auto expected = testing::true_distances(network, 5);
            const auto limit = static_cast<double>(2 * kind.largest_cost);
            const NodeIndex start[] = {5};
            const Isochrone reach(network, costs, start, limit, IsochroneDirection::from_starts);
            for (NodeIndex node = 0; node < network.node_count(); ++node) {
                const bool within = expected[node] != testing::no_path && static_cast<double>(expected[node]) <= limit;
                ASSERT_EQ(reach.raw_distances()[node], within ? static_cast<double>(expected[node]) : infinity)
                    << kind.name;
                RoadNetwork turned = network;
                std::swap(turned.tail, turned.head);
                const NodeIndex from[] = {node};
                const double back =
                    Isochrone(turned, costs, from, limit, IsochroneDirection::to_starts).raw_distances()[5];
                ASSERT_EQ(back,
                          Isochrone(network, costs, from, limit, IsochroneDirection::from_starts).raw_distances()[5]);
            }
            for (const ReachedPart& part : reach.parts(-1, limit)) {
                const double cost =
                    std::visit([&](const auto& all) { return static_cast<double>(all[part.arc]); }, costs.values);
                const double left = limit - reach.raw_distances()[network.tail[part.arc]];
                ASSERT_EQ(part.begin, 0);
                ASSERT_NEAR(part.end * cost, std::min(left, cost), 1e-9 * limit) << kind.name;
            }
        }
    }
}

TEST(LinePart, CutsByLength) {
    const std::vector<Coordinate> line{{0, 0}, {3, 0}, {3, 1}};
    using network::Space;
    EXPECT_EQ(network::line_part(line, 0, 1, Space::plane), line);
    EXPECT_EQ(network::line_part(line, 0.25, 1, Space::plane), (std::vector<Coordinate>{{1, 0}, {3, 0}, {3, 1}}));
    EXPECT_EQ(network::line_part(line, 0.25, 0.5, Space::plane), (std::vector<Coordinate>{{1, 0}, {2, 0}}));
    EXPECT_EQ(network::line_part(line, 0, 0.75, Space::plane), (std::vector<Coordinate>{{0, 0}, {3, 0}}));
    const auto north = network::line_part(std::vector<Coordinate>{{7, 40}, {7, 44}}, 0, 0.5, Space::sphere);
    EXPECT_NEAR(north[1].x, 7, 1e-12);
    EXPECT_NEAR(north[1].y, 42, 1e-9);
    const std::vector<Coordinate> nowhere{{1, 1}, {1, 1}};
    EXPECT_EQ(network::line_part(nowhere, 0, 0.5, Space::plane), nowhere);
}

}  // namespace
}  // namespace allways
