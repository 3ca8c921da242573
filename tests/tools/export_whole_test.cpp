// SPDX-License-Identifier: Apache-2.0
// Formats of integers: TSPLIB, VROOM and OR-Tools.
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using nlohmann::json;
using test::five_node_table;
using test::ScratchFolder;
constexpr std::int32_t x = unreachable_cost<std::int32_t>;

ExportOptions in_ms() {
    ExportOptions options;
    options.unit = "ms";
    return options;
}

ExportOptions rounded() {
    ExportOptions options;
    options.round = true;
    return options;
}

// The texts of what write_table throws.
std::string refused(const DistanceTable& table, const std::string& name, const ExportOptions& options) {
    const ScratchFolder folder;
    try {
        write_table(table, folder.file(name), options);
    } catch (const InvalidArgument& error) {
        EXPECT_TRUE(folder.names().empty());
        return error.what();
    }
    ADD_FAILURE() << name << " was written";
    return "";
}

DistanceTable square(std::vector<std::int32_t> values, CostScale scale = {"time", "s", 0}) {
    std::vector<std::int64_t> ids{7, 8, 9};
    return DistanceTable(std::move(values), 3, std::move(scale), IdTable(std::move(ids)));
}

TEST(ExportTsplib, AsymmetricWithUnreachablePairsAndPlaces) {
    const ScratchFolder folder;
    std::string said;
    ExportOptions options = in_ms();
    options.unreachable = "5000";
    options.log = [&](LogLevel, std::string_view text) { said = text; };
    write_table(five_node_table(), folder.file("five.tsp"), options);
    EXPECT_EQ(
        folder.text("five.tsp"),
        "NAME: five\nTYPE: ATSP\n"
        "COMMENT: time in ms; 13 pairs are unreachable, written as 5000\n"
        "DIMENSION: 5\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
        "DISPLAY_DATA_TYPE: TWOD_DISPLAY\nEDGE_WEIGHT_SECTION\n"
        "0 100 300 500 5000\n100 0 200 400 5000\n5000 5000 0 200 5000\n5000 5000 5000 0 5000\n5000 5000 5000 5000 0\n"
        "DISPLAY_DATA_SECTION\n1 8.5 47.1\n2 8.6 47.2\n3 8.7 47.3\n4 8.8 47.4\n5 8.9 47.5\nEOF\n");
    EXPECT_EQ(folder.text("five.ids.csv"), "index,node_id\n1,10\n2,20\n3,30\n4,40\n5,50\n");
    EXPECT_NE(said.find("ATSP"), std::string::npos);

    const CostMatrix matrix = read_matrix(folder.file("five.tsp"));
    ASSERT_EQ(matrix.node_count(), 5u);
    EXPECT_EQ(matrix.values<std::int32_t>()[3], 500);
    EXPECT_FALSE(is_reachable(matrix.values<std::int32_t>()[10]));
    EXPECT_EQ(matrix.node_ids().text(4), "50");
    EXPECT_EQ(matrix.scale().unit, "ms");
}

TEST(ExportTsplib, SymmetricAndRounded) {
    const ScratchFolder folder;
    const DistanceTable table = square({0, 14, 25, 14, 0, 3, 25, 3, 0}, {"length", "m", 1});
    write_table(table, folder.file("a b.tsp"), rounded());
    EXPECT_EQ(
        folder.text("a b.tsp"),
        "NAME: a_b\nTYPE: TSP\nCOMMENT: length in m; rounded, by 0.5 at most\nDIMENSION: 3\n"
        "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 3\n1 0 0\n3 0 0\nEOF\n");
}

TEST(ExportTsplib, NumbersThatDoNotFitAreRefused) {
    const std::string fraction = refused(five_node_table(), "t.tsp", {});
    EXPECT_NE(fraction.find("time from 10 to 20 is 0.1 s"), std::string::npos) << fraction;
    EXPECT_NE(fraction.find("`round`"), std::string::npos) << fraction;
    const DistanceTable large = square({0, 1, x, 1, 0, 1000000000, x, 2, 0});
    EXPECT_NE(refused(large, "t.tsp", in_ms()).find("from 8 to 9 is 1000000000000"), std::string::npos);
    ExportOptions options;
    for (const char* text : {"inf", "", "1.5", "2147483648"}) {
        options.unreachable = text;
        EXPECT_THROW(check_table_output("t.tsp", options), InvalidArgument) << text;
    }
    options = {};
    options.dtype = "float32";
    EXPECT_THROW(check_table_output("t.tsp", options), InvalidArgument);
    const DistanceTable floats(std::vector<double>{0, 1.5, std::numeric_limits<double>::infinity(), 0}, 2, {},
                               IdTable::consecutive(2));
    EXPECT_NE(refused(floats, "t.tsp", {}).find("cost from 1 to 2 is 1.5"), std::string::npos);
}

