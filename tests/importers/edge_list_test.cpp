// SPDX-License-Identifier: Apache-2.0
#include <gdal_utils.h>
#include <ogr_api.h>

#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

TEST(EdgeList, ReadsCsvWithQuotesAndTextIds) {
    Messages messages;
    ImportReport report;
    const auto network = read_network(fixture("streets.csv"), {.log = messages.callback()}, &report);
    EXPECT_EQ(network.node_ids.texts(), (Texts{"A", "B", "C"}));
    EXPECT_EQ(network.arc_ids.texts(), (Texts{"r1", "r2", "r3"}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{1, 2, 0}));
    EXPECT_EQ(network.column("cost"), nullptr);
    EXPECT_EQ(texts(*network.column("length")), (Texts{"12.5", "7", "3"}));
    EXPECT_EQ(texts(*network.column("time")), (Texts{"60", "missing", "10"}));
    EXPECT_EQ(texts(*network.column("lanes")), (Texts{"2", "missing", "1"}));
    EXPECT_EQ(network.column("name"), nullptr);
    EXPECT_TRUE(messages.contains("from = 'source', to = 'target', cost = 'time', id = 'id'"));
    EXPECT_EQ(report.columns[1].missing, 1u);
}

TEST(EdgeList, NamesOfRoads) {
    const auto network = read_network(fixture("streets.csv"));
    ASSERT_NE(network.text("name"), nullptr);
    EXPECT_EQ(network.text("name")->text(1), "the \"Old\" Mill");
    EXPECT_EQ(read_network(fixture("streets.csv"), {.name_field = ""}).text("name"), nullptr);
    const TemporaryFolder folder;
    const auto path = folder.write("a.csv", "from,to,cost,STREETNAME,name,road\nx,y,5,Mill Lane,1,71\ny,x,6,,2,72\n");
    const auto numbers = read_network(path);  // a name that is a number stays a column
    EXPECT_EQ(numbers.text("name"), nullptr);
    EXPECT_EQ(texts(*numbers.column("name")), (Texts{"1", "2"}));
    const auto named = read_network(path, {.undirected = true, .name_field = "streetname"});
    EXPECT_EQ(named.text("name")->text(0), "Mill Lane");
    EXPECT_EQ(named.text("name")->text(1), "Mill Lane");
    EXPECT_EQ(named.text("name")->text(2), "");
    EXPECT_EQ(read_network(path, {.name_field = "road"}).text("name")->text(0), "71");
    EXPECT_THROW(read_network(path, {.name_field = "street"}), InvalidArgument);
}

TEST(EdgeList, OptionsNameTheFields) {
    const auto network =
        read_network(fixture("streets.csv"),
                     {.from_field = "target", .to_field = "SOURCE", .cost_field = "time", .id_field = "name"});
    EXPECT_EQ(network.node_ids.text(network.tail[0]), "B");
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"60", "missing", "10"}));
    EXPECT_EQ(network.arc_ids.text(2), "two\nlines");
    EXPECT_EQ(network.arc_ids.text(1), "the \"Old\" Mill");
    EXPECT_THROW(read_network(fixture("streets.csv"), {.cost_field = "speed"}), InvalidArgument);
}

TEST(EdgeList, UndirectedRowsAreTwoArcsOfOneId) {
    const auto network = read_network(fixture("roads.cedge"), {.undirected = true});
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{0, 2, 10}));
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 2, 2, 1, 1, 1}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{2, 0, 1, 2, 1, 1}));
    EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{0, 0, 1, 1, 2, 2}));
    EXPECT_EQ(network.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"1.5", "1.5", "0.25", "0.25", "3", "3"}));
}

