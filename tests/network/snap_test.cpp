// SPDX-License-Identifier: Apache-2.0
#include "allways/network/snap.h"

#include <array>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve_between.h"
#include "base/random.h"
#include "network/snap/segment.h"

namespace allways {
namespace {

using network::NearestNode;
using Space = SnapOptions::Space;

struct TestArc {
    NodeIndex tail;
    NodeIndex head;
    std::int64_t cost;
};

// Nodes 0 … n-1 with ids 1 … n, and arcs with ids 1 … m; column "time" in seconds with 3 digits.
RoadNetwork plane_network(std::vector<Coordinate> places, const std::vector<TestArc>& arcs) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(places.size());
    network.arc_ids = IdTable::consecutive(arcs.size());
    network.coordinates = std::move(places);
    ArcColumn time{"time", "s", {}, 3};
    for (const TestArc& arc : arcs) {
        network.tail.push_back(arc.tail);
        network.head.push_back(arc.head);
        time.values.emplace_back(arc.cost, 3);
    }
    network.columns.push_back(std::move(time));
    return network;
}

SnapOptions plane_options(SnapOptions::Component component = SnapOptions::Component::largest) {
    SnapOptions options;
    options.space = Space::plane;
    options.component = component;
    return options;
}

// A square 0 - 1 - 2 - 3 - 0 of sides 10, driven both ways, but 0 → 1 alone; and an island 4 - 5 beside it.
RoadNetwork square() {
    return plane_network({{0, 0}, {10, 0}, {10, 10}, {0, 10}, {20, 0}, {30, 0}}, {{0, 1, 1000},
                                                                                  {1, 2, 2000},
                                                                                  {2, 1, 2000},
                                                                                  {2, 3, 3000},
                                                                                  {3, 2, 3000},
                                                                                  {3, 0, 4000},
                                                                                  {0, 3, 4000},
                                                                                  {4, 5, 1000},
                                                                                  {5, 4, 1000}});
}

TEST(Snapper, FindsPlacesInsideRoadsAndAtNodes) {
    const Snapper snapper(square(), {}, plane_options());
    const SnappedPoint inside = snapper.snap({4, 1});
    EXPECT_TRUE(inside.snapped);
    EXPECT_EQ(inside.node, no_node);
    EXPECT_EQ(inside.arc, 0u);
    EXPECT_DOUBLE_EQ(inside.fraction, 0.4);
    EXPECT_EQ(inside.place, (Coordinate{4, 0}));
    EXPECT_DOUBLE_EQ(inside.distance, 1);
    const SnappedPoint corner = snapper.snap({-1, -1});
    EXPECT_EQ(corner.node, 0u);
    EXPECT_EQ(corner.arc, 0u);  // the road that ends there
    EXPECT_EQ(corner.place, (Coordinate{0, 0}));
    EXPECT_DOUBLE_EQ(corner.distance, std::sqrt(2.0));
}

TEST(Snapper, TakesTheRoadOfTheLowestNodesWhereTwoAreEquallyFar) {
    EXPECT_EQ(Snapper(square(), {}, plane_options()).snap({5, 5}).arc, 0u);
}

TEST(Snapper, CountsFractionsFromTheLowerNodeWhicheverWayTheArcRuns) {
    const RoadNetwork network = plane_network({{0, 0}, {10, 0}}, {{1, 0, 1000}});
    const SnappedPoint found = Snapper(network, {}, plane_options(SnapOptions::Component::any)).snap({3, 0});
    EXPECT_EQ(found.arc, 0u);
    EXPECT_DOUBLE_EQ(found.fraction, 0.3);
}

TEST(Snapper, KeepsToTheLargestComponentUnlessAskedOtherwise) {
    const Coordinate beside_the_island{25, 1};
    EXPECT_EQ(Snapper(square(), {}, plane_options()).snap(beside_the_island).place.x, 10);
    EXPECT_EQ(Snapper(square(), {}, plane_options(SnapOptions::Component::any)).snap(beside_the_island).arc, 7u);
}

TEST(Snapper, StatesTheDistanceOfARoadThatItPassesOver) {
    const Snapper largest(square(), {}, plane_options());
    const SnappedPoint moved = largest.snap({25, 1});
    EXPECT_DOUBLE_EQ(moved.passed_over, 1);
    EXPECT_DOUBLE_EQ(moved.distance, std::hypot(15, 0));
    EXPECT_TRUE(std::isinf(largest.snap({11, 5}).passed_over));  // the island is farther
    EXPECT_TRUE(
        std::isinf(Snapper(square(), {}, plane_options(SnapOptions::Component::any)).snap({25, 1}).passed_over));
    SnapOptions nodes = plane_options();
    nodes.onto = SnapOptions::Onto::nodes;
    const SnappedPoint at_node = Snapper(square(), {}, nodes).snap({25, 0});
    EXPECT_DOUBLE_EQ(at_node.distance, 15);
    EXPECT_DOUBLE_EQ(at_node.passed_over, 5);
    EXPECT_EQ(largest.nearby({25, 1}, {.count = 9}).size(), 4u);  // all roads but the island
    const auto all = largest.nearby({25, 1}, {.count = 9, .any_component = true});
    EXPECT_EQ(all.size(), 5u);
    EXPECT_NE(largest.component(all.front().arc), 0u);
    EXPECT_EQ(largest.component(all.back().arc), 0u);
}

TEST(Snapper, TellsHowFarAPointBeyondTheRadiusIs) {
    SnapOptions options = plane_options();
    options.radius = 2;
    const Snapper snapper(square(), {}, options);
    const SnappedPoint far = snapper.snap({4, -3});
    EXPECT_FALSE(far.snapped);
    EXPECT_DOUBLE_EQ(far.distance, 3);
    EXPECT_TRUE(snapper.snap({4, -2}).snapped);
}

TEST(Snapper, PassesOverArcsWithoutCostAndConnectors) {
    const RoadNetwork network = square();
    std::vector<std::uint8_t> usable(network.arc_count(), 1);
    usable[0] = 0;
    EXPECT_EQ(Snapper(network, usable, plane_options()).snap({4, 1}).arc, 5u);  // from node 3 to node 0, 4 away
    RoadNetwork centroids = square();
    centroids.no_through = {1, 0, 0, 0, 0, 0};
    const SnappedPoint found = Snapper(centroids, {}, plane_options()).snap({4, 1});
    EXPECT_EQ(found.arc, 1u);  // from node 1 to node 2, 6 away
}

// Two islands of two roads, 0 - 1 - 2 and 3 - 4 - 5, and between 2 and 3 a ferry, which passes a place on the water.
RoadNetwork islands() {
    RoadNetwork network =
        plane_network({{0, 0}, {0, 10}, {10, 10}, {90, 10}, {100, 10}, {100, 0}, {50, 20}}, {{0, 1, 1000},
                                                                                             {1, 0, 1000},
                                                                                             {1, 2, 1000},
                                                                                             {2, 1, 1000},
                                                                                             {3, 4, 1000},
                                                                                             {4, 3, 1000},
                                                                                             {4, 5, 1000},
                                                                                             {5, 4, 1000},
                                                                                             {2, 6, 9000},
                                                                                             {6, 2, 9000},
                                                                                             {6, 3, 9000},
                                                                                             {3, 6, 9000}});
    TextColumn type("facility_type");
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) type.add(arc < 8 ? "residential" : "ferry");
    network.texts.push_back(std::move(type));
    return network;
}

