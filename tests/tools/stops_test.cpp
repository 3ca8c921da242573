// SPDX-License-Identifier: Apache-2.0
// Stops by ids and positions, on networks, tables and factors alike.

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/routes/route.h"
#include "points/node_argument.h"
#include "route_support.h"

namespace allways::tools {
namespace {

using test::asked;
using test::small_town;

std::vector<std::vector<std::string>> one_route(const std::string& from, const std::string& to) {
    return {std::vector{from, to}};
}

DistanceTable table_of(const RoadNetwork& network) {
    SolveOptions options;
    options.device = "reference";
    return solve(network, options);
}

// In seconds.
double distance(Input input, const std::string& from, const std::string& to) {
    const auto found = asked(std::move(input), {{from, to}});
    return natural_value(found.routes[0].raw_distance, found.source.scale());
}

// 10.5 s between nodes a thousandth of a degree apart; High Street runs east from 7,43.
TEST(Stops, LieOnRoadsWhoseCostTheyDivide) {
    EXPECT_EQ(distance(small_town(), "@7.0002,43.0001", "3"), 18.9);
    EXPECT_EQ(distance(small_town(), "3", "@7.0002,43.0001"), 18.9);
    EXPECT_EQ(distance(small_town(), "@7.0002,43", "@7.0008,43"), 6.3);
    EXPECT_EQ(distance(small_town(), "@7.0008,43", "@7.0002,43"), 6.3);
    EXPECT_EQ(distance(small_town(), "@7.0002,43", "@7.0002,43.0001"), 0);
}

TEST(Stops, GoTheSameWayOnATableAndAFactor) {
    const RoadNetwork town = small_town();
    const std::vector<std::vector<std::string>> names{{"@7.0002,43.0001", "@7.002,43.0018"}, {"10", "@7.0031,43.0026"}};
    const auto of_network = asked(town, names);
    for (Input input : {Input(table_of(town)), Input(factorize(town))}) {
        const auto found = asked(std::move(input), names);
        for (std::size_t i = 0; i < names.size(); ++i) {
            EXPECT_EQ(found.routes[i].raw_distance, of_network.routes[i].raw_distance);
            EXPECT_EQ(line_of(found.source, found.routes[i]), line_of(of_network.source, of_network.routes[i]));
        }
    }
}

TEST(Stops, KeepOneWayStreets) {
    // Around the roundabout 5 → 6 → 7 → 5.
    const double there = distance(small_town(), "@7.0021,43.0020", "@7.0024,43.0021");
    const double back = distance(small_town(), "@7.0024,43.0021", "@7.0021,43.0020");
    EXPECT_GT(there, 0);
    EXPECT_LT(there, 10.5);
    EXPECT_NEAR(back, 3 * 10.5 - there, 0.01);
}

TEST(Stops, LeadIntoTheLargestComponent) {
    const auto found = asked(small_town(), {{"@6.9991,43", "2"}});  // node 11 is nearer, and has no way out
    const Stop& stop = found.routes[0].stops[0];
    EXPECT_EQ(stop.node, 0u);
    ASSERT_TRUE(stop.asked);
    EXPECT_TRUE(stop.asked->in_metres);
    EXPECT_NEAR(stop.asked->snapped.distance, 73.2, 0.5);
    SnapChoice any;
    any.component = SnapOptions::Component::any;
    EXPECT_NEAR(asked(small_town(), {{"2", "@6.9991,43"}}, any).routes[0].stops[1].asked->snapped.distance, 0, 0.1);
}

// Node 11 is the nearest to each, and has no way out.
TEST(Stops, WarnOfRoadsThatTheyPassOver) {
    std::vector<std::string> warnings;
    SolveOptions solve;
    solve.log = [&](LogLevel level, std::string_view message) {
        if (is_warning(level)) warnings.emplace_back(message);
    };
    find_stops(small_town(), "town", one_route("@6.9991,43", "2"), solve, {});
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("@6.9991,43: snapped to a road 73 m away; a nearer road, 0.0 m away"), std::string::npos)
        << warnings[0];