TEST(EdgeList, RowsThatNeverGoBothWaysAreArcsAndSaidSo) {
    const TemporaryFolder folder;
    Messages messages;
    ReadOptions options{.log = messages.callback()};
    EXPECT_EQ(read_network(fixture("roads.cedge"), options).arc_count(), 3u);
    EXPECT_TRUE(messages.contains("so rows are arcs, not edges; `oneway_field`, `directed` or `undirected` states it"));
    messages.lines.clear();
    EXPECT_EQ(read_network(folder.write("pair.el", "1 2 5\n2 3 4\n3 2 4\n"), options).arc_count(), 3u);
    EXPECT_EQ(
        read_network(folder.write("costs.csv", "source,target,cost,reverse_cost\n1,2,5,-1\n"), options).arc_count(),
        1u);
    EXPECT_EQ(read_network(folder.write("loop.el", "1 1 5\n"), options).arc_count(), 1u);
    options.directed = true;
    EXPECT_EQ(read_network(fixture("roads.cedge"), options).arc_count(), 3u);
    EXPECT_FALSE(messages.contains("`undirected`"));
}

TEST(EdgeList, AStatedUndirectedListMayHoldBothRowsOfAnEdge) {
    const TemporaryFolder folder;
    const std::string comment = "# Undirected graph: roads\n";
    EXPECT_EQ(read_network(folder.write("once.txt", comment + "1 2\n2 3\n3 3\n")).arc_count(), 6u);
    EXPECT_EQ(read_network(folder.write("twice.txt", comment + "1 2\n2 1\n2 3\n3 2\n3 3\n")).arc_count(), 5u);
    EXPECT_EQ(read_network(folder.write("mixed.txt", comment + "1 2\n2 1\n2 3\n")).arc_count(), 6u);
    EXPECT_EQ(read_network(folder.path("once.txt"), {.directed = true}).arc_count(), 3u);
    EXPECT_EQ(read_network(folder.path("twice.txt"), {.undirected = true}).arc_count(), 10u);
}

