// SPDX-License-Identifier: Apache-2.0
// GraphML of NetworkX and OSMnx, by hand-made files.
#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

std::string graphml(std::string_view keys, std::string_view graph) {
    return "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" +
           std::string(keys) + "\n" + std::string(graph) + "\n</graphml>\n";
}

class Graphml : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view keys, std::string_view graph, ReadOptions options = {}) {
        options.log = messages_.callback();
        return read_network(folder_.write("a.graphml", graphml(keys, graph)), options);
    }
    TemporaryFolder folder_;
    Messages messages_;
};

constexpr const char* weight_key = R"(<key id="d0" for="edge" attr.name="weight" attr.type="double"/>)";

TEST_F(Graphml, WeightsOfNetworkxAreTheCost) {
    const auto network = read(weight_key, R"(<graph edgedefault="directed">
        <node id="7"/><node id="5"/><node id="9"/>
        <edge source="7" target="5"><data key="d0">1.50</data></edge>
        <edge source="5" target="7"><data key="d0">1e-3</data></edge>
        <edge source="5" target="5"/></graph>)");
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{7, 5, 9}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 1}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 0, 1}));
    EXPECT_EQ(texts(*network.column("weight")), (Texts{"1.5", "0.001", "missing"}));
    EXPECT_EQ(network.columns.size(), 1u);
    EXPECT_TRUE(network.reversed.empty());
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_TRUE(network.coordinates.empty());
}

TEST_F(Graphml, UndirectedEdgesAreTwoArcsOfOneId) {
    const auto network = read(weight_key, R"(<graph edgedefault="undirected">
        <node id="a"/><node id="b"/>
        <edge id="e1" source="a" target="b"><data key="d0">2</data></edge>
        <edge id="e2" source="b" target="a" directed="1"><data key="d0">3</data></edge></graph>)");
    EXPECT_EQ(network.node_ids.texts(), (Texts{"a", "b"}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 1}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 0, 0}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0}));
    EXPECT_EQ(network.arc_ids.texts(), (Texts{"e1", "e1", "e2"}));
    EXPECT_EQ(texts(*network.column("weight")), (Texts{"2", "2", "3"}));
}

TEST_F(Graphml, OneEdgeOfADirectedGraphMayBeUndirected) {
    const auto network = read(weight_key, R"(<graph edgedefault="directed">
        <edge source="a" target="b" directed="false"><data key="d0">2</data></edge><node id="a"/><node id="b"/></graph>)");
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1}));
}

TEST_F(Graphml, DefaultsTypesAndKeysOfOneName) {
    const auto network = read(R"(<key id="a" for="edge" attr.name="cost" attr.type="int"><default>4</default></key>
        <key id="b" for="all" attr.name="lanes" attr.type="long"/>
        <key id="c" for="edge" attr.name="toll" attr.type="boolean"/>
        <key id="d" for="edge" attr.name="width" attr.type="int"/>
        <key id="e" for="edge" attr.name="width" attr.type="float"/>
        <key id="note"/>)",
                              R"(<graph edgedefault="directed"><node id="1"><data key="b">9</data></node><node id="2"/>
        <edge source="1" target="2"><data key="b">2</data><data key="c">true</data><data key="d">3</data></edge>
        <edge source="2" target="1"><data key="a">6</data><data key="e">2.5</data><data key="note">caf&#233; &amp; bar</data></edge>
        <edge source="2" target="1"><data key="e">inf</data></edge>
        </graph>)");
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"4", "6", "4"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "missing", "missing"}));
    EXPECT_EQ(texts(*network.column("width")), (Texts{"3", "2.5", "missing"}));
    EXPECT_EQ(network.text("toll")->text(0), "true");
    EXPECT_EQ(network.text("note")->text(1), "café & bar");
    EXPECT_EQ(network.columns.size(), 3u);
}

