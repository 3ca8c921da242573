// SPDX-License-Identifier: Apache-2.0
// Edge lists that state more than arcs: a cost for each direction, places and lines, as pgRouting's tables have them.
#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;
using Nodes = std::vector<NodeIndex>;

TEST(Pgrouting, NegativeAndMissingCostsCloseADirection) {
    const TemporaryFolder folder;
    Messages messages;
    ImportReport report;
    const auto network = read_network(folder.write("ways.csv",
                                                   "id,source,target,cost,reverse_cost,lanes\n"
                                                   "11,1,2,1.5,2,1\n12,2,3,3,-1,2\n13,3,4,,4,3\n14,4,5,-1,,4\n"
                                                   "15,1,4,0,0,5\n"),
                                      {.log = messages.callback()}, &report);
    EXPECT_TRUE(messages.contains("cost = 'cost', id = 'id', reverse cost = 'reverse_cost'"));
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 4}));
    EXPECT_EQ(network.tail, (Nodes{0, 1, 1, 3, 0, 3}));
    EXPECT_EQ(network.head, (Nodes{1, 0, 2, 2, 3, 0}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{11, 11, 12, 13, 15, 15}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"1.5", "2", "3", "4", "0", "0"}));
    EXPECT_EQ(texts(*network.column("reverse_cost")), (Texts{"2", "2", "-1", "4", "0", "0"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"1", "1", "2", "3", "5", "5"}));
    ASSERT_EQ(report.skipped.size(), 1u);
    EXPECT_EQ(report.skipped[0].reason, "row closed both ways by its costs");
    EXPECT_EQ(report.skipped[0].first_line, 5u);
}

TEST(Pgrouting, OptionsNameTheReverseCost) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.csv", "u,v,forth,back\n1,2,5,6\n");
    const auto network = read_network(path, {.cost_field = "forth", .reverse_cost_field = "back"});
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"5", "6"}));
    EXPECT_EQ(read_network(path, {.cost_field = "forth"}).arc_count(), 1u);
    EXPECT_THROW(read_network(path, {.reverse_cost_field = "back"}), InvalidArgument);
    EXPECT_THROW(read_network(path, {.cost_field = "forth", .reverse_cost_field = "forth"}), InvalidArgument);
    const auto numbered =
        read_network(folder.write("b.edges", "1 2 5 6\n"),
                     {.from_field = "1", .to_field = "2", .cost_field = "3", .reverse_cost_field = "4"});
    EXPECT_EQ(texts(*numbered.column("cost")), (Texts{"5", "6"}));
    ALLWAYS_EXPECT_ERROR(2, "the cost needs a number, found 'x'",
                         read_network(folder.write("c.csv", "u,v,cost,rcost\n1,2,5,x\n")));
}

TEST(Pgrouting, PlacesOfTheEnds) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write("a.csv",
                                                   "source,target,cost,x1,y1,x2,y2\n1,2,5,7.5,43,7.6,43.1\n"
                                                   "2,3,4,7.6,43.1,7.7,43.2\n"));
    ASSERT_EQ(network.coordinates.size(), 3u);
    EXPECT_EQ(network.coordinates[2].x, 7.7);
    EXPECT_EQ(network.coordinates[1].y, 43.1);
    EXPECT_EQ(network.column("x1"), nullptr);
    EXPECT_TRUE(network.shapes.empty());
    ALLWAYS_EXPECT_ERROR(2, "the field 'y1' needs a number, found 'north'",
                         read_network(folder.write("b.csv", "source,target,cost,x1,y1,x2,y2\n1,2,5,1,north,3,4\n")));
    Messages messages;
    const auto partly =
        read_network(folder.write("c.csv", "source,target,cost,x1,y1,x2,y2\n1,2,5,1,2,3,4\n3,4,5,,,,\n"),
                     {.log = messages.callback()});
    EXPECT_TRUE(partly.coordinates.empty());
    EXPECT_TRUE(messages.contains("2 of 4 nodes have no coordinates"));
}

TEST(Pgrouting, LinesAsWkt) {
    const TemporaryFolder folder;
    const auto network =
        read_network(folder.write("a.csv",
                                  "gid,source,target,cost,reverse_cost,the_geom\n"
                                  "1,1,2,5,5,\"SRID=4326;LINESTRING(7 43, 7.1 43.1, 7.2 43)\"\n2,2,3,1,-1,\n"
                                  "3,3,2,1,-1,\"SRID=4326;MULTILINESTRING((8 44,7.2 43))\"\n"));
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    ASSERT_EQ(network.coordinates.size(), 3u);
    EXPECT_EQ(network.coordinates[1].x, 7.2);
    EXPECT_EQ(network.coordinates[2].y, 44);
    EXPECT_EQ(network.shapes.points(0).size(), 3u);
    EXPECT_EQ(network.shapes.points(1).front().x, 7.2);
    EXPECT_FALSE(network.shapes.has_shape(2));
    EXPECT_EQ(network.shapes.points(3).back().x, 7.2);
    ALLWAYS_EXPECT_ERROR(3, "the field 'geom' needs WKT",
                         read_network(folder.write("b.csv",
                                                   "source;target;cost;geom\n1;2;5;LINESTRING(1 2,3 4)\n"
                                                   "2;3;5;LINESTRING(1 2\n")));
    ALLWAYS_EXPECT_ERROR(3, "expected a line in the reference system 4326, as the first one, found 3857",
                         read_network(folder.write("c.csv",
                                                   "source,target,cost,geom\n1,2,5,\"SRID=4326;LINESTRING(1 2,3 4)\"\n"
                                                   "2,3,5,\"SRID=3857;LINESTRING(1 2,3 4)\"\n")));
}

