// SPDX-License-Identifier: Apache-2.0
// Reference systems and units that files leave out, in every format with coordinates or numbers.
#include "support.h"

namespace allways::test {
namespace {

struct Format {
    std::string name;
    std::string file;
};

// A triangle of streets in each format; `places` has "x y" of nodes 1, 2 and 3.
std::vector<Format> triangle_files(const TemporaryFolder& folder, const std::vector<std::string>& places) {
    std::string blanks = "node\tX\tY\t;\n", list = "node_id,x,y\n", gmns = "node_id,x_coord,y_coord\n", graph;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string id = std::to_string(i + 1);
        const std::size_t blank = places[i].find(' ');
        const std::string x = places[i].substr(0, blank), y = places[i].substr(blank + 1);
        blanks += id + "\t" + x + "\t" + y + "\t;\n";
        list += id + "," + x + "," + y + "\n";
        gmns += id + "," + x + "," + y + "\n";
        graph += "<node id=\"" + id + "\"><data key=\"x\">" + x + "</data><data key=\"y\">" + y + "</data></node>";
    }
    folder.write("t_node.tntp", blanks);
    folder.write("e_node.csv", list);
    folder.write("gmns/node.csv", gmns);
    folder.write("gmns/link.csv", "link_id,from_node_id,to_node_id,directed,length\n1,1,2,1,5\n2,2,3,1,6\n3,3,1,1,7\n");
    std::string edges;
    for (const char* ends : {R"(source="1" target="2")", R"(source="2" target="3")", R"(source="3" target="1")"}) {
        edges += std::string("<edge ") + ends + R"(><data key="w">5</data></edge>)";
    }
    return {
        {"tntp", folder.write("t_net.tntp",
                              "<NUMBER OF NODES> 3\n<END OF METADATA>\n1 2 9 5 1 0 0 0 0 1;\n"
                              "2 3 9 5 1 0 0 0 0 1;\n3 1 9 5 1 0 0 0 0 1;\n")},
        {"edge-list", folder.write("e_net.csv", "from,to,cost\n1,2,5\n2,3,6\n3,1,7\n")},
        {"gmns", folder.path("gmns")},
        {"graphml",
         folder.write(
             "g.graphml",
             R"(<graphml><key id="x" for="node" attr.name="x" attr.type="double"/>)"
             R"(<key id="y" for="node" attr.name="y" attr.type="double"/>)"
             R"(<key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">)" +
                 graph + edges + "</graph></graphml>")},
    };
}

const std::vector<std::string> degrees{"-96.7705 43.6126", "-96.7113 43.6058", "-96.7744 43.5730"};
const std::vector<std::string> swapped{"43.6126 -96.7705", "43.6058 -96.7113", "43.5730 -96.7744"};
const std::vector<std::string> plane{"683000 4830000", "688000 4830000", "683000 4826000"};
const std::vector<std::string> toy{"0 0", "3 0", "0 4"};

TEST(SystemChoice, DegreesOfEveryFormat) {
    const TemporaryFolder folder;
    for (const auto& [name, file] : triangle_files(folder, degrees)) {
        SCOPED_TRACE(name);
        Messages messages;
        const auto network = read_network(file, {.format = name, .log = messages.callback()});
        EXPECT_EQ(network.provenance.crs, "EPSG:4326");
        EXPECT_EQ(network.provenance.coordinate_unit, Provenance::CoordinateUnit::degrees);
        EXPECT_TRUE(messages.contains("can only be degrees"));
        messages = {};
        const auto stated = read_network(file, {.format = name, .crs = "EPSG:4269", .log = messages.callback()});
        EXPECT_EQ(stated.provenance.crs, "EPSG:4269");
        EXPECT_FALSE(messages.contains("reference system is not stated"));
        const auto none = read_network(file, {.format = name, .crs = "none"});
        EXPECT_EQ(none.provenance.crs, "");
        EXPECT_EQ(none.provenance.coordinate_unit, Provenance::CoordinateUnit::unknown);
    }
}

