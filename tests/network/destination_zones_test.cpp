// SPDX-License-Identifier: Apache-2.0
// Zones: what is inside, and that their rules cut no place off.
#include "network/turns/destination_zones.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/network/road_network.h"
#include "allways/network/snap.h"
#include "allways/query/road_router.h"
#include "network/road_line.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::TurnTruth;

enum Ways { both_ways, one_way };
enum Use { open, for_destinations };

// Streets of 10 s in a plane.
struct Streets {
    RoadNetwork network;
    std::vector<std::int64_t> ids;

    explicit Streets(std::vector<Coordinate> places) {
        network.node_ids = IdTable::consecutive(places.size(), 0);
        network.coordinates = std::move(places);
        network.no_through.assign(network.coordinates.size(), 0);
        network.columns = {{"time", "s", {}, {}}};
    }
    // Returns its first arc, from a to b; the other direction follows.
    ArcIndex add(NodeIndex a, NodeIndex b, Use use = open, Ways ways = both_ways) {
        const auto first = static_cast<ArcIndex>(network.tail.size());
        for (const bool back : {false, true}) {
            if (back && ways == one_way) break;
            network.tail.push_back(back ? b : a);
            network.head.push_back(back ? a : b);
            network.reversed.push_back(back);
            network.columns[0].values.emplace_back(10, 0);
            network.turns.destination_only.push_back(use == for_destinations);
            ids.push_back(first);
        }
        network.arc_ids = IdTable(ids);
        return first;
    }
    void forbid(ArcIndex from, ArcIndex to) {
        const ArcIndex pair[] = {from, to};
        network.turns.add(TurnRules::Kind::forbidden, pair);
    }
    std::vector<std::uint8_t> inside() const {
        const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
        return network::destination_zones(
                   network::DriveRules(network, adjacency, network::arcs_with_value(network.columns[0])))
            .inside;
    }
};

SnappedPoint in_road(const RoadNetwork& network, ArcIndex arc, double fraction) {
    SnappedPoint point;
    point.snapped = true;
    point.arc = arc;
    point.fraction = fraction;
    const auto line = network::road_line(network, arc);
    point.place = {line[0].x + fraction * (line[1].x - line[0].x), line[0].y + fraction * (line[1].y - line[0].y)};
    return point;
}

// A point in each road, and one at each node.
std::vector<SnappedPoint> points_everywhere(const RoadNetwork& network) {
    std::vector<SnappedPoint> points;
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        points.emplace_back().snapped = true;
        points.back().node = node;
        points.back().place = network.coordinates[node];
    }
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (network.tail[arc] == network.head[arc]) continue;
        bool is_first = true;
        for (ArcIndex other = 0; other < arc; ++other) is_first &= !network::same_road(network, other, arc);
        if (is_first) points.push_back(in_road(network, arc, 0.375));
    }
    return points;
}

using Matrix = std::vector<std::vector<double>>;

// Between points as nodes of the network.
Matrix distances(const RoadNetwork& network, const std::vector<SnappedPoint>& points) {
    const std::vector<std::optional<int>> digits(network.columns.size(), 3);
    const PointNetwork made = with_points(network, points, digits);
    const DistanceTable table = solve(made.network, {.cost = "time", .schedule = "blocked", .device = "reference"});
    Matrix found(points.size(), std::vector<double>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j)
            found[i][j] = table.distance(made.node_of_point[i], made.node_of_point[j]);
    }
    return found;
}

// Between places on the roads of a factor.
Matrix distances_of_factor(const RoadNetwork& network, const std::vector<SnappedPoint>& points) {
    auto factor = std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time"}));
    const RoadRouter router(factor);
    std::vector<ArcIndex> arc_of(network.arc_count());
    const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
    for (ArcIndex arc = 0; arc < arc_of.size(); ++arc) arc_of[adjacency.arcs[arc]] = arc;
    std::vector<RoadPlace> places;
    for (SnappedPoint point : points) {
        if (point.node == no_node) point.arc = arc_of[point.arc];
        places.push_back(router.place(point));
    }
    const RoadTable table = router.table(places, places);
    Matrix found(points.size(), std::vector<double>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            found[i][j] = table.raw_distances[i * points.size() + j];
            EXPECT_EQ(found[i][j], router.raw_distance(places[i], places[j])) << i << " to " << j;
        }
    }
    return found;
}

// If a path exists without zones, a path exists with them.
void expect_nothing_cut_off(const RoadNetwork& network) {
    RoadNetwork without = network;
    without.turns.destination_only.clear();
    const std::vector<SnappedPoint> points = points_everywhere(network);
    const Matrix free = distances(without, points);
    const Matrix bound = distances(network, points);
    const Matrix of_factor = distances_of_factor(network, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            ASSERT_EQ(std::isfinite(bound[i][j]), std::isfinite(free[i][j])) << i << " to " << j;
            // A factor may leave out a turn restriction where a zone begins (road_router.h).
            ASSERT_TRUE(std::isfinite(of_factor[i][j]) || !std::isfinite(free[i][j]))
                << i << " to " << j << " of the factor";
            ASSERT_GE(bound[i][j], free[i][j]) << i << " to " << j;
        }
    }
}

