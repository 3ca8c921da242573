// SPDX-License-Identifier: Apache-2.0
// OSM data written on the spot: how ways become arcs, whatever the order and the container of the file.
#include <bzlib.h>
#include <zlib.h>

#include <cmath>
#include <optional>
#include <random>

#include <osmium/io/pbf_output.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/writer.hpp>
#include <osmium/io/xml_input.hpp>

#include "libraries/reference_system.h"
#include "osm/objects/pbf_file.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {

using namespace importers;
namespace {

using Nodes = std::vector<NodeIndex>;
using Texts = std::vector<std::string>;

const Tag street{"highway", "residential"};
const Tag oneway{"oneway", "yes"};

// Nodes 1 … count at a thousandth of a degree from each other, on the equator.
std::string row_of_nodes(int count) {
    std::string text;
    for (int id = 1; id <= count; ++id) text += osm_node(id, 0.001 * id, 0);
    return text;
}

std::vector<std::int64_t> ids(const RoadNetwork& network) {
    return network.node_ids.numbers();
}

std::uint64_t count(const ImportReport& report, std::string_view name) {
    for (const auto& counted : report.counts) {
        if (counted.name == name) return counted.count;
    }
    return 0;
}

Texts all_texts(const RoadNetwork& network, std::string_view name) {
    Texts found;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) found.emplace_back(network.text(name)->text(arc));
    return found;
}

// Compares everything but the origin of two networks.
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
    for (std::size_t arc = 0; arc < a.arc_count(); ++arc) EXPECT_EQ(a.shapes.points(arc), b.shapes.points(arc));
}

void write_pbf(const std::string& path, const std::string& xml_path, const std::string& format = "pbf",
               bool is_sorted = false);

class Osm : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view body, const ReadOptions& options = {}) {
        return read_network(folder.write("x.osm", osm_file(body)), options, &report);
    }
    TemporaryFolder folder;
    ImportReport report;
};

TEST_F(Osm, KeepsTollsWhereThereAreAny) {
    const std::string streets = row_of_nodes(4) + osm_way(10, {1, 2}, {street, oneway});
    EXPECT_EQ(read(streets + osm_way(11, {2, 3}, {street, oneway, {"toll", "no"}})).text("toll"), nullptr);
    const RoadNetwork network = read(streets + osm_way(11, {2, 3}, {street, oneway, {"toll", "yes"}}) +
                                     osm_way(12, {3, 4}, {street, oneway, {"toll", "no"}}));
    EXPECT_EQ(all_texts(network, "toll"), (Texts{"", "yes", ""}));
}

TEST_F(Osm, KeepsSignsByDirection) {
    const std::string nodes = row_of_nodes(5);
    // Of a road for both directions a sign without a direction says nothing.
    const RoadNetwork network = read(
        nodes +
        osm_way(10, {1, 2}, {street, {"destination", "Bern"}, {"destination:forward", "Chur"}, {"tunnel", "yes"}}) +
        osm_way(11, {2, 3}, {street, oneway, {"destination", "Bern;Thun"}, {"destination:ref", "A 6"}}) +
        osm_way(12, {3, 4}, {street, {"oneway", "-1"}, {"destination:backward", "Genf"}, {"destination", "Brig"}}) +
        osm_way(13, {4, 5}, {{"highway", "service"}, oneway, {"service", "driveway"}, {"destination:street", "Hof"}}));
    EXPECT_EQ(all_texts(network, "destination"), (Texts{"Chur", "", "Bern;Thun", "Genf", "Hof"}));
    EXPECT_EQ(all_texts(network, "destination:ref"), (Texts{"", "", "A 6", "", ""}));
    EXPECT_EQ(all_texts(network, "service"), (Texts{"", "", "", "", "driveway"}));
    EXPECT_EQ(all_texts(network, "tunnel"), (Texts{"yes", "yes", "", "", ""}));
    for (const char* absent : {"toll", "turn:lanes", "junction:ref"}) EXPECT_EQ(network.text(absent), nullptr);
}

TEST_F(Osm, NumbersOfExitsAreThoseOfTheRampOrItsJunction) {
    const Tag motorway{"highway", "motorway"};
    const Tag ramp{"highway", "motorway_link"};
    const RoadNetwork network =
        read(osm_node(1, 0, 0) + osm_node(2, 0.001, 0, {{"highway", "motorway_junction"}, {"ref", "23"}}) +
             osm_node(3, 0.002, 0, {{"highway", "motorway_junction"}, {"ref", "24"}}) + osm_node(4, 0.003, 0) +
             osm_node(5, 0.003, 0.001) + osm_node(6, 0.002, 0.001) + osm_way(10, {1, 2, 3, 4}, {motorway}) +
             osm_way(11, {2, 6}, {ramp, oneway}) + osm_way(12, {3, 5}, {ramp, oneway, {"junction:ref", "24a;24b"}}));
    EXPECT_EQ(all_texts(network, "junction:ref"), (Texts{"", "", "", "23", "24a;24b"}));
}

