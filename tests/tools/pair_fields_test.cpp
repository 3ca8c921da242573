// SPDX-License-Identifier: Apache-2.0
#include "export/formats/pair_fields.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using test::ScratchFolder;

OriginDestinationTable one_by_two() {
    OriginDestinationTable table(std::vector<std::int32_t>{1500, unreachable_cost<std::int32_t>}, {"time", "s", 3},
                                 IdTable(std::vector<std::string>{"a"}), IdTable::consecutive(2));
    table.add_skim({{"length", "m", 0}, std::vector<std::int32_t>{7, unreachable_cost<std::int32_t>}});
    table.add_skim({{"Length_m", "", 0}, std::vector<float>{0.1f, unreachable_cost<float>}});
    table.add_skim({{"from", "", 0}, std::vector<double>{0.25, unreachable_cost<double>}});
    return table;
}

TEST(PairFields, AreNaturalNumbersUnderNamesOfTheirOwn) {
    const OriginDestinationTable table = one_by_two();
    const auto fields = pair_fields(cells_of(table), {}, {"from", "to"});
    ASSERT_EQ(fields.size(), 4u);
    EXPECT_EQ(fields[0].column, "time_s");
    EXPECT_EQ(fields[0].kind, "distances");
    EXPECT_FALSE(fields[0].whole);
    EXPECT_EQ(fields[0].value(0), 1.5);
    EXPECT_TRUE(std::isinf(fields[0].value(1)));
    EXPECT_EQ(fields[1].column, "length_m");
    EXPECT_TRUE(fields[1].whole);
    EXPECT_EQ(fields[2].column, "Length_m_2");
    EXPECT_EQ(fields[2].value(0), 0.1);  // not 0.10000000149011612
    EXPECT_EQ(fields[3].column, "from_2");
    EXPECT_EQ(fields[3].kind, "skim");
}

TEST(PairFields, TheUnitIsThatOfTheDistances) {
    const OriginDestinationTable table = one_by_two();
    const auto fields = pair_fields(cells_of(table), {.unit = "ms"}, {});
    EXPECT_EQ(fields[0].column, "time_ms");
    EXPECT_TRUE(fields[0].whole);
    EXPECT_EQ(fields[0].value(0), 1500);
    EXPECT_EQ(fields[1].unit, "m");
    EXPECT_THROW(pair_fields(cells_of(table), {.unit = "km"}, {}), InvalidArgument);
}

// Pairs with one unknown end, or with both ends at one place.
TEST(DesireLines, PairsWithoutALineKeepTheirNumbers) {
    OriginDestinationTable table(std::vector<std::int32_t>{0, 2, 3}, {"cost", "", 0},
                                 IdTable(std::vector<std::string>{"a\"b"}), IdTable::consecutive(3));
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    table.set_places({{8, 47}}, {{8, 47}, {unknown, unknown}, {9, 47.5}}, "");
    const ScratchFolder folder;
    write_table(table, folder.file("lines.desire.geojson"));
    EXPECT_EQ(folder.text("lines.desire.geojson"),
              "{\"type\":\"FeatureCollection\",\"features\":[\n"
              R"({"type":"Feature","geometry":null,"properties":{"from":"a\"b","to":1,"cost":0}},)"
              "\n"
              R"({"type":"Feature","geometry":null,"properties":{"from":"a\"b","to":2,"cost":2}},)"
              "\n"
              R"({"type":"Feature","geometry":{"type":"LineString","coordinates":[[8,47],[9,47.5]]},)"
              R"("properties":{"from":"a\"b","to":3,"cost":3}})"
              "\n]}\n");
    write_table(table, folder.file("lines.desire.gpkg"));
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"lines.desire.geojson", "lines.desire.gpkg"}));
}

TEST(DesireLines, ATableOfNothingNeedsNoPlaces) {
    const OriginDestinationTable table(std::vector<std::int32_t>{}, {}, IdTable::consecutive(0),
                                       IdTable::consecutive(2));
    const ScratchFolder folder;
    write_table(table, folder.file("none.desire.geojson"));
    EXPECT_EQ(folder.text("none.desire.geojson"), "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n");
    EXPECT_THROW(write_table(one_by_two(), folder.file("some.desire.geojson")), InvalidArgument);
}

TEST(Sqlite, CancelledWritingLeavesNothing) {
    const ScratchFolder folder;
    ExportOptions options;
    options.progress = [](const Progress&) { return false; };
    for (const char* name : {"t.sqlite", "t.desire.gpkg", "t.desire.geojson"}) {
        EXPECT_THROW(write_table(test::five_node_table(), folder.file(name), options), Cancelled) << name;
    }
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace allways::tools
