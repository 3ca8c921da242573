// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "export/files/output_file.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::five_node_table;
using test::ScratchFolder;

std::string written(const DistanceTable& table, const std::string& name, const ExportOptions& options = {}) {
    const ScratchFolder folder;
    write_table(table, folder.file(name), options);
    return folder.text(name);
}

DistanceTable two_nodes(double there, double back) {
    return DistanceTable(std::vector<double>{0, there, back, 0}, 2, {"length", "m", 0},
                         IdTable(std::vector<std::string>{"a,b", "say \"c\""}));
}

TEST(ExportCsv, WideHasExactDecimalsAndEmptyUnreachable) {
    EXPECT_EQ(written(five_node_table(), "t.csv"),
              "node_id,10,20,30,40,50\n"
              "10,0,0.1,0.3,0.5,\n"
              "20,0.1,0,0.2,0.4,\n"
              "30,,,0,0.2,\n"
              "40,,,,0,\n"
              "50,,,,,0\n");
}

TEST(ExportCsv, WideReadsBackAsAMatrix) {
    const ScratchFolder folder;
    write_table(five_node_table(), folder.file("t.csv"));
    ReadOptions options;
    options.format = "matrix-csv";
    const CostMatrix matrix = read_matrix(folder.file("t.csv"), options);
    EXPECT_EQ(matrix.scale().digits, 1);
    EXPECT_TRUE(std::ranges::equal(matrix.values<std::int32_t>(), five_node_table().values<std::int32_t>()));
    EXPECT_EQ(matrix.node_ids().text(4), "50");
}

TEST(ExportCsv, OriginsByDestinations) {
    const std::vector<NodeIndex> origins{1, 4, 1};
    const std::vector<NodeIndex> destinations{3, 0};
    const OriginDestinationTable table = sub_table(five_node_table(), origins, destinations);
    const ScratchFolder folder;
    write_table(table, folder.file("t.csv"));
    EXPECT_EQ(folder.text("t.csv"), "node_id,40,10\n20,0.4,0.1\n50,,\n20,0.4,0.1\n");
    write_table(table, folder.file("t.long.csv"), {.unreachable = "-1"});
    EXPECT_EQ(folder.text("t.long.csv"),
              "from,to,time_s\n20,40,0.4\n20,10,0.1\n50,40,-1\n50,10,-1\n20,40,0.4\n20,10,0.1\n");
}

TEST(ExportNpy, OriginsByDestinationsTellTheirAxis) {
    const std::vector<NodeIndex> origins{1, 4, 1};
    const std::vector<NodeIndex> destinations{3, 0};
    const ScratchFolder folder;
    write_table(sub_table(five_node_table(), origins, destinations), folder.file("t.npy"), {.dtype = "raw"});
    const std::string file = folder.text("t.npy");
    EXPECT_NE(file.find("'shape': (3, 2)"), std::string::npos);
    ASSERT_GT(file.size(), 6 * sizeof(std::int32_t));
    std::array<std::int32_t, 6> cells{};
    std::memcpy(cells.data(), file.data() + file.size() - sizeof cells, sizeof cells);
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    EXPECT_EQ(cells, (std::array<std::int32_t, 6>{4, 1, x, x, 4, 1}));
    EXPECT_EQ(folder.text("t.ids.csv"), "axis,index,node_id\n0,0,20\n0,1,50\n0,2,20\n1,0,40\n1,1,10\n");
    EXPECT_NE(folder.text("t.json").find("\"origins\": 3"), std::string::npos);
    write_table(sub_table(five_node_table(), origins, origins), folder.file("s.npy"));
    EXPECT_EQ(folder.text("s.ids.csv"), "index,node_id\n0,20\n1,50\n2,20\n");
}

TEST(ExportCsv, LongLeavesUnreachableOutUnlessAsked) {
    const std::string text = written(five_node_table(), "t.long.csv");
    EXPECT_EQ(text.substr(0, 37), "from,to,time_s\n10,10,0\n10,20,0.1\n10,3");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 12);
    ExportOptions options;
    options.unreachable = "-1";
    const std::string all = written(five_node_table(), "t.long.csv", options);
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1 + 25);
    EXPECT_NE(all.find("\n50,10,-1\n"), std::string::npos);
}