TEST(ExportTsplib, RawNumbersAndWhatStandsForUnreachable) {
    const ScratchFolder folder;
    ExportOptions options;
    options.dtype = "raw";
    options.unreachable = "-1";
    write_table(five_node_table(), folder.file("t.atsp"), options);
    const std::string text = folder.text("t.atsp");
    EXPECT_NE(text.find("COMMENT: time in s, in steps of 10^-1; 13 pairs are unreachable, written as -1\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("\n0 1 3 5 -1\n"), std::string::npos);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"t.atsp", "t.ids.csv"}));
}

// A solver would drive along unreachable pairs, whatever number stood for them.
TEST(ExportWhole, UnreachablePairsAreRefusedUnlessANumberIsGiven) {
    const DistanceTable table = square({0, 1, 2, 3, 0, x, 5, x, 0}, {"time", "s", 0});
    for (const char* name : {"t.vroom.json", "t.ortools.json", "t.tsp"}) {
        const std::string said = refused(table, name, {});
        EXPECT_NE(said.find("2 pairs are unreachable (such as from 8 to 9)"), std::string::npos) << said;
        EXPECT_NE(said.find("set a number with `unreachable`"), std::string::npos) << said;
    }
}

TEST(ExportWhole, ASkimThatIsNotKnownIsRefused) {
    DistanceTable table = square({0, 1, 2, 3, 0, x, 5, 6, 0}, {"time", "s", 0});
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    table.add_skim({{"length", "m", 0}, std::vector<double>{0, 1, 2, 3, 0, unreachable_cost<double>, unknown, 6, 0}});
    for (const char* name : {"t.vroom.json", "t.ortools.json"}) {
        ExportOptions options;
        options.unreachable = "99";
        const std::string said = refused(table, name, options);
        EXPECT_NE(said.find("length from 9 to 7 is unknown"), std::string::npos) << said;
    }
    const ScratchFolder folder;
    ExportOptions options;
    options.unreachable = "99";
    write_table(table, folder.file("t.tsp"), options);  // holds the times alone
}

TEST(ExportVroom, SecondsAndMetresOfASkim) {
    const ScratchFolder folder;
    DistanceTable table = square({0, 1499, 1500, 500, 0, x, 2, 3, 0}, {"time", "s", 3});
    table.add_skim({{"length", "km", 2}, std::vector<std::int32_t>{0, 1, 2, 3, 0, x, 5, 6, 0}});
    ExportOptions options = rounded();
    options.unreachable = "20";
    options.provenance = {{"program", "allways"}, {"left_out", R"(["a, b","c"])"}};
    write_table(table, folder.file("t.vroom.json"), options);
    const json file = json::parse(folder.text("t.vroom.json"));
    const json& car = file["matrices"]["car"];
    EXPECT_EQ(file["allways"]["left_out"], json::array({"a, b", "c"}));
    EXPECT_EQ(car["durations"], (json{{0, 1, 2}, {1, 0, 20}, {0, 0, 0}}));
    EXPECT_EQ(car["distances"], (json{{0, 10, 20}, {30, 0, 20}, {50, 60, 0}}));
    const json& about = file["allways"];
    EXPECT_EQ(about["ids"], (json{7, 8, 9}));
    EXPECT_EQ(about["durations"]["unit"], "s");
    EXPECT_EQ(about["durations"]["unreachable"], 20);
    EXPECT_EQ(about["durations"]["largest_rounding_error"], 0.5);
    EXPECT_EQ(about["distances"]["unreachable_pairs"], 1);
}

TEST(ExportVroom, WhatItNeeds) {
    const DistanceTable lengths = square({0, 1, 2, 3, 0, 4, 5, 6, 0}, {"length", "m", 0});
    EXPECT_NE(refused(lengths, "t.vroom.json", {}).find("`cost` time"), std::string::npos);
    EXPECT_THROW(check_table_output("t.vroom.json", in_ms()), InvalidArgument);
    const DistanceTable negative = square({0, -1, 2, 3, 0, 4, 5, 6, 0});
    EXPECT_NE(refused(negative, "t.vroom.json", {}).find("from 7 to 8 is -1"), std::string::npos);
    const std::vector<NodeIndex> origins{0, 1};
    const std::vector<NodeIndex> destinations{1, 0};
    const ScratchFolder folder;
    for (const char* name : {"t.vroom.json", "t.ortools.json", "t.tsp"}) {
        EXPECT_THROW(write_table(sub_table(negative, origins, destinations), folder.file(name)), InvalidArgument)
            << name;
    }
    EXPECT_TRUE(folder.names().empty());
}

TEST(ExportVroom, NumbersWithoutAUnitAreTakenForSecondsAloud) {
    const ScratchFolder folder;
    std::string said;
    ExportOptions options;
    options.log = [&](LogLevel, std::string_view text) { said = text; };
    write_table(square({0, 1, 2, 3, 0, 4, 5, 6, 0}, {}), folder.file("t.vroom.json"), options);
    EXPECT_NE(said.find("seconds"), std::string::npos);
    EXPECT_EQ(json::parse(folder.text("t.vroom.json"))["allways"]["durations"]["unreachable"], nullptr);
}

TEST(ExportOrtools, MatricesByWhatTheyMeasure) {
    const ScratchFolder folder;
    DistanceTable table = square({0, 1, 2, 3, 0, x, 5, 6, 0}, {"time", "s", 3});
    table.add_skim({{"length", "m", 0}, std::vector<std::int32_t>{0, 10, 20, 30, 0, x, 50, 60, 0}});
    table.add_skim({{"toll", "", 0}, std::vector<double>(9, 2.0)});
    table.add_skim({{"free_time", "s", 0}, std::vector<double>(9, 3.0)});
    ExportOptions options = in_ms();
    options.unreachable = "60";
    options.provenance = {{"unsnapped", R"(["sea"])"}};
    write_table(table, folder.file("t.ortools.json"), options);
    const json file = json::parse(folder.text("t.ortools.json"));
    EXPECT_EQ(file["time_matrix"], (json{{0, 1, 2}, {3, 0, 60}, {5, 6, 0}}));
    EXPECT_EQ(file["distance_matrix"], (json{{0, 10, 20}, {30, 0, 60}, {50, 60, 0}}));
    EXPECT_EQ(file["allways"]["unsnapped"], json::array({"sea"}));
    EXPECT_EQ(file["toll_matrix"][1], (json{2, 2, 2}));
    EXPECT_EQ(file["free_time_matrix"][1], (json{3, 3, 3}));
    EXPECT_EQ(file["num_vehicles"], 1);
    EXPECT_EQ(file["depot"], 0);
    EXPECT_EQ(file["ids"], (json{7, 8, 9}));
    EXPECT_EQ(file["allways"]["time_matrix"]["unit"], "ms");
    EXPECT_EQ(file["allways"]["time_matrix"]["unreachable"], 60);
    EXPECT_EQ(file["allways"]["toll_matrix"]["unreachable"], nullptr);
    EXPECT_EQ(file["allways"]["distance_matrix"]["cost"], "length");
}

TEST(ExportOrtools, CostsWithoutAUnitAreWhatIsMinimised) {
    const ScratchFolder folder;
    write_table(square({0, 1, 2, 3, 0, 4, 5, 6, 0}, {}), folder.file("t.ortools.json"));
    EXPECT_EQ(json::parse(folder.text("t.ortools.json"))["distance_matrix"][0], (json{0, 1, 2}));
}

TEST(ExportWhole, OthersRefuseToRound) {
    EXPECT_THROW(check_table_output("t.csv", rounded()), InvalidArgument);
    EXPECT_NO_THROW(check_table_output("t.tsp", rounded()));
}

}  // namespace
}  // namespace allways::tools
