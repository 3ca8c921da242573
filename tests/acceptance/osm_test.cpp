// SPDX-License-Identifier: Apache-2.0
// Real OSM extracts: the counts that osmium-tool gives, twins in XML and PBF, and costs that follow from shapes and
// speeds. The data lie beside the project or in ALLWAYS_DATA; without them the tests skip.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "support/shared_data.h"

namespace allways {
namespace {

constexpr std::array<const char*, 3> profiles{"car", "bicycle", "foot"};

struct Extract {
    const char* file;
    std::uint64_t nodes;
    std::uint64_t ways;
    std::uint64_t highway_ways;
    std::uint64_t turn_restrictions;
    std::uint64_t for_cars;  // restrictions that except other vehicles only
    std::uint64_t for_bicycles;
    std::uint64_t via_ways;
    std::uint64_t ferries;  // ferries that people on foot may use
};

// The counts of the file's own documentation and of osmium-tool 1.15.
constexpr Extract extracts[] = {
    {"reno_east3.osm", 9658, 1572, 1572, 0, 0, 0, 0, 0},
    {"reno_east3.osm.pbf", 9658, 1572, 1572, 0, 0, 0, 0, 0},
    {"herrenberg-minimal.osm.pbf", 6503, 1781, 1704, 40, 40, 38, 0, 0},
    {"krems.osm.gz", 15042, 2402, 838, 9, 9, 9, 0, 0},
    {"cathedral-no-left.osm.pbf", 50639, 8619, 8593, 158, 157, 156, 0, 0},
    {"monaco.osm.pbf", 180118, 27377, 2927, 27, 27, 27, 0, 1},
    {"liechtenstein-2013-08-03.osm.pbf", 65733, 7121, 2753, 2, 2, 2, 0, 0},
    {"liechtenstein-latest.osm.pbf", 270635, 28047, 6970, 85, 85, 85, 7, 0},
    {"malta-latest.osm.pbf", 333684, 56021, 26197, 239, 239, 239, 4, 12},
};

std::uint64_t count(const ImportReport& report, std::string_view name) {
    for (const auto& counted : report.counts) {
        if (counted.name == name) return counted.count;
    }
    return 0;
}

// The number of turn restrictions, whatever their outcome.
std::uint64_t turn_restrictions(const ImportReport& report) {
    std::uint64_t sum = 0;
    for (const auto& [name, count] : report.counts) {
        const bool of_all = name != "turn restrictions via ways";  // a part of others
        if (of_all && name.find("turn restrictions") != name.npos) sum += count;
    }
    return sum;
}

// Each part of a way has one arc or two; their shape runs from tail to head; time is length divided by speed.
void expect_sound(const RoadNetwork& network) {
    const auto& length = network.column("length")->values;
    const auto& speed = network.column("free_speed")->values;
    const auto& time = network.column("time")->values;
    std::size_t faults = 0;
    const auto expect = [&](bool holds) { faults += !holds; };
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        const auto points = network.shapes.points(arc);
        expect(points.front() == network.coordinates[network.tail[arc]]);
        expect(points.back() == network.coordinates[network.head[arc]]);
        expect(length[arc].to_double() >= 0 && speed[arc].to_double() > 0);
        const double expected = length[arc].to_double() / speed[arc].to_double() * 3.6;
        // Time, length and speed are each rounded.
        expect(std::abs(time[arc].to_double() - expected) <= 0.001 + expected * 0.01 / speed[arc].to_double());
        expect(!network.text("osm_way_id")->text(arc).empty() && !network.text("facility_type")->text(arc).empty());
        if (network.reversed[arc] == 0) continue;
        expect(network.arc_ids.numbers()[arc] == network.arc_ids.numbers()[arc - 1]);
        expect(network.tail[arc] == network.head[arc - 1] && network.head[arc] == network.tail[arc - 1]);
        expect(network.shapes.shape(arc) == network.shapes.shape(arc - 1) && length[arc] == length[arc - 1]);
    }
    EXPECT_EQ(faults, 0u);
}

void expect_same(const RoadNetwork& a, const RoadNetwork& b) {
    EXPECT_EQ(a.node_ids.numbers(), b.node_ids.numbers());
    EXPECT_EQ(a.coordinates, b.coordinates);
    EXPECT_EQ(a.no_through, b.no_through);
    EXPECT_EQ(a.tail, b.tail);
    EXPECT_EQ(a.head, b.head);
    EXPECT_EQ(a.arc_ids.numbers(), b.arc_ids.numbers());
    EXPECT_EQ(a.reversed, b.reversed);
    EXPECT_EQ(a.columns, b.columns);
    EXPECT_EQ(a.texts, b.texts);
    ASSERT_EQ(a.arc_count(), b.arc_count());
    for (std::size_t arc = 0; arc < a.arc_count(); ++arc) ASSERT_EQ(a.shapes.points(arc), b.shapes.points(arc));
}

TEST(OsmExtracts, AreReadByEveryProfile) {
    for (const Extract& extract : extracts) {
        const auto path = testing::shared_data(std::string("osm/") + extract.file);
        if (!path) GTEST_SKIP() << testing::no_shared_data;
        for (const char* profile : profiles) {
            SCOPED_TRACE(std::string(extract.file) + " by " + profile);
            ImportReport report;
            const RoadNetwork network = read_network(*path, {.profile = profile}, &report);
            EXPECT_EQ(count(report, "OSM nodes"), extract.nodes);
            EXPECT_EQ(count(report, "OSM ways"), extract.ways);
            EXPECT_EQ(count(report, "highway ways"), extract.highway_ways);
            const bool on_foot = profile == profiles[2];
            const std::uint64_t bind = on_foot ? 0 : profile == profiles[0] ? extract.for_cars : extract.for_bicycles;
            const std::uint64_t of_other_modes = count(report, "turn restrictions of other modes");
            EXPECT_EQ(of_other_modes, extract.turn_restrictions - bind);
            EXPECT_EQ(turn_restrictions(report) - of_other_modes, bind);
            EXPECT_LE(count(report, "turn restrictions via ways"), on_foot ? 0 : extract.via_ways);
            EXPECT_LE(count(report, "turn restrictions"), network.turns.size());
            if (bind > 0) {
                EXPECT_GE(count(report, "turn restrictions"), bind * 7 / 10);
            }
            if (on_foot) {
                EXPECT_EQ(count(report, "ferries"), extract.ferries);
            }
            EXPECT_GT(count(report, "usable ways"), extract.highway_ways / 3);
            EXPECT_EQ(report.isolated_nodes, 0u);
            EXPECT_GT(report.largest_strong_component, report.nodes * 8 / 10);
            expect_sound(network);
        }
    }
}

TEST(OsmExtracts, TwinsInXmlAndPbfAreTheSameNetworkAndTable) {
    const auto xml = testing::shared_data("osm/reno_east3.osm");
    const auto pbf = testing::shared_data("osm/reno_east3.osm.pbf");
    if (!xml || !pbf) GTEST_SKIP() << testing::no_shared_data;
    for (const char* profile : profiles) {
        SCOPED_TRACE(profile);
        expect_same(read_network(*xml, {.profile = profile}), read_network(*pbf, {.profile = profile}));
    }
    const DistanceTable of_xml = solve(read_network(*xml));
    const DistanceTable of_pbf = solve(read_network(*pbf));
    ASSERT_EQ(of_xml.type(), CostType::int32);
    EXPECT_TRUE(std::ranges::equal(of_xml.values<std::int32_t>(), of_pbf.values<std::int32_t>()));
    EXPECT_EQ(of_xml.scale().name, "time");
}

}  // namespace
}  // namespace allways
