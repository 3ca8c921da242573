// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <tuple>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

// 1 → 2 one way, 2 — 3 an edge; node 4 alone; node 1 may not be passed.
RoadNetwork small_network() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(4);
    network.coordinates = {{8.5, 47.1}, {8.6, 47.2}, {8.7, 47.25}, {8.8, 47}};
    network.no_through = {1, 0, 0, NoThrough::barrier};
    network.tail = {0, 1, 2};
    network.head = {1, 2, 1};
    network.arc_ids = IdTable(std::vector<std::int64_t>{7, 9, 9});
    network.reversed = {0, 0, 1};
    network.columns.push_back({"length", "m", {Decimal(12, 0), Decimal(35, 0), Decimal(35, 0)}, {}});
    network.columns.push_back({"time", "s", {Decimal(15, 1), Decimal::missing(), Decimal::missing()}, {}});
    network.provenance.crs = "EPSG:4326";
    return network;
}

std::vector<std::string> texts(const IdTable& ids) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < ids.size(); ++i) all.push_back(ids.text(i));
    return all;
}

TEST(ExportNetwork, GmnsComesBackWhole) {
    const ScratchFolder folder;
    const RoadNetwork network = small_network();
    ExportOptions options;
    options.format = "gmns";
    write_network(network, folder.file("net"), options);
    EXPECT_EQ(folder.text("net/link.csv"),
              "link_id,from_node_id,to_node_id,directed,length,time\n7,1,2,1,12,1.5\n9,2,3,0,35,\n");
    const RoadNetwork back = read_network(folder.file("net"));
    EXPECT_EQ(texts(back.node_ids), texts(network.node_ids));
    EXPECT_EQ(texts(back.arc_ids), texts(network.arc_ids));
    EXPECT_EQ(back.tail, network.tail);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.reversed, network.reversed);
    EXPECT_EQ(back.no_through, network.no_through);
    EXPECT_EQ(back.provenance.crs, "EPSG:4326");
    ASSERT_EQ(back.coordinates.size(), 4u);
    EXPECT_EQ(back.coordinates[2].y, 47.25);
    ASSERT_NE(back.column("length"), nullptr);
    EXPECT_EQ(back.column("length")->values, network.column("length")->values);
    EXPECT_EQ(back.column("length")->unit, "m");
    EXPECT_EQ(back.column("time")->values, network.column("time")->values);
    EXPECT_THROW(write_network(network, folder.file("net"), options), InputError);
}

TEST(ExportNetwork, GmnsKeepsShapesAndTexts) {
    const ScratchFolder folder;
    RoadNetwork network = small_network();
    const Coordinate awkward{8.6 + 1.0 / 3, 47.2 - 1e-13};
    const auto first = network.shapes.add_shape(std::vector<Coordinate>{{8.5, 47.1}, {1e-7, -0.25}, {8.6, 47.2}});
    const auto second = network.shapes.add_shape(std::vector<Coordinate>{{8.7, 47.25}, awkward, {8.6, 47.2}});
    network.shapes.add_arc(first);
    network.shapes.add_arc(second, true);
    network.shapes.add_arc(second);
    TextColumn name("name");
    for (const char* text : {"", "Main, \"Old\" St", "Main, \"Old\" St"}) name.add(text);
    network.texts.push_back(name);
    write_network(network, folder.file("net.gmns"));
    const std::string links = folder.text("net.gmns/link.csv");
    EXPECT_TRUE(
        links.starts_with("link_id,from_node_id,to_node_id,directed,length,time,name,geometry,dir_flag\n"
                          "7,1,2,1,12,1.5,,\"LINESTRING (8.5 47.1, 1e-07 -0.25, 8.6 47.2)\",1\n9,2,3,0,35,,"))
        << links;
    const RoadNetwork back = read_network(folder.file("net.gmns"));
    EXPECT_EQ(back.tail, network.tail);
    EXPECT_EQ(back.reversed, network.reversed);
    EXPECT_EQ(back.shapes.shape_count(), 2u);
    for (std::size_t arc = 0; arc < 3; ++arc) EXPECT_EQ(back.shapes.points(arc), network.shapes.points(arc)) << arc;
    ASSERT_NE(back.text("name"), nullptr);
    EXPECT_EQ(*back.text("name"), name);
    EXPECT_EQ(back.columns.size(), network.columns.size());

    // Another way back, or another name on it, makes two links.
    RoadNetwork other = network;
    other.shapes = {};
    for (const auto points : {first, second}) other.shapes.add_shape(network.shapes.shape_points(points));
    other.shapes.add_arc(first);
    other.shapes.add_arc(second, true);
    other.shapes.add_arc(ArcShapes::no_shape);
    write_network(other, folder.file("shape.gmns"));
    const RoadNetwork two = read_network(folder.file("shape.gmns"));
    EXPECT_TRUE(two.reversed.empty());
    EXPECT_TRUE(two.shapes.has_shape(1));
    EXPECT_FALSE(two.shapes.has_shape(2));
    other = network;
    other.texts[0] = TextColumn("name");
    for (const char* text : {"", "North side", "South side"}) other.texts[0].add(text);
    write_network(other, folder.file("name.gmns"));
    EXPECT_EQ(read_network(folder.file("name.gmns")).text("name")->text(2), "South side");
}

