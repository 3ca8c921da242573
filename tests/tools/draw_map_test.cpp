// SPDX-License-Identifier: Apache-2.0
// Maps of a small town: what is on them, in which colour and where.
#include <cmath>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "draw_support.h"

namespace allways::tools {
namespace {

const Theme& light() {
    return theme_named("light");
}

std::size_t lines_in(const std::vector<LineLayer>& layers) {
    std::size_t count = 0;
    for (const LineLayer& layer : layers) count += layer.lines.size();
    return count;
}

TEST(PlanRoads, TakesBothDirectionsAsOneRoad) {
    const auto source = test::source_of(test::small_town());
    const RoadPlan plan = plan_roads(source);
    EXPECT_EQ(plan.roads.size(), 11u);  // of 17 arcs
    EXPECT_EQ(plan.without_place, 0u);
    const Road& street = plan.roads[0];  // 1 to 2
    EXPECT_EQ(street.forward, street.backward);
    EXPECT_TRUE(std::isfinite(street.forward));
    std::size_t one_way = 0;
    for (const Road& road : plan.roads) one_way += std::isinf(road.forward) || std::isinf(road.backward);
    EXPECT_EQ(one_way, 4u);  // the roundabout and the way out
}

TEST(PlanRoads, HasBothWaysRoundALoop) {
    RoadNetwork ring;
    ring.node_ids = IdTable::consecutive(1);
    ring.coordinates = {{8, 47}};
    ring.tail = ring.head = {0, 0};
    ring.arc_ids = IdTable::consecutive(2);
    ring.columns = {{"time", "s", {Decimal(40, 0), Decimal(50, 0)}, std::nullopt}};
    const std::vector<Coordinate> line{{8, 47}, {8.01, 47}, {8.01, 47.01}, {8, 47}};
    const auto shape = ring.shapes.add_shape(line);
    ring.shapes.add_arc(shape);
    ring.shapes.add_arc(shape, true);
    const RoadPlan plan = plan_roads(test::source_of(ring));
    ASSERT_EQ(plan.roads.size(), 1u);
    EXPECT_EQ(plan.roads[0].forward, 40);
    EXPECT_EQ(plan.roads[0].backward, 50);
}

TEST(PlanRoads, LeavesOutRoadsWithoutAPlace) {
    RoadNetwork town = test::small_town();
    town.coordinates[10] = {std::nan(""), std::nan("")};
    const RoadPlan plan = plan_roads(test::source_of(town));
    EXPECT_EQ(plan.without_place, 1u);
    EXPECT_EQ(plan.roads.size(), 10u);
    town.coordinates.clear();
    EXPECT_THROW(plan_roads(test::source_of(town)), InputError);
}

// A table of a matrix with places, but without roads: as a damaged table of a network can claim to be one.
TEST(PlanRoads, NeedsRoads) {
    DistanceTable table = solve(CostMatrix::own(std::vector<float>{0, 1, 2, 0}, 2));
    table.set_coordinates({{7, 43}, {7.1, 43}}, "EPSG:4326");
    EXPECT_THROW(plan_roads(PathSource(std::move(table))), InputError);
}

TEST(NetworkMap, HasALayerForEachClassAndOneForWhatIsCutOff) {
    const Map map = network_map(test::source_of(test::small_town()), light());
    EXPECT_EQ(lines_in(map.layers), 11u);
    const LineLayer* primary = test::layer_named(map.layers, "primary road");
    ASSERT_NE(primary, nullptr);
    EXPECT_EQ(primary->lines.size(), 6u);  // two streets, the roundabout, the quay
    EXPECT_EQ(map.texts[primary->lines[0].text], "High Street");
    const LineLayer* cut_off = test::layer_named(map.layers, "no way there or back");
    ASSERT_NE(cut_off, nullptr);
    EXPECT_EQ(cut_off->lines.size(), 1u);  // to node 11 leads a way in only
    EXPECT_EQ(cut_off->style.colour, light().cut_off);
    EXPECT_TRUE(test::layer_named(map.layers, "ferry")->style.dashed);
    EXPECT_EQ(map.attribution, "© the town's \"surveyors\"");
    EXPECT_TRUE(map.label_nodes);
    EXPECT_NEAR(map.extent.height() / map.metres_per_unit, 1112 * 1.06, 2);  // 0.01° and the margin
    const auto legend = legend_of(map, map.layers);
    EXPECT_EQ(legend.front().label, "primary road");  // the most important first
    EXPECT_EQ(legend.back().label, "no way there or back");
}

TEST(NetworkMap, MarksNodesThatEndPaths) {
    RoadNetwork town = test::small_town();
    town.no_through.assign(11, 0);
    town.no_through[7] = 1;
    const Map map = network_map(test::source_of(town), light());
    ASSERT_EQ(map.dots.size(), 1u);
    EXPECT_EQ(map.dots[0].at, std::vector<Coordinate>{map.nodes[7]});
}

TEST(NetworkMap, LeavesOutTheFewNodesFarFromTheOthers) {
    RoadNetwork line;
    constexpr NodeIndex n = 1200;
    for (NodeIndex node = 0; node < n; ++node) line.coordinates.push_back({node % 40 + 0.0, node / 40 + 0.0});
    line.coordinates[n - 1] = {1000, 0};
    line.node_ids = IdTable::consecutive(n);
    line.arc_ids = IdTable::consecutive(n - 1);
    line.columns = {{"length", "m", std::vector<Decimal>(n - 1, Decimal(1, 0)), std::nullopt}};
    for (NodeIndex node = 0; node + 1 < n; ++node) line.tail.push_back(node), line.head.push_back(node + 1);
    const Map map = network_map(test::source_of(line), light());
    EXPECT_EQ(map.far_nodes, 1u);
    EXPECT_LT(map.extent.high.x, 50);
    EXPECT_FALSE(map.label_nodes);
}

TEST(PathMap, DrawsTheRouteOverGreyRoads) {
    const auto source = test::source_of(test::small_town());
    const Map map = path_map(source, {test::route_of(source, {"1", "4", "8"})}, light());
    EXPECT_EQ(map.title, "Path from 1 to 8: 1:03 min");  // six legs of 10.5 s
    ASSERT_EQ(map.marks.size(), 3u);
    EXPECT_EQ(map.marks[1].letter, "B");
    EXPECT_EQ(map.marks[1].at, map.nodes[3]);
    const LineLayer& route = map.layers.back();
    EXPECT_EQ(route.style.colour, category_colour(0));
    ASSERT_EQ(route.lines.size(), 1u);
    EXPECT_EQ(route.lines[0].points.front(), map.nodes[0]);
    EXPECT_EQ(route.lines[0].points.back(), map.nodes[7]);
    EXPECT_LT(map.extent.height(), 500);  // not the ferry
}

TEST(PathMap, TellsWhatIsUnreachable) {
    const auto source = test::source_of(test::small_town());
    const Map map = path_map(source, {test::route_of(source, {"11", "1"})}, light());
    EXPECT_EQ(map.title, "Path from 11 to 1: unreachable");
    EXPECT_TRUE(map.layers.back().lines.empty());
    EXPECT_EQ(map.marks.size(), 2u);
}

TEST(PathMap, NamesSeveralRoutesInTheLegend) {
    const auto source = test::source_of(test::small_town());
    const Map map = path_map(source, {test::route_of(source, {"1", "3"}), test::route_of(source, {"8", "7"})}, light());
    const auto legend = legend_of(map, map.layers);
    ASSERT_GE(legend.size(), 2u);
    EXPECT_EQ(legend[0].label, "1 to 3: 21 s");
    EXPECT_EQ(legend[1].style.colour, category_colour(1));
}

// Where routes share roads, the lower ones are wider, so that the colours of all are seen.
TEST(PathMap, ShowsRoutesThatOverlap) {
    const auto source = test::source_of(test::small_town());
    const std::vector<Route> routes{test::route_of(source, {"1", "4"}), test::route_of(source, {"3", "1"}),
                                    test::route_of(source, {"1", "3"})};
    const Map map = path_map(source, routes, light());
    const auto widths = [&](std::size_t route) {
        std::vector<double> found;
        for (const LineLayer& layer : map.layers) {
            if (layer.style.colour == category_colour(route) && !layer.lines.empty())
                found.push_back(layer.style.width);
        }
        return found;
    };
    ASSERT_EQ(widths(0).size(), 2u);  // to 3 with the others, to 4 alone
    ASSERT_EQ(widths(1).size(), 1u);
    ASSERT_EQ(widths(2).size(), 1u);
    EXPECT_EQ(widths(0)[0], widths(0)[1]);
    EXPECT_GE(widths(1)[0], widths(0)[0] + 3);
    EXPECT_GE(widths(2)[0], widths(1)[0] + 3);
    std::size_t rims = 0;
    for (const LineLayer& layer : map.layers) rims += layer.style.colour == light().ground;
    EXPECT_EQ(rims, 2u);  // one round the shared roads, one round the rest
}

TEST(PathMap, NamesAlternativesInTheLegend) {
    const auto source = test::source_of(test::small_town());
    std::vector<Route> routes{test::route_of(source, {"1", "3"}), test::route_of(source, {"1", "3"})};
    routes[1].alternative = 1;
    const Map map = path_map(source, routes, light());
    EXPECT_EQ(map.title, "Path from 1 to 3: 21 s, and 1 alternative");
    EXPECT_EQ(map.marks.size(), 2u);
    const auto legend = legend_of(map, map.layers);
    ASSERT_GE(legend.size(), 4u);
    EXPECT_EQ(legend[2].label, "best: 21 s");
    EXPECT_EQ(legend[3].label, "alternative 1: 21 s");
}

TEST(PathMap, NamesRoutesByTheLabelsOfTheirPairs) {
    const auto source = test::source_of(test::small_town());
    const std::vector<Route> routes{test::route_of(source, {"1", "3"}), test::route_of(source, {"8", "7"})};
    const PairColumns pairs{{"purpose", "Label"}, {{"work", "to the mill"}, {"work", ""}}};
    const Map map = path_map(source, routes, light(), pairs);
    const auto legend = legend_of(map, map.layers);
    ASSERT_GE(legend.size(), 2u);
    EXPECT_EQ(legend[0].label, "to the mill: 21 s");
    EXPECT_EQ(legend[1].label.substr(0, 7), "8 to 7:");
    EXPECT_EQ(path_map(source, {routes[0]}, light(), pairs).title, "to the mill: 21 s");
}

TEST(ReachMap, HasTheDistancesOfPaths) {
    RoadNetwork town = test::small_town();
    town.no_through.assign(11, 0);
    town.no_through[5] = 1;  // 6, of the roundabout
    const auto source = test::source_of(town);
    for (const NodeIndex from : {0u, 5u, 8u, 10u}) {
        const auto distances = distances_from(source, from);
        for (NodeIndex to = 0; to < distances.size(); ++to) {
            const Path path = source.path(from, to);
            EXPECT_EQ(std::isfinite(distances[to]), path.reachable) << from << " to " << to;
            if (!path.reachable) continue;
            EXPECT_EQ(distances[to], path.raw_distance) << from << " to " << to;
        }
    }
}

TEST(ReachMap, ColoursRoadsByBand) {
    const auto source = test::source_of(test::small_town());
    const Map map = isochrone_map(source, Stop{0, {}}, std::vector<double>{15, 30}, light());
    const auto layers = layers_of_reach(map);
    const LineLayer* near = test::layer_named(layers, "up to 15 s");
    ASSERT_NE(near, nullptr);
    EXPECT_EQ(near->style.colour, value_colour(0, light()));
    // 1 to 2 lasts 10.5 s; 4.5 s more are three sevenths of 2 to 3.
    const MapLine& second = near->lines[1];
    EXPECT_NEAR((second.points.back().x - map.nodes[1].x) / (map.nodes[2].x - map.nodes[1].x), 3 / 7.0, 1e-9);
    EXPECT_EQ(test::layer_named(layers, "15 to 30 s")->style.colour, value_colour(1, light()));
    EXPECT_EQ(test::layer_named(layers, "farther than 30 s")->style.colour, light().road);
    EXPECT_EQ(test::layer_named(layers, "no way there"), nullptr);
    EXPECT_EQ(map.title, "Travel time from 1");
    const auto legend = legend_of(map, layers);
    EXPECT_EQ(legend[0].label, "from 1");
    EXPECT_EQ(legend[1].label, "up to 15 s");
}

// Limits choose the part that is shown; without them the whole network is.
TEST(ReachMap, ShowsWhatLiesWithinTheLimits) {
    const auto source = test::source_of(test::small_town());
    const Map whole = isochrone_map(source, Stop{0, {}}, {}, light());
    const Map near = isochrone_map(source, Stop{0, {}}, std::vector<double>{5, 15}, light());
    EXPECT_LT(near.extent.height(), whole.extent.height() / 10);
    EXPECT_LT(near.extent.high.x, near.nodes[2].x);
    EXPECT_GT(near.extent.high.x, near.nodes[1].x);
    EXPECT_EQ(near.far_nodes, 0u);
}

TEST(ReachMap, TakesCutoffsInOtherUnits) {
    const auto source = test::source_of(test::small_town());
    const Map map = isochrone_map(source, Stop{0, {}}, std::vector<double>{0.25, 0.5}, light(), "min");
    ASSERT_TRUE(map.reach);
    EXPECT_EQ(map.reach->bands.breaks, (std::vector<double>{15, 30}));
    EXPECT_THROW(isochrone_map(source, Stop{0, {}}, std::vector<double>{1}, light(), "km"), InvalidArgument);
}

TEST(ReachMap, ShowsWhatCannotBeReached) {
    const auto source = test::source_of(test::small_town());
    const Map map = isochrone_map(source, Stop{10, {}}, {}, light());  // into 11 leads a way, out of it none
    const auto layers = layers_of_reach(map);
    const LineLayer* none = test::layer_named(layers, "no way there");
    ASSERT_NE(none, nullptr);
    EXPECT_EQ(none->lines.size(), 11u);
}

TEST(ReachMap, RefusesNegativeCosts) {
    RoadNetwork town = test::small_town();
    town.columns[1].values[0] = Decimal(-1, 0);
    const auto source = test::source_of(town);
    EXPECT_THROW(isochrone_map(source, Stop{0, {}}, {}, light()), InputError);
}

Map map_of_column(const RoadNetwork& town, const std::string& column, const ClassChoice& classes = {}) {
    return column_map(test::source_of(town), {column, "", classes}, light());
}

// The small town with a column of numbers; arcs 0 and 1 are the two directions of one road.
RoadNetwork town_with(const std::vector<std::int64_t>& values, const std::string& unit = "") {
    RoadNetwork town = test::small_town();
    ArcColumn load{"load", unit, std::vector<Decimal>(town.arc_count(), Decimal::missing()), std::nullopt};
    for (std::size_t arc = 0; arc < values.size(); ++arc) load.values[arc] = Decimal(values[arc], 0);
    town.columns.push_back(load);
    return town;
}

TEST(ColumnMap, DrawsTheDirectionsOfARoadInTheirClasses) {
    const Map map = map_of_column(town_with({30, 70, 10}), "load", {ClassRule::quantiles, 0, {}});
    EXPECT_EQ(map.legend_title, "load, classes of equal counts");
    ASSERT_EQ(map.layers.size(), 4u);  // without a value, 10, 30, 70
    EXPECT_EQ(map.layers[0].label, "no value");
    EXPECT_EQ(map.layers[0].style.colour, light().road);
    EXPECT_EQ(map.layers[1].label, "10");
    EXPECT_EQ(map.layers[2].label, "30");
    EXPECT_EQ(map.layers[3].label, "70");
    ASSERT_EQ(map.layers[2].lines.size(), 1u);
    ASSERT_EQ(map.layers[3].lines.size(), 1u);
    EXPECT_TRUE(map.layers[2].lines[0].beside);
    EXPECT_TRUE(map.layers[3].lines[0].beside);
    EXPECT_EQ(map.layers[2].lines[0].points.front(), map.layers[3].lines[0].points.back());
    EXPECT_GT(map.layers[3].style.width, map.layers[2].style.width);
    EXPECT_EQ(map.layers[3].lines[0].width, 0);  // its class's
    const Map same = map_of_column(town_with({70, 70, 10}), "load");
    ASSERT_EQ(same.layers.back().lines.size(), 1u);  // one line for both directions
    EXPECT_FALSE(same.layers.back().lines[0].beside);
}

TEST(ColumnMap, HasWidthsProportionalToAbsoluteValues) {
    const PathSource source = test::source_of(town_with({-300, 600, 0}, "veh"));
    const Map map = column_map(source, {"", "load", {}}, light());
    EXPECT_EQ(map.title, "load");
    const LineLayer* less = test::layer_named(map.layers, "-300 veh");
    const LineLayer* more = test::layer_named(map.layers, "600 veh");
    const LineLayer* zero = test::layer_named(map.layers, "0 veh");
    ASSERT_TRUE(less != nullptr && more != nullptr && zero != nullptr);
    EXPECT_DOUBLE_EQ(more->lines.at(0).width, 2 * less->lines.at(0).width);
    EXPECT_TRUE(less->lines.at(0).beside && more->lines.at(0).beside);
    EXPECT_LT(zero->lines.at(0).width, 2);
    // The legend has samples of the same widths below a heading.
    const auto entries = legend_of(map, map.layers);
    const auto heading = std::ranges::find(entries, "width: load", &LegendEntry::label);
    ASSERT_EQ(entries.end() - heading, 4);
    EXPECT_EQ(heading->style.width, 0);
    EXPECT_EQ(heading[1].label, "500 veh");
    EXPECT_DOUBLE_EQ(heading[1].style.width * 600, more->lines[0].width * 500);
    EXPECT_EQ(heading[3].label, "100 veh");
    // Colours of another column.
    const Map lengths = column_map(source, {"length", "load", {ClassRule::equal, 0, {}}}, light());
    EXPECT_EQ(lengths.legend_title, "length, classes of equal width");
    EXPECT_EQ(lengths.title, "length");
    EXPECT_THROW(column_map(source, {"", "name", {}}, light()), InvalidArgument);
    EXPECT_THROW(column_map(source, {"length", "lanes", {}}, light()), InvalidArgument);
}

TEST(ColumnMap, HasColoursThatMirrorEachOtherAroundZero) {
    const Map map = map_of_column(town_with({-40, 10, 0, 40, -10}), "load", {{}, 0, {-20, 0, 20}});
    ASSERT_EQ(map.layers.size(), 6u);
    const std::vector<std::string> labels{"no value", "0", "up to -20", "-20 to 0", "0 to 20", "over 20"};
    for (std::size_t at = 0; at < labels.size(); ++at) EXPECT_EQ(map.layers[at].label, labels[at]);
    EXPECT_EQ(map.layers[2].style.colour, change_colour(-1, light()));
    EXPECT_EQ(map.layers[3].style.colour, change_colour(-0.5, light()));
    EXPECT_EQ(map.layers[4].style.colour, change_colour(0.5, light()));
    EXPECT_EQ(map.layers[5].style.colour, change_colour(1, light()));
    EXPECT_EQ(map.layers[2].style.width, map.layers[5].style.width);
    EXPECT_LT(map.layers[3].style.width, map.layers[2].style.width);
    EXPECT_LT(map.layers[1].style.width, map.layers[3].style.width);
    // A class across 0 is neither; the only class below 0 is as far from it as the only one above.
    const Map across = map_of_column(town_with({-40, 10, 0, 40, -10}), "load", {{}, 0, {-20, 20}});
    EXPECT_EQ(across.layers[2].style.colour, change_colour(-1, light()));
    EXPECT_EQ(across.layers[3].label, "-20 to 20");
    EXPECT_EQ(across.layers[3].style.colour, change_colour(0, light()));
    EXPECT_EQ(across.layers[4].style.colour, change_colour(1, light()));
    // The farther side has the stronger colour.
    const Map few = map_of_column(town_with({-5, 0, 10, 20, 40}), "load", {ClassRule::equal, 0, {}});
    EXPECT_EQ(few.layers[2].label, "-5 to 0");
    EXPECT_NE(few.layers[2].style.colour, change_colour(-1, light()));
    EXPECT_EQ(few.layers.back().style.colour, change_colour(1, light()));
}

TEST(ColumnMap, HasOneClassForValuesThatAreAllZero) {
    const Map map = map_of_column(town_with({0, 0}), "load");
    ASSERT_EQ(map.layers.size(), 2u);
    EXPECT_EQ(map.layers[1].label, "0");
    EXPECT_EQ(column_map(test::source_of(town_with({0, 0})), {"", "load", {}}, light()).layers.size(), 2u);
    EXPECT_EQ(map_of_column(town_with({7, 7}), "load").layers[1].label, "7");
    EXPECT_EQ(map_of_column(town_with({-7, -7}), "load").layers[1].style.colour, change_colour(-1, light()));
}

TEST(ColumnMap, StatesUnitsAndRefusesWhatHasNoNumbers) {
    RoadNetwork town = test::small_town();
    const ClassChoice equal{ClassRule::equal, 0, {}};
    const Map map = map_of_column(town, "length", equal);
    EXPECT_EQ(map.layers.back().label, "100.1 m");
    EXPECT_EQ(map.legend_title, "length, classes of equal width");
    EXPECT_THROW(map_of_column(town, "lanes", equal), InvalidArgument);
    EXPECT_THROW(map_of_column(town, "lanes"), InvalidArgument);
    EXPECT_THROW(map_of_column(town, "name", equal), InvalidArgument);
    EXPECT_THROW(map_of_column(town, "name", {{}, 0, {1, 2}}), InvalidArgument);
    std::ranges::fill(town.columns[0].values, Decimal::missing());
    EXPECT_THROW(map_of_column(town, "length", equal), InputError);
    EXPECT_THROW(map_of_column(town, "length", {ClassRule::categories, 0, {}}), InputError);
}

TEST(ColumnMap, ColoursCategoriesTheMostFrequentFirst) {
    const RoadNetwork town = town_with({7, 7, 7, 12, 12, 3, 3, 3, 3});
    const Map map = map_of_column(town, "load", {ClassRule::categories, 2, {}});
    EXPECT_EQ(map.legend_title, "load");
    const auto entries = legend_of(map, map.layers);
    ASSERT_EQ(entries.size(), 4u);
    EXPECT_EQ(entries[0].label, "3");
    EXPECT_EQ(entries[0].style.colour, category_colour(0));
    EXPECT_EQ(entries[1].label, "7");
    EXPECT_EQ(entries[1].style.colour, category_colour(1));
    EXPECT_EQ(entries[2].label, "other (1 value)");
    EXPECT_EQ(entries[3].label, "no value");
    EXPECT_EQ(map_of_column(town, "load", {ClassRule::categories, 0, {}}).layers.size(), 4u);  // nothing is left over
    // Texts are categories without being asked to.
    const Map names = map_of_column(test::small_town(), "name");
    EXPECT_EQ(names.title, "name");
    EXPECT_GT(names.layers.size(), 1u);
}

TEST(PointMap, DrawsPointsInTheirClassesOverTheRoads) {
    const auto source = test::source_of(test::small_town());
    PointSet points = make_points({{7, 43}, {7.001, 43}, {std::nan(""), std::nan("")}, {7.002, 43}});
    points.numbers = {{0, 12, 5, std::nan("")}};
    const Map map = point_map(source, points, "jobs", {}, light());
    ASSERT_EQ(map.dots.size(), 4u);  // no value, 0, 5 and 12
    EXPECT_EQ(map.dots[0].label, "no value");
    EXPECT_EQ(map.dots[1].label, "0");
    EXPECT_EQ(map.dots[3].label, "12");
    EXPECT_EQ(map.dots[3].at, (std::vector<Coordinate>{map.nodes[1]}));
    EXPECT_TRUE(map.dots[2].at.empty());  // its point has no position
    EXPECT_EQ(lines_in(map.layers), 11u);
    points.numbers = {std::vector<double>(4, std::nan(""))};
    EXPECT_THROW(point_map(source, points, "jobs", {}, light()), InputError);
    points.texts = {"school", "shop", "shop", ""};
    const Map kinds = point_map(source, points, "kind", {ClassRule::categories, 0, {}}, light());
    ASSERT_EQ(kinds.dots.size(), 3u);
    EXPECT_EQ(kinds.dots[1].label, "school");
    EXPECT_EQ(kinds.dots[2].label, "shop");
    EXPECT_EQ(kinds.dots[2].colour, category_colour(0));
}

}  // namespace
}  // namespace allways::tools
