// SPDX-License-Identifier: Apache-2.0
// Ids and facts of matrices from files beside them, and lists of pairs.
#include <cmath>
#include <cstring>
#include <limits>

#include "allways/base/format.h"
#include "matrix_values.h"
#include "support.h"

namespace allways::test {
namespace {

constexpr std::int32_t x = unreachable_cost<std::int32_t>;

std::vector<std::string> names(const IdTable& ids) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < ids.size(); ++i) all.push_back(ids.text(i));
    return all;
}

std::string int32_array(const std::string& shape, const std::vector<std::int32_t>& values) {
    std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': " + shape + ", }";
    header.resize(118, ' ');
    std::string text("\x93NUMPY\x01\x00\x76\x00", 10);
    text += header;
    const std::size_t begin = text.size();
    text.resize(begin + 4 * values.size());
    std::memcpy(text.data() + begin, values.data(), 4 * values.size());
    return text;
}

const std::string array_2_by_2 = int32_array("(2, 2)", {0, 4, 3, 0});

TEST(MatrixSides, IdsLieBesideTheFile) {
    const TemporaryFolder folder;
    folder.write("m.ids.csv", "index,node_id\n1,\"a,b\"\n2,c\n");
    Messages messages;
    ReadOptions options;
    options.log = messages.callback();
    const CostMatrix matrix = read_matrix(folder.write("m.npy", array_2_by_2), options);
    EXPECT_EQ(names(matrix.node_ids()), (std::vector<std::string>{"a,b", "c"}));
    EXPECT_EQ(values<std::int32_t>(matrix), (std::vector<std::int32_t>{0, 4, 3, 0}));
    EXPECT_TRUE(messages.contains("ids are read from " + folder.path("m.ids.csv")));
    // The same for a network.
    folder.write("n.ids.csv", "index,node_id\n1,7\n2,5\n");
    const auto network =
        read_network(folder.write("n.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1.5\n"));
    EXPECT_EQ(names(network.node_ids), (std::vector<std::string>{"7", "5"}));
}

TEST(MatrixSides, IdsOfAnotherMatrixAreRefused) {
    const TemporaryFolder folder;
    const std::string file = folder.write("m.npy", array_2_by_2);
    folder.write("m.ids.csv", "index,node_id\n1,a\n2,b\n3,c\n");
    ALLWAYS_EXPECT_ERROR(0, "it names 3 nodes, but " + file + " has 2", read_matrix(file));
    folder.write("m.ids.csv", "axis,index,node_id\n0,1,a\n0,2,b\n1,1,c\n");
    ALLWAYS_EXPECT_ERROR(0, "it names 1 columns, but " + file + " has 2", read_matrix(file));
    folder.write("m.ids.csv", "index,node_id\n0,a\n2,b\n");
    ALLWAYS_EXPECT_ERROR(3, "expected the index 1", read_matrix(file));
    const std::string wide = folder.write("w.npy", int32_array("(1, 3)", {5, 6, 7}));
    folder.write("w.ids.csv", "index,node_id\n1,a\n");
    ALLWAYS_EXPECT_ERROR(0, "one list of ids for rows and columns, but " + wide + " has 1 × 3",
                         read_origin_destination_table(wide));
}

TEST(MatrixSides, AnotherProgramsFileIsLeftAlone) {
    const TemporaryFolder folder;
    folder.write("m.ids.csv", "row;name\n0;a\n");
    Messages messages;
    ReadOptions options;
    options.log = messages.callback();
    EXPECT_EQ(names(read_matrix(folder.write("m.npy", array_2_by_2), options).node_ids()),
              (std::vector<std::string>{"1", "2"}));
    EXPECT_TRUE(messages.contains("m.ids.csv: expected ids for"));
}

TEST(MatrixSides, RowsAndColumnsOfOtherNodes) {
    const TemporaryFolder folder;
    folder.write("m.ids.csv", "axis,index,node_id\n0,1,a\n0,2,b\n1,1,c\n1,2,d\n");
    const std::string file = folder.write("m.npy", int32_array("(2, 2)", {1, 4, 3, 5}));
    const OriginDestinationTable table = read_origin_destination_table(file);
    EXPECT_EQ(names(table.origin_ids()), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(names(table.destination_ids()), (std::vector<std::string>{"c", "d"}));
    EXPECT_EQ(table.distance(0, 0), 1);  // no diagonal
    ALLWAYS_EXPECT_ERROR(0, "expected a square matrix", read_matrix(file));
}

TEST(NpyFacts, UnitAndUnreachableComeFromTheJsonBeside) {
    const TemporaryFolder folder;
    const std::string file = folder.write("t.npy", int32_array("(2, 2)", {0, 1500, -1, 0}));
    const std::string facts =
        R"({"cost": "time", "unit": "s", "dtype": "int32", "digits": 3, "nodes": 2, "unreachable": -1})";
    folder.write("t.json", facts);
    const CostMatrix matrix = read_matrix(file);
    EXPECT_EQ(matrix.scale(), (CostScale{"time", "s", 3}));
    EXPECT_EQ(values<std::int32_t>(matrix), (std::vector<std::int32_t>{0, 1500, x, 0}));
    folder.write("t.json", R"({"type": "FeatureCollection"})");
    EXPECT_EQ(read_matrix(file).scale(), CostScale{});
}

// Floats that were made of integers are these again, unless another program changed one or floats are asked for.
TEST(NpyFacts, IntegersAreRestoredFromTheirDecimals) {
    const TemporaryFolder folder;
    const auto float_array = [](std::vector<float> values) {
        std::string text = int32_array("(2, 2)", {0, 0, 0, 0});
        text.replace(text.find("<i4"), 3, "<f4");
        std::memcpy(text.data() + text.size() - 16, values.data(), 16);
        return text;
    };
    const std::string file = folder.write("t.npy", float_array({0, 1.536f, std::numeric_limits<float>::infinity(), 0}));
    const auto facts = [](const char* decimals) {
        return format(R"({{"cost": "length", "unit": "km", "dtype": "float32", "digits": 0, "decimals": {}, "nodes": 2,
                          "unreachable": "inf"}})",
                      decimals);
    };
    folder.write("t.json", facts("3"));
    EXPECT_EQ(read_matrix(file).scale(), (CostScale{"length", "km", 3}));
    EXPECT_EQ(values<std::int32_t>(read_matrix(file)), (std::vector<std::int32_t>{0, 1536, x, 0}));
    EXPECT_EQ(read_matrix(file, {.cost_type = CostType::float64}).type(), CostType::float32);
    folder.write("t.json", facts("2"));
    EXPECT_EQ(read_matrix(file).type(), CostType::float32);
    for (const char* wrong : {"-1", "19", "1.5", "\"3\""}) {
        folder.write("t.json", facts(wrong));
        ALLWAYS_EXPECT_ERROR(0, "expected decimals from 0 to 18", read_matrix(file));
    }
}