TEST_F(Graphml, TextsAreNumbersWhereEveryOneIs) {
    const char* keys = R"(<key id="a" for="edge" attr.name="length" attr.type="string"/>
        <key id="b" for="edge" attr.name="speed" attr.type="string"/>)";
    const auto network = read(keys, R"(<graph edgedefault="directed"><node id="1"/><node id="2"/>
        <edge source="1" target="2"><data key="a">12.50</data><data key="b">50</data></edge>
        <edge source="2" target="1"><data key="b">30 mph</data></edge></graph>)");
    EXPECT_EQ(texts(*network.column("length")), (Texts{"12.5", "missing"}));
    EXPECT_EQ(network.column("length")->unit, "");
    EXPECT_EQ(network.column("speed"), nullptr);
    EXPECT_EQ(network.text("speed")->text(1), "30 mph");
}

TEST_F(Graphml, TheCostIsNamed) {
    const char* keys = R"(<key id="a" for="edge" attr.name="Hours" attr.type="double"/>
        <key id="b" for="edge" attr.name="road" attr.type="string"/>)";
    const char* graph = R"(<graph edgedefault="directed"><node id="1"/><node id="2"/>
        <edge source="1" target="2"><data key="a">0.25</data><data key="b">A1</data></edge></graph>)";
    EXPECT_EQ(read(keys, graph).column("cost"), nullptr);
    EXPECT_EQ(texts(*read(keys, graph, {.cost_field = "hours"}).column("cost")), Texts{"0.25"});
    EXPECT_THROW(read(keys, graph, {.cost_field = "time"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(6, "the cost 'road' needs a number, found 'A1'", read(keys, graph, {.cost_field = "road"}));
}

TEST_F(Graphml, WithoutNumbersEveryArcCostsOne) {
    const auto network = read("", R"(<graph edgedefault="directed"><node id="1"/><node id="2"/>
        <edge source="1" target="2"/></graph>)");
    EXPECT_EQ(texts(*network.column("cost")), Texts{"1"});
    EXPECT_TRUE(messages_.contains("every arc costs 1"));
}

constexpr const char* osmnx_keys = R"(<key id="crs" for="graph" attr.name="crs" attr.type="string"/>
    <key id="made" for="graph" attr.name="created_with" attr.type="string"/>
    <key id="x" for="node" attr.name="x" attr.type="string"/>
    <key id="y" for="node" attr.name="y" attr.type="string"/>
    <key id="osmid" for="edge" attr.name="osmid" attr.type="string"/>
    <key id="name" for="edge" attr.name="name" attr.type="string"/>
    <key id="ref" for="edge" attr.name="ref" attr.type="string"/>
    <key id="highway" for="edge" attr.name="highway" attr.type="string"/>
    <key id="lanes" for="edge" attr.name="lanes" attr.type="string"/>
    <key id="oneway" for="edge" attr.name="oneway" attr.type="string"/>
    <key id="length" for="edge" attr.name="length" attr.type="string"/>
    <key id="time" for="edge" attr.name="travel_time" attr.type="string"/>
    <key id="speed" for="edge" attr.name="speed_kph" attr.type="string"/>
    <key id="geometry" for="edge" attr.name="geometry" attr.type="string"/>)";

std::string osmnx_graph(std::string_view direction, std::string_view crs) {
    return R"(<graph edgedefault=")" + std::string(direction) + R"("><data key="crs">)" + std::string(crs) + R"(</data>
    <data key="made">OSMnx 1.9.0</data>
    <node id="11"><data key="x">7.0</data><data key="y">50</data></node>
    <node id="12"><data key="x">7.1</data><data key="y">50</data></node>
    <edge source="11" target="12" id="0"><data key="osmid">[31, 32]</data><data key="name">['A', "B's Road"]</data>
      <data key="ref">007</data><data key="highway">residential</data><data key="lanes">['2', '3']</data>
      <data key="oneway">True</data><data key="length">204.97600000000003</data><data key="time">24.6</data>
      <data key="speed">30.0</data><data key="geometry">LINESTRING (7.1 50, 7.05 50.1, 7 50)</data></edge>
    <edge source="12" target="11" id="0"><data key="osmid">33</data><data key="length">9</data></edge></graph>)";
}