TEST(ExportNetwork, GmnsConfigSaysTheUnitOfTimes) {
    const ScratchFolder folder;
    RoadNetwork network = small_network();
    const std::string before = "dataset_name,short_length,long_length,speed,crs,geometry_field_format,id_type";
    for (const auto& [unit, field, value] : {std::tuple{"s", ",time", ",second"}, std::tuple{"min", ",time", ",minute"},
                                             std::tuple{"h", ",time", ",hour"}, std::tuple{"", "", ""}}) {
        network.columns[1].unit = unit;
        write_network(network, folder.file("net/"), {.overwrite = true});
        EXPECT_EQ(folder.text("net/config.csv"), before + field + "\n,,m,,4326,wkt,integer" + value + "\n");
    }
}

TEST(ExportNetwork, TntpHasItsColumnsAndNumbersZonesFirst) {
    const ScratchFolder folder;
    RoadNetwork network = small_network();
    network.no_through = {0, 0, 1, 0};
    network.node_ids = IdTable(std::vector<std::int64_t>{10, 20, 30, 40});
    network.columns.push_back({"capacity", "", {Decimal(900, 0), Decimal::missing(), Decimal(800, 0)}, {}});
    network.columns.push_back({"lanes", "", {Decimal(2, 0), Decimal(1, 0), Decimal(3, 0)}, {}});
    network.columns.push_back({"vdf_alpha", "", {Decimal(15, 2), Decimal(5, 1), Decimal(1, 0)}, {}});
    network.columns[1].values = {Decimal(15, 1), Decimal(2, 0), Decimal::missing()};
    network.provenance.format = "gmns";
    std::vector<std::string> said;
    ExportOptions options;
    options.log = [&](LogLevel level, std::string_view text) {
        if (is_warning(level)) said.emplace_back(text);
    };
    write_network(network, folder.file("a_net.tntp"), options);
    EXPECT_EQ(folder.text("a_net.tntp"),
              "<NUMBER OF ZONES> 1\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 2\n<NUMBER OF LINKS> 2\n"
              "<ORIGINAL HEADER>~\tinit_node\tterm_node\tcapacity\tlength (m)\tfree_flow_time (s)\tb\t;\n"
              "<END OF METADATA>\n\n~\tinit_node\tterm_node\tcapacity\tlength\tfree_flow_time\tb\t;\n"
              "\t2\t3\t1800\t12\t1.5\t0.15\t;\n\t3\t1\t0\t35\t2\t0.5\t;\n");
    EXPECT_EQ(folder.text("a_node.tntp"),
              "node\tX\tY\t;\n1\t8.7\t47.25\t;\n2\t8.5\t47.1\t;\n3\t8.6\t47.2\t;\n4\t8.8\t47\t;\n");
    const std::vector<std::string> expected{
        "tntp cannot store the ids of nodes; the ids of arcs; which arcs are two ways of one road; the column lanes; "
        "the reference system EPSG:4326: left out",
        "tntp does not have the name 'vdf_alpha'; the field is read back as 'b'",
        "tntp numbers nodes from 1 to 4: they are renumbered, 1 zone centroid first",
        "tntp cannot store 1 arc without capacity: it is written as 0",
        "tntp cannot store 1 arc without time: left out"};
    EXPECT_EQ(said, expected);
    const RoadNetwork back = read_network(folder.file("a_net.tntp"));
    EXPECT_EQ(back.no_through, (std::vector<std::uint8_t>{1, 0, 0, 0}));
    EXPECT_EQ(back.column("time")->unit, "s");
    EXPECT_EQ(back.coordinates[0].x, 8.7);

    // Ids 1 … N in another order are kept.
    network.node_ids = IdTable(std::vector<std::int64_t>{4, 2, 1, 3});
    options.overwrite = true;
    write_network(network, folder.file("a_net.tntp"), options);
    const RoadNetwork same = read_network(folder.file("a_net.tntp"));
    EXPECT_EQ(same.node_ids.text(same.tail[0]), "4");
    EXPECT_EQ(same.coordinates[3].x, 8.5);
    EXPECT_EQ(same.no_through, (std::vector<std::uint8_t>{1, 0, 0, 0}));
    options.progress = [](const Progress&) { return false; };
    EXPECT_THROW(write_network(network, folder.file("b_net.tntp"), options), Cancelled);
    EXPECT_EQ(folder.names().size(), 2u);
}