// Unknown is neither unreachable nor zero: an arc of the path has no value.
TEST(ExportCsv, ASkimThatIsNotKnownIsEmpty) {
    const ScratchFolder folder;
    DistanceTable table(std::vector<std::int32_t>{0, 7, unreachable_cost<std::int32_t>, 0}, 2, {"time", "s", 0},
                        IdTable::consecutive(2));
    table.add_skim({{"toll", "", 0}, std::vector<double>{0, std::nan(""), unreachable_cost<double>, 0}});
    write_table(table, folder.file("t.long.csv"), {.unreachable = "-1"});
    EXPECT_EQ(folder.text("t.long.csv"), "from,to,time_s,toll\n1,1,0,0\n1,2,7,\n2,1,-1,-1\n2,2,0,0\n");
}

TEST(ExportCsv, LongHasAColumnForEachSkim) {
    DistanceTable table = five_node_table();
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    std::vector<std::int32_t> metres(25, x);
    std::vector<double> tolls(25, unreachable_cost<double>);
    for (std::size_t cell = 0; cell < 25; ++cell) {
        const double seconds = table.distance(static_cast<NodeIndex>(cell / 5), static_cast<NodeIndex>(cell % 5));
        if (seconds > 1) continue;
        metres[cell] = static_cast<std::int32_t>(std::lround(seconds * 100));
        tolls[cell] = seconds / 3;
    }
    table.add_skim({{"length", "m", 1}, metres});
    table.add_skim({{"toll", "", 0}, tolls});
    ExportOptions options;
    options.nearest = 1;
    EXPECT_EQ(written(table, "t.long.csv", options),
              "from,to,time_s,length_m,toll\n10,20,0.1,1,0.03333333333333333\n20,10,0.1,1,0.03333333333333333\n"
              "30,40,0.2,2,0.06666666666666667\n");
    options.nearest.reset();
    options.unreachable = "x";
    EXPECT_NE(written(table, "t.long.csv", options).find("\n50,10,x,x,x\n"), std::string::npos);
    std::string said;
    options.log = [&](LogLevel, std::string_view text) { said = text; };
    written(table, "t.csv", options);
    EXPECT_EQ(
        said,
        "csv holds one matrix, so the skims (length, toll) are left out; csv-long (-o X.long.csv) has one row per pair "
        "with all fields");
}

TEST(ExportCsv, UnitsAreConvertedExactlyWhereDecimalsAllow) {
    ExportOptions options;
    options.unit = "ms";
    EXPECT_NE(written(five_node_table(), "t.csv", options).find("\n10,0,100,300,500,\n"), std::string::npos);
    options.unit = "min";  // a third of a minute is no decimal
    EXPECT_NE(
        written(five_node_table(), "t.csv", options).find("\n10,0,0.0016666666666666668,0.005,0.008333333333333333,\n"),
        std::string::npos);
    options.unit = "km";
    EXPECT_THROW(written(five_node_table(), "t.csv", options), InvalidArgument);
    EXPECT_NE(written(two_nodes(1500, 0.1), "t.csv", options).find(",0,1.5\n"), std::string::npos);
}

TEST(ExportCsv, IdsAreQuotedWhereNeeded) {
    EXPECT_EQ(written(two_nodes(0.1, std::numeric_limits<double>::infinity()), "t.csv"),
              "node_id,\"a,b\",\"say \"\"c\"\"\"\n\"a,b\",0,0.1\n\"say \"\"c\"\"\",,0\n");
}

TEST(ExportCsv, FloatsReadBack) {
    const DistanceTable table(std::vector<float>{0, 0.1f, 16777216.0f, 0}, 2, {}, IdTable::consecutive(2));
    EXPECT_EQ(written(table, "t.csv"), "node_id,1,2\n1,0,0.1\n2,16777216,0\n");
}

TEST(OutputFile, FixedPoint) {
    const ScratchFolder folder;
    OutputFile file(folder.file("t"), false);
    for (const auto& [value, digits] : {std::pair<std::int64_t, int>{1500, 3},
                                        {-1, 3},
                                        {0, 2},
                                        {123456, 0},
                                        {100, 2},
                                        {std::numeric_limits<std::int64_t>::min(), 18},
                                        {5, 20},
                                        {-105, 2}}) {
        file.put_fixed_point(value, digits);
        file.put(' ');
    }
    file.commit();
    EXPECT_EQ(folder.text("t"), "1.5 -0.001 0 123456 1 -9.223372036854775808 0.00000000000000000005 -1.05 ");
}

TEST(OutputFile, LongTextsPassTheBuffer) {
    const ScratchFolder folder;
    const std::string long_text(1000000, 'x');
    OutputFile file(folder.file("t"), false);
    file.put("a");
    file.put(long_text);
    for (int i = 0; i < 100000; ++i) file.put("1234567");
    file.commit();
    const std::string text = folder.text("t");
    EXPECT_EQ(text.size(), 1u + 1000000u + 700000u);
    EXPECT_EQ(text.substr(1000001, 7), "1234567");
}