TEST_F(Graphml, OsmnxHasUnitsListsAndShapes) {
    const auto network = read(osmnx_keys, osmnx_graph("directed", "epsg:4326"));
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    EXPECT_EQ(network.coordinates.at(1).x, 7.1);
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(texts(*network.column("length")), (Texts{"204.97600000000003", "9"}));
    EXPECT_EQ(network.column("length")->unit, "m");
    EXPECT_EQ(network.column("length")->resolution_digits, 1);
    EXPECT_EQ(network.column("time")->unit, "s");
    EXPECT_EQ(texts(*network.column("time")), (Texts{"24.6", "missing"}));
    EXPECT_EQ(network.column("free_speed")->unit, "km/h");
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "missing"}));
    EXPECT_EQ(network.text("osm_way_id")->text(0), "31; 32");
    EXPECT_EQ(network.text("osm_way_id")->text(1), "33");
    EXPECT_EQ(network.text("name")->text(0), "A; B's Road");
    EXPECT_EQ(network.text("ref")->text(0), "007");
    EXPECT_EQ(network.text("facility_type")->text(0), "residential");
    EXPECT_EQ(network.text("oneway")->text(0), "True");
    EXPECT_EQ(network.provenance.notes.at(0), (std::pair<std::string, std::string>{"created_with", "OSMnx 1.9.0"}));
    // Drawn against the edge.
    ASSERT_TRUE(network.shapes.has_shape(0));
    EXPECT_EQ(network.shapes.points(0).front().x, 7.0);
    EXPECT_FALSE(network.shapes.has_shape(1));
}

TEST_F(Graphml, OneWayEdgesOfAnUndirectedGraphAreSaid) {
    const auto network = read(osmnx_keys, osmnx_graph("undirected", "{'init': 'epsg:4326', 'no_defs': True}"));
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    EXPECT_TRUE(messages_.contains("its 1 one-way edges are open both ways"));
    ASSERT_EQ(network.arc_count(), 4u);
    EXPECT_EQ(network.shapes.shape_count(), 1u);
    EXPECT_EQ(network.shapes.points(1).front().x, 7.1);
}

TEST_F(Graphml, OneWayEdgesOfAnUndirectedGraphAreClosedOnRequest) {
    const auto graph = osmnx_graph("undirected", "epsg:4326");
    const auto network = read(osmnx_keys, graph, {.oneway_field = "oneway"});
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 1, 0}));
    EXPECT_FALSE(messages_.contains("open both ways"));
    std::string turned = graph;
    turned.replace(turned.find("<data key=\"ref\">"), 0, "<data key=\"from\">12</data>");
    const std::string keys =
        std::string(osmnx_keys) + R"(<key id="from" for="edge" attr.name="from" attr.type="string"/>)";
    EXPECT_EQ(read(keys, turned, {.oneway_field = "oneway"}).tail, (std::vector<NodeIndex>{1, 1, 0}));
    EXPECT_THROW(read(osmnx_keys, graph, {.oneway_field = "one"}), InvalidArgument);
    EXPECT_THROW(read(osmnx_keys, osmnx_graph("directed", "epsg:4326"), {.oneway_field = "oneway"}), InvalidArgument);
}