// A crossing 2 with roads both ways to 1, 3 and 4; arcs 0 … 5 are 1→2, 2→1, 2→3, 3→2, 2→4, 4→2.
RoadNetwork crossing() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(4);
    network.coordinates = {{0, 0}, {100, 0}, {200, 10}, {100, 100}};
    network.tail = {0, 1, 1, 2, 1, 3};
    network.head = {1, 0, 2, 1, 3, 1};
    network.arc_ids = IdTable(std::vector<std::int64_t>{1, 1, 3, 3, 4, 4});
    network.reversed = {0, 1, 0, 1, 0, 1};
    network.columns.push_back({"time", "s", std::vector<Decimal>(6, Decimal(9, 0)), {}});
    network.provenance.crs = "EPSG:32632";
    return network;
}

std::vector<std::vector<ArcIndex>> forbidden(const TurnRules& turns) {
    std::vector<std::vector<ArcIndex>> all;
    for (std::size_t i = 0; i < turns.size(); ++i) all.emplace_back(turns.sequence(i).begin(), turns.sequence(i).end());
    return all;
}

TEST(ExportNetwork, GmnsListsTheTurnsThatAreAllowed) {
    const ScratchFolder folder;
    RoadNetwork network = crossing();
    using Kind = TurnRules::Kind;
    network.turns.add(Kind::forbidden, std::array<ArcIndex, 2>{0, 4}, "sign");
    network.turns.add(Kind::mandatory, std::array<ArcIndex, 2>{3, 1});
    network.turns.costs = {{0, 2, Decimal(25, 1)}, {5, 4, Decimal(30, 0)}};
    write_network(network, folder.file("net.gmns"));
    EXPECT_EQ(folder.text("net.gmns/movement.csv"),
              "mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n"
              "1,2,1,1,uturn,\n2,2,1,3,thru,2.5\n3,2,3,1,thru,\n"
              "4,2,4,1,right,\n5,2,4,3,left,\n6,2,4,4,uturn,30\n");
    const RoadNetwork back = read_network(folder.file("net.gmns"));
    EXPECT_EQ(forbidden(back.turns), (std::vector<std::vector<ArcIndex>>{{0, 4}, {3, 2}, {3, 4}}));
    EXPECT_EQ(back.turns.costs, network.turns.costs);

    // What was there before goes.
    network.turns = {};
    write_network(network, folder.file("net.gmns"), {.overwrite = true});
    EXPECT_FALSE(std::filesystem::exists(folder.file("net.gmns/movement.csv")));
    EXPECT_TRUE(read_network(folder.file("net.gmns")).turns.empty());
    folder.write("net.gmns/movement.csv", "");
    EXPECT_THROW(write_network(network, folder.file("net.gmns")), InputError);
}

TEST(ExportNetwork, GmnsTellsTheTurnRulesThatItLoses) {
    const ScratchFolder folder;
    const auto said = [&](const auto& add) {
        RoadNetwork network = crossing();
        network.turns.add(TurnRules::Kind::forbidden, std::array<ArcIndex, 2>{0, 4});
        add(network);
        std::string message;
        try {
            write_network(network, folder.file("net.gmns"), {.overwrite = true});
        } catch (const InvalidArgument& error) {
            message = error.what();
        }
        return message;
    };
    using Kind = TurnRules::Kind;
    EXPECT_EQ(said([](RoadNetwork&) {}), "");
    EXPECT_NE(said([](RoadNetwork& n) {
                  n.turns.add(Kind::mandatory, std::array<ArcIndex, 3>{0, 2, 3});
              }).find("gmns cannot store 1 of 2 turn rules, without which distances change; choose gpkg,"),
              std::string::npos);
    // Nothing is allowed from arc 0, or its id has another arc.
    EXPECT_NE(said([](RoadNetwork& n) {
                  n.turns.add(Kind::mandatory, std::array<ArcIndex, 2>{0, 4});
              }).find("cannot store 2 turn rules"),
              std::string::npos);
    EXPECT_NE(said([](RoadNetwork& n) {
                  n.arc_ids = IdTable(std::vector<std::int64_t>{1, 2, 1, 1, 1, 1});
              }).find("cannot store 1 turn rule,"),
              std::string::npos);
    EXPECT_NE(said([](RoadNetwork& n) {
                  n.turns.costs = {{0, 2, Decimal(-1, 0)}};
              }).find("cannot store 1 of 2 turn"),
              std::string::npos);
    EXPECT_NE(said([](RoadNetwork& n) {
                  n.turns.destination_only.assign(6, 1);
                  n.turns.may_turn_round.assign(4, 0);
              }).find("cannot store the streets for destinations only, where paths may turn round"),
              std::string::npos);
}

