// SPDX-License-Identifier: Apache-2.0
// Answers between places on the roads of a factor, against the network with the places as nodes.
#include "allways/query/road_router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/network/make_network.h"
#include "allways/query/alternatives.h"
#include "allways/query/isochrone.h"
#include "allways/result/network_factor.h"
#include "network/road_line.h"
#include "support/turn_truth.h"

namespace allways::testing {

namespace {

// Costs so large that parts of arcs have distinct costs and paths hardly tie; and lengths.
RoadNetwork streets(std::uint64_t seed) {
    RoadNetwork network = random_turn_network(seed);
    Random random(seed + 4711);
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        network.coordinates.push_back(
            {static_cast<double>(random.below(100000)), static_cast<double>(random.below(100000))});
    }
    ArcColumn lengths{"length", "m", {}, {}};
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        const auto cost = static_cast<std::int64_t>(1000 + random.below(100000));
        network.columns[0].values[arc] = Decimal(cost, 0);
        lengths.values.emplace_back(static_cast<std::int64_t>(1 + random.below(1000)), 0);
    }
    network.columns.push_back(std::move(lengths));
    return network;
}

// Whether a rule depends on a street where a zone begins, or on a loop: a documented difference.
bool is_told_apart(const RoadNetwork& network) {
    const TurnTruth truth(network);
    const auto differs = [&](ArcIndex arc) {
        const NodeIndex tail = network.tail[arc];
        const NodeIndex head = network.head[arc];
        if (tail == head) return true;
        if (!truth.has_zones || (truth.inside[tail] && truth.inside[head])) return false;
        return truth.inside[tail] || truth.inside[head] || !truth.is_open(arc);
    };
    for (std::size_t i = 0; i < network.turns.size(); ++i) {
        const auto sequence = network.turns.sequence(i);
        if (std::ranges::any_of(sequence, differs)) return false;
    }
    return std::ranges::none_of(network.turns.costs,
                                [&](const auto& cost) { return differs(cost.from) || differs(cost.to); });
}

std::vector<SnappedPoint> some_points(const RoadNetwork& network, Random& random) {
    std::vector<SnappedPoint> points;
    for (int i = 0; i < 12; ++i) {
        SnappedPoint point;
        point.snapped = true;
        if (random.chance(0.25)) {
            point.node = static_cast<NodeIndex>(random.below(network.node_count()));
            point.place = network.coordinates[point.node];
        } else {
            auto arc = static_cast<ArcIndex>(random.below(network.arc_count()));
            if (network.tail[arc] == network.head[arc]) continue;
            for (ArcIndex other = 0; other < arc; ++other) {
                if (network::same_road(network, other, arc)) arc = other;
            }
            point.arc = arc;
            point.fraction = static_cast<double>(1 + random.below(7)) / 8;
            const auto line = network::road_line(network, arc);
            point.place = {line[0].x + point.fraction * (line[1].x - line[0].x),
                           line[0].y + point.fraction * (line[1].y - line[0].y)};
        }
        points.push_back(point);
    }
    return points;
}

double sum_of_lengths(const RoadNetwork& network, const RoadPath& path) {
    double sum = 0;
    for (std::size_t i = 0; i < path.legs.size(); ++i) {
        const double begin = i == 0 ? path.begin : 0;
        const double end = i + 1 == path.legs.size() ? path.end : 1;
        sum += network.column("length")->values[path.legs[i].arc].to_double() * (end - begin);
    }
    return sum;
}

void expect_path(const RoadPath& path, double distance) {
    ASSERT_EQ(path.reachable, std::isfinite(distance));
    ASSERT_EQ(path.raw_distance, distance);
    double sum = 0;
    for (std::size_t i = 0; i < path.legs.size(); ++i) {
        sum += path.legs[i].raw_cost;
        if (i > 0) {
            ASSERT_EQ(path.legs[i].from, path.legs[i - 1].to);
        }
    }
    if (path.reachable) {
        ASSERT_EQ(sum, distance);
    }
}

// Places on the roads of a factor, and the network that has them as nodes.
struct PlacesAsNodes {
    std::shared_ptr<const NetworkFactor> factor;
    RoadNetwork network;  // of the factor
    Random random;        // after the points were drawn
    std::vector<SnappedPoint> points;
    PointNetwork with_nodes;

    PlacesAsNodes(const RoadNetwork& roads, std::uint64_t seed)
        : factor(
              std::make_shared<const NetworkFactor>(factorize(roads, {.cost = "time", .cost_type = CostType::int32}))),
          network(extract_network(*factor)),
          random(seed),
          points(some_points(network, random)),
          with_nodes(with_points(network, points, digits())) {}

private:
    std::vector<std::optional<int>> digits() const {
        std::vector<std::optional<int>> digits;
        for (const ArcColumn& column : network.columns) digits.push_back(column.name == "time" ? 0 : 3);
        return digits;
    }
};

}  // namespace