TEST_F(Osm, SignsOfExitsMayStandAtTheirJunction) {
    const Tag motorway{"highway", "motorway"};
    const Tag ramp{"highway", "motorway_link"};
    const Tag junction{"highway", "motorway_junction"};
    const RoadNetwork network = read(
        osm_node(1, 0, 0) + osm_node(2, 0.001, 0, {junction, {"exit_to", "Airport;Harbour"}}) +
        osm_node(3, 0.002, 0, {junction, {"exit_to", "Centre"}}) +
        osm_node(4, 0.003, 0, {junction, {"exit_to", "North"}}) + osm_node(5, 0.004, 0) + osm_node(6, 0.002, 0.001) +
        osm_node(7, 0.003, 0.001) + osm_node(8, 0.004, 0.001) + osm_way(10, {1, 2, 3, 4, 5}, {motorway}) +
        osm_way(11, {2, 6}, {ramp, oneway}) + osm_way(12, {3, 7}, {ramp, oneway, {"destination", "Old Town"}}) +
        osm_way(13, {4, 8}, {ramp, oneway, {"destination:ref", "A 6"}}));
    EXPECT_EQ(all_texts(network, "destination"), (Texts{"", "", "", "", "Airport;Harbour", "Old Town", ""}));
    EXPECT_EQ(network.text("junction:ref"), nullptr);
}

TEST_F(Osm, KeepsTheTurnsOfLanesThatTheModeMayUse) {
    const RoadNetwork network =
        read(row_of_nodes(5) +
             osm_way(10, {1, 2}, {street, {"turn:lanes:forward", "left|through"}, {"turn:lanes:backward", "|right"}}) +
             osm_way(11, {2, 3},
                     {street,
                      oneway,
                      {"turn:lanes", "left|through|through|right"},
                      {"vehicle:lanes", "yes|no|yes|no"},
                      {"motor_vehicle:lanes", "|||yes"}}) +
             osm_way(12, {3, 4}, {street, {"turn:lanes", "left|right"}}) +
             osm_way(13, {4, 5}, {street, oneway, {"turn:lanes", "|"}, {"access:lanes", "no|no|no"}}));
    EXPECT_EQ(all_texts(network, "turn:lanes"), (Texts{"left|through", "|right", "left|through|right", "", "", "|"}));
}

TEST_F(Osm, SplitsWaysWhereTheyMeetAndKeepsTheirShape) {
    // 1 ─ 2 ─ 3 ─ 4 ─ 5, and 10 from 3 upwards; 2 and 4 are geometry.
    const auto network = read(row_of_nodes(5) + osm_node(10, 0.003, 0.001) +
                              osm_way(7, {1, 2, 3, 4, 5}, {street, {"name", "Long Street"}, {"ref", "B 1"}}) +
                              osm_way(8, {3, 10}, {street}));
    EXPECT_EQ(ids(network), (std::vector<std::int64_t>{1, 3, 5, 10}));
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 2, 1, 3}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 1, 3, 1}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(network.shapes.shape_count(), 3u);
    EXPECT_EQ(network.shapes.points(0), (std::vector<Coordinate>{{0.001, 0}, {0.002, 0}, {0.003, 0}}));
    EXPECT_EQ(network.shapes.points(1), (std::vector<Coordinate>{{0.003, 0}, {0.002, 0}, {0.001, 0}}));
    EXPECT_EQ(network.coordinates[1], (Coordinate{0.003, 0}));
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    EXPECT_EQ(all_texts(network, "name"), (Texts{"Long Street", "Long Street", "Long Street", "Long Street", "", ""}));
    EXPECT_EQ(all_texts(network, "ref")[2], "B 1");
    EXPECT_EQ(all_texts(network, "osm_way_id"), (Texts{"7", "7", "7", "7", "8", "8"}));
    EXPECT_EQ(all_texts(network, "facility_type")[4], "residential");
    EXPECT_TRUE(network.no_through.empty());
    EXPECT_EQ(count(report, "OSM nodes"), 6u);
    EXPECT_EQ(count(report, "OSM ways"), 2u);
    EXPECT_EQ(count(report, "highway ways"), 2u);
    EXPECT_EQ(count(report, "usable ways"), 2u);
}

