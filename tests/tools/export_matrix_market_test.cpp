// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/network/make_network.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::five_node_table;
using test::ScratchFolder;

RoadNetwork arcs(std::vector<std::pair<NodeIndex, NodeIndex>> ends, const std::vector<Decimal>& costs) {
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::string>{"a", "b", "c"});
    network.arc_ids = IdTable::consecutive(ends.size());
    for (const auto& [tail, head] : ends) {
        network.tail.push_back(tail);
        network.head.push_back(head);
    }
    network.columns = {{"time", "s", costs, std::nullopt}};
    return network;
}

TEST(ExportMatrixMarket, TablesGoByColumns) {
    const ScratchFolder folder;
    const std::vector<NodeIndex> origins{0, 2};
    const std::vector<NodeIndex> destinations{3, 0, 1};
    write_table(sub_table(five_node_table(), origins, destinations), folder.file("t.mtx"));
    EXPECT_EQ(folder.text("t.mtx"),
              "%%MatrixMarket matrix array real general\n"
              "% time in s from the node of the row to that of the column, written by Allways\n"
              "% unreachable: inf\n2 3\n0.5\n0.2\n0\ninf\n0.1\ninf\n");
    EXPECT_EQ(folder.text("t.ids.csv"), "axis,index,node_id\n0,1,10\n0,2,30\n1,1,40\n1,2,10\n1,3,20\n");
}

TEST(ExportMatrixMarket, WholeNumbersAreIntegers) {
    const ScratchFolder folder;
    ExportOptions options;
    options.unit = "ms";
    options.unreachable = "-1";
    write_table(five_node_table(), folder.file("t.mtx"), options);
    const std::string text = folder.text("t.mtx");
    EXPECT_TRUE(text.starts_with("%%MatrixMarket matrix array integer general\n")) << text;
    EXPECT_NE(text.find("% unreachable: -1\n5 5\n0\n100\n-1\n-1\n-1\n100\n0\n"), std::string::npos) << text;
    options.unreachable = "1e9";  // a number, but not a whole one as text
    write_table(five_node_table(), folder.file("r.mtx"), options);
    EXPECT_TRUE(folder.text("r.mtx").starts_with("%%MatrixMarket matrix array real"));
    options.unreachable = "never";
    EXPECT_THROW(check_table_output("t.mtx", options), InvalidArgument);
}

TEST(ExportMatrixMarket, ManyColumnsOfEveryLength) {
    for (const std::size_t n : {0, 1, 33, 300}) {
        std::vector<std::int32_t> values(n * n);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i);
        const ScratchFolder folder;
        write_table(DistanceTable(std::move(values), n, {}, IdTable::consecutive(n)), folder.file("t.mtx"));
        std::string expected =
            "%%MatrixMarket matrix array integer general\n"
            "% cost from the node of the row to that of the column, written by Allways\n";
        expected += std::to_string(n) + " " + std::to_string(n) + "\n";
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = 0; i < n; ++i) expected += std::to_string(i * n + j) + "\n";
        }
        EXPECT_EQ(folder.text("t.mtx"), expected) << n;
    }
}

TEST(ExportMatrixMarket, NetworksAreCoordinatesWithTheCheapestOfParallelArcs) {
    const ScratchFolder folder;
    std::vector<std::string> said;
    ExportOptions options;
    options.log = [&](LogLevel, std::string_view text) { said.emplace_back(text); };
    const RoadNetwork network =
        arcs({{2, 0}, {0, 1}, {0, 1}, {1, 2}, {0, 1}},
             {Decimal(4, 0), Decimal(15, 1), Decimal(12, 1), Decimal::missing(), Decimal(12, 1)});
    write_network(network, folder.file("n.mtx"), options);
    EXPECT_EQ(folder.text("n.mtx"),
              "%%MatrixMarket matrix coordinate real general\n"
              "% time in s from the node of the row to that of the column, written by Allways\n"
              "3 3 2\n1 2 1.2\n3 1 4\n");
    EXPECT_EQ(folder.text("n.ids.csv"), "index,node_id\n1,a\n2,b\n3,c\n");
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said[0].find("1 arc without time; 2 parallel arcs that cost more; the units of time (s): left out"),
              std::string::npos)
        << said[0];
    write_network(arcs({{0, 1}}, {Decimal(7, 0)}), folder.file("w.mtx"), {});
    EXPECT_TRUE(folder.text("w.mtx").starts_with("%%MatrixMarket matrix coordinate integer general\n"));
    options.cost = "toll";
    EXPECT_THROW(write_network(network, folder.file("x.mtx"), options), InvalidArgument);
    options.cost.clear();
    options.unit = "min";
    EXPECT_THROW(write_network(network, folder.file("x.mtx"), options), InvalidArgument);
}

// a.npy, a.mtx and a.tsp have one a.ids.csv.
TEST(IdFile, IsNotReplacedUnderAnotherMatrix) {
    const test::ScratchFolder folder;
    const auto table = [](std::int64_t first) {
        return DistanceTable(std::vector<std::int32_t>{0, 1, 2, 0}, 2, {},
                             IdTable(std::vector<std::int64_t>{first, 20}));
    };
    ExportOptions replace;
    replace.overwrite = true;
    write_table(table(10), folder.file("a.mtx"));
    EXPECT_THROW(write_table(table(11), folder.file("a.tsp")), InputError);
    write_table(table(10), folder.file("a.tsp"));           // the same ids
    write_table(table(10), folder.file("a.tsp"), replace);  // and again
    folder.write("c.ids.csv", folder.text("a.ids.csv"));
    EXPECT_THROW(write_table(table(10), folder.file("c.mtx")), InputError);  // no other matrix uses it
    std::filesystem::remove(folder.file("c.ids.csv"));
    const std::string before = folder.text("a.ids.csv");
    for (const char* name : {"a.npy", "a.tsp", "a.mtx"}) {
        EXPECT_THROW(write_table(table(11), folder.file(name), replace), InputError) << name;
    }
    EXPECT_EQ(folder.text("a.ids.csv"), before);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.ids.csv", "a.mtx", "a.tsp"}));
    write_table(table(10), folder.file("a.npy"), replace);  // the same ids, counted from 0
    EXPECT_EQ(folder.text("a.ids.csv"), "index,node_id\n0,10\n1,20\n");
    write_table(table(10), folder.file("b.npy"));
    write_table(table(11), folder.file("b.npy"), replace);  // alone
    EXPECT_EQ(folder.text("b.ids.csv"), "index,node_id\n0,11\n1,20\n");
}

}  // namespace
}  // namespace allways::tools