TEST(RoadRouter, AnswersLikeTheNetworkWithThePlacesAsNodes) {
    int compared = 0;
    int reachable = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const PlacesAsNodes made(streets(seed), seed);
        const auto& [factor, network, random, points, with_nodes] = made;
        if (!is_told_apart(network)) continue;
        const DistanceTable truth =
            solve(with_nodes.network,
                  {.cost = "time", .cost_type = CostType::int32, .schedule = "blocked", .device = "reference"});

        const RoadRouter router(factor);
        std::vector<RoadPlace> places;
        for (const SnappedPoint& point : points) places.push_back(router.place(point));
        const RoadTable table = router.table(places, places, {.sums = {}, .threads = 1});
        const RoadTable with_sums = router.table(places, places, {.sums = {"length"}, .threads = 2});
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (std::size_t j = 0; j < places.size(); ++j) {
                SCOPED_TRACE("from " + std::to_string(i) + " to " + std::to_string(j));
                const double distance = truth.raw_distance(with_nodes.node_of_point[i], with_nodes.node_of_point[j]);
                ASSERT_EQ(router.raw_distance(places[i], places[j]), distance);
                ASSERT_EQ(table.raw_distances[i * places.size() + j], distance);
                ASSERT_EQ(with_sums.raw_distances[i * places.size() + j], distance);
                const RoadPath path = router.path(places[i], places[j]);
                expect_path(path, distance);
                ++compared;
                if (!path.reachable) continue;
                ++reachable;
                ASSERT_NEAR(with_sums.sums[0][i * places.size() + j], sum_of_lengths(network, path), 1e-6);
            }
        }
    }
    EXPECT_GT(compared, 20000);
    EXPECT_GT(reachable, 10000);
}

TEST(Alternatives, AreShortEnoughDifferentAndWithoutDetours) {
    constexpr NodeIndex side = 14;
    std::size_t found = 0;
    std::size_t with = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        RoadNetwork roads;
        roads.node_ids = IdTable::consecutive(side * side);
        roads.columns = {{"time", "s", {}, {}}};
        std::vector<std::int64_t> ids;
        const auto add = [&](NodeIndex a, NodeIndex b) {
            const Decimal cost(static_cast<std::int64_t>(800 + random.below(400)), 0);
            for (const bool back : {false, true}) {
                roads.tail.push_back(back ? b : a);
                roads.head.push_back(back ? a : b);
                roads.reversed.push_back(back);
                roads.columns[0].values.push_back(cost);
                ids.push_back(static_cast<std::int64_t>(roads.tail.size() + 1) / 2);
            }
        };
        for (NodeIndex at = 0; at < side * side; ++at) {
            roads.coordinates.push_back({static_cast<double>(at % side), static_cast<double>(at / side)});
            if (at % side + 1 < side) add(at, at + 1);
            if (at + side < side * side) add(at, at + side);
        }
        roads.arc_ids = IdTable(std::move(ids));
        if (seed % 2 == 0) roads.turns.may_turn_round.assign(side * side, 0);
        const RoadRouter router(std::make_shared<const NetworkFactor>(factorize(roads)));
        for (int pair = 0; pair < 10; ++pair) {
            const auto points = some_points(extract_network(router.factor()), random);
            const RoadPlace from = router.place(points[0]);
            const RoadPlace to = router.place(points[1]);
            const RoadPath shortest = router.path(from, to);
            std::vector<RoadPath> ways{shortest};
            const auto others = find_alternatives(router, from, to, shortest, {.count = 3});
            ASSERT_LE(others.size(), 3u);
            for (const RoadPath& way : others) {
                expect_path(way, way.raw_distance);
                EXPECT_GE(way.raw_distance, shortest.raw_distance);
                EXPECT_LE(way.raw_distance, 1.25 * shortest.raw_distance);
                ASSERT_FALSE(way.legs.empty());
                for (const RoadPath& other : ways) {
                    double shared = 0;
                    for (const PathLeg& leg : way.legs) {
                        if (std::ranges::find(other.legs, leg.arc, &PathLeg::arc) != other.legs.end())
                            shared += leg.raw_cost;
                    }
                    EXPECT_LE(shared, 0.75 * shortest.raw_distance);
                }
                std::vector<NodeIndex> nodes;
                for (const PathLeg& leg : way.legs) nodes.push_back(leg.from);
                if (from.node == no_node) nodes.erase(nodes.begin());  // behind the begin
                EXPECT_TRUE(std::ranges::any_of(nodes, [&](NodeIndex node) {
                    const RoadPlace via{.node = node, .fraction = 0, .arcs = {}};
                    return router.raw_distance(from, via) + router.raw_distance(via, to) <= way.raw_distance;
                }));
                std::ranges::sort(nodes);
                EXPECT_EQ(std::ranges::adjacent_find(nodes), nodes.end());
                ways.push_back(way);
            }
            found += others.size();
            with += !others.empty();
        }
    }
    EXPECT_GT(found, 100u);
    EXPECT_GT(with, 60u);  // of 100 pairs, three quarters of them inside roads
}