TEST(Snapper, LetsNobodyBoardAFerryOnTheWater) {
    const Snapper snapper(islands(), {}, plane_options());
    EXPECT_EQ(snapper.snap({30, 14}).node, 2u);  // the pier
    EXPECT_EQ(snapper.snap({52, 20}).node, 3u);  // of the other island: the ferry makes one component of both
    SnapOptions nodes = plane_options();
    nodes.onto = SnapOptions::Onto::nodes;
    EXPECT_EQ(Snapper(islands(), {}, nodes).snap({52, 20}).node, 3u);
    RoadNetwork roads = islands();
    roads.texts.clear();
    EXPECT_EQ(Snapper(roads, {}, plane_options()).snap({52, 20}).arc, 10u);
}

TEST(Snapper, FollowsShapes) {
    RoadNetwork network = plane_network({{0, 0}, {10, 0}}, {{0, 1, 1000}, {1, 0, 1000}});
    const auto shape = network.shapes.add_shape(std::vector<Coordinate>{{0, 0}, {0, 10}, {10, 10}, {10, 0}});
    network.shapes.add_arc(shape);
    network.shapes.add_arc(shape, true);
    const SnappedPoint found = Snapper(network, {}, plane_options()).snap({5, 11});
    EXPECT_DOUBLE_EQ(found.fraction, 0.5);
    EXPECT_EQ(found.segment, 1u);
    EXPECT_EQ(found.place, (Coordinate{5, 10}));
    EXPECT_EQ(Snapper(network, {}, plane_options()).snap({5, 1}).place.y,
              1);  // a leg of the U, not the straight way across
}