// A block of open streets 0 - 1 - 2 - 0. From node 1 a street for destinations only leads to the open street 3 - 4 - 5,
// whose end is joined to node 2.
Streets pocket() {
    Streets streets({{0, 0}, {100, 0}, {100, 100}, {200, 0}, {300, 0}, {200, 100}});
    streets.add(0, 1);
    streets.add(1, 2);
    streets.add(2, 0);
    streets.add(1, 3, for_destinations);
    streets.add(3, 4);
    streets.add(4, 5);
    return streets;
}

using Inside = std::vector<std::uint8_t>;

TEST(DestinationZones, ABarrierClosesAPocket) {
    Streets streets = pocket();
    streets.add(5, 2);
    EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 0, 0, 0})) << "open streets lead out";
    streets.network.no_through[5] = NoThrough::barrier;
    EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 1, 1, 1}));
    expect_nothing_cut_off(streets.network);
    const Matrix found = distances(streets.network, points_everywhere(streets.network));
    EXPECT_EQ(found[0][4], 30);
    EXPECT_EQ(found[4][0], 30);
}

TEST(DestinationZones, ATurnRestrictionClosesAPocket) {
    Streets streets = pocket();
    const ArcIndex out = streets.add(5, 2);
    streets.forbid(10, out);  // 4 → 5 → 2
    expect_nothing_cut_off(streets.network);
    streets.forbid(out + 1, 11);  // 2 → 5 → 4
    EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 1, 1, 1}));
    expect_nothing_cut_off(streets.network);
}

TEST(DestinationZones, PositionsBeforeABarrierAreReached) {
    // The street for destinations only ends at a closed barrier, behind which open streets go on.
    Streets streets({{0, 0}, {100, 0}, {100, 100}, {200, 0}, {200, 100}});
    streets.add(0, 1);
    streets.add(1, 2);
    streets.add(2, 0);
    const ArcIndex closed = streets.add(1, 3, for_destinations);
    streets.add(3, 4);
    streets.add(4, 2);
    streets.network.no_through[3] = NoThrough::barrier;
    expect_nothing_cut_off(streets.network);
    const std::vector<SnappedPoint> points{in_road(streets.network, closed, 0.5), in_road(streets.network, 0, 0.5)};
    EXPECT_EQ(distances(streets.network, points)[1][0], 10);
    EXPECT_EQ(distances_of_factor(streets.network, points)[0][1], 10);
}

TEST(DestinationZones, OneWayStreetsIntoAPocketAndOutOfIt) {
    for (const bool into : {true, false}) {
        Streets streets = pocket();
        into ? streets.add(2, 5, open, one_way) : streets.add(5, 2, open, one_way);
        EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 1, 1, 1}));
        expect_nothing_cut_off(streets.network);
    }
}

TEST(DestinationZones, OpenStreetsThatLeadOnlyOutOfAPocketToADeadEnd) {
    Streets streets({{0, 0}, {100, 0}, {100, 100}, {200, 0}, {300, 0}});
    streets.add(0, 1);
    streets.add(1, 2);
    streets.add(2, 0);
    streets.add(1, 3, for_destinations);
    streets.add(3, 4, open, one_way);  // no arc leads back
    expect_nothing_cut_off(streets.network);
}

TEST(DestinationZones, NoPathPassesAZone) {
    Streets streets({{0, 0}, {100, 0}, {200, 0}, {300, 0}, {100, -900}});
    streets.add(0, 1, for_destinations);  // the short way from 0 to 3
    streets.add(1, 2, for_destinations);
    streets.add(2, 3, for_destinations);
    streets.add(0, 4);
    streets.add(4, 3);
    for (std::size_t arc = 6; arc < 10; ++arc) streets.network.columns[0].values[arc] = Decimal(100, 0);
    const Matrix found = distances(streets.network, points_everywhere(streets.network));
    EXPECT_EQ(found[0][3], 200);
    EXPECT_EQ(found[0][2], 20);
    EXPECT_EQ(found[1][3], 20);
    expect_nothing_cut_off(streets.network);
}

TEST(DestinationZones, StreetsThatAreClosedToTheCostLeadNowhere) {
    Streets streets = pocket();
    const ArcIndex out = streets.add(5, 2);
    streets.network.columns[0].values[out] = streets.network.columns[0].values[out + 1] = Decimal::missing();
    EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(distances(streets.network, points_everywhere(streets.network))[0][5], 40);
}

TEST(DestinationZones, TurningRoundMattersOnlyBesideSequences) {
    Streets streets = pocket();
    streets.add(5, 2);
    EXPECT_TRUE(Streets({{0, 0}, {1, 0}}).inside().empty());
    streets.network.turns.may_turn_round.assign(6, 0);
    EXPECT_EQ(streets.inside(), (Inside{0, 0, 0, 0, 0, 0}));
}