TEST(NpyFacts, ThoseOfAnotherArrayAreRefused) {
    const TemporaryFolder folder;
    const std::string file = folder.write("t.npy", int32_array("(2, 2)", {0, 1500, -1, 0}));
    folder.write("t.json",
                 R"({"cost": "time", "unit": "s", "dtype": "float64", "digits": 0, "nodes": 2, "unreachable": "inf"})");
    ALLWAYS_EXPECT_ERROR(0, "it describes an array of 2 × 2 float64, but " + file + " has 2 × 2 of type i4",
                         read_matrix(file));
    folder.write("t.json",
                 R"({"cost": "time", "unit": "s", "dtype": "int32", "digits": 0, "nodes": 3, "unreachable": "inf"})");
    ALLWAYS_EXPECT_ERROR(0, "it describes an array of 3 × 3", read_matrix(file));
}

TEST(CsvLong, TheFirstNumberIsTheDistance) {
    const TemporaryFolder folder;
    const std::string file = folder.write("t.long.csv", "from,to,time_s,length_m\n7,7,0,0\n7,5,1.5,\n5,5,0,0\n");
    const DistanceTable table = read_table(file);
    EXPECT_EQ(names(table.node_ids()), (std::vector<std::string>{"7", "5"}));
    EXPECT_EQ(table.scale(), (CostScale{"time", "s", 1}));
    EXPECT_EQ(table.cells(), (CellNumbers(std::vector<std::int32_t>{0, 15, x, 0})));
    ASSERT_EQ(table.skims().size(), 1u);
    EXPECT_EQ(table.skims()[0].scale, (CostScale{"length", "m", 0}));
    EXPECT_TRUE(std::isnan(
        std::get<SharedArray<double>>(table.skims()[0].values.all())[1]));  // a path whose length is not known

    ReadOptions length;
    length.cost_field = "length";
    EXPECT_EQ(read_table(file, length).scale().unit, "m");
    length.cost_field = "toll";
    ALLWAYS_EXPECT_ERROR(1, "there is no field 'toll'; the file has: time_s, length_m", read_table(file, length));
}

TEST(CsvLong, OneHeaderIsATableAndAListOfArcs) {
    const TemporaryFolder folder;
    const std::string list = folder.write("t.csv", "from,to,cost\n1,2,5\n");
    EXPECT_TRUE(std::holds_alternative<RoadNetwork>(read_input(list)));
    EXPECT_EQ(read_origin_destination_table(list).distance(0, 0), 5);
    EXPECT_TRUE(std::holds_alternative<OriginDestinationTable>(
        read_input(folder.write("t.long.csv", "from,to,cost\n1,2,5\n"))));
}

TEST(CsvLong, BadRowsAreNamed) {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& rows) {
        return read_table(folder.write("t.long.csv", "from,to,cost\n" + rows));
    };
    ALLWAYS_EXPECT_ERROR(3, "duplicate pair from 1 to 2", read("1,2,5\n1,2,6\n"));
    ALLWAYS_EXPECT_ERROR(2, "expected a number in field 'cost', found 'far'", read("1,2,far\n"));
    ALLWAYS_EXPECT_ERROR(2, "expected 3 fields (from, to, cost), found 2", read("1,2\n"));
}

TEST(EdgeList, SnapsCountsAreHeldToTheRows) {
    const TemporaryFolder folder;
    Messages messages;
    ReadOptions options;
    options.log = messages.callback();
    const std::string comments = "# Directed graph: x.txt\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n";
    read_network(folder.write("whole.txt", comments + "1\t2\n2\t3\n"), options);
    EXPECT_FALSE(messages.contains("may be incomplete"));
    read_network(folder.write("cut.txt", comments + "1\t2\n"), options);
    EXPECT_TRUE(messages.contains("cut.txt:2: the file states 3 nodes and 2 edges, but has 2 and 1"));
}

TEST(Formats, WhatIsWrittenForOthersIsNamed) {
    const TemporaryFolder folder;
    ALLWAYS_EXPECT_ERROR(0, "VROOM's input", read_input(folder.write("f.json", "{\n\"allways\": {\"ids\":[1]}}")));
    ALLWAYS_EXPECT_ERROR(0, "OR-Tools' input", read_input(folder.write("o.json", "{\n\"time_matrix\": [\n[0]\n]}")));
    ALLWAYS_EXPECT_ERROR(0, "desire lines", read_input(folder.write("d.desire.geojson", "{}")));
}

}  // namespace
}  // namespace allways::test