TEST(Snapper, FindsSeveralRoadsTheNearestFirst) {
    const Snapper snapper(square(), {}, plane_options());
    const auto found = snapper.nearby({2, 1}, {.count = 3});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], snapper.snap({2, 1}));
    EXPECT_EQ(found[0].place, (Coordinate{2, 0}));
    EXPECT_EQ(found[1].place, (Coordinate{0, 1}));
    EXPECT_EQ(found[2].distance, 8);
    EXPECT_EQ(snapper.nearby({2, 1}, {.count = 9, .radius = 2}).size(), 2u);
    EXPECT_TRUE(snapper.nearby({2, 1}, {.count = 9, .radius = 0.5}).empty());
    const auto upright = [](ArcIndex, Coordinate from, Coordinate to) { return from.x == to.x; };
    EXPECT_EQ(snapper.nearby({2, 1}, {.accepts = upright}).front().place, (Coordinate{0, 1}));
    const auto none = [](ArcIndex, Coordinate, Coordinate) { return false; };
    EXPECT_TRUE(snapper.nearby({2, 1}, {.accepts = none}).empty());
}

TEST(Snapper, FindsSeveralSegmentsOfARoad) {
    RoadNetwork network = plane_network({{0, 0}, {10, 0}}, {{0, 1, 1000}, {1, 0, 1000}});
    const std::vector<Coordinate> line{{0, 0}, {0, 4}, {10, 4}, {10, 0}};
    const auto shape = network.shapes.add_shape(line);
    network.shapes.add_arc(shape);
    network.shapes.add_arc(shape, true);
    const Snapper snapper(network, {}, plane_options());
    EXPECT_EQ(snapper.nearby({4, 5}, {.count = 3}).size(), 1u);
    const auto found = snapper.nearby({4, 5}, {.count = 3, .each_segment = true});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].segment, 1u);
    EXPECT_EQ(found[1].segment, 0u);
    EXPECT_EQ(found[1].place, (Coordinate{0, 4}));
    EXPECT_EQ(found[2].segment, 2u);
}

TEST(Snapper, OntoNodesTakesTheNearestOfTheComponent) {
    SnapOptions options = plane_options();
    options.onto = SnapOptions::Onto::nodes;
    const SnappedPoint found = Snapper(square(), {}, options).snap({18, 1});
    EXPECT_TRUE(found.snapped);
    EXPECT_EQ(found.node, 1u);
}

TEST(Snapper, RefusesNetworksWithoutCoordinatesAndPositionsThatAreNone) {
    RoadNetwork network = square();
    const Snapper snapper(network, {}, plane_options());
    EXPECT_THROW(snapper.snap({std::nan(""), 0}), InvalidArgument);
    network.coordinates.clear();
    EXPECT_THROW(Snapper(network, {}, plane_options()), InvalidArgument);
}