TEST_F(Graphml, FilterIdsUnitsAndSpeedsGoByOptions) {
    const std::string keys = R"(<key id="l" for="edge" attr.name="length" attr.type="double"/>
        <key id="v" for="edge" attr.name="speed" attr.type="string"/><key id="n" for="edge" attr.name="nr" attr.type="string"/>)";
    const std::string graph = R"(<graph edgedefault="directed"><node id="a"/><node id="b"/>
        <edge source="a" target="b"><data key="l">100</data><data key="v">36</data><data key="n">x</data></edge>
        <edge source="b" target="a"><data key="l">9</data><data key="v">108</data><data key="n">y</data></edge></graph>)";
    const auto network = read(
        keys, graph,
        {.id_field = "nr", .length_unit = "m", .where = "speed < 100", .speed_field = "speed", .speed_unit = "km/h"});
    EXPECT_EQ(network.arc_ids.texts(), Texts{"x"});
    EXPECT_EQ(texts(*network.column("time")), Texts{"10"});
    EXPECT_EQ(network.column("length")->unit, "m");
    EXPECT_THROW(read(keys, graph, {.id_field = "id"}), InvalidArgument);
    EXPECT_THROW(read(keys, graph, {.where = "lanes > 1"}), InvalidArgument);
    EXPECT_THROW(read(keys, graph, {.where = "speed > 1000"}), InputError);
}

// As in every table of arcs (attributes/arc_table.h).
TEST_F(Graphml, OptionsNameFieldsInAnyCaseAndCoordinatesMayBeCapitals) {
    const std::string keys = R"(<key id="x" for="node" attr.name="X" attr.type="double"/>
        <key id="y" for="node" attr.name="Y" attr.type="double"/>
        <key id="n" for="edge" attr.name="Nr" attr.type="string"/><key id="o" for="edge" attr.name="OneWay" attr.type="string"/>
        <key id="v" for="edge" attr.name="speed" attr.type="string"/>)";
    const std::string graph = R"(<graph edgedefault="undirected">
        <node id="a"><data key="x">1</data><data key="y">2</data></node>
        <node id="b"><data key="x">3</data><data key="y">4</data></node>
        <edge source="a" target="b"><data key="n">k</data><data key="o">yes</data><data key="v">50,5 km/h</data></edge>
        </graph>)";
    const auto network = read(keys, graph, {.id_field = "NR", .oneway_field = "oneway"});
    EXPECT_EQ(network.arc_ids.texts(), Texts{"k"});
    EXPECT_EQ(network.coordinates.at(1).y, 4);
    EXPECT_EQ(texts(*network.column("speed")), Texts{"50.5"});
    EXPECT_EQ(network.column("speed")->unit, "km/h");
    try {
        read(keys, graph, {.oneway_field = "one"});
        FAIL();
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string_view(error.what()).find("the edges have no data 'one'; they have: Nr, OneWay, speed"),
                  std::string_view::npos);
    }
}

TEST_F(Graphml, AnEdgeOpenOnlyAgainstItsDirectionIsNotASecondArc) {
    std::string turned = osmnx_graph("undirected", "epsg:4326");
    turned.replace(turned.find("<data key=\"ref\">"), 0, "<data key=\"from\">12</data>");
    const std::string keys =
        std::string(osmnx_keys) + R"(<key id="from" for="edge" attr.name="from" attr.type="string"/>)";
    const auto network = read(keys, turned, {.oneway_field = "oneway"});
    EXPECT_EQ(network.reversed.at(0), 0);  // alone, as in edge lists
}

TEST_F(Graphml, AnUnknownReferenceSystemIsSaid) {
    EXPECT_EQ(read(osmnx_keys, osmnx_graph("directed", "nowhere")).provenance.crs, "EPSG:4326");
    EXPECT_TRUE(messages_.contains("ignored the graph's crs"));
}

TEST_F(Graphml, LongitudesAndLatitudesAreDegrees) {
    const auto network = read(
        R"(<key id="a" for="node" attr.name="lon" attr.type="double"/>
        <key id="b" for="node" attr.name="lat" attr.type="double"/>)",
        R"(<graph edgedefault="directed"><node id="1"><data key="a">7.5</data><data key="b">43</data></node></graph>)");
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    EXPECT_EQ(network.coordinates.at(0).x, 7.5);
    EXPECT_EQ(network.arc_count(), 0u);
}

