// SPDX-License-Identifier: Apache-2.0
// Reads back every table written: cells, ids and, if the format stores it, the unit.
#include <ostream>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/query/table_difference.h"
#include "scratch_folder.h"
#include "text/file_format.h"

namespace allways::tools {

using namespace importers;
namespace {

using test::ScratchFolder;

constexpr std::int32_t x = unreachable_cost<std::int32_t>;
constexpr double no_path = unreachable_cost<double>;

using Solved = std::variant<DistanceTable, OriginDestinationTable>;

struct Table {
    const char* name;
    Solved (*make)();
    bool reachable = true;  // every pair
    bool whole = true;      // in natural numbers
    bool square = true;
};

IdTable numbers(std::vector<std::int64_t> ids) {
    return IdTable(std::move(ids));
}
IdTable texts(std::vector<std::string> ids) {
    return IdTable(std::move(ids));
}

const Table tables[] = {
    {"Whole",
     [] {
         return Solved(DistanceTable(std::vector<std::int32_t>{0, 4, 7, 3, 0, 12, 9, 5, 0}, 3, {"time", "min", 0},
                                     numbers({10, 30, 20})));
     }},
    {"WholeWithHoles",
     [] {
         return Solved(DistanceTable(std::vector<std::int32_t>{0, x, 7, x, 0, 12, 9, 5, 0}, 3, {"length", "m", 0},
                                     numbers({-1, 3, 2})));
     },
     false},
    {"Milliseconds",
     [] {
         return Solved(DistanceTable(std::vector<std::int32_t>{0, 1500, x, 1, 0, 12345, x, 20, 0}, 3, {"time", "s", 3},
                                     numbers({1, 2, 3})));
     },
     false, false},
    {"Texts",
     [] {
         return Solved(
             DistanceTable(std::vector<std::int32_t>{0, 4, 7, 0}, 2, {"toll", "", 0}, texts({"a,b", "say \"c\""})));
     }},
    {"Doubles",
     [] {
         return Solved(
             DistanceTable(std::vector<double>{0, 0.1234567890123456, no_path, 1e-7, 0, 1.0 / 3, 2.5e12, 7, 0}, 3,
                           {"cost", "", 0}, numbers({7, 5, 6})));
     },
     false, false},
    // Ids beyond 32 bits, after smaller ones, and no path in the first cell of a part.
    {"LargeIds",
     [] {
         return Solved(
             DistanceTable(std::vector<std::int32_t>{0, 4, 7, 0}, 2, {"time", "s", 0}, numbers({5, 123456789012})));
     }},
    {"HoleFirst",
     [] {
         return Solved(OriginDestinationTable(std::vector<std::int32_t>{x, 1, 3, 4}, {"time", "s", 2}, numbers({1, 2}),
                                              numbers({3, 4})));
     },
     false, false, false},
    {"Parts",
     [] {
         return Solved(OriginDestinationTable(std::vector<std::int32_t>{4, x, 7, 9, 12, 3}, {"time", "s", 0},
                                              numbers({8, 9}), texts({"north", "south", "9"})));
     },
     false, true, false},
    {"SquareParts",
     [] {
         return Solved(OriginDestinationTable(std::vector<std::int32_t>{4, 1, 7, 9}, {"length", "km", 0},
                                              numbers({8, 9}), numbers({9, 10})));
     },
     true, true, false},
    {"Column",
     [] {
         return Solved(OriginDestinationTable(std::vector<double>{0.5, 0.25, 1e-9}, {"time", "h", 0},
                                              numbers({1, 2, 3}), numbers({4})));
     },
     true, false, false},
};

struct Form {
    const char* name;
    const char* file;
    ExportOptions options;
    bool unit = true;        // kept
    bool fractions = true;   // can be stored
    bool rectangles = true;  // can be stored
};

const Form forms[] = {
    {"Omx", "t.omx", {}},
    {"OmxRaw", "t.omx", {.dtype = "raw"}},
    {"OmxFloat32", "t.omx", {.dtype = "float32"}},
    {"Npy", "t.npy", {}},
    {"NpyRaw", "t.npy", {.dtype = "raw"}},
    {"NpyMinusOne", "t.npy", {.unreachable = "-1"}},
    {"NpyByAnotherName", "t.dat", {.format = "npy"}},
    {"Csv", "t.csv", {}, false},
    {"CsvInf", "t.csv", {.unreachable = "inf"}, false},
    {"CsvLong", "t.long.csv", {}},
    {"CsvLongInf", "t.long.csv", {.unreachable = "inf"}},
    {"CsvLongByAnotherName", "t.csv", {.format = "csv-long"}},
    {"Sqlite", "t.sqlite", {}},
    {"SqliteNull", "t.db", {.unreachable = "null"}},
    {"SqliteMinusOne", "t.sqlite3", {.unreachable = "-1"}},
    {"Tsplib", "t.tsp", {.unreachable = "999999999"}, true, false, false},
    {"TsplibMinusOne", "t.atsp", {.unreachable = "-1"}, true, false, false},
    {"TsplibRaw", "t.tsp", {.dtype = "raw", .unreachable = "999999999"}, true, false, false},
};

struct Case {
    const Table& table;
    const Form& form;

