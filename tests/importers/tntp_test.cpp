// SPDX-License-Identifier: Apache-2.0
#include "support.h"

namespace allways::test {
namespace {

using Texts = std::vector<std::string>;

// A network file with these metadata and rows.
std::string net(std::string_view nodes, std::string_view links, std::string_view rows,
                std::string_view first_thru_node = "1") {
    std::string text = "<NUMBER OF NODES> ";
    text.append(nodes).append("\n<FIRST THRU NODE> ").append(first_thru_node);
    text.append("\n<NUMBER OF LINKS> ").append(links).append("\n<END OF METADATA>\n").append(rows);
    return text;
}

TEST(Tntp, ReadsLinksColumnsAndUnits) {
    ImportReport report;
    const auto network = read_network(fixture("small_net.tntp"), {}, &report);
    EXPECT_EQ(network.node_count(), 5u);
    ASSERT_EQ(network.arc_count(), 4u);
    EXPECT_EQ(network.tail, (std::vector<NodeIndex>{0, 2, 3, 3}));
    EXPECT_EQ(network.head, (std::vector<NodeIndex>{2, 3, 1, 1}));
    EXPECT_EQ(network.no_through, (std::vector<std::uint8_t>{1, 1, 0, 0, 0}));
    Texts names;
    for (const auto& column : network.columns) names.push_back(column.name);
    EXPECT_EQ(names, (Texts{"capacity", "length", "time", "b", "power", "speed", "toll", "link_type"}));
    EXPECT_EQ(texts(*network.column("time")), (Texts{"0", "0.75", "3.0000001", "2.5"}));
    EXPECT_EQ(texts(*network.column("length")), (Texts{"1.25", "0.5", "2", "2"}));
    EXPECT_EQ(network.column("time")->unit, "min");
    EXPECT_EQ(network.column("length")->unit, "mi");
    EXPECT_EQ(network.column("b")->unit, "");
    EXPECT_EQ(network.provenance.format, "tntp");
    EXPECT_FALSE(network.provenance.whole_numbers);

    EXPECT_EQ(report.isolated_nodes, 1u);
    EXPECT_EQ(report.no_through_nodes, 2u);
    EXPECT_EQ(report.parallel_arcs, 1u);
    EXPECT_EQ(report.components, 2u);
    EXPECT_EQ(report.strong_components, 5u);
    EXPECT_EQ(report.columns[2].zero, 1u);
    EXPECT_EQ(report.columns[2].largest, "3.0000001");
}

TEST(Tntp, TakesTheNodeFileBesideIt) {
    Messages messages;
    const auto network = read_network(fixture("small_net.tntp"), {.log = messages.callback()});
    ASSERT_EQ(network.coordinates.size(), 5u);
    EXPECT_EQ(network.coordinates[0].x, 10.5);
    EXPECT_EQ(network.coordinates[4].x, 14);
    EXPECT_EQ(network.coordinates[3].y, -1);
    EXPECT_TRUE(messages.contains("small_node.tntp"));
}

TEST(Tntp, NodeFileMayLackItsHeaderAndSemicolons) {
    const TemporaryFolder folder;
    const auto path = folder.write("x.tntp", net("2", "1", "1 2 1 1 1 1 1 1 1 1\n"));
    ReadOptions options{.node_file = folder.write("points", "2 5 6\n1 3.5 4\n")};
    EXPECT_EQ(read_network(path, options).coordinates[0].x, 3.5);
    options.node_file = folder.write("points", "1 3.5 4\n");
    ALLWAYS_EXPECT_ERROR(0, "1 of 2 nodes has no coordinates", read_network(path, options));
    options.node_file = folder.write("points", "1 3.5 4\n3 1 1\n");
    ALLWAYS_EXPECT_ERROR(2, "node 3 is not among", read_network(path, options));
    options.node_file = folder.write("points", "1 3.5 4\n2 x 1\n");
    ALLWAYS_EXPECT_ERROR(2, "expected a row 'node x y'", read_network(path, options));
}

TEST(Tntp, ColumnsAreMappedByTheirNames) {
    const TemporaryFolder folder;
    const auto network = read_network(folder.write(
        "x.tntp", net("3", "1", "~ \tTerm node\tInit node\tFree Flow Time\tgrade\t;\n\t3\t1\t2.5\t-1\t;\n")));
    EXPECT_EQ(network.tail[0], 0u);
    EXPECT_EQ(network.head[0], 2u);
    EXPECT_EQ(texts(*network.column("time")), (Texts{"2.5"}));
    EXPECT_EQ(texts(*network.column("grade")), (Texts{"-1"}));
}

TEST(Tntp, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) { return read_network(folder.write("x.tntp", text)); };
    ALLWAYS_EXPECT_ERROR(5, "<NUMBER OF LINKS> is 2, but the file has 1", read(net("3", "2", "1 2 1 1 1 1 1 1 1 1")));
    ALLWAYS_EXPECT_ERROR(5, "a link has 10 fields", read(net("3", "1", "1 2 1 1 1 1 1 1 1\n")));
    EXPECT_EQ(read(net("3", "1", "1 4 1 1 1 1 1 1 1 1\n")).node_count(), 4u);  // a guess
    ALLWAYS_EXPECT_ERROR(5, "time needs a number, found 'x'", read(net("3", "1", "1 2 1 1 x 1 1 1 1 1\n")));
    ALLWAYS_EXPECT_ERROR(1, "<NUMBER OF NODES> needs an integer", read(net("3.5", "1", "")));
    ALLWAYS_EXPECT_ERROR(1, "from 0 to 4294967294 (nodes and links have 32-bit numbers), found '4294967295'",
                         read(net("4294967295", "1", "")));
    ALLWAYS_EXPECT_ERROR(1, "found '99999999999999999999'", read(net("99999999999999999999", "1", "")));
    ALLWAYS_EXPECT_ERROR(4, "<FIRST THRU NODE> 9 is beyond", read(net("3", "1", "", "9")));
    ALLWAYS_EXPECT_ERROR(1, "the file ends before <END OF METADATA>", read("<NUMBER OF NODES> 4\n"));
    ALLWAYS_EXPECT_ERROR(1, "no <NUMBER OF NODES>", read("<END OF METADATA>\n"));
    ALLWAYS_EXPECT_ERROR(2, "starts with '<TAG> value' lines", read("<NUMBER OF NODES> 4\n1 2 3\n"));
}

TEST(Tntp, WarnsOfZonesThatPathsMayPass) {
    const TemporaryFolder folder;
    const auto messages_of = [&](const std::string& tags, ReadOptions options = {}) {
        Messages messages;
        options.log = messages.callback();
        read_network(folder.write("a_net.tntp", "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 3\n" + tags +
                                                    "<END OF METADATA>\n1 2 1 1 1 1 1 1 1 1\n"),
                     options);
        return messages;
    };
    EXPECT_TRUE(
        messages_of("").contains("it states no <FIRST THRU NODE>, so paths may pass through its 2 zones; "
                                 "`no_through` 1-2 keeps"));
    EXPECT_TRUE(messages_of("<FIRST THRU NODE> 0\n").contains("<FIRST THRU NODE> is 0, so paths may pass"));
    EXPECT_TRUE(messages_of("<FIRST THRU NODE> -1\n").contains("it states no <FIRST THRU NODE>"));
    const Messages misspelt = messages_of("<FIRST_THRU_NODE> 3\n<Number of Lanes> 4\n");
    EXPECT_TRUE(misspelt.contains("unknown tags have no effect: <FIRST_THRU_NODE>, <Number of Lanes>; known are"));
    EXPECT_TRUE(misspelt.contains("paths may pass through its 2 zones"));
    EXPECT_TRUE(messages_of("<FIRST THRU NODE> 1\n").lines.empty());
    EXPECT_TRUE(messages_of("<FIRST THRU NODE> 3\n").lines.empty());
    EXPECT_FALSE(messages_of("", {.no_through = "1-2"}).contains("FIRST THRU"));
    ALLWAYS_EXPECT_ERROR(4, "<NUMBER OF ZONES> is 5, but the network has 3 nodes",
                         read_network(folder.write("b_net.tntp",
                                                   "<NUMBER OF ZONES> 5\n<NUMBER OF NODES> 3\n"
                                                   "<FIRST THRU NODE> 1\n<END OF METADATA>\n")));
}

TEST(Tntp, SaysWhichOtherKindOfFileItIs) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) { return read_network(folder.write("x.tntp", text)); };
    ALLWAYS_EXPECT_ERROR(0, "format 'tntp-trips' contains a solved table",
                         read("<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 6.0\n<END OF METADATA>\n"));
    ALLWAYS_EXPECT_ERROR(
        2, "trips file",
        read_network(folder.write("t.tntp", "<NUMBER OF ZONES> 2\n<TOTAL OD FLOW> 6.0\n"), {.format = "tntp"}));
    ALLWAYS_EXPECT_ERROR(1, "flow file", read("From \tTo \tVolume \tCost \n1 \t2 \t3 \t4\n"));
    ALLWAYS_EXPECT_ERROR(
        2, "flow file",
        read("<NUMBER OF NODES> -1\n<ORIGINAL HEADER>Tail \tHead \tVolume \tCost \t;\n<END OF METADATA>\n"));
    ALLWAYS_EXPECT_ERROR(1, "node file", read("node\tX\tY\t;\n1\t2\t3\t;\n"));
}

TEST(Tntp, AFilterKeepsLinksAndOptionsStateUnits) {
    const TemporaryFolder folder;
    const std::string file = folder.write("a_net.tntp",
                                          "<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n"
                                          "1 2 900 5 1 0 0 30 0 1;\n2 1 100 7 2 0 0 30 0 2;\n");
    const auto network =
        read_network(file, {.length_unit = "mi", .where = "capacity > 500 AND link_type = 1", .speed_unit = "mph"});
    EXPECT_EQ(network.arc_count(), 1u);
    EXPECT_EQ(network.column("length")->unit, "mi");
    EXPECT_EQ(network.column("speed")->unit, "mph");
    EXPECT_THROW(read_network(file, {.where = "lanes > 1"}), InvalidArgument);
    ALLWAYS_EXPECT_ERROR(0, "no link of 2 passes", read_network(file, {.where = "capacity > 5000"}));
}

}  // namespace
}  // namespace allways::test