TEST_F(Osm, LengthsAreGeodesicAndTimesFollowFromThem) {
    const auto network = read(row_of_nodes(3) + osm_way(7, {1, 2, 3}, {street}));
    const ArcColumn& length = *network.column("length");
    // Two thousandths of a degree of the equator, whose radius is 6,378,137 m.
    EXPECT_EQ(length.values[0].to_string(), "222.639");
    EXPECT_EQ(length.unit, "m");
    EXPECT_EQ(length.resolution_digits, 1);
    const double speed = network.column("free_speed")->values[0].to_double();
    EXPECT_EQ(network.column("free_speed")->unit, "km/h");
    EXPECT_GT(speed, 0);
    EXPECT_NEAR(network.column("time")->values[0].to_double(), 0.222639 / speed * 3600, 0.001);
    EXPECT_EQ(network.column("time")->unit, "s");
    EXPECT_EQ(network.column("time")->resolution_digits, 3);
}

TEST_F(Osm, OneWaysAreSingleArcsInTheDirectionOfTravel) {
    const auto network = read(row_of_nodes(4) + osm_way(7, {1, 2}, {street, oneway}) +
                              osm_way(8, {2, 3, 4}, {street, {"oneway", "-1"}}));
    EXPECT_EQ(network.tail, (Nodes{0, 2}));
    EXPECT_EQ(network.head, (Nodes{1, 1}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 0}));
    EXPECT_TRUE(network.shapes.is_backward(1));
    EXPECT_EQ(network.shapes.points(1), (std::vector<Coordinate>{{0.004, 0}, {0.003, 0}, {0.002, 0}}));
}