// On the sphere the foot of the perpendicular is held against a fine division of the great circle.
TEST(Snapper, OnTheSphereFindsWhatADenseLineHas) {
    Random random(7);
    const auto unit = [&] { return static_cast<double>(random.below(1'000'001)) / 1e6; };
    for (int round = 0; round < 50; ++round) {
        const double longitude = round % 5 == 0 ? 179.9 : -170 + 340 * unit();
        const double latitude = -80 + 160 * unit();
        const double size = round % 2 == 0 ? 0.01 : 3;
        const Coordinate a{longitude, latitude};
        Coordinate b{longitude + size * unit(), latitude + size * unit()};
        if (b.x > 180) b.x -= 360;
        const RoadNetwork network = plane_network({a, b}, {{0, 1, 1000}, {1, 0, 1000}});
        Coordinate position{a.x + size * unit(), a.y + size * unit()};
        if (position.x > 180) position.x -= 360;
        const SnappedPoint found =
            Snapper(network, {}, {.space = SnapOptions::Space::sphere, .radius = INFINITY}).snap(position);
        // Points of the great circle by slerp of the unit vectors, through NearestNode's own metric.
        const auto vector = [](Coordinate at) {
            const double x = at.x * M_PI / 180;
            const double y = at.y * M_PI / 180;
            return std::array<double, 3>{std::cos(y) * std::cos(x), std::cos(y) * std::sin(x), std::sin(y)};
        };
        const auto p = vector(a);
        const auto q = vector(b);
        const double angle = std::acos(std::min(1.0, p[0] * q[0] + p[1] * q[1] + p[2] * q[2]));
        std::vector<Coordinate> dense;
        for (int i = 0; i <= 20000; ++i) {
            const double t = i / 20000.0;
            std::array<double, 3> v{};
            for (std::size_t k = 0; k < 3; ++k) {
                v[k] = (std::sin((1 - t) * angle) * p[k] + std::sin(t * angle) * q[k]) / std::sin(angle);
            }
            dense.push_back({std::atan2(v[1], v[0]) * 180 / M_PI, std::asin(v[2]) * 180 / M_PI});
        }
        const auto nearest = NearestNode(dense, Space::sphere).nearest(position);
        ASSERT_TRUE(found.snapped);
        const double step = 6371008.8 * angle / 20000;
        EXPECT_LE(found.distance, nearest->second + 1e-3) << round;
        EXPECT_GE(found.distance, nearest->second - step) << round;
        if (found.node == no_node) {
            EXPECT_NEAR(found.fraction, nearest->first / 20000.0, 2e-2) << round;
        }
    }
}

// ---- networks with points

std::vector<std::optional<int>> digits_of(const RoadNetwork& network) {
    return split_precision(network, {});
}

PointNetwork attach_all(const RoadNetwork& network, const std::vector<Coordinate>& positions) {
    const Snapper snapper(network, {}, plane_options());
    std::vector<SnappedPoint> points;
    for (const Coordinate position : positions) points.push_back(snapper.snap(position));
    return with_points(network, points, digits_of(network));
}

double between(const PointNetwork& points, std::size_t from, std::size_t to) {
    const NodeIndex origins[] = {points.node_of_point[from]};
    const NodeIndex destinations[] = {points.node_of_point[to]};
    return solve_between(points.network, origins, destinations).value.distance(0, 0);
}

TEST(WithPoints, SplitsCostsAlongArcsAndKeepsDirections) {
    const RoadNetwork network = square();
    const PointNetwork points = attach_all(network, {{4, 0}, {7, 0}, {10, 5}});
    EXPECT_DOUBLE_EQ(between(points, 0, 1), 0.3);            // on along the one-way road
    EXPECT_DOUBLE_EQ(between(points, 1, 0), 0.3 + 9 + 0.4);  // all the way round
    EXPECT_DOUBLE_EQ(between(points, 0, 2), 0.6 + 1);
    EXPECT_DOUBLE_EQ(between(points, 2, 0), 1 + 3 + 4 + 0.4);
    EXPECT_DOUBLE_EQ(between(points, 0, 0), 0);
}