    warnings.clear();
    std::vector<Coordinate> places;
    for (int i = 0; i < 12; ++i) places.push_back({6.9991 + 1e-5 * i, 43});
    find_stops(small_town(), "town", all_pairs(make_points(places), PointSet{.names = {"2"}}), solve, {});
    ASSERT_EQ(warnings.size(), 11u);  // ten are named
    EXPECT_NE(warnings[0].find("points:1: 1: snapped to a road 73 m away"), std::string::npos) << warnings[0];
    EXPECT_NE(warnings[10].find("2 more points were moved less past a road"), std::string::npos) << warnings[10];
}

TEST(Stops, ReachTheirRoadsInTime) {
    SnapChoice walking;
    walking.access_speed_kmh = 3.6;  // a metre a second
    const auto found = asked(small_town(), {{"@7.0002,43.0001", "3"}, {"@7.0002,43.0001", "@7.0002,43.0001"}}, walking);
    EXPECT_NEAR(natural_value(found.routes[0].raw_distance, found.source.scale()), 18.9 + 11.12, 0.01);
    EXPECT_EQ(found.routes[1].raw_distance, 0);
    SolveOptions lengths;
    lengths.cost = "length";
    EXPECT_THROW(find_stops(small_town(), "town", one_route("@7,43", "2"), lengths, walking), InvalidArgument);
    EXPECT_THROW(asked(small_town(""), {{"@7,43", "2"}}, walking), InvalidArgument);
    walking.access_speed_kmh = 0;
    EXPECT_THROW(asked(small_town(), {{"@7,43", "2"}}, walking), InvalidArgument);
}

TEST(Stops, GoThroughTheReferenceSystem) {
    SnapChoice nodes;
    nodes.onto = SnapOptions::Onto::nodes;
    const auto found = asked(small_town("EPSG:32632"), {{"@7.0035,43.0026", "1"}}, nodes);
    EXPECT_EQ(found.source.node_text(found.routes[0].stops[0].node), "8");
    EXPECT_NEAR(found.routes[0].stops[0].asked->snapped.distance, 11.1, 0.1);
    EXPECT_EQ(found.routes[0].stops[0].asked->position, (Coordinate{7.0035, 43.0026}));
    EXPECT_NEAR(distance(small_town("EPSG:32632"), "@7.0002,43.0001", "3"), 18.9, 0.01);
}

TEST(Stops, BeyondTheRadiusReachNothing) {
    SnapChoice near;
    near.radius = 5;
    const auto found = asked(small_town(), {{"@7.0002,43.0001", "3"}, {"1", "3"}}, near);
    EXPECT_EQ(found.unsnapped, 1u);
    EXPECT_FALSE(found.routes[0].reachable);
    EXPECT_NEAR(found.routes[0].stops[0].asked->snapped.distance, 11.1, 0.1);
    EXPECT_TRUE(found.routes[1].reachable);
}

TEST(Stops, OfOneSideHaveToBeOnTheNetwork) {
    EXPECT_THROW(asked(small_town(), {{"@43,7", "3"}}), InputError);  // 500 m where nothing is said
    EXPECT_THROW(asked(small_town(), {{"1", "@43,7"}, {"@7.0002,43.0001", "@44,7"}}), InputError);
    EXPECT_THROW(asked(small_town(), {{"1", "@43,7", "3"}}), InputError);
    EXPECT_EQ(asked(small_town(), {{"@43,7", "3"}, {"1", "@43,7"}}).unsnapped, 1u);
}

TEST(Stops, LieAtThePierOfAFerry) {
    EXPECT_EQ(asked(small_town(), {{"@7.002,43.007", "1"}}).routes[0].stops[0].node, 8u);
}

TEST(Stops, OfAnUnknownSystemAreTheFilesOwnNumbers) {
    const auto found = asked(small_town(""), {{"@7.0045,43.0025", "3"}});
    EXPECT_EQ(found.source.node_text(found.routes[0].stops[0].node), "8");
    EXPECT_FALSE(found.routes[0].stops[0].asked->in_metres);
}

TEST(Stops, OfAnUnknownSystemAreNoFartherThanTheNetworkIsWide) {
    EXPECT_THROW(asked(small_town(""), {{"@1000,43", "3"}}), InputError);
    EXPECT_EQ(asked(small_town(""), {{"@1000,43", "3"}, {"1", "3"}, {"@7,43", "3"}}).unsnapped, 1u);
    SnapChoice wide;
    wide.radius = 1000;  // of the network's own units
    EXPECT_EQ(asked(small_town(""), {{"@1000,43", "3"}}, wide).unsnapped, 0u);
}

TEST(Stops, PointsHaveNamesAndNoIds) {
    const auto found = asked(small_town(), {{"@7.0002,43.0001", "3"}});
    const NodeIndex point = found.routes[0].stops[0].node;
    EXPECT_TRUE(found.source.is_point(point));
    EXPECT_EQ(found.source.node_text(point), "@7.0002,43.0001");
    EXPECT_FALSE(found.source.is_point(2));
}

TEST(Stops, ArcsWithoutACostTakeNoPositions) {
    RoadNetwork town = small_town();
    // Without the second half of High Street, 1 and 2 hang apart from the rest.
    for (const std::size_t arc : {2u, 3u}) town.columns[1].values[arc] = Decimal::missing();
    EXPECT_EQ(asked(town, {{"@7,43", "5"}}).routes[0].stops[0].node, 2u);
}

TEST(Stops, RefuseWhatLeadsNowhere) {
    for (const char* text : {"@", "@7", "@7,", "@,43", "@7,43,2", "@7;43", "@a,b", "@nan,43", "@inf,0", "@181,43",
                             "@7,-90.5", "@43.7 7.4"}) {
        EXPECT_THROW(asked(small_town(), {{text, "1"}}), InvalidArgument) << text;
    }
    EXPECT_THROW(asked(small_town(), {{"12", "1"}}), InputError);
    EXPECT_THROW(asked(small_town(), {{"@7,43", "12"}}), InputError);
    RoadNetwork bare = small_town();
    bare.coordinates.clear();
    EXPECT_THROW(asked(bare, {{"@7,43", "1"}}), InputError);
    SolveOptions without;
    without.device = "reference";
    without.next_hops = false;
    EXPECT_THROW(asked(solve(small_town(), without), {{"@7,43", "1"}}), InputError);
    SnapChoice given;
    given.onto = SnapOptions::Onto::arcs;
    EXPECT_NO_THROW(asked(small_town(), {{"1", "2"}}, given));  // nothing is snapped

    test::TownBuilder one_way("EPSG:4326");
    one_way.street(1, 2, "", "", false);
    const RoadNetwork street = one_way.finish();
    EXPECT_THROW(asked(street, {{"@7,43", "1"}}), InvalidArgument);
    SnapChoice any;
    any.component = SnapOptions::Component::any;
    EXPECT_EQ(asked(street, {{"@7,43", "2"}}, any).routes[0].stops[0].node, 0u);
}

TEST(Stops, ErrorsInAFileNameItsLine) {
    try {
        const PointSet ends{.source = "trips.csv", .lines = {4}, .names = {"77"}};
        find_stops(small_town(), "town", all_pairs(PointSet{.names = {"1"}}, ends), {}, {});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.file(), "trips.csv");
        EXPECT_EQ(error.line(), 4u);
    }
}

}  // namespace
}  // namespace allways::tools