TEST(SystemChoice, PlanesOfEveryFormat) {
    const TemporaryFolder folder;
    for (const auto& [name, file] : triangle_files(folder, plane)) {
        SCOPED_TRACE(name);
        EXPECT_EQ(read_network(file, {.format = name}).provenance.crs, "");
        const auto utm = read_network(file, {.format = name, .crs = "EPSG:32614"});
        EXPECT_EQ(utm.provenance.crs, "EPSG:32614");
        EXPECT_EQ(utm.provenance.coordinate_unit, Provenance::CoordinateUnit::length);
        ALLWAYS_EXPECT_ERROR(0, "node 1 is at 683000,4830000, which are not degrees of WGS 84 (EPSG:4326); set `crs`",
                             read_network(file, {.format = name, .crs = "EPSG:4326"}));
    }
    for (const auto& [name, file] : triangle_files(folder, toy)) {
        SCOPED_TRACE(name);
        EXPECT_EQ(read_network(file, {.format = name}).provenance.crs, "");
    }
}

TEST(SystemChoice, LatitudesFirstAreNamed) {
    const TemporaryFolder folder;
    for (const auto& [name, file] : triangle_files(folder, swapped)) {
        SCOPED_TRACE(name);
        ALLWAYS_EXPECT_ERROR(0, "degrees with latitude before longitude", read_network(file, {.format = name}));
        ALLWAYS_EXPECT_ERROR(0, "exchange x and y: longitude comes before latitude",
                             read_network(file, {.format = name, .crs = "EPSG:4326"}));
    }
}

TEST(SystemChoice, WhatAFileStatesIsCompared) {
    const TemporaryFolder folder;
    for (const auto& [name, file] : triangle_files(folder, degrees)) {
        if (name != "gmns") continue;
        folder.write("gmns/config.csv", "long_length,crs\nkm,32614\n");
        ALLWAYS_EXPECT_ERROR(0, "states WGS 84 / UTM zone 14N (EPSG:32614), but its coordinates can only be degrees",
                             read_network(file));
        Messages messages;
        const auto network = read_network(file, {.crs = "EPSG:4326", .log = messages.callback()});
        EXPECT_EQ(network.provenance.crs, "EPSG:4326");
        EXPECT_TRUE(messages.contains("states WGS 84 / UTM zone 14N (EPSG:32614), but its coordinates are read in"));
    }
    EXPECT_THROW(read_network(folder.write("a.csv", "from,to,cost\n1,2,5\n"), {.crs = "EPSG:4326"}), InvalidArgument);
}

TEST(SystemChoice, DimacsTakesMicrodegreesOrThePlaneThatIsStated) {
    const TemporaryFolder folder;
    const std::string graph = folder.write("a.gr", "p sp 2 1\na 1 2 7\n");
    folder.write("a.co", "p aux sp co 2\nv 1 500000 5300000\nv 2 500100 5300000\n");
    EXPECT_EQ(read_network(graph).coordinates[0], (Coordinate{0.5, 5.3}));
    const auto utm = read_network(graph, {.crs = "EPSG:32633"});
    EXPECT_EQ(utm.coordinates[0], (Coordinate{500000, 5300000}));
    EXPECT_EQ(utm.provenance.crs, "EPSG:32633");
    EXPECT_EQ(read_network(graph, {.crs = "EPSG:4269"}).coordinates[0], (Coordinate{0.5, 5.3}));
    EXPECT_EQ(read_network(graph, {.crs = "none"}).coordinates[0], (Coordinate{500000, 5300000}));
}