// KONECT's fields are from, to, weight, time, apart by blanks and tabs.
TEST(EdgeList, KonectsHeaderIsUnderstood) {
    const TemporaryFolder folder;
    Messages messages;
    const auto read = [&](const std::string& text) {
        return read_network(folder.write("out.roads", text), {.log = messages.callback()});
    };
    const auto roads = read("% sym unweighted\n% 3 4 4\n1 2\n2 3\n4 3\n");
    EXPECT_EQ(roads.arc_count(), 6u);
    EXPECT_EQ(texts(*roads.column("cost")), (Texts(6, "1")));
    const auto weighted = read("% asym posweighted\n1 2\t2.5\t1000\n2 3\t1\t1001\n");
    EXPECT_EQ(texts(*weighted.column("cost")), (Texts{"2.5", "1"}));
    EXPECT_EQ(weighted.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(texts(*read("% asym positive\n1 2 3 10\n").column("cost")), (Texts{"1"}));
    EXPECT_FALSE(messages.contains("may be incomplete"));
    EXPECT_FALSE(messages.contains("`undirected`"));
    read("% sym unweighted\n% 4 4 4\n1 2\n2 3\n4 3\n");
    EXPECT_TRUE(messages.contains("states 4 nodes and 4 edges, but has 4 and 3"));
    ALLWAYS_EXPECT_ERROR(1, "nodes of the two sides have the same numbers", read("% bip unweighted\n1 1\n"));
}

TEST(EdgeList, AFirstRowOfSizesIsNoArc) {
    const TemporaryFolder folder;
    const auto arcs = [&](const std::string& text) {
        return read_network(folder.write("a.edges", text), {.directed = true}).arc_count();
    };
    EXPECT_EQ(arcs("4 4 3\n1 2\n2 3\n3 4\n"), 3u);
    EXPECT_EQ(arcs("% roads\n4,3\n0,1,0.5\n1,2,1.5\n2,3,7\n"), 3u);
    EXPECT_EQ(arcs("4 3\n1 2\n2 3\n3 4\n"), 3u);
    EXPECT_EQ(arcs("5 5 2\n1 2 9\n5 3 9\n"), 2u);
    // Arcs: another number of rows, or a node beyond the first number.
    EXPECT_EQ(arcs("4 2\n1 2\n2 3\n3 4\n"), 4u);
    EXPECT_EQ(arcs("3 3\n1 2\n2 3\n3 4\n"), 4u);
    EXPECT_EQ(arcs("4 4 3\n1 2 1\n2 3 1\n3 5 1\n"), 4u);
    EXPECT_EQ(
        read_network(folder.write("a.edges", "4 3\n1 2\n2 3\n3 4\n"), {.from_field = "1", .to_field = "2"}).arc_count(),
        4u);
    Messages messages;
    read_network(folder.write("cut.edges", "4 3\n1 2 8\n2 3 8\n"), {.log = messages.callback()});
    EXPECT_TRUE(messages.contains("states 4 nodes and 3 edges, but has 3 and 2"));
}

TEST(EdgeList, FourFieldsBeginWithAnIdOnlyWhereItIsOne) {
    const TemporaryFolder folder;
    const auto by_id = read_network(folder.write("a.edges", "7 1 2 5\n8 2 1 6\n"));
    EXPECT_EQ(texts(*by_id.column("cost")), (Texts{"5", "6"}));
    const auto by_time = read_network(folder.write("b.edges", "1,2,0.5,100\n1,3,2.5,101\n2,1,1,102\n"));
    EXPECT_EQ(by_time.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(texts(*by_time.column("cost")), (Texts{"0.5", "2.5", "1"}));
}

TEST(EdgeList, AMatrixMarketHeaderCountsMoreThanTheSuffix) {
    const TemporaryFolder folder;
    const auto network =
        read_network(folder.write("a.edges", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"));
    EXPECT_EQ(network.provenance.format, "matrix-market");
    EXPECT_EQ(network.arc_count(), 4u);
}

TEST(EdgeList, NodesHaveTheirCoordinatesInASecondList) {
    const TemporaryFolder folder;
    const std::string list = folder.write("a.csv", "from,to,cost\n1,2,5\n2,1,5\n");
    const auto network =
        read_network(list, {.node_file = folder.write("n.csv", "Node,X,Y\n2,10,20\n1,-1.5,0\n9,0,0\n")});
    EXPECT_EQ(network.coordinates[0], (Coordinate{-1.5, 0}));
    EXPECT_EQ(network.coordinates[1], (Coordinate{10, 20}));
    EXPECT_EQ(network.provenance.crs, "");
    const auto on_earth =
        read_network(list, {.node_file = folder.write("n.tsv", "lat\tlon\tid\n50\t7\t1\n51\t8\t2\n")});
    EXPECT_EQ(on_earth.coordinates[1], (Coordinate{8, 51}));
    EXPECT_EQ(on_earth.provenance.crs, "EPSG:4326");
    ALLWAYS_EXPECT_ERROR(0, "1 of 2 nodes has no coordinates",
                         read_network(list, {.node_file = folder.write("n.txt", "1 0 0\n")}));
    ALLWAYS_EXPECT_ERROR(2, "coordinates need numbers, found 'x' and '0'",
                         read_network(list, {.node_file = folder.write("n.txt", "1 0 0\n2 x 0\n")}));
    ALLWAYS_EXPECT_ERROR(1, "fields id, x and y",
                         read_network(list, {.node_file = folder.write("n.txt", "id,east,north\n")}));
    ALLWAYS_EXPECT_ERROR(0, "cannot be opened", read_network(list, {.node_file = folder.path("missing.csv")}));
}

TEST(EdgeList, NodesOfAnyNetworkMayBeALayerOfPoints) {
    const TemporaryFolder folder;
    const std::string points = folder.write("p.geojson", R"({"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"id":2},"geometry":{"type":"Point","coordinates":[8.5,50]}},
        {"type":"Feature","properties":{"id":1},"geometry":{"type":"Point","coordinates":[7,51]}}]})");
    for (const std::string& file :
         {folder.write("a.el", "1 2 5\n2 1 5\n"), folder.write("a.gr", "p sp 2 1\na 1 2 3\n"),
          folder.write("a.graph", "2 1\n2\n1\n"),
          folder.write("a_net.tntp", "<NUMBER OF NODES> 2\n<END OF METADATA>\n1 2 1 1 1 1 1 1 1 1;\n")}) {
        SCOPED_TRACE(file);
        const auto network = read_network(file, {.node_file = points});
        ASSERT_EQ(network.coordinates.size(), 2u);
        EXPECT_EQ(network.coordinates[1], (Coordinate{8.5, 50}));
        EXPECT_EQ(network.provenance.crs, "EPSG:4326");
    }
}