// Little-endian EWKB of LINESTRING (1 2, 3 4) in EPSG:4326, then big-endian WKB of the way back, without a number.
TEST(Pgrouting, LinesAsEwkb) {
    const TemporaryFolder folder;
    const std::string ewkb =
        "0102000020E610000002000000000000000000F03F000000000000004000000000000008400000000000001040";
    const auto network = read_network(folder.write("a.csv", "source,target,cost,geom\n1,2,5," + ewkb + "\n"));
    EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    ASSERT_EQ(network.shapes.points(0).size(), 2u);
    EXPECT_EQ(network.coordinates[1].y, 4);
    const std::string wkb = "000000000200000002400800000000000040100000000000003FF00000000000004000000000000000";
    const auto big =
        read_network(folder.write("b.csv", "source,target,cost,x1,y1,x2,y2,geom\n1,2,5,1,2,3,4," + wkb + "\n"));
    EXPECT_EQ(big.provenance.crs, "");
    ASSERT_TRUE(big.shapes.has_shape(0));
    EXPECT_EQ(big.shapes.points(0).front().x, 1);  // drawn against the arc
}

TEST(Pgrouting, AFieldThatOnlyHasTheNameOfALineIsPassedOver) {
    const TemporaryFolder folder;
    Messages messages;
    const auto network =
        read_network(folder.write("a.csv", "source,target,cost,geometry\n1,2,5,straight\n2,1,5,bent\n"),
                     {.log = messages.callback()});
    EXPECT_EQ(network.arc_count(), 2u);
    EXPECT_TRUE(network.shapes.empty());
    EXPECT_TRUE(messages.contains("'straight' is neither WKT nor EWKB of a line"));
}

TEST(Snap, CommentsSayWhetherEdgesAreBothWays) {
    const TemporaryFolder folder;
    Messages messages;
    const auto both = read_network(folder.write("a.txt",
                                                "# Undirected graph: b.txt\n# Nodes: 3 Edges: 3\n"
                                                "# FromNodeId\tToNodeId\n0\t5\n5\t9\n9\t0\n"),
                                   {.log = messages.callback()});
    EXPECT_EQ(both.arc_count(), 6u);
    EXPECT_EQ(both.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(texts(*both.column("cost")), (Texts{"1", "1", "1", "1", "1", "1"}));
    EXPECT_TRUE(messages.contains("each row is an edge both ways"));
    EXPECT_TRUE(messages.contains("every arc costs 1"));
    const auto directed = read_network(folder.write("b.el",
                                                    "# Directed graph (each unordered pair of nodes is saved once)\n"
                                                    "# FromNodeId ToNodeId Weight\n0 5 2.5\n5 0 3\n5 9 1\n"));
    EXPECT_EQ(texts(*directed.column("cost")), (Texts{"2.5", "3", "1"}));
    EXPECT_TRUE(directed.reversed.empty());
}

TEST(EdgeList, OtherListsAreNamed) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) {
        return read_network(folder.write("x.txt", text), {.format = "edge-list"});
    };
    ALLWAYS_EXPECT_ERROR(1, "Is this a list of named values?", read("br17: 39\n"));
    ALLWAYS_EXPECT_ERROR(1, "Is this a list of named values?", read("eil51 : 426\n"));
    ALLWAYS_EXPECT_ERROR(2, "a list of origins and destinations, not of arcs",
                         read("9133 1\n640 -1\n\n6143 1\n3159 -1\n"));
    EXPECT_EQ(read("9133 1\n640 -1\n3 4\n").arc_count(), 3u);
    ALLWAYS_EXPECT_ERROR(1, "Is this a list of shapes?", read("1,\"LINESTRING (1 2, 3 4)\"\n"));
    ALLWAYS_EXPECT_ERROR(1, "It seems to be a table of trips", read("O,D,Ton\n1,2,100\n"));
    ALLWAYS_EXPECT_ERROR(1, "It seems to be a table of places", read("Node,X,Y\n1,2,100\n"));
    ALLWAYS_EXPECT_ERROR(2, "Is this a list of shapes?", read("geometry_id,geometry\n1,\"LINESTRING (1 2, 3 4)\"\n"));
}

}  // namespace
}  // namespace allways::test