TEST(StatedUnits, OfTheCost) {
    const TemporaryFolder folder;
    const std::string graph = folder.write("a.gr", "p sp 2 1\na 1 2 7\n");
    EXPECT_EQ(read_network(graph, {.cost_unit = "metres"}).column("cost")->unit, "m");
    EXPECT_THROW(read_network(graph, {.cost_unit = "mph"}), InvalidArgument);
    EXPECT_THROW(read_network(graph, {.length_unit = "m"}), InvalidArgument);
    EXPECT_EQ(read_network(folder.write("m.graph", "2 1 1\n2 5\n1 5\n"), {.cost_unit = "min"}).column("cost")->unit,
              "min");
    for (const auto& [name, file] : triangle_files(folder, plane)) {
        SCOPED_TRACE(name);
        if (name == "gmns") {  // its cost is the length
            EXPECT_THROW(read_network(file, {.format = name, .cost_unit = "min"}), InvalidArgument);
            continue;
        }
        const auto network = read_network(file, {.format = name, .cost_unit = "min"});
        const char* cost = name == "tntp" ? "time" : name == "graphml" ? "weight" : "cost";
        ASSERT_NE(network.column(cost), nullptr);
        EXPECT_EQ(network.column(cost)->unit, "min");
    }
    Messages messages;
    const std::string header =
        folder.write("h_net.tntp",
                     "<NUMBER OF NODES> 2\n<ORIGINAL HEADER>~ From \tTo \tCapacity \tLength (ft) \tFree Flow Time "
                     "(min) \tB \tPower \tSpeed \tToll \tType \t;\n<END OF METADATA>\n1 2 9 5 1 0 0 0 0 1;\n");
    EXPECT_EQ(read_network(header).column("time")->unit, "min");
    EXPECT_EQ(read_network(header, {.cost_unit = "s", .log = messages.callback()}).column("time")->unit, "s");
    EXPECT_TRUE(messages.contains("'time' is in min according to the file, but is read in s, as the options state"));
    // A time that is computed has its unit.
    const std::string speeds = folder.write("v.csv", "from,to,length,free_speed\n1,2,100,50\n");
    EXPECT_THROW(
        read_network(speeds,
                     {.cost_unit = "min", .length_unit = "m", .speed_field = "free_speed", .speed_unit = "mph"}),
        InvalidArgument);
}

TEST(StatedUnits, OfTheCostThatIsAskedFor) {
    const TemporaryFolder folder;
    const std::string file = folder.write(
        "a_net.tntp", "<NUMBER OF NODES> 2\n<FIRST THRU NODE> 1\n<END OF METADATA>\n1 2 9 5 1 0 0 0 3 1;\n");
    const auto lengths = read_network(file, {.cost_unit = "km", .cost = "length"});
    EXPECT_EQ(lengths.column("length")->unit, "km");
    EXPECT_EQ(lengths.column("time")->unit, "");
    EXPECT_EQ(read_network(file, {.cost_unit = "min", .cost = "toll"}).column("toll")->unit, "min");
    EXPECT_EQ(read_network(file, {.cost_unit = "min"}).column("time")->unit, "min");
    const auto problem = [](const std::string& path, const ReadOptions& options) -> std::string {
        try {
            read_network(path, options);
        } catch (const InvalidArgument& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(problem(file, {.cost_unit = "min", .cost = "length"}),
              "`cost_unit` min: the cost 'length' is a length; `cost` names another column");
    EXPECT_EQ(problem(file, {.cost_unit = "km"}),
              "`cost_unit` km: the cost 'time' is a time; `cost` names another column");
    EXPECT_EQ(problem(file, {.cost_unit = "km", .cost = "length", .length_unit = "mi"}),
              "`cost_unit` km: 'length' is in mi already; `cost_unit` is for numbers whose unit is not stated");
    EXPECT_NE(problem(file, {.cost_unit = "km", .cost = "lenght"}), "");
    const std::string list = folder.write("a.csv", "from,to,cost,minutes\n1,2,5,7\n");
    EXPECT_EQ(read_network(list, {.cost_field = "minutes", .cost_unit = "min", .cost = "minutes"}).column("cost")->unit,
              "min");
}

TEST(StatedUnits, OfMatricesAndTables) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_matrix(folder.write("a.csv", "node_id,a,b\na,0,1.5\nb,2,0\n"), {.cost_unit = "min"}).scale().unit,
              "min");
    EXPECT_EQ(read_matrix(folder.write("a.tsp",
                                       "NAME: a\nTYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
                                       "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 5\n5 0\nEOF\n"),
                          {.cost_unit = "km"})
                  .scale()
                  .unit,
              "km");
    Messages messages;
    const auto table = read_table(folder.write("a.long.csv", "from,to,time_s\n1,1,0\n1,2,90\n2,1,80\n2,2,0\n"),
                                  {.cost_unit = "min", .log = messages.callback()});
    EXPECT_EQ(table.unit(), "min");
    EXPECT_TRUE(messages.contains("'time' is in s according to the file, but is read in min"));
}