// Random networks with rules of every kind, where streets are for destinations only.
RoadNetwork with_zones(std::uint64_t seed) {
    RoadNetwork network = testing::random_turn_network(seed);
    Random random(seed + 99);
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        network.coordinates.push_back(
            {static_cast<double>(random.below(100000)), static_cast<double>(random.below(100000))});
    }
    auto& marks = network.turns.destination_only;
    if (marks.empty()) {
        for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) marks.push_back(random.chance(0.3));
    }
    for (std::uint8_t& mark : network.no_through) mark = mark ? NoThrough::barrier : NoThrough::passable;
    if (network.no_through.empty() && random.chance(0.4)) {
        for (NodeIndex node = 0; node < network.node_count(); ++node)
            network.no_through.push_back(random.chance(0.2) ? NoThrough::barrier : NoThrough::passable);
    }
    return network;
}

TEST(DestinationZones, CutNothingOffInRandomNetworks) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        ASSERT_NO_FATAL_FAILURE(expect_nothing_cut_off(with_zones(seed)));
    }
}

// Answers for places inside roads and at nodes, by drives along the arcs that are checked rule by rule.
TEST(DestinationZones, PlacesInRoadsHaveTheDistancesOfTheTruth) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = with_zones(seed);
        Random random(seed);
        for (Decimal& cost : network.columns[0].values)
            cost = Decimal(static_cast<std::int64_t>(8 + 8 * random.below(1000)), 0);
        const TurnTruth truth(network);
        const std::vector<SnappedPoint> points = points_everywhere(network);
        const Matrix found = distances(network, points);
        std::vector<TurnTruth::Place> places;
        for (const SnappedPoint& point : points) {
            TurnTruth::Place place{point.node, {}, static_cast<std::int64_t>(point.fraction * 8)};
            for (ArcIndex arc = 0; arc < network.arc_count() && point.node == no_node; ++arc) {
                if (network::same_road(network, point.arc, arc)) place.arcs.push_back(arc);
            }
            places.push_back(place);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            const TurnTruth::Reached reached = truth.reached_from(places[i]);
            for (std::size_t j = 0; j < points.size(); ++j) {
                const std::int64_t wanted = truth.distance(places[i], places[j], reached);
                ASSERT_EQ(found[i][j], wanted == testing::no_path ? std::numeric_limits<double>::infinity()
                                                                  : static_cast<double>(wanted))
                    << i << " to " << j;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 50000);
}

TEST(DestinationZones, AreThoseOfThePlainDefinition) {
    int with_inside = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE(seed);
        const RoadNetwork network = with_zones(seed);
        const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
        const auto zones = network::destination_zones(
            network::DriveRules(network, adjacency, network::arcs_with_value(network.columns[0])));
        const TurnTruth truth(network);
        if (zones.empty()) continue;
        ASSERT_EQ(zones.inside, truth.inside);
        with_inside += std::ranges::count(zones.inside, 1) > 0;
    }
    EXPECT_GT(with_inside, 500);
}

// Two components of drives have the same nodes and begin with the same arc: only their states tell them apart.
TEST(DestinationZones, OfEqualMainStreetsThoseOfTheFirstStateCount) {
    Streets streets({{0, 0}, {1, 0}, {2, 0}});
    RoadNetwork& network = streets.network;
    streets.add(0, 1, for_destinations);
    streets.add(1, 2, open, one_way);
    streets.add(2, 1);
    streets.add(1, 2);
    streets.add(1, 1, for_destinations);
    network.turns.destination_only[5] = 1;
    for (const ArcIndex closed : {0, 2, 8}) network.columns[0].values[closed] = Decimal::missing();
    const auto add = [&](TurnRules::Kind kind, const std::vector<ArcIndex>& arcs) { network.turns.add(kind, arcs); };
    add(TurnRules::Kind::mandatory, {0, 5, 3});
    add(TurnRules::Kind::mandatory, {6, 1, 0});
    add(TurnRules::Kind::mandatory, {7, 7, 2, 3});
    add(TurnRules::Kind::forbidden, {3, 4, 6});
    EXPECT_EQ(streets.inside(), TurnTruth(network).inside);
    EXPECT_EQ(streets.inside(), (Inside{1, 0, 0}));
}

// A factor keeps its arcs by their tails, and an update finds the zones again.
TEST(DestinationZones, AreTheSameForArcsInTheOrderOfAFactor) {
    const auto inside = [](const RoadNetwork& network) {
        const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
        return network::destination_zones(
                   network::DriveRules(network, adjacency, network::arcs_with_value(network.columns[0])))
            .inside;
    };
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE(seed);
        const RoadNetwork network = with_zones(seed);
        ASSERT_EQ(inside(extract_network(factorize(network, SolveOptions()))), inside(network));
    }
}

}  // namespace
}  // namespace allways