TEST(ExportNetwork, EveryFileIsCheckedBefore) {
    const ScratchFolder folder;
    EXPECT_NO_THROW(check_network_output(folder.file("net.gmns"), {}));
    EXPECT_THROW(check_network_output(folder.file("no/net.gmns"), {}), InputError);
    folder.write("file.gmns", "");
    EXPECT_THROW(check_network_output(folder.file("file.gmns"), {.overwrite = true}), InputError);
    folder.write("net.co", "");
    EXPECT_THROW(check_network_output(folder.file("net.gr"), {}), InputError);
    EXPECT_NO_THROW(check_network_output(folder.file("net.gr"), {.overwrite = true}));
    EXPECT_THROW(check_any_output(folder.file("net.gr"), {}), InputError);
    EXPECT_THROW(check_any_output(folder.file("net.xyz"), {}), InvalidArgument);
    EXPECT_NO_THROW(check_any_output(folder.file("either.csv"), {}));
    EXPECT_NO_THROW(check_any_output(folder.file("either.csv"), {.unit = "min"}));
    EXPECT_THROW(check_any_output(folder.file("either.csv"), {.unit = "parsec"}), InvalidArgument);
}

TEST(ExportNetwork, DimacsComesBackButForMarksAndIds) {
    const ScratchFolder folder;
    const RoadNetwork network = small_network();
    ExportOptions options{.lossy = true};
    options.cost = "length";
    std::vector<std::string> said;
    options.log = [&](LogLevel, std::string_view message) { said.emplace_back(message); };
    write_network(network, folder.file("net.gr"), options);
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(said[0], "dimacs cannot store 2 no-through nodes (1, …): distances in the written network will differ");
    EXPECT_EQ(said[1],
              "dimacs cannot store the ids of arcs; which arcs are two ways of one road; the column time; the "
              "units of length (m): left out");
    const RoadNetwork back = read_network(folder.file("net.gr"));
    EXPECT_EQ(back.node_count(), 4u);
    EXPECT_EQ(back.tail, network.tail);
    EXPECT_EQ(back.head, network.head);
    EXPECT_EQ(back.columns[0].values, network.columns[0].values);
    ASSERT_EQ(back.coordinates.size(), 4u);
    EXPECT_DOUBLE_EQ(back.coordinates[2].x, 8.7);
}

TEST(ExportNetwork, DimacsRefusesFractionsAndLeavesNothing) {
    const ScratchFolder folder;
    try {
        write_network(small_network(), folder.file("net.gr"), {.lossy = true});
        FAIL() << "expected InvalidArgument";
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("arc 7 costs 1.5 in column 'time'"), std::string::npos)
            << error.what();
    }
    EXPECT_TRUE(folder.names().empty());
}

TEST(ExportNetwork, EdgeList) {
    const ScratchFolder folder;
    EXPECT_THROW(write_network(small_network(), folder.file("net.csv")), InvalidArgument);
    write_network(small_network(), folder.file("net.csv"), {.lossy = true});
    EXPECT_EQ(folder.text("net.csv"), "id,from,to,length,time\n7,1,2,12,1.5\n9,2,3,35,\n9,3,2,35,\n");
    ReadOptions options;
    options.format = "edge-list";
    const RoadNetwork back = read_network(folder.file("net.csv"), options);
    EXPECT_EQ(back.node_count(), 3u);
    EXPECT_EQ(back.head, (std::vector<NodeIndex>{1, 2, 1}));
    EXPECT_EQ(back.column("time")->values, small_network().column("time")->values);
}

TEST(ExportNetwork, EmptyNetwork) {
    const ScratchFolder folder;
    RoadNetwork network;
    network.columns.push_back({"cost", "", {}, {}});
    write_network(network, folder.file("net.gr"));
    EXPECT_EQ(read_network(folder.file("net.gr")).node_count(), 0u);
}

TEST(ExportNetwork, CancelledLeavesNothing) {
    for (const char* name : {"net.gr", "net.csv", "net.gmns"}) {
        const ScratchFolder folder;
        ExportOptions options{.lossy = true};
        options.progress = [](const Progress&) { return false; };
        EXPECT_THROW(write_network(small_network(), folder.file(name), options), Cancelled);
        EXPECT_TRUE(folder.names().empty()) << name;
    }
}

}  // namespace
}  // namespace allways::tools