TEST_F(Graphml, DrawingsInsideDataAreLeftOut) {
    const auto network = read(R"(<key id="d" for="edge" xmlns:yfiles="urn:y" yfiles.type="edgegraphics"/>)",
                              R"(<graph edgedefault="directed"><node id="1"/><node id="2"/><edge source="1" target="2">
        <data key="d"><y:Line xmlns:y="urn:y"><y:Width>3</y:Width></y:Line></data></edge></graph>)");
    EXPECT_EQ(network.texts.size(), 0u);
    EXPECT_TRUE(messages_.contains("1 data that contain further elements"));
}

// Lines are counted from 1; the graph begins on line 4.
TEST_F(Graphml, ErrorsNameTheLine) {
    const auto expect = [&](std::uint64_t line, const char* part, std::string_view keys, std::string_view graph) {
        ALLWAYS_EXPECT_ERROR(line, part, read(keys, graph));
    };
    const std::string open = R"(<graph edgedefault="directed"><node id="1"/><node id="2"/>)";
    expect(5, "the edge's node '3' is not declared", "", open + "\n<edge source=\"1\" target=\"3\"/></graph>");
    expect(5, "duplicate node '1'", "", open + "\n<node id=\"1\"/></graph>");
    expect(5, "a graph inside a graph", "", open + "\n<node id=\"3\"><graph edgedefault=\"directed\"/></node></graph>");
    expect(5, "hyperedges are not read", "", open + "\n<hyperedge/></graph>");
    expect(5, "ports are not read", "", open + "\n<node id=\"3\"><port name=\"N\"/></node></graph>");
    expect(5, "ports are not read", "", open + "\n<edge source=\"1\" target=\"2\" sourceport=\"N\"/></graph>");
    expect(5, "needs the attribute target", "", open + "\n<edge source=\"1\"/></graph>");
    expect(5, "no <key> is called 'd9'", "",
           open + "\n<edge source=\"1\" target=\"2\"><data key=\"d9\">1</data></edge></graph>");
    expect(5, "'weight' needs a number, found 'far'", weight_key,
           open + "\n<edge source=\"1\" target=\"2\"><data key=\"d0\">far</data></edge></graph>");
    expect(
        5, "'weight' has two values", weight_key,
        open + "\n<edge source=\"1\" target=\"2\"><data key=\"d0\">1</data><data key=\"d0\">1</data></edge></graph>");
    expect(5, "is not for a node", weight_key, open + "\n<node id=\"3\"><data key=\"d0\">1</data></node></graph>");
    expect(3, "attr.type int", R"(<key id="a" attr.type="decimal"/>)", "");
    expect(4, "edgedefault directed or undirected", "", R"(<graph edgedefault="both"/>)");
    expect(5, "a second <graph>", "", "<graph edgedefault=\"directed\"/>\n<graph edgedefault=\"directed\"/>");
    expect(5, "the XML is damaged", "", open + "\n<node id=\"3\"></graph>");
    expect(5, "geometry needs WKT", R"(<key id="g" for="edge" attr.name="geometry"/>)",
           open + "\n<edge source=\"1\" target=\"2\"><data key=\"g\">LINESTRING (1 2)</data></edge></graph>");
    ALLWAYS_EXPECT_ERROR(1, "expected the root <graphml>, found <gexf>",
                         read_network(folder_.write("b.graphml", "<gexf/>")));
    ALLWAYS_EXPECT_ERROR(1, "the XML is damaged", read_network(folder_.write("c.graphml", "")));
}

TEST_F(Graphml, IsKnownByItsContent) {
    const auto path =
        folder_.write("roads.xml", graphml("", R"(<graph edgedefault="directed"><node id="1"/></graph>)"));
    EXPECT_EQ(read_network(path).provenance.format, "graphml");
}

}  // namespace
}  // namespace allways::test