TEST(WithPoints, AreNotPassedAndChangeNothingElse) {
    const RoadNetwork network = square();
    const PointNetwork points = attach_all(network, {{4, 0}, {4, 10}});
    std::vector<NodeIndex> nodes(network.node_count());
    for (NodeIndex node = 0; node < nodes.size(); ++node) nodes[node] = node;
    EXPECT_EQ(solve_between(points.network, nodes, nodes).value.distances(),
              solve_between(network, nodes, nodes).value.distances());
    for (const NodeIndex node : points.node_of_point) EXPECT_TRUE(points.network.is_no_through(node));
}

TEST(WithPoints, AtANodeAreThatNodeAndAtOnePlaceOneNode) {
    const PointNetwork points = attach_all(square(), {{-1, -1}, {4, 0}, {4, -1}});
    EXPECT_EQ(points.node_of_point[0], 0u);
    EXPECT_EQ(points.node_of_point[1], points.node_of_point[2]);
    EXPECT_EQ(points.network.node_count(), 7u);
}

TEST(WithPoints, ThatWereNotSnappedReachNothing) {
    const RoadNetwork network = square();
    SnapOptions options = plane_options();
    options.radius = 2;
    const Snapper snapper(network, {}, options);
    const std::vector<SnappedPoint> all{snapper.snap({4, 1}), snapper.snap({4, -3}), snapper.snap({4, -3})};
    const PointNetwork points = with_points(network, all, digits_of(network));
    const auto table = solve_between(points.network, points.node_of_point, points.node_of_point).value;
    EXPECT_EQ(table.unreachable_pairs(), 6u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(table.distance(i, i), 0);
}

TEST(WithPoints, PartsOfAnArcAddUpInEveryColumnThatDoes) {
    RoadNetwork network = square();
    network.columns.push_back({"length", "m", std::vector<Decimal>(9, Decimal(10, 0)), {}});
    network.columns.push_back({"free_speed", "km/h", std::vector<Decimal>(9, Decimal(50, 0)), {}});
    network.texts.emplace_back("name");
    for (int arc = 0; arc < 9; ++arc) network.texts[0].add(format("road {}", arc));
    const PointNetwork points = attach_all(network, {{1, 0}, {3.3, 0}});
    const RoadNetwork& now = points.network;
    ASSERT_EQ(now.arc_count(), 9u + 5u);  // two from node 0, two to node 1, one between
    const NodeIndex p = points.node_of_point[0];
    const NodeIndex q = points.node_of_point[1];
    Decimal time;
    Decimal length;
    for (std::size_t arc = 9; arc < now.arc_count(); ++arc) {
        EXPECT_EQ(now.texts[0].text(arc), "road 0");
        EXPECT_EQ(now.arc_ids.text(static_cast<ArcIndex>(arc)), "1");
        EXPECT_EQ(now.column("free_speed")->values[arc], Decimal(50, 0));
        const auto is = [&](NodeIndex tail, NodeIndex head) { return now.tail[arc] == tail && now.head[arc] == head; };
        if (is(0, p) || is(p, q) || is(q, 1)) {
            time = time + now.column("time")->values[arc];
            length = length + now.column("length")->values[arc];
        }
        if (is(p, q)) {
            const auto line = now.shapes.points(arc);
            ASSERT_EQ(line.size(), 2u);
            EXPECT_DOUBLE_EQ(line[0].x, 1);
            EXPECT_DOUBLE_EQ(line[1].x, 3.3);
        }
    }
    EXPECT_EQ(time, Decimal(1, 0));
    EXPECT_EQ(length, Decimal(10, 0));
}

TEST(WithPoints, CutsShapesWhereTheyLie) {
    RoadNetwork network = plane_network({{0, 0}, {10, 0}}, {{0, 1, 1000}, {1, 0, 1000}});
    const auto shape = network.shapes.add_shape(std::vector<Coordinate>{{0, 0}, {0, 10}, {10, 10}, {10, 0}});
    network.shapes.add_arc(shape);
    network.shapes.add_arc(shape, true);
    const PointNetwork points = attach_all(network, {{5, 10}});
    ASSERT_EQ(points.network.arc_count(), 6u);
    const NodeIndex p = points.node_of_point[0];
    std::size_t seen = 0;
    for (std::size_t arc = 2; arc < 6; ++arc) {
        if (points.network.tail[arc] == p && points.network.head[arc] == 0) {
            EXPECT_EQ(points.network.shapes.points(arc), (std::vector<Coordinate>{{5, 10}, {0, 10}, {0, 0}}));
            ++seen;
        }
        if (points.network.tail[arc] == p && points.network.head[arc] == 1) {
            EXPECT_EQ(points.network.shapes.points(arc), (std::vector<Coordinate>{{5, 10}, {10, 10}, {10, 0}}));
            ++seen;
        }
    }
    EXPECT_EQ(seen, 2u);
}

TEST(WithPoints, RefusesPointsOfAnotherNetworkAndTooFewDigits) {
    const RoadNetwork network = square();
    SnappedPoint point;
    point.snapped = true;
    point.arc = 99;
    point.fraction = 0.5;
    EXPECT_THROW(with_points(network, std::vector{point}, digits_of(network)), InvalidArgument);
    point.arc = 0;
    EXPECT_THROW(with_points(network, std::vector{point}, {}), InvalidArgument);
    point.fraction = 1;
    EXPECT_THROW(with_points(network, std::vector{point}, digits_of(network)), InvalidArgument);
}

// The network in which every point is a real node that splits its arc has the same distances between them. Costs are
// such that every split is exact.
TEST(WithPoints, HaveTheDistancesOfANetworkSplitThere) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        std::vector<Coordinate> places;
        std::vector<TestArc> arcs;
        const NodeIndex n = 12;
        for (NodeIndex i = 0; i < n; ++i)
            places.push_back({static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))});
        for (NodeIndex i = 0; i < n; ++i) {  // a ring keeps it strong
            arcs.push_back({i, (i + 1) % n, static_cast<std::int64_t>(1000 * (1 + random.below(20)))});
            const auto other = static_cast<NodeIndex>(random.below(n));
            if (other == i) continue;
            const auto cost = static_cast<std::int64_t>(1000 * (1 + random.below(20)));
            arcs.push_back({i, other, cost});
            if (random.below(2) == 0) arcs.push_back({other, i, cost + 1000});
        }
        const RoadNetwork network = plane_network(places, arcs);
        const Snapper snapper(network, {}, plane_options());
        std::vector<SnappedPoint> points;
        for (int i = 0; i < 15; ++i) {
            SnappedPoint point =
                snapper.snap({static_cast<double>(random.below(1000)), static_cast<double>(random.below(1000))});
            if (point.node == no_node) point.fraction = static_cast<double>(1 + random.below(9)) / 10;
            points.push_back(point);
        }
        const PointNetwork attached = with_points(network, points, digits_of(network));

        // Split for real: of each road with points all arcs are cut into pieces between neighbours.
        RoadNetwork split = network;
        const auto add = [&](NodeIndex tail, NodeIndex head, std::int64_t cost) {
            split.tail.push_back(tail);
            split.head.push_back(head);
            split.columns[0].values.emplace_back(cost, 3);
        };
        std::vector<NodeIndex> node_of(points.size(), no_node);
        std::map<std::pair<NodeIndex, NodeIndex>, std::map<double, NodeIndex>> cuts;  // all roads are straight here
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].node != no_node) {
                node_of[i] = points[i].node;
                continue;
            }
            const auto ends = std::minmax(network.tail[points[i].arc], network.head[points[i].arc]);
            auto& at = cuts[{ends.first, ends.second}];
            const auto [cut, is_new] = at.try_emplace(points[i].fraction, 0);
            if (is_new) {
                cut->second = static_cast<NodeIndex>(split.coordinates.size());
                split.coordinates.push_back({});
            }
            node_of[i] = cut->second;
        }
        for (const auto& [ends, at] : cuts) {
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                if (std::min(network.tail[arc], network.head[arc]) != ends.first ||
                    std::max(network.tail[arc], network.head[arc]) != ends.second) {
                    continue;
                }
                const std::int64_t cost = *network.columns[0].values[arc].fixed_point(3);
                const bool upward = network.tail[arc] == ends.first;
                NodeIndex before = ends.first;
                std::int64_t spent = 0;
                const auto piece = [&](NodeIndex node, std::int64_t to) {
                    upward ? add(before, node, to - spent) : add(node, before, to - spent);
                    before = node;
                    spent = to;
                };
                for (const auto& [fraction, node] : at) piece(node, std::llround(fraction * static_cast<double>(cost)));
                piece(ends.second, cost);
            }
        }
        split.node_ids = IdTable::consecutive(split.coordinates.size());
        split.arc_ids = IdTable::consecutive(split.tail.size());
        const auto expected = solve_between(split, node_of, node_of).value;
        const auto found = solve_between(attached.network, attached.node_of_point, attached.node_of_point).value;
        for (std::size_t i = 0; i < points.size(); ++i) {
            for (std::size_t j = 0; j < points.size(); ++j) {
                EXPECT_DOUBLE_EQ(found.distance(i, j), expected.distance(i, j)) << seed << ": " << i << " to " << j;
            }
        }
    }
}