TEST(EdgeList, AListOfNodesBesideItIsFound) {
    const TemporaryFolder folder;
    const std::string list = folder.write("t.cedge.txt", "0 1 2 5\n1 2 1 5\n");
    EXPECT_TRUE(read_network(list).coordinates.empty());
    folder.write("t.cnode.txt", "1 0.5 0\n2 3 4\n");
    EXPECT_EQ(read_network(list).coordinates[1], (Coordinate{3, 4}));
    Messages messages;
    folder.write("t.cnode.txt", "nothing of the kind\n");
    EXPECT_TRUE(read_network(list, {.log = messages.callback()}).coordinates.empty());
    EXPECT_TRUE(messages.contains("coordinates are not read"));
}

TEST(EdgeList, AFilterKeepsRows) {
    const TemporaryFolder folder;
    const std::string list = folder.write("a.csv", "from,to,lanes,Road Class\n1,2,2,main\n2,1,10,\n2,3,,side\n");
    const auto arcs = [&](const std::string& where) { return read_network(list, {.where = where}).arc_count(); };
    EXPECT_EQ(arcs("lanes >= 2"), 2u);
    EXPECT_EQ(arcs("\"Road Class\" <> 'main'"), 1u);
    EXPECT_EQ(arcs("\"Road Class\" IS NULL OR lanes IS NULL"), 2u);
    EXPECT_THROW(arcs("speed > 3"), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0, "no row passes the filter", arcs("lanes > 99"));
    EXPECT_EQ(read_network(folder.write("b.el", "3 3 2\n1 2 9\n2 1 0.5\n"), {.where = "\"3\" > 1"}).arc_count(), 1u);
}

TEST(EdgeList, UnitsAreStatedByOptionsAndGiveTimes) {
    const TemporaryFolder folder;
    const std::string list = folder.write("a.csv", "from,to,Length,v\n1,2,100,36\n2,1,50,\n");
    const auto network = read_network(list, {.length_unit = "m", .speed_field = "v", .speed_unit = "km/h"});
    EXPECT_EQ(texts(*network.column("time")), (Texts{"10", "missing"}));
    EXPECT_EQ(network.column("time")->unit, "s");
    EXPECT_EQ(network.column("Length")->unit, "m");
    EXPECT_EQ(read_network(list, {.length_unit = "ft"}).column("time"), nullptr);
    EXPECT_THROW(read_network(list, {.speed_field = "v", .speed_unit = "km/h"}), InvalidArgument);
    EXPECT_THROW(read_network(list, {.speed_field = "w", .speed_unit = "km/h"}), InvalidArgument);
    EXPECT_THROW(read_network(folder.write("b.el", "1 2 3\n"), {.length_unit = "m"}), InvalidArgument);
}

TEST(EdgeList, DefaultSpeedsStandInForOthers) {
    const TemporaryFolder folder;
    const std::string list = folder.write("roads.csv", "from,to,length,speed\n1,2,1000,60\n2,3,1000,\n3,1,1000,2000\n");
    const auto times = [&](const ReadOptions& options) { return texts(*read_network(list, options).column("time")); };
    EXPECT_EQ(times({.length_unit = "m", .speed_unit = "km/h", .default_speed_kmh = 36}), (Texts{"60", "100", "1.8"}));
    EXPECT_EQ(times({.length_unit = "m", .speed_unit = "ft/min"})[2],
              "98.425196850394");  // 1000 m / (2000 · 0.3048 / 60 m/s)
    EXPECT_THROW(times({.speed_unit = "km/h", .default_speed_kmh = 36}), InvalidArgument);  // lengths in no unit
    EXPECT_THROW(times({.length_unit = "m", .default_speed_kmh = 36}), InvalidArgument);    // speeds in none
    const std::string plain = folder.write("plain.csv", "from,to,length\n1,2,1000\n");
    const auto network = read_network(plain, {.length_unit = "m", .default_speed_kmh = 36});
    EXPECT_EQ(texts(*network.column("time")), (Texts{"100"}));
    EXPECT_THROW(read_network(plain, {.length_unit = "m", .default_speed_kmh = 0}), InvalidArgument);
    const std::string timed = folder.write("timed.csv", "from,to,length,time\n1,2,1000,60\n");
    EXPECT_THROW(read_network(timed, {.length_unit = "m", .default_speed_kmh = 36}), InvalidArgument);
}