TEST_F(Osm, MissingNodesCutAWayAndAreCounted) {
    // 3 is not in the file, 6 has no place on the globe: 1 ─ 2 and 4 ─ 5 remain, 7 is alone.
    Messages messages;
    const std::string body = osm_node(1, 0.001, 0) + osm_node(2, 0.002, 0) + osm_node(4, 0.004, 0) +
                             osm_node(5, 0.005, 0) + osm_node(6, 0.006, 91) + osm_node(7, 0.007, 0) +
                             osm_way(7, {1, 2, 3, 4, 5, 6, 7}, {street, oneway}) +
                             osm_way(8, {8, 1, 9}, {street, oneway});
    const auto network = read(body, {.lenient = true, .log = messages.callback()});
    EXPECT_EQ(ids(network), (std::vector<std::int64_t>{1, 2, 4, 5}));
    EXPECT_EQ(network.tail, (Nodes{0, 2}));
    EXPECT_EQ(network.head, (Nodes{1, 3}));
    EXPECT_EQ(count(report, "missing node references"), 4u);
    EXPECT_EQ(count(report, "ways without two consecutive nodes"), 1u);
    EXPECT_TRUE(messages.contains("2 of 2 usable ways are cut at 4 missing nodes (4 of 10 references)"));
    ALLWAYS_EXPECT_ERROR(0, "4 of 10 references of usable ways to nodes point outside this file, more than a fifth",
                         read(body));
    // At a fifth it is a loss.
    const std::string most = row_of_nodes(4) + osm_way(7, {1, 2, 3, 4, 5}, {street});
    (void)read(most, {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("1 of 1 usable way is cut at 1 missing node (1 of 5 references)"));
    ALLWAYS_EXPECT_ERROR(0, "at 1 missing node", read(most, {.log = strict_log({})}));
}

// As `osmium add-locations-to-ways` writes ways, and Overpass with "out geom".
TEST_F(Osm, NodesAreWhereWaysStateThem) {
    const auto nd = [](int id) { return format("<nd ref='{}' lat='0' lon='{:.3f}'/>", id, 0.001 * id); };
    const auto way = [&](int id, std::string_view nodes) {
        return format("<way id='{}' version='1'><bounds minlat='0' minlon='0' maxlat='1' maxlon='1'/>{}{}</way>\n", id,
                      nodes, osm_tags({street, {"name", "A"}}));
    };
    const std::string bollard = osm_node(3, 0.003, 0, {{"barrier", "bollard"}});
    const std::string with_places = way(7, nd(1) + nd(2) + nd(3)) + way(8, nd(3) + nd(4) + nd(5));
    const RoadNetwork plain =
        read(row_of_nodes(2) + bollard + osm_node(4, 0.004, 0) + osm_node(5, 0.005, 0) +
             osm_way(7, {1, 2, 3}, {street, {"name", "A"}}) + osm_way(8, {3, 4, 5}, {street, {"name", "A"}}));
    Messages messages;
    expect_same(read(bollard + with_places, {.log = messages.callback()}), plain);
    EXPECT_EQ(count(report, "nodes placed by ways"), 4u);
    EXPECT_EQ(count(report, "missing node references"), 0u);
    EXPECT_FALSE(messages.contains("barriers"));
    const std::string xml = folder.write("places.osm", osm_file(bollard + with_places));
    write_pbf(folder.path("places.osm.pbf"), xml, "pbf,locations_on_ways=true");
    expect_same(read_network(folder.path("places.osm.pbf")), plain);
    // Without nodes nothing tells of the bollard.
    const RoadNetwork open = read(with_places, {.log = messages.callback()});
    EXPECT_TRUE(open.no_through.empty());
    EXPECT_TRUE(messages.contains("positions of 5 nodes are those that ways state; it has no nodes, so barriers"));
    // A way that Overpass cuts at the edge of its box.
    (void)read(way(7, nd(1) + nd(2) + nd(3) + nd(4) + "<nd ref='6'/>"));
    EXPECT_EQ(count(report, "missing nodes"), 1u);
    ALLWAYS_EXPECT_ERROR(
        0, "ask for relations with 'out body'",
        read("<relation id='9'><member type='way' ref='7' role=''><nd lat='0' lon='0'/></member></relation>"));
}

TEST_F(Osm, OrderOfObjectsRepeatsAndSignsOfIdsDoNotMatter) {
    const std::string a = osm_way(-3, {-1, 2, 2, 3}, {street, {"name", "A"}});
    const std::string b = osm_way(9, {2, 4}, {street, oneway});
    const std::string nodes[] = {osm_node(-1, 0, 0), osm_node(2, 0.001, 0), osm_node(3, 0.002, 0),
                                 osm_node(4, 0.001, 0.001)};
    const std::string relation = osm_relation(1, {{"type", "restriction"}, {"restriction", "no_left_turn"}}, "node");
    const auto sorted = read(nodes[0] + nodes[1] + nodes[2] + nodes[3] + a + b + relation);
    const auto mixed = read(b + nodes[3] + relation + nodes[1] + a + nodes[0] + nodes[2]);
    expect_same(sorted, mixed);
    EXPECT_EQ(ids(sorted), (std::vector<std::int64_t>{-1, 2, 3, 4}));
    EXPECT_EQ(all_texts(sorted, "osm_way_id"), (Texts{"-3", "-3", "-3", "-3", "9"}));
}

TEST_F(Osm, AWayThatComesTwiceCountsOnceInItsNewestVersion) {
    const auto network = read(row_of_nodes(3) + osm_way(7, {1, 2}, {street, oneway}, 2) +
                              osm_way(7, {1, 2, 3}, {street, oneway}, 3) + osm_way(7, {3, 1}, {street, oneway}, 3));
    EXPECT_EQ(network.arc_count(), 1u);
    EXPECT_EQ(ids(network), (std::vector<std::int64_t>{1, 3}));
    EXPECT_EQ(network.tail, (Nodes{0}));
    EXPECT_EQ(count(report, "duplicate ways"), 2u);
    EXPECT_EQ(count(report, "usable ways"), 1u);
    EXPECT_EQ(count(report, "OSM ways"), 3u);
}

TEST_F(Osm, DeletedObjectsArePassedOver) {
    const auto network = read(row_of_nodes(3) + osm_way(7, {1, 2}, {street, oneway}) +
                              "<way id='8' version='2' visible='false'><nd ref='2'/><nd ref='3'/>"
                              "<tag k='highway' v='residential'/></way>"
                              "<node id='9' version='2' visible='false'/>");
    EXPECT_EQ(network.arc_count(), 1u);
    EXPECT_EQ(count(report, "OSM ways"), 1u);
    EXPECT_EQ(count(report, "OSM nodes"), 3u);
}

TEST_F(Osm, BarriersThatCannotBePassedAreNoThroughNodes) {
    const std::string body = osm_node(1, 0.001, 0) + osm_node(2, 0.002, 0, {{"barrier", "bollard"}}) +
                             osm_node(3, 0.003, 0) + osm_way(7, {1, 2, 3}, {street});
    const auto car = read(body);
    EXPECT_EQ(ids(car), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(car.no_through, (std::vector<std::uint8_t>{0, 2, 0}));
    EXPECT_EQ(count(report, "closed nodes"), 1u);
    EXPECT_EQ(report.no_through_nodes, 1u);

    const auto foot = read(body, {.profile = "foot"});
    EXPECT_EQ(ids(foot), (std::vector<std::int64_t>{1, 3}));
    EXPECT_TRUE(foot.no_through.empty());
    EXPECT_EQ(count(report, "closed nodes"), 0u);
}

TEST_F(Osm, ClosedWaysAreLoopsOrParallelArcs) {
    // A ring that nothing meets but at its start, and one that is met twice.
    const std::string ring = osm_way(7, {1, 2, 3, 1}, {street, oneway});
    const auto alone = read(row_of_nodes(4) + ring + osm_way(8, {1, 4}, {street}));
    EXPECT_EQ(ids(alone), (std::vector<std::int64_t>{1, 4}));
    EXPECT_EQ(report.self_loops, 1u);
    EXPECT_EQ(alone.shapes.points(0).size(), 4u);

    const auto met = read(row_of_nodes(4) + osm_way(7, {1, 2, 3, 1}, {street}) + osm_way(8, {3, 4}, {street}));
    EXPECT_EQ(ids(met), (std::vector<std::int64_t>{1, 3, 4}));
    EXPECT_EQ(report.self_loops, 0u);
    EXPECT_EQ(report.parallel_arcs, 2u);

    // A way that touches itself: 2 is a network node by that alone.
    const auto lasso = read(row_of_nodes(4) + osm_way(7, {1, 2, 3, 4, 2}, {street, oneway}));
    EXPECT_EQ(ids(lasso), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(lasso.head, (Nodes{1, 1}));
}

TEST_F(Osm, PiersStayWhereTheyTouchAWayThroughOthersOfTheirKind) {
    const Tag pier{"man_made", "pier"};
    // A chain of piers in an order against that of their ids, two that touch each other alone, and a ring.
    std::string body = row_of_nodes(12) + osm_way(90, {1, 2}, {street});
    for (int node = 2; node < 6; ++node) body += osm_way(50 - node, {node, node + 1}, {pier});
    body += osm_way(60, {7, 8}, {pier}) + osm_way(61, {8, 9}, {pier}) + osm_way(62, {10, 11, 12, 10}, {pier});
    const auto foot = read(body, {.profile = "foot"});
    EXPECT_EQ(ids(foot), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(all_texts(foot, "facility_type")[0], "pier");
    EXPECT_EQ(count(report, "piers, platforms, car parks left out"), 3u);
    EXPECT_EQ(count(report, "usable ways"), 5u);
    EXPECT_EQ(ids(read(body)), (std::vector<std::int64_t>{1, 2}));
    ALLWAYS_EXPECT_ERROR(0, "profile foot cannot use any way",
                         read(row_of_nodes(2) + osm_way(7, {1, 2}, {pier}), {.profile = "foot"}));
}

TEST_F(Osm, AFerrysDurationIsSharedOutByLength) {
    const auto network = read(row_of_nodes(4) + osm_way(7, {1, 2, 4}, {{"route", "ferry"}, {"duration", "00:30"}}) +
                              osm_way(8, {2, 3}, {street}));
    EXPECT_EQ(ids(network), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_EQ(texts(*network.column("time"))[0], "600");
    EXPECT_EQ(texts(*network.column("time"))[1], "600");
    EXPECT_EQ(count(report, "values of duration not understood"), 0u);
    Messages messages;
    (void)read(row_of_nodes(4) + osm_way(7, {1, 4}, {{"route", "ferry"}, {"duration", "00:00:02"}}) +
                   osm_way(8, {2, 4}, {street}),
               {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("values of duration not understood: 1, taken as absent (way 7: "));
    EXPECT_EQ(texts(*network.column("time"))[2], "1200");
    EXPECT_EQ(texts(*network.column("free_speed"))[0], texts(*network.column("free_speed"))[2]);
    EXPECT_NEAR(network.column("free_speed")->values[0].to_double(), 0.333958 / 0.5, 0.005);
    EXPECT_EQ(all_texts(network, "facility_type")[0], "ferry");
    EXPECT_EQ(count(report, "ferries"), 1u);
}

TEST_F(Osm, ADurationFasterThanAnyLimitCountsAsAbsent) {
    // 0.1 degrees of the equator, 11.1 km, in "2", which means minutes: 334 km/h.
    const auto ferry = [&](const std::string& duration) {
        return read(osm_node(1, 0, 0) + osm_node(2, 0.1, 0) +
                    osm_way(7, {1, 2}, {{"route", "ferry"}, {"duration", duration}}));
    };
    EXPECT_EQ(texts(*ferry("2").column("free_speed"))[0], "15");
    EXPECT_EQ(texts(*ferry("3").column("free_speed"))[0], "222.64");
    EXPECT_EQ(texts(*ferry("3").column("time"))[0], "180");
}

TEST_F(Osm, SaysWhatItReadAndWhatItLeavesOut) {
    Messages messages;
    const std::string body =
        row_of_nodes(3) + osm_way(7, {1, 2}, {street}) + osm_way(8, {2, 3}, {street, {"oneway", "reversible"}}) +
        osm_relation(1, {{"type", "restriction"}, {"restriction", "no_left_turn"}}, "node") +
        osm_relation(2, {{"type", "restriction"}, {"restriction:motorcar", "no_u_turn"}}, "way") +
        osm_relation(3, {{"type", "restriction:hgv"}, {"restriction", "no_u_turn"}}, "way") +
        osm_relation(4, {{"type", "restriction"}, {"restriction", "no_u_turn"}, {"except", "motorcar;bicycle"}},
                     "way") +
        osm_relation(5, {{"type", "route"}}, "way");
    const auto network = read(body, {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("profile car; set `profile` to choose another"));
    EXPECT_TRUE(messages.contains("turn restrictions without from, via or to: 2 (relations 1, 2)"));
    EXPECT_EQ(count(report, "turn restrictions without from, via or to"), 2u);
    EXPECT_EQ(count(report, "turn restrictions of other modes"), 2u);
    EXPECT_EQ(count(report, "reversible ways, left out"), 1u);
    const std::vector<std::pair<std::string, std::string>> notes{
        {"profile", "car"},
        {"attribution", "© OpenStreetMap contributors, ODbL 1.0"},
        {"turn_restrictions", "0 applied, 2 left aside"},
        {"osm_generator", "test"}};
    EXPECT_EQ(network.provenance.notes, notes);
    EXPECT_EQ(network.provenance.format, "osm");

    EXPECT_TRUE(messages.contains("1 reversible way is left out"));
    EXPECT_FALSE(messages.contains("outside this file"));

    Messages of_foot;
    (void)read(body, {.profile = "foot", .log = of_foot.callback()});
    EXPECT_TRUE(of_foot.contains("profile foot"));
    EXPECT_FALSE(of_foot.contains("`profile`"));
    EXPECT_FALSE(of_foot.contains("turn restriction"));
}

TEST_F(Osm, RefusesWhatIsNoNetwork) {
    ALLWAYS_EXPECT_ERROR(0, "profile car cannot use any way of this file: it has 1 way, 0 with",
                         read(row_of_nodes(2) + osm_way(7, {1, 2}, {{"building", "yes"}})));
    ALLWAYS_EXPECT_ERROR(0, "it has 0 ways, 0 with", read(""));
    ALLWAYS_EXPECT_ERROR(0, "no usable way has two consecutive nodes", read(osm_way(7, {1, 2}, {street})));
    ALLWAYS_EXPECT_ERROR(0, "(usable ways: 1, references to missing nodes: 2)", read(osm_way(7, {1, 2}, {street})));
    const auto refused = [&](const std::string& name, std::string_view text) {
        return read_network(folder.write(name, text), {.format = "osm"});
    };
    ALLWAYS_EXPECT_ERROR(0, "the file is empty", refused("x.osm", ""));
    ALLWAYS_EXPECT_ERROR(0, "neither OSM PBF", refused("x.osm.pbf", "nothing of the kind"));
    ALLWAYS_EXPECT_ERROR(0, "Unknown top-level element: gpx", refused("x.osm", "<gpx version='1.1'></gpx>"));
    ALLWAYS_EXPECT_ERROR(3, "mismatched tag", refused("x.osm", "<osm version='0.6'>\n<node id='1'>\n</way></osm>"));
    ALLWAYS_EXPECT_ERROR(0, "Can not read file with version 0.5", refused("x.osm", "<osm version='0.5'></osm>"));
    ALLWAYS_EXPECT_ERROR(0, "this file contains changes", refused("x.osc", "<osmChange version='0.6'></osmChange>"));
    ALLWAYS_EXPECT_ERROR(0, "all versions of its objects", refused("x.osh.xml", osm_file("")));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(folder.path("absent.osm")));
    ALLWAYS_EXPECT_ERROR(0, "expected a file, but this is a folder", read_network(folder.path(), {.format = "osm"}));
}

TEST_F(Osm, CancelsAndReportsBytesOfBothPasses) {
    const auto path = folder.write("x.osm", osm_file(row_of_nodes(2) + osm_way(7, {1, 2}, {street})));
    std::vector<Progress> seen;
    (void)read_network(path, {.progress = [&](const Progress& progress) {
                           seen.push_back(progress);
                           return true;
                       }});
    ASSERT_GE(seen.size(), 2u);
    EXPECT_EQ(seen.back().stage, "read");
    EXPECT_EQ(seen.back().done, seen.back().total);
    EXPECT_EQ(seen.back().total, 2 * std::filesystem::file_size(path));
    EXPECT_THROW((void)read_network(path, {.progress = [](const Progress&) { return false; }}), Cancelled);
}

// Containers: the same data in every one.

const std::string& town() {
    static const std::string body = [] {
        std::string text;
        for (int row = 0; row < 5; ++row) {
            for (int column = 0; column < 5; ++column) {
                text += osm_node(row * 5 + column + 1, 9 + 0.0013 * column, 47 + 0.0007 * row);
            }
        }
        for (int row = 0; row < 5; ++row) {
            std::vector<std::int64_t> along, across;
            for (int column = 0; column < 5; ++column) {
                along.push_back(row * 5 + column + 1);
                across.push_back(column * 5 + row + 1);
            }
            text += osm_way(100 + row, along, {street, {"name", "Row " + std::to_string(row)}});
            text += osm_way(200 + row, across, {street, oneway});
        }
        return osm_file(text);
    }();
    return body;
}

void write_gzip(const std::string& path, std::string_view text) {
    gzFile file = gzopen(path.c_str(), "wb");
    ASSERT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
    gzclose(file);
}

void write_bzip2(const std::string& path, std::string_view text) {
    BZFILE* file = BZ2_bzopen(path.c_str(), "wb");
    std::string bytes(text);
    ASSERT_EQ(BZ2_bzwrite(file, bytes.data(), static_cast<int>(bytes.size())), static_cast<int>(bytes.size()));
    BZ2_bzclose(file);
}

// `is_sorted`: the file states that its objects are sorted by kind.
void write_pbf(const std::string& path, const std::string& xml_path, const std::string& format, bool is_sorted) {
    osmium::io::Reader reader(osmium::io::File(xml_path, "osm"));
    osmium::io::Header header;
    header.set("generator", "test");
    if (is_sorted) header.set("sorting", "Type_then_ID");
    osmium::io::Writer writer(osmium::io::File(path, format), header, osmium::io::overwrite::allow);
    while (osmium::memory::Buffer buffer = reader.read()) writer(std::move(buffer));
    writer.close();
    reader.close();
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class OsmContainers : public ::testing::TestWithParam<const char*> {
protected:
    // The town in the container of the parameter.
    std::string write() const {
        const std::string name = GetParam();
        const std::string path = folder.path(name);
        const std::string xml = folder.write("plain.osm", town());
        if (name.ends_with(".gz")) {
            write_gzip(path, town());
        } else if (name.ends_with(".bz2")) {
            write_bzip2(path, town());
        } else if (name.ends_with("nodense.pbf")) {
            write_pbf(path, xml, "pbf,pbf_dense_nodes=false,pbf_compression=none");
        } else if (name.ends_with("sorted.pbf")) {
            write_pbf(path, xml, "pbf", true);
        } else if (name.ends_with(".pbf")) {
            write_pbf(path, xml);
        } else {
            folder.write(name, town());
        }
        return path;
    }
    TemporaryFolder folder;
};

TEST_P(OsmContainers, GiveTheSameNetwork) {
    const auto path = write();
    const auto network = read_network(path);
    EXPECT_EQ(network.node_count(), 25u);
    EXPECT_EQ(network.arc_count(), 5u * 4 * 3);
    expect_same(network, read_network(folder.path("plain.osm")));
    // Known by the content, whatever the name.
    std::filesystem::rename(path, folder.path("some file"));
    expect_same(network, read_network(folder.path("some file")));
}

TEST_P(OsmContainers, DamagedFilesAreRefusedAndNeverCrash) {
    const std::string bytes = bytes_of(write());
    // Returns true if the damage is noticed.
    const auto refuses = [&](const std::string& damaged) {
        try {
            EXPECT_GT(read_network(folder.write("damaged", damaged), {.format = "osm"}).arc_count(), 0u);
            return false;
        } catch (const InputError& error) {
            EXPECT_EQ(error.file(), folder.path("damaged"));
            return true;
        }
    };
    // The last byte of XML is a line end, which nothing needs.
    for (std::size_t size = 0; size + 1 < bytes.size(); size += 10) EXPECT_TRUE(refuses(bytes.substr(0, size))) << size;
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 100) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x5A);
        (void)refuses(damaged);  // a changed coordinate is still a network
    }
}

INSTANTIATE_TEST_SUITE_P(All, OsmContainers,
                         ::testing::Values("x.osm", "x.osm.xml", "x.osm.gz", "x.osm.bz2", "x.osm.pbf", "x.nodense.pbf",
                                           "x.sorted.pbf"),
                         [](const auto& container) {
                             std::string name = container.param;
                             std::ranges::replace(name, '.', '_');
                             return name;
                         });

TEST_F(Osm, XmlMayStartWithLineBreaks) {
    const auto path = folder.write(
        "x.osm", "\r\n\n<osm version='0.6'>" + row_of_nodes(2) + osm_way(7, {1, 2}, {street, oneway}) + "</osm>");
    EXPECT_EQ(read_network(path).arc_count(), 1u);
}

TEST_F(Osm, RefusesTextsThatEndInTheirMiddle) {
    const auto xml =
        folder.write("plain.osm", osm_file(row_of_nodes(2) + osm_way(7, {1, 2}, {street, {"name", "Main Street"}})));
    write_pbf(folder.path("x.osm.pbf"), xml, "pbf,pbf_compression=none");
    std::string bytes = bytes_of(folder.path("x.osm.pbf"));
    bytes.at(bytes.find("Main Street") + 4) = '\0';
    ALLWAYS_EXPECT_ERROR(0, "a tag of way 7 contains a NUL byte", read_network(folder.write("x.osm.pbf", bytes)));
}

TEST_F(Osm, RefusesHistoriesAndPackedPbf) {
    const auto xml = folder.write("plain.osm", town());
    write_pbf(folder.path("all.pbf"), xml, "pbf,history=true");
    ALLWAYS_EXPECT_ERROR(0, "all versions of its objects", read_network(folder.path("all.pbf")));
    write_pbf(folder.path("x.osm.pbf"), xml);
    write_gzip(folder.path("x.osm.pbf.gz"), bytes_of(folder.path("x.osm.pbf")));
    write_gzip(folder.path("bomb.osm.gz"), "<osm version=\"0.6\"><bounds" + std::string(std::size_t{32} << 20, ' '));
    ALLWAYS_EXPECT_ERROR(0, "an implausible ratio", read_network(folder.path("bomb.osm.gz")));
    ALLWAYS_EXPECT_ERROR(0, "PBF inside gzip", read_network(folder.path("x.osm.pbf.gz")));
}

// libosmium's reader takes a file for cut short if a stream ends with the 5,000 bytes that it has read.
TEST_F(Osm, Bzip2FilesMayEndAnywhereAndHaveSeveralStreams) {
    const auto path = folder.path("x.osm.bz2");
    std::mt19937 random(1);
    const auto plain = read_network(folder.write("plain.osm", town()));
    std::string text;
    std::string filler;
    for (std::uintmax_t lack = 5000; lack > 0; lack = (5000 - std::filesystem::file_size(path) % 5000) % 5000) {
        for (std::uintmax_t i = 0; i < lack; ++i) filler += static_cast<char>('a' + random() % 26);
        text = town() + "<!--" + filler + "-->\n";
        write_bzip2(path, text);
    }
    expect_same(read_network(path), plain);
    write_bzip2(path, text.substr(0, 1000));
    const std::string first = bytes_of(path);
    write_bzip2(path, text.substr(1000));
    expect_same(read_network(folder.write("two.osm.bz2", first + bytes_of(path))), plain);
}

TEST_F(Osm, SaysHowBlocksArePacked) {
    const auto xml = folder.write("plain.osm", town());
    write_pbf(folder.path("x.osm.pbf"), xml, "pbf,pbf_compression=none");
    std::string bytes = bytes_of(folder.path("x.osm.pbf"));
    const auto blob = osm::find_pbf_blocks(folder.path("x.osm.pbf")).at(1).begin;
    for (const auto& [field, method] : {std::pair{4, "lzma"}, {6, "lz4"}, {7, "zstd"}}) {
        bytes.at(blob) = static_cast<char>(field << 3 | 2);
        ALLWAYS_EXPECT_ERROR(0, format("its blocks are packed by {}, but expected is zlib", method),
                             read_network(folder.write("x.osm.pbf", bytes)));
    }
}

TEST_F(Osm, ReadsPbfThatIsNotSortedAsItStates) {
    const std::string road = osm_way(7, {1, 2}, {street, oneway});
    const auto unsorted = folder.write("unsorted.osm", osm_file(road + row_of_nodes(2)));
    write_pbf(folder.path("unsorted.pbf"), unsorted);
    EXPECT_EQ(read_network(folder.path("unsorted.pbf")).arc_count(), 1u);
    write_pbf(folder.path("lies.pbf"), unsorted, "pbf", true);
    Messages messages;
    expect_same(read_network(folder.path("lies.pbf"), {.log = messages.callback()}),
                read_network(folder.path("unsorted.pbf")));
    EXPECT_TRUE(messages.contains("is out of order; the file is read again"));
    write_pbf(folder.path("sorted.pbf"), folder.write("sorted.osm", osm_file(row_of_nodes(2) + road)), "pbf", true);
    for (const char* profile : {"car", "foot"}) {
        EXPECT_GE(read_network(folder.path("sorted.pbf"), {.profile = profile}).arc_count(), 1u);
    }
}

// Wherever it is cut: inside the size of a block and with a size of 0 too, which libosmium takes for the end.
TEST_F(Osm, RefusesPbfThatIsCutShort) {
    write_pbf(folder.path("whole.osm.pbf"), folder.write("plain.osm", town()));
    const std::string bytes = bytes_of(folder.path("whole.osm.pbf"));
    std::vector<std::uint64_t> ends;
    for (const osm::PbfBlock& block : osm::find_pbf_blocks(folder.path("whole.osm.pbf"))) ends.push_back(block.end);
    ASSERT_GE(ends.size(), 3u);
    EXPECT_EQ(ends.back(), bytes.size());
    for (std::size_t size = 80; size < bytes.size(); ++size) {
        if (std::find(ends.begin(), ends.end(), size) != ends.end()) continue;
        const auto path = folder.write("x.osm.pbf", bytes.substr(0, size));
        ALLWAYS_EXPECT_ERROR(0, "the file is damaged or cut short", read_network(path));
    }
    for (const std::size_t zeros : {1, 2, 4, 100}) {
        const auto path = folder.write("x.osm.pbf", bytes + std::string(zeros, '\0'));
        ALLWAYS_EXPECT_ERROR(0, "the file is damaged or cut short", read_network(path));
    }
}

}  // namespace
}  // namespace allways::test