// By limits that let nearly all through, on networks with rules of every kind.
TEST(Alternatives, KeepTurnRules) {
    std::size_t found = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RoadRouter router(
            std::make_shared<const NetworkFactor>(factorize(streets(seed), {.cost_type = CostType::int32})));
        const RoadNetwork network = extract_network(router.factor());
        const TurnTruth truth(network);
        for (NodeIndex from = 0; from < network.node_count(); ++from) {
            for (NodeIndex to = 0; to < network.node_count(); ++to) {
                const RoadPlace start{.node = from, .fraction = 0, .arcs = {}};
                const RoadPlace end{.node = to, .fraction = 0, .arcs = {}};
                const RoadPath shortest = router.path(start, end);
                const AlternativeOptions options{
                    .count = 5, .most_longer = 2, .most_shared = 0.9, .local_optimum = 0.05};
                for (const RoadPath& way : find_alternatives(router, start, end, shortest, options)) {
                    Walk walk;
                    for (const PathLeg& leg : way.legs) walk.push_back(static_cast<ArcIndex>(leg.arc));
                    ASSERT_TRUE(truth.is_legal(from, walk)) << from << " to " << to;
                    ASSERT_EQ(static_cast<double>(truth.cost(walk)), way.raw_distance);
                    ASSERT_EQ(network.head[walk.back()], to);
                    ASSERT_GE(way.raw_distance, shortest.raw_distance);
                    ++found;
                }
            }
        }
    }
    EXPECT_GT(found, 100u);
}

TEST(RoadRouter, CanBeCancelled) {
    const auto factor = std::make_shared<const NetworkFactor>(factorize(generate_streets({.nodes = 20000})));
    const RoadRouter router(factor);
    const RoadNetwork network = extract_network(*factor);
    const auto on_arc = [&](ArcIndex arc, double fraction) {
        SnappedPoint point;
        point.arc = arc;
        point.fraction = fraction;
        return router.place(point);
    };
    std::vector<RoadPlace> spread;
    std::vector<RoadPlace> beside;  // in one road: their ways do not lead through the core
    for (ArcIndex i = 0; i < 400; ++i) {
        spread.push_back(on_arc(i * 7, 0.5));
        beside.push_back(on_arc(0, (i + 1) / 402.0));
    }
    const ProgressCallback never = [](const Progress&) { return false; };
    RoadTableOptions options{.sums = {}, .threads = 2, .progress = never};
    EXPECT_THROW(router.table(spread, spread, options), Cancelled);
    options.sums = {"length"};
    EXPECT_THROW(router.table(spread, spread, options), Cancelled);
    const RoadPath shortest = router.path(spread[0], spread[399]);
    ASSERT_FALSE(router.vias(spread[0], spread[399], 2 * shortest.raw_distance).empty());
    EXPECT_THROW(find_alternatives(router, spread[0], spread[399], shortest, {.progress = never}), Cancelled);
    EXPECT_THROW(Isochrone(router, spread[0], 1e9, {.progress = never}), Cancelled);

    // After the sweep of the core.
    std::size_t looks = 0;
    options = {.sums = {}, .threads = 1, .progress = [&](const Progress& at) {
                   looks += at.total == 0;
                   return at.total != 0;
               }};
    EXPECT_THROW(router.table(beside, beside, options), Cancelled);
    EXPECT_EQ(looks, 1u);
}