// A table of a database, made of a CSV.
void translate(const std::string& from, const std::string& to, const char* driver) {
    GDALAllRegister();
    const char* list[] = {"-f", driver, nullptr};
    const char* typed[] = {"AUTODETECT_TYPE=YES", nullptr};
    auto* options = GDALVectorTranslateOptionsNew(const_cast<char**>(list), nullptr);
    GDALDatasetH source = GDALOpenEx(from.c_str(), GDAL_OF_VECTOR, nullptr, typed, nullptr);
    ASSERT_NE(source, nullptr);
    GDALDatasetH made = GDALVectorTranslate(to.c_str(), nullptr, 1, &source, options, nullptr);
    GDALClose(made);
    GDALClose(source);
    GDALVectorTranslateOptionsFree(options);
}

TEST(EdgeList, MayBeATableOfADatabase) {
    const TemporaryFolder folder;
    const std::string text =
        folder.write("roads.csv", "id,source,target,length,class\n7,1,2,0.1,main\n8,2,1,12,\n9,2,3,1e-7,side\n");
    for (const auto& [file, driver] : {std::pair{"a.sqlite", "SQLite"}, {"a.dbf", "ESRI Shapefile"}}) {
        SCOPED_TRACE(file);
        translate(text, folder.path(file), driver);
        const auto network = read_network(folder.path(file), {.format = "edge-list"});
        EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3}));
        EXPECT_EQ(network.arc_ids.numbers(), (std::vector<std::int64_t>{7, 8, 9}));
        EXPECT_EQ(texts(*network.column("length")), (Texts{"0.1", "12", "0.0000001"}));
        const ReadOptions options{.format = "edge-list", .where = "length > 0.01"};
        EXPECT_EQ(read_network(folder.path(file), options).arc_count(), 2u);
        EXPECT_THROW(read_network(folder.path(file), {.format = "edge-list", .where = "speed > 1"}), InvalidArgument);
        EXPECT_THROW(read_network(folder.path(file), {.format = "edge-list", .layer = "rivers"}), InvalidArgument);
    }
    translate(folder.write("places.csv", "id,x,y\n1,2,3\n"), folder.path("b.sqlite"), "SQLite");
    ALLWAYS_EXPECT_ERROR(0, "none of its tables has fields for the ends of arcs: places (id, x, y)",
                         read_network(folder.path("b.sqlite"), {.format = "edge-list"}));
}

TEST(EdgeList, ShortFormsAndDelimiters) {
    const TemporaryFolder folder;
    const auto three = read_network(folder.write("a.txt", "# from to cost\n5 7 1.5\n7\t5  2\n"));
    EXPECT_EQ(three.node_ids.numbers(), (std::vector<std::int64_t>{5, 7}));
    EXPECT_EQ(texts(*three.column("cost")), (Texts{"1.5", "2"}));
    const auto two = read_network(folder.write("b.edges", "x y\ny z\nz 1\n"));
    EXPECT_EQ(two.node_ids.texts(), (Texts{"x", "y", "z", "1"}));
    EXPECT_EQ(texts(*two.column("cost")), (Texts{"1", "1", "1"}));
    const auto semicolons = read_network(folder.write("c.csv", "u;v;toll\n1;2;0.5\n"));
    EXPECT_EQ(semicolons.column("cost"), nullptr);
    EXPECT_EQ(texts(*semicolons.column("toll")), (Texts{"0.5"}));
    const auto numbered =
        read_network(folder.write("d.edges", "9 a b 4 7\n"), {.from_field = "2", .to_field = "3", .cost_field = "5"});
    EXPECT_EQ(texts(*numbered.column("cost")), (Texts{"7"}));
}