TEST(TntpTrips, AreATable) {
    const TemporaryFolder folder;
    const std::string head = "<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 60.5\n<END OF METADATA>\n\n";
    const auto trips = read_table(folder.write("a_trips.tntp", head + "Origin \t1 \n    2 :   10.5;   3 :  20.0;\n\n"
                                                                      "Origin 3\n 1 : 30;\n"));
    EXPECT_EQ(trips.node_count(), 3u);
    EXPECT_EQ(trips.scale().name, "trips");
    EXPECT_EQ(trips.distance(0, 1), 10.5);
    EXPECT_EQ(trips.distance(0, 2), 20);
    EXPECT_EQ(trips.distance(1, 2), 0);  // a pair that is not listed has no trips
    EXPECT_EQ(trips.distance(2, 0), 30);
    // Trips within a zone are kept.
    const auto within = read_origin_destination_table(folder.write("b_trips.tntp", head + "Origin 2\n2 : 7;\n"));
    EXPECT_EQ(within.distance(1, 1), 7);
    const auto read = [&](const std::string& text) { return read_table(folder.write("c.tntp", text)); };
    ALLWAYS_EXPECT_ERROR(5, "expected a zone from 1 to 3", read(head + "Origin 4\n1 : 5;\n"));
    ALLWAYS_EXPECT_ERROR(6, "expected 'destination : trips;', found '1 5'", read(head + "Origin 1\n1 5;\n"));
    ALLWAYS_EXPECT_ERROR(5, "expected 'Origin' and a zone", read(head + "1 : 5;\n"));
    ALLWAYS_EXPECT_ERROR(6, "duplicate pair from 1 to 2", read(head + "Origin 1\n2 : 5; 2 : 6;\n"));
    ALLWAYS_EXPECT_ERROR(0, "<NUMBER OF ZONES> is 9000, but only 2 zones have trips",
                         read("<NUMBER OF ZONES> 9000\n<TOTAL OD FLOW> 5\n<END OF METADATA>\nOrigin 1\n2 : 5;\n"));
    ALLWAYS_EXPECT_ERROR(0, "format 'tntp-trips' contains a solved table", read_network(folder.path("a_trips.tntp")));
}

TEST(TntpTrips, AreComparedWithTheirTotal) {
    const TemporaryFolder folder;
    const auto messages_of = [&](const std::string& total, const std::string& trips) {
        Messages messages;
        read_input(folder.write("a_trips.tntp", "<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> " + total +
                                                    "\n<END OF METADATA>\nOrigin 1\n" + trips + "\n"),
                   {.log = messages.callback()});
        return messages;
    };
    EXPECT_TRUE(messages_of("60.5", "2 : 10.5; 3 : 20;")
                    .contains("<TOTAL OD FLOW> is 60.5, but its trips add up to "
                              "30.5; the file may be cut off"));
    const Messages more = messages_of("25", "2 : 10.5; 3 : 20;");
    EXPECT_TRUE(more.contains("is 25, but its trips add up to 30.5"));
    EXPECT_FALSE(more.contains("cut off"));
    for (const char* total : {"30.5", "30.50", "31", "30.51", "-1", "unknown", ""}) {
        EXPECT_TRUE(messages_of(total, "2 : 10.5; 3 : 20;").lines.empty()) << total;
    }
    EXPECT_TRUE(messages_of("30.5\n<ZONES> 3", "2 : 10.5; 3 : 20;").contains(":3: unknown tag <ZONES>"));
}

TEST(EdgeList, ASizeRowMayHaveTheEdgesFirst) {
    const TemporaryFolder folder;
    for (const char* sizes : {"3 4 4", "3 4", "4 3", "4 4 3"}) {
        SCOPED_TRACE(sizes);
        Messages messages;
        const auto network = read_network(folder.write("a.edges", std::string(sizes) + "\n1 2 7\n2 3 8\n4 1 9\n"),
                                          {.log = messages.callback()});
        EXPECT_EQ(network.arc_count(), 3u);
        EXPECT_EQ(network.node_count(), 4u);
        EXPECT_TRUE(messages.contains("states 4 nodes and 3 edges"));
        EXPECT_FALSE(messages.contains("may be incomplete"));
    }
    // An arc list whose first row could be anything else.
    EXPECT_EQ(read_network(folder.write("b.edges", "3 4\n1 2\n2 3\n4 1\n3 1\n")).arc_count(), 5u);
}

}  // namespace
}  // namespace allways::test