// If paths may not turn round, turn-expanded networks have states only for U-turns that could pay; other arcs may or
// may not be entered.
void expect_reach_of_places_as_nodes(IsochroneDirection direction) {
    const bool is_forward = direction == IsochroneDirection::from_starts;
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RoadNetwork roads = streets(seed);
        roads.turns.may_turn_round.clear();
        PlacesAsNodes made(roads, seed);
        auto& [factor, network, random, points, with_nodes] = made;
        if (!is_told_apart(network)) continue;
        const ArcCosts costs = build_arc_costs(with_nodes.network, {"time", CostType::int32});
        const RoadRouter router(factor);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double limit = static_cast<double>(random.below(200000));
            const NodeIndex start[] = {with_nodes.node_of_point[i]};
            auto truth = Isochrone(with_nodes.network, costs, start, limit, direction).parts(-1, limit);
            std::erase_if(truth, [&](const ReachedPart& part) { return part.arc >= network.arc_count(); });
            auto found = Isochrone(router, router.place(points[i]), limit, {.direction = direction}).parts(-1, limit);
            // The stretch of the place's own road is made of arcs of its own there.
            const auto own = [&](const ReachedPart& part) { return is_forward ? part.begin > 0 : part.end < 1; };
            if (is_forward && points[i].node == no_node) {
                EXPECT_EQ(std::ranges::count_if(found, own),
                          static_cast<std::ptrdiff_t>(router.place(points[i]).arcs.size()));
            }
            std::erase_if(found, own);
            std::ranges::sort(found, {}, &ReachedPart::arc);
            ASSERT_EQ(found, truth) << "point " << i << ", limit " << limit;
            compared += truth.size();
        }
    }
    EXPECT_GT(compared, 3000u);
}

TEST(IsochroneOfAPlace, IsThatOfTheNetworkWithThePlaceAsANode) {
    expect_reach_of_places_as_nodes(IsochroneDirection::from_starts);
}

TEST(IsochroneOfAPlace, TowardsAPlaceIsThatOfTheNetworkWithThePlaceAsANode) {
    expect_reach_of_places_as_nodes(IsochroneDirection::to_starts);
}

// A place is inside the reach if, and only if, a path leads there within the limit.
TEST(IsochroneOfAPlace, CoversThePlacesThatPathsReach) {
    std::size_t covered = 0;
    std::size_t in_destinations = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        PlacesAsNodes made(streets(seed), seed);
        auto& [factor, network, random, points, with_nodes] = made;
        if (!is_told_apart(network)) continue;
        const RoadRouter router(factor);
        std::vector<RoadPlace> places;
        for (const SnappedPoint& point : points) places.push_back(router.place(point));
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double limit = static_cast<double>(random.below(200000));
            for (const auto direction : {IsochroneDirection::from_starts, IsochroneDirection::to_starts}) {
                const bool is_forward = direction == IsochroneDirection::from_starts;
                const auto parts = Isochrone(router, places[i], limit, {.direction = direction}).parts(-1, limit);
                for (std::size_t j = 0; j < places.size(); ++j) {
                    const double distance = is_forward ? router.raw_distance(places[i], places[j])
                                                       : router.raw_distance(places[j], places[i]);
                    if (places[j].arcs.empty() || i == j || std::abs(distance - limit) < 10) continue;
                    const bool found = std::ranges::any_of(places[j].arcs, [&](const RoadPlace::Arc& arc) {
                        const double share = places[j].share_behind(arc);
                        return std::ranges::any_of(parts, [&](const ReachedPart& part) {
                            return part.arc == arc.arc && part.begin <= share && share <= part.end;
                        });
                    });
                    ASSERT_EQ(found, distance < limit) << i << " and " << j << ", " << distance << ", " << limit;
                    covered += found;
                    const auto& only = network.turns.destination_only;
                    in_destinations += found && !only.empty() && only[places[j].arcs.front().arc] != 0;
                }
            }
        }
    }
    EXPECT_GT(covered, 3000u);
    EXPECT_GT(in_destinations, 100u);
}

TEST(IsochroneOfAPlace, MayBeBoundedByAColumn) {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RoadNetwork roads = streets(seed);
        roads.turns = {};
        PlacesAsNodes made(roads, seed);
        auto& [factor, network, random, points, with_nodes] = made;
        const ArcCosts lengths = build_arc_costs(network, {"length", CostType::float64});
        const RoadRouter router(factor);
        for (const SnappedPoint& point : points) {
            if (point.node == no_node) continue;
            const double limit = static_cast<double>(random.below(2000));
            const NodeIndex start[] = {point.node};
            for (const auto direction : {IsochroneDirection::from_starts, IsochroneDirection::to_starts}) {
                const auto truth = Isochrone(network, lengths, start, limit, direction).parts(-1, limit);
                const Isochrone reach(router, router.place(point), limit, {.direction = direction, .column = "length"});
                auto found = reach.parts(-1, limit);
                std::ranges::sort(found, {}, &ReachedPart::arc);
                ASSERT_EQ(found.size(), truth.size()) << "seed " << seed << ", limit " << limit;
                for (std::size_t i = 0; i < truth.size(); ++i) {
                    ASSERT_EQ(found[i].arc, truth[i].arc);
                    ASSERT_NEAR(found[i].begin, truth[i].begin, 1e-9);
                    ASSERT_NEAR(found[i].end, truth[i].end, 1e-9);
                }
                compared += truth.size();
            }
        }
        EXPECT_THROW(Isochrone(router, router.place(points[0]), 1, {.column = "none"}), InvalidArgument);
    }
    EXPECT_GT(compared, 1000u);
}