// The same words as in every table of arcs (attributes/arc_table.h).
TEST(EdgeList, InfinityIsNoValueAndSpeedsMayHaveADecimalComma) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write(
        "a.csv", "from;to;cost;speed;width\n1;2;5;50,5 km/h;\" NA \"\n2;3;inf;30 km/h;2\n3;1;+Infinity;\"\";3\n"));
    EXPECT_EQ(texts(*network.column("cost")), (Texts{"5", "missing", "missing"}));
    EXPECT_EQ(texts(*network.column("speed")), (Texts{"50.5", "30", "missing"}));
    EXPECT_EQ(network.column("speed")->unit, "km/h");
    EXPECT_EQ(texts(*network.column("width")), (Texts{"missing", "2", "3"}));
    const auto both = read_network(folder.write("b.csv", "source,target,cost,reverse_cost\n1,2,5,inf\n2,3,inf,4\n"));
    EXPECT_EQ(both.arc_count(), 2u);
    ALLWAYS_EXPECT_ERROR(2, "the cost needs a number, found '-inf'",
                         read_network(folder.write("c.csv", "from,to,cost\n1,2,-inf\n")));
    ALLWAYS_EXPECT_ERROR(2, "decimals need a point", read_network(folder.write("d.csv", "from;to;cost\n1;2;3,5\n")));
}

TEST(EdgeList, IdsThatOnlyLookAlikeStayApart) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write("a.csv", "from,to,cost\n7,007,1\n007,+7,1\n"));
    EXPECT_EQ(network.node_ids.texts(), (Texts{"7", "007", "+7"}));
}

TEST(EdgeList, RowsWithoutAnEndArePassedOverAndCounted) {
    const TemporaryFolder folder;
    ImportReport report;
    Messages messages;
    const auto path = folder.write("a.csv", "from,to,cost\n1,2,5\n,2,5\n2,,4\n2,1,3\n");
    ALLWAYS_EXPECT_ERROR(0, "2 of 4 records would be lost, more than a fifth: 2 × row without a from or to node",
                         read_network(path));
    const auto network = read_network(path, {.lenient = true, .log = messages.callback()}, &report);
    EXPECT_EQ(network.arc_count(), 2u);
    ASSERT_EQ(report.skipped.size(), 1u);
    EXPECT_EQ(report.skipped[0].count, 2u);
    EXPECT_EQ(report.skipped[0].first_line, 3u);
    EXPECT_TRUE(messages.contains("row without a from or to node"));
    // A fifth is not more than a fifth.
    EXPECT_EQ(read_network(folder.write("b.csv", "from,to,cost\n1,2,5\n,2,5\n2,3,4\n2,1,3\n3,1,1\n")).arc_count(), 4u);
}

TEST(EdgeList, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) {
        return read_network(folder.write("x.csv", text), {.format = "edge-list"});
    };
    ALLWAYS_EXPECT_ERROR(3, "expected 3 fields (from, to, cost), found 2", read("from,to,cost\n1,2,3\n1,2\n"));
    ALLWAYS_EXPECT_ERROR(2, "the cost needs a number, found 'far'", read("from,to,cost\n1,2,far\n"));
    ALLWAYS_EXPECT_ERROR(1, "it has: O, D, Ton", read("O,D,Ton\n1,2,100\n"));
    ALLWAYS_EXPECT_ERROR(1, "Is this a list of nodes?", read("0 2418.38 689.4\n"));
    ALLWAYS_EXPECT_ERROR(1, "2 to 4 fields", read("1 2 3 4 5\n"));
    ALLWAYS_EXPECT_ERROR(2, "never closed", read("from,to,name\n1,2,\"x\n3,4,y\n"));
    ALLWAYS_EXPECT_ERROR(2, "must be doubled", read("from,to,name\n1,2,\"x\"y\"\n"));
    ALLWAYS_EXPECT_ERROR(0, "no rows", read("# nothing\n"));
}

}  // namespace
}  // namespace allways::test