TEST(Snapper, TakesSpaceRadiusAndToleranceFromTheReferenceSystem) {
    using Unit = Provenance::CoordinateUnit;
    RoadNetwork network = square();
    network.provenance.crs = "EPSG:4326";
    const SnapOptions degrees = resolved({}, network);
    EXPECT_EQ(degrees.space, SnapOptions::Space::sphere);
    EXPECT_EQ(degrees.radius, 500.0);
    EXPECT_EQ(degrees.tolerance, 0.01);

    network.provenance = {.crs = "EPSG:2263", .coordinate_unit = Unit::length, .metres_per_unit = 0.25};
    const SnapOptions feet = resolved({}, network);
    EXPECT_EQ(feet.space, SnapOptions::Space::plane);
    EXPECT_EQ(feet.radius, 2000.0);
    EXPECT_EQ(feet.tolerance, 0.04);
    EXPECT_EQ(resolved({.radius = 7}, network).radius, 7.0);

    // A projected network is not snapped as if it were degrees.
    network.provenance = {.crs = "EPSG:2263"};
    EXPECT_THROW(resolved({}, network), InvalidArgument);
    EXPECT_THROW(Snapper(network, {}, {}), InvalidArgument);
    EXPECT_NO_THROW(Snapper(network, {}, {.space = SnapOptions::Space::plane}));

    network.provenance = {.crs = "EPSG:4326", .notes = {{"attribution", "us"}, {"profile", "foot"}}};
    EXPECT_EQ(resolved({}, network).radius, 200.0);
    network.provenance.notes = {{"profile", "bicycle, electric"}};
    EXPECT_EQ(resolved({}, network).radius, 300.0);
    network.provenance.notes = {{"profile", "truck"}};
    EXPECT_EQ(resolved({}, network).radius, 500.0);

    network.provenance = {};
    const SnapOptions unknown = resolved({}, network);
    EXPECT_EQ(unknown.space, SnapOptions::Space::plane);
    EXPECT_EQ(unknown.tolerance, 0.0);
    EXPECT_TRUE(std::isfinite(*unknown.radius));  // the network's width
}

}  // namespace
}  // namespace allways