// On a factor as on its network, from nodes under turn rules; neither is needed any longer.
TEST(IsochroneOfAPlace, GoesOnFromOtherNodesAndBorrowsNothing) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        for (const auto direction : {IsochroneDirection::from_starts, IsochroneDirection::to_starts}) {
            std::optional<Isochrone> of_factor, of_network;
            {
                RoadNetwork roads = streets(seed);
                roads.turns.destination_only.clear();  // at the edges of zones the two differ
                const auto factor = std::make_shared<const NetworkFactor>(factorize(roads, {.cost = "time"}));
                const RoadRouter router(factor);
                of_factor.emplace(router, RoadPlace{.node = 0, .fraction = 0, .arcs = {}}, 150000,
                                  IsochroneOptions{.direction = direction});
                const RoadNetwork network = extract_network(*factor);
                const NodeIndex start[] = {0};
                of_network.emplace(network, build_arc_costs(network, {"time", CostType::int32}), start, 150000,
                                   direction);
            }
            const NodeIndex others[] = {1, 2};
            for (const auto& [found, truth] :
                 {std::pair(*of_factor, *of_network), std::pair(of_factor->from(others), of_network->from(others))}) {
                ASSERT_EQ(found.raw_distances(), truth.raw_distances());
                ASSERT_EQ(found.parts(-1, 150000), truth.parts(-1, 150000));
            }
        }
    }
}

TEST(IsochroneOfAPlace, RingsCoverEverythingOnce) {
    const RoadNetwork roads = streets(3);
    const RoadRouter router(std::make_shared<const NetworkFactor>(factorize(roads, {.cost = "time"})));
    Random random(3);
    const RoadPlace place = router.place(some_points(extract_network(router.factor()), random).front());
    const Isochrone reach(router, place, 200000);
    double length = 0;
    for (double above = -1, limit = 10000; limit <= 200000; above = limit, limit += 10000) {
        for (const ReachedPart& part : reach.parts(above, limit)) length += part.end - part.begin;
    }
    for (const ReachedPart& part : reach.parts(-1, 200000)) length -= part.end - part.begin;
    EXPECT_NEAR(length, 0, 1e-9);
}

TEST(RoadRouter, TakesOnlyTheArcsOfAPlace) {
    const RoadNetwork roads = [] {
        RoadNetwork network;
        network.node_ids = IdTable::consecutive(3);
        network.coordinates = {{0, 0}, {8, 0}, {8, 8}};
        network.tail = {0, 1, 1, 2, 2, 0};
        network.head = {1, 0, 2, 1, 0, 2};
        network.reversed = {0, 1, 0, 1, 0, 1};
        network.arc_ids = IdTable(std::vector<std::int64_t>{1, 1, 2, 2, 3, 3});
        network.columns = {{"time", "s", std::vector<Decimal>(6, Decimal(80, 0)), {}}};
        return network;
    }();
    const RoadRouter router(std::make_shared<const NetworkFactor>(factorize(roads)));
    const SnappedPoint point{true, no_node, 0, 0.25, 0, {2, 0}, 0};
    RoadPlace place = router.place(point);
    ASSERT_EQ(place.arcs.size(), 2u);
    const RoadPlace node{.node = 0, .fraction = 0, .arcs = {}};
    EXPECT_EQ(router.raw_distance(place, node), 20);
    std::erase_if(place.arcs, [](const RoadPlace::Arc& arc) { return !arc.runs_upward; });
    const RoadPath path = router.path(place, node);
    EXPECT_EQ(path.raw_distance, 140);
    EXPECT_EQ(path.begin, 0.25);
    EXPECT_EQ(path.legs.size(), 2u);
    EXPECT_EQ(router.path(place, place).legs.size(), 0u);
    EXPECT_THROW(router.raw_distance(place, RoadPlace{.node = 7, .fraction = 0, .arcs = {}}), InvalidArgument);
    EXPECT_THROW(router.table({}, {}, {.sums = {"none"}, .threads = 1}), InvalidArgument);
}

}  // namespace allways::testing
