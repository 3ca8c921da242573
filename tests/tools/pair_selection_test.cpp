// SPDX-License-Identifier: Apache-2.0
#include "export/formats/pair_fields.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/export/export.h"
#include "five_nodes.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

using Columns = std::vector<std::uint32_t>;
constexpr std::int32_t x = unreachable_cost<std::int32_t>;

template <class T>
Columns selected(const std::vector<T>& row, const ExportOptions& options, const CostScale& scale = {"time", "s", 3},
                 std::size_t own = 0, bool same_nodes = true) {
    const NaturalScale natural(scale, options.unit);
    Columns columns{99};
    PairSelection<T>(options, natural, same_nodes).select(own, row, columns);
    return columns;
}

ExportOptions within(const char* cutoff, const std::string& unit = "") {
    ExportOptions options;
    options.cutoff = Decimal::parse(cutoff);
    options.unit = unit;
    return options;
}

ExportOptions nearest(std::uint64_t count) {
    ExportOptions options;
    options.nearest = count;
    return options;
}

TEST(PairSelection, AllThatAreReachable) {
    const std::vector<std::int32_t> row{0, 5, x, 3};
    EXPECT_EQ(selected(row, {}), (Columns{0, 1, 3}));
    EXPECT_EQ(selected(row, {.unreachable = "-1"}), (Columns{0, 1, 2, 3}));
    EXPECT_EQ(selected(std::vector<std::int32_t>{}, {}), Columns{});
}

TEST(PairSelection, CutoffsAreExactDecimals) {
    const std::vector<std::int32_t> row{0, 1500, x, 1501, 1499};
    EXPECT_EQ(selected(row, within("1.5")), (Columns{0, 1, 4}));
    EXPECT_EQ(selected(row, within("1.4999999")), (Columns{0, 4}));
    EXPECT_EQ(selected(row, within("0.02500000001", "min")), (Columns{0, 1, 4}));  // 1500 ms
    EXPECT_EQ(selected(row, within("0.0249999999", "min")), (Columns{0, 4}));
    EXPECT_EQ(selected(row, within("-0.0000000000000001")), Columns{});
    EXPECT_EQ(selected(row, within("1e40")), (Columns{0, 1, 3, 4}));
    EXPECT_EQ(selected(row, within("1e-40")), (Columns{0}));
    EXPECT_EQ(selected(row, within("-1e40")), Columns{});
    EXPECT_EQ(selected(std::vector<std::int32_t>{0, -2, -1}, within("-1.5"), {"cost", "", 0}), (Columns{1}));
}

TEST(PairSelection, CutoffsOfFloatsAreOfTheirType) {
    const std::vector<float> row{0, 0.1f, unreachable_cost<float>, 0.11f};
    EXPECT_EQ(selected(row, within("0.1"), {"cost", "", 0}), (Columns{0, 1}));  // 0.1f is more than 0.1
    const std::vector<double> doubles{0, 0.3, 0.1 + 0.2};
    EXPECT_EQ(selected(doubles, within("0.3"), {"cost", "", 0}), (Columns{0, 1}));
}

TEST(PairSelection, NearestFirstWithoutTheOriginItself) {
    const std::vector<std::int32_t> row{7, 0, 5, x, 5, 0};
    EXPECT_EQ(selected(row, nearest(3), {}, 1), (Columns{5, 2, 4}));
    EXPECT_EQ(selected(row, nearest(2), {}, 1), (Columns{5, 2}));
    EXPECT_EQ(selected(row, nearest(9), {}, 1), (Columns{5, 2, 4, 0}));
    EXPECT_EQ(selected(row, nearest(2), {}, 1, false), (Columns{1, 5}));
    ExportOptions both = within("5");
    both.nearest = 9;
    EXPECT_EQ(selected(row, both, {}, 1), (Columns{5, 2, 4}));
}

TEST(PairSelection, PickedCellsKeepTheirOrder) {
    const std::vector<std::int32_t> cells{0, 5, 3, x, 7, 0, 2, 1};  // 2 × 4
    const CostScale scale{"time", "s", 0};
    const std::vector<TableCell> picked{{1, 3}, {0, 2}, {1, 0}, {0, 3}, {1, 3}, {1, 2}};
    const auto selected = [&](const ExportOptions& options) {
        const NaturalScale natural(scale, options.unit);
        return PairSelection<std::int32_t>(options, natural, false).select_from(picked, [&](const TableCell& cell) {
            return cells[cell.row * 4 + cell.column];
        });
    };
    using Cells = std::vector<TableCell>;
    EXPECT_EQ(selected({.unreachable = ""}), picked);
    EXPECT_EQ(selected({}), (Cells{{1, 3}, {0, 2}, {1, 0}, {1, 3}, {1, 2}}));
    EXPECT_EQ(selected(within("2")), (Cells{{1, 3}, {1, 3}, {1, 2}}));
    EXPECT_EQ(selected(nearest(2)), (Cells{{1, 3}, {0, 2}, {1, 3}}));
    EXPECT_EQ(selected(nearest(3)), (Cells{{1, 3}, {0, 2}, {1, 3}, {1, 2}}));
}

TEST(PairSelection, LongTablesWriteIt) {
    const test::ScratchFolder folder;
    ExportOptions options = within("200", "ms");
    write_table(test::five_node_table(), folder.file("a.long.csv"), options);
    EXPECT_EQ(
        folder.text("a.long.csv"),
        "from,to,time_ms\n10,10,0\n10,20,100\n20,10,100\n20,20,0\n20,30,200\n30,30,0\n30,40,200\n40,40,0\n50,50,0\n");
    options = nearest(1);
    write_table(test::five_node_table(), folder.file("b.long.csv"), options);
    EXPECT_EQ(folder.text("b.long.csv"), "from,to,time_s\n10,20,0.1\n20,10,0.1\n30,40,0.2\n");
}

TEST(PairSelection, OtherFormatsRefuseIt) {
    try {
        check_table_output("t.csv", nearest(1));
        FAIL() << "csv took `nearest`";
    } catch (const InvalidArgument& error) {
        EXPECT_NE(std::string(error.what()).find("csv-long"), std::string::npos) << error.what();
    }
    ExportOptions options = within("1");
    options.unreachable = "-1";
    EXPECT_THROW(check_table_output("t.long.csv", options), InvalidArgument);
}

}  // namespace
}  // namespace allways::tools
