// SPDX-License-Identifier: Apache-2.0
// Areas of OpenStreetMap that are crossed: osm_areas/ has a small file for each rule. A unit of its maps is 0.001
// degrees at the equator, 111.3195 m.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "allways/base/format.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {
namespace {

using CountsOfAreas = std::map<std::string, std::uint64_t>;

struct AreaCase {
    const char* file;
    std::set<std::string> lines;  // "1-3", lower id first
    CountsOfAreas counts;
};

const CountsOfAreas one_crossed{{"areas crossed", 1}};
const CountsOfAreas nothing_crossed{{"areas without a line across", 1}};

const std::vector<AreaCase> area_cases{
    {"square", {"1-3", "2-4"}, one_crossed},
    {"loop", {}, {}},
    {"no_area", {}, {}},
    {"car_park", {"1-3"}, one_crossed},
    {"closed", {}, {}},
    {"slow", {"1-3"}, one_crossed},
    {"one_way", {}, {{"areas for one direction", 1}}},
    {"one_entrance", {}, nothing_crossed},
    {"corner", {"2-6", "5-6"}, one_crossed},
    {"multipolygon", {"1-6", "1-8", "3-6", "3-8"}, one_crossed},
    {"tags_of_outline", {"1-6", "1-8", "3-6", "3-8"}, one_crossed},
    {"tagged_twice", {"1-6", "1-8", "3-6", "3-8"}, one_crossed},
    {"other_multipolygon", {"1-3"}, one_crossed},
    {"missing_member", {}, {{"areas with parts outside the file", 1}}},
    {"missing_node", {}, {{"areas with parts outside the file", 1}}},
    {"open_outline", {}, {{"areas with an open outline", 1}}},
    {"crossing_outline", {}, {{"areas whose outline crosses itself", 1}}},
    {"along_the_edge", {"1-3"}, one_crossed},
    {"two_areas", {"1-3", "3-5"}, {{"areas crossed", 2}}},
    {"islands", {"1-3", "3-6"}, one_crossed},
};

class OsmAreas : public ::testing::Test {
protected:
    RoadNetwork read(const std::string& path, const std::string& profile = "foot") {
        messages = Messages();
        report = {};
        return read_network(path, {.profile = profile, .log = messages.callback()}, &report);
    }
    RoadNetwork read_case(const std::string& name, const std::string& profile = "foot") {
        return read(maps + name + ".osm", profile);
    }
    std::uint64_t counted(std::string_view name) const {
        for (const auto& count : report.counts) {
            if (count.name == name) return count.count;
        }
        return 0;
    }
    CountsOfAreas counts_of_areas() const {
        CountsOfAreas counts;
        for (const auto& [name, count] : report.counts) {
            if (name.starts_with("areas ")) counts[name] = count;
        }
        return counts;
    }
    // The lines across areas are the last arcs, in pairs.
    std::size_t first_line(const RoadNetwork& network) const {
        return network.arc_count() - 2 * counted("lines across areas");
    }
    const std::string maps = allways::testing::source_folder() + "/tests/importers/osm_areas/";
    TemporaryFolder folder;
    ImportReport report;
    Messages messages;
};

TEST_F(OsmAreas, AreCrossedByTheLinesOfTheTable) {
    for (const AreaCase& expected : area_cases) {
        SCOPED_TRACE(expected.file);
        const RoadNetwork network = read_case(expected.file);
        std::set<std::string> lines;
        for (std::size_t arc = first_line(network); arc < network.arc_count(); ++arc) {
            const std::int64_t tail = network.node_ids.numbers()[network.tail[arc]];
            const std::int64_t head = network.node_ids.numbers()[network.head[arc]];
            lines.insert(format("{}-{}", std::min(tail, head), std::max(tail, head)));
            EXPECT_EQ(network.shapes.points(arc).size(), 2u);
        }
        EXPECT_EQ(lines, expected.lines);
        EXPECT_EQ(lines.size(), counted("lines across areas"));
        EXPECT_EQ(counts_of_areas(), expected.counts);
    }
}

TEST_F(OsmAreas, EveryFileIsInTheTable) {
    std::set<std::string> files, expected;
    for (const auto& entry : std::filesystem::directory_iterator(maps)) files.insert(entry.path().stem().string());
    for (const AreaCase& each : area_cases) expected.insert(each.file);
    EXPECT_EQ(files, expected);
}

TEST_F(OsmAreas, AreNotCrossedByCars) {
    for (const AreaCase& each : area_cases) {
        SCOPED_TRACE(each.file);
        const std::string profile =
            folder.write("car.toml", "extends = \"car\"\nname = \"mine\"\n[speed]\nfootway = 5\n");
        read_case(each.file, profile);
        EXPECT_EQ(counts_of_areas(), CountsOfAreas());
    }
}

// A profile without the section walks around.
TEST_F(OsmAreas, AreWalkedAroundWithoutTheSection) {
    const std::string profile = folder.write("mine.toml", "extends = \"foot\"\nname = \"mine\"\nareas = false\n");
    for (const AreaCase& each : area_cases) {
        SCOPED_TRACE(each.file);
        read_case(each.file, profile);
        EXPECT_EQ(counts_of_areas(), CountsOfAreas());
    }
    EXPECT_EQ(read_case("multipolygon", profile).arc_count(), 4u);  // two footpaths
}

TEST_F(OsmAreas, LinesHaveTheSpeedAndTextsOfTheArea) {
    RoadNetwork network = read_case("slow");
    const std::size_t line = first_line(network);
    ASSERT_EQ(line + 2, network.arc_count());
    EXPECT_EQ(network.reversed[line], 0);
    EXPECT_EQ(network.reversed[line + 1], 1);
    EXPECT_EQ(network.arc_ids.numbers()[line], network.arc_ids.numbers()[line + 1]);
    EXPECT_EQ(network.turns.destination_only[line], 1);
    EXPECT_EQ(network.turns.destination_only[line + 1], 1);
    const double expected_m = 2 * 110.574 * std::sqrt(1 + std::pow(111.3195 / 110.574, 2));  // east and north
    EXPECT_NEAR(network.column("length")->values[line].to_double(), expected_m, 0.01);
    EXPECT_EQ(network.column("free_speed")->values[line].to_double(), 4);
    EXPECT_NEAR(network.column("time")->values[line].to_double(), expected_m / 4 * 3.6, 0.01);
    EXPECT_EQ(network.text("name")->text(line), "Market Square");
    EXPECT_EQ(network.text("facility_type")->text(line), "pedestrian");
    EXPECT_EQ(network.text("osm_way_id")->text(line), "10");

    network = read_case("multipolygon");
    EXPECT_EQ(network.text("name")->text(first_line(network)), "Fountain Square");
    EXPECT_EQ(network.text("facility_type")->text(first_line(network)), "pedestrian");
    EXPECT_EQ(network.text("osm_way_id")->text(first_line(network)), "10");  // the first outer way
    network = read_case("car_park");
    EXPECT_EQ(network.text("facility_type")->text(first_line(network)), "parking");
}

// Outlines of multipolygons are walked, as those of closed ways are: 6 and 8 are nodes because lines bend there.
TEST_F(OsmAreas, OutlinesOfMultipolygonsAreWays) {
    const RoadNetwork network = read_case("multipolygon");
    std::multiset<std::string> ways;
    for (std::size_t arc = 0; arc < first_line(network); ++arc) {
        ways.insert(std::string(network.text("osm_way_id")->text(arc)));
    }
    EXPECT_EQ(ways, (std::multiset<std::string>{"10", "10", "11", "11", "12", "12", "12", "12", "12", "12", "21", "21",
                                                "23", "23"}));
    read_case("open_outline");
    EXPECT_EQ(counted("usable ways"), 4u);
}

TEST_F(OsmAreas, OutlinesThatCannotBeCrossedAreLogged) {
    read_case("crossing_outline");
    EXPECT_TRUE(messages.contains("areas whose outline crosses itself: 1, walked along the edge (way 10)"));
    read_case("missing_member");
    EXPECT_TRUE(messages.contains("areas with parts outside the file: 1, walked along the edge (relation 100)"));
}

// Of a relation that the file has twice the newer version counts; the order of objects does not matter.
TEST_F(OsmAreas, NewestVersionsCount) {
    const std::string nodes = osm_node(1, 0, 0) + osm_node(2, 0.002, 0) + osm_node(3, 0.002, 0.002) +
                              osm_node(4, 0, 0.002) + osm_node(5, -0.001, 0) + osm_node(6, 0.003, 0.002);
    const std::vector<Tag> tags{{"type", "multipolygon"}, {"highway", "pedestrian"}};
    const std::string ways = osm_way(10, {1, 2, 3, 4, 1}, {}) + osm_way(11, {5, 1}, {{"highway", "footway"}}) +
                             osm_way(12, {6, 3}, {{"highway", "footway"}});
    const std::string newer = osm_relation(7, {{"way", 10, "outer"}}, tags, 2);
    const std::string older = osm_relation(7, {{"way", 10, "outer"}, {"way", 99, "inner"}}, tags, 1);
    for (const std::string& body : {nodes + ways + older + newer, newer + older + ways + nodes}) {
        read(folder.write("x.osm", osm_file(body)));
        EXPECT_EQ(counts_of_areas(), one_crossed);
        EXPECT_EQ(counted("lines across areas"), 1u);
    }
}

// A square with so many entrances would have half a million lines.
TEST_F(OsmAreas, HaveALimit) {
    constexpr int entrances = 1001;
    std::string nodes, ways;
    std::vector<std::int64_t> ring;
    for (int i = 1; i <= entrances; ++i) {
        const double angle = 2 * 3.14159265358979 * i / entrances;
        nodes += osm_node(i, std::cos(angle), std::sin(angle)) + osm_node(-i, 2 * std::cos(angle), 2 * std::sin(angle));
        ways += osm_way(-i, {-i, i}, {{"highway", "footway"}});
        ring.push_back(i);
    }
    ring.push_back(1);
    ways += osm_way(1, ring, {{"highway", "pedestrian"}, {"area", "yes"}});
    read(folder.write("x.osm", osm_file(nodes + ways)));
    EXPECT_EQ(counts_of_areas(), CountsOfAreas({{"areas with too many corners", 1}}));
    EXPECT_TRUE(messages.contains("areas with too many corners: 1, walked along the edge (way 1)"));
}

// A bicycle is pushed across at the speed of pushing, but not across car parks.
TEST_F(OsmAreas, BicyclesArePushedAcross) {
    const RoadNetwork network = read_case("square", "bicycle");
    EXPECT_EQ(counted("lines across areas"), 2u);
    EXPECT_EQ(network.column("free_speed")->values[first_line(network)].to_double(), 4);
    read_case("car_park", "bicycle");
    EXPECT_EQ(counted("lines across areas"), 0u);
}

}  // namespace
}  // namespace allways::test