    friend std::ostream& operator<<(std::ostream& out, const Case& one) {
        return out << one.form.name << " of " << one.table.name;
    }
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const Table& table : tables) {
        for (const Form& form : forms) {
            const bool raw = form.options.dtype == "raw" && std::string_view(table.name) == "Milliseconds";
            if (!table.whole && !form.fractions && !raw) continue;
            if (!table.square && !form.rectangles) continue;
            cases.push_back({table, form});
        }
    }
    return cases;
}

ComparedTable compared_content(const Input& input) {
    if (const auto* table = std::get_if<DistanceTable>(&input)) return compared(*table);
    if (const auto* table = std::get_if<OriginDestinationTable>(&input)) return compared(*table);
    return compared(std::get<CostMatrix>(input));
}

class ReadBack : public ::testing::TestWithParam<Case> {};

TEST_P(ReadBack, IsWhatWasWritten) {
    const auto& [table, form] = GetParam();
    const ScratchFolder folder;
    const Solved written = table.make();
    std::visit([&](const auto& held) { write_table(held, folder.file(form.file), form.options); }, written);

    // As `allways diff` reads it.
    ReadOptions options;
    options.format =
        find_format(folder.file(form.file), {.format = std::string_view(form.file) == "t.dat" ? "npy" : ""},
                    FormatInfo::Holds::matrix)
            .info.name;
    const Input read = read_input(folder.file(form.file), options);

    const ComparedTable a = std::visit([](const auto& held) { return compared(held); }, written);
    const ComparedTable b = compared_content(read);
    EXPECT_EQ(b.rows.size(), a.rows.size());
    EXPECT_EQ(b.columns.size(), a.columns.size());
    const CommonIds rows = common_ids(a.rows, b.rows);
    const CommonIds columns = common_ids(a.columns, b.columns);
    EXPECT_TRUE(rows.same() && columns.same());
    const FieldDifference found = difference({a, a.fields[0], b, b.fields[0], rows, columns});
    EXPECT_EQ(found.pairs, found.equal);
    EXPECT_EQ(found.pairs, a.rows.size() * a.columns.size() - (b.has_diagonal ? 0 : a.rows.size()));
    EXPECT_EQ(found.unreachable > 0, !table.reachable);
    const CostScale& scale = b.fields[0].scale;
    if (!form.unit) return;
    EXPECT_EQ(scale.unit, a.fields[0].scale.unit);
    EXPECT_EQ(scale.name, a.fields[0].scale.name);
}

INSTANTIATE_TEST_SUITE_P(EveryTable, ReadBack, ::testing::ValuesIn(all_cases()),
                         [](const auto& one) { return std::string(one.param.form.name) + one.param.table.name; });

TEST(ReadBack, TntpTrips) {
    const ScratchFolder folder;
    const IdTable zones = IdTable::consecutive(3);
    const auto written = [&](const auto& trips) {
        const OriginDestinationTable table(trips, {"trips", "", 0}, zones, zones);
        write_table(table, folder.file("t_trips.tntp"), {.overwrite = true});
        return read_input(folder.file("t_trips.tntp"));
    };
    const Input fractions = written(std::vector<double>{0.1, 1.0 / 3, 0, 12345678.25, 0, no_path, 0, 0, 2e-9});
    EXPECT_TRUE(folder.text("t_trips.tntp").starts_with("<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 12345678.68333333"));
    const auto& decimals = std::get<SharedArray<double>>(std::get<OriginDestinationTable>(fractions).distances());
    EXPECT_EQ(std::vector<double>(decimals.begin(), decimals.end()),
              (std::vector<double>{0.1, 1.0 / 3, 0, 12345678.25, 0, 0, 0, 0, 2e-9}));
    const Input whole = written(std::vector<std::int32_t>{0, 10, 20, 0, 0, 0, x, 7, 0});
    EXPECT_EQ(folder.text("t_trips.tntp"),
              "<NUMBER OF ZONES> 3\n<TOTAL OD FLOW> 37\n<END OF METADATA>\n\n"
              "Origin 1\n1 : 0; 2 : 10; 3 : 20;\n\nOrigin 2\n2 : 0;\n\nOrigin 3\n2 : 7; 3 : 0;\n");
    const auto& integers = std::get<SharedArray<std::int32_t>>(std::get<DistanceTable>(whole).distances());
    EXPECT_EQ(std::vector<std::int32_t>(integers.begin(), integers.end()),
              (std::vector<std::int32_t>{0, 10, 20, 0, 0, 0, 0, 7, 0}));

    const std::string before = folder.text("t_trips.tntp");
    EXPECT_THROW(written(std::vector<double>{0, 1, 2, 3, 0, 4, 5, -1, 0}), InvalidArgument);
    const DistanceTable others(std::vector<std::int32_t>{0, 4, 7, 0}, 2, {"trips", "", 0}, numbers({2, 3}));
    EXPECT_THROW(write_table(others, folder.file("t_trips.tntp"), {.overwrite = true}), InvalidArgument);
    const ExportOptions cancelled{.overwrite = true, .progress = [](const Progress&) { return false; }};
    EXPECT_THROW(write_table(std::get<DistanceTable>(whole), folder.file("t_trips.tntp"), cancelled), Cancelled);
    EXPECT_EQ(folder.text("t_trips.tntp"), before);
}

}  // namespace
}  // namespace allways::tools