template <class T>
std::vector<T> cells(const std::string& npy, std::size_t count) {
    std::vector<T> values(count);
    const std::size_t bytes = count * sizeof(T);
    EXPECT_EQ((npy.size() - bytes) % 64, 0u);
    std::memcpy(values.data(), npy.data() + npy.size() - bytes, bytes);
    return values;
}

TEST(ExportNpy, NaturalFloatsWithIdsAndDescription) {
    const ScratchFolder folder;
    ExportOptions options;
    options.provenance = {{"source", "five.csv"}};
    write_table(five_node_table(), folder.file("t.npy"), options);
    const std::string npy = folder.text("t.npy");
    EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_EQ(npy.substr(10, 60), "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 5), } ");
    const auto values = cells<float>(npy, 25);
    EXPECT_EQ(values[3], 0.5);
    EXPECT_EQ(values[4], std::numeric_limits<float>::infinity());
    EXPECT_EQ(folder.text("t.ids.csv"), "index,node_id\n0,10\n1,20\n2,30\n3,40\n4,50\n");
    const std::string json = folder.text("t.json");
    for (const char* part : {"\"unit\": \"s\"", "\"unreachable\": \"inf\"", "\"dtype\": \"float32\"", "five.csv"}) {
        EXPECT_NE(json.find(part), std::string::npos) << json;
    }
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"t.ids.csv", "t.json", "t.npy"}));
}

TEST(ExportNpy, TypesAndUnreachable) {
    ExportOptions options;
    options.dtype = "raw";
    EXPECT_EQ(cells<std::int32_t>(written(five_node_table(), "t.npy", options), 25)[4], unreachable_cost<std::int32_t>);
    options.unreachable = "-1";
    EXPECT_EQ(cells<std::int32_t>(written(five_node_table(), "t.npy", options), 25)[4], -1);
    EXPECT_EQ(cells<std::int32_t>(written(five_node_table(), "t.npy", options), 25)[3], 5);
    options.dtype = "float32";
    EXPECT_EQ(cells<float>(written(five_node_table(), "t.npy", options), 25)[3], 0.5f);
    options.dtype = "int32";  // 0.1 s is not whole
    EXPECT_THROW(written(five_node_table(), "t.npy", options), InvalidArgument);
    options.unit = "ms";
    EXPECT_EQ(cells<std::int32_t>(written(five_node_table(), "t.npy", options), 25)[3], 500);
    options.unreachable = "many";
    EXPECT_THROW(written(five_node_table(), "t.npy", options), InvalidArgument);
    options = {};
    options.dtype = "float16";
    EXPECT_THROW(written(five_node_table(), "t.npy", options), InvalidArgument);
}

TEST(Export, NothingIsLeftWhereWritingFails) {
    for (const char* name : {"t.csv", "t.long.csv", "t.npy", "t.tsp", "t.mtx", "t.vroom.json", "t.ortools.json"}) {
        const ScratchFolder folder;
        ExportOptions options;
        options.round = std::string_view(name).ends_with("json") || std::string_view(name).ends_with("tsp");
        if (options.round) options.unreachable = "9999";
        options.progress = [](const Progress&) { return false; };
        EXPECT_THROW(write_table(five_node_table(), folder.file(name), options), Cancelled);
        EXPECT_TRUE(folder.names().empty()) << name;
    }
}

TEST(Export, FormatsAndOptionsAreChecked) {
    const ScratchFolder folder;
    ExportOptions options;
    EXPECT_THROW(check_table_output(folder.file("t.xyz"), options), InvalidArgument);
    EXPECT_THROW(check_table_output("-", options), InvalidArgument);
    options.format = "omx";
    EXPECT_THROW(check_table_output("-", options), InvalidArgument);
    EXPECT_NO_THROW(check_table_output(folder.file("t"), options));
    options.unit = "min";
    EXPECT_NO_THROW(check_table_output(folder.file("t"), options));
    options.dtype = "raw";  // numbers as they are stored have a unit already
    EXPECT_THROW(check_table_output(folder.file("t"), options), InvalidArgument);
    options = {};
    options.format = "gmns";
    EXPECT_THROW(check_table_output(folder.file("t"), options), InvalidArgument);
    EXPECT_NO_THROW(check_network_output(folder.file("t"), options));
    folder.write("t.csv", "");
    EXPECT_THROW(check_table_output(folder.file("t.csv"), {}), InputError);
}

}  // namespace
}  // namespace allways::tools
