// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "matrix_values.h"
#include "support.h"

namespace allways::test {
namespace {

constexpr std::int32_t none = unreachable_cost<std::int32_t>;
using Costs = std::vector<std::int32_t>;

CostMatrix read(std::string_view text, const std::string& name = "x.csv") {
    const TemporaryFolder folder;
    return read_matrix(folder.write(name, text));
}

TEST(MatrixCsv, IdsDecimalsAndUnreachableCells) {
    ImportReport report;
    const auto matrix = read_matrix(fixture("table.csv"), {}, &report);
    EXPECT_EQ(matrix.node_ids().texts(), (std::vector<std::string>{"north", "south", "east"}));
    EXPECT_EQ(matrix.scale().digits, 2);
    EXPECT_EQ(values<std::int32_t>(matrix), (Costs{0, 150, none, 225, 0, none, -300, 400, 0}));
    EXPECT_EQ(report.format, "matrix-csv");
    EXPECT_EQ(report.arcs, 4u);
    EXPECT_EQ(report.columns[0].smallest, "-3");
    EXPECT_EQ(report.columns[0].missing, 2u);
    EXPECT_EQ(report.columns[0].negative, 1u);
    EXPECT_EQ(report.strong_components, 2u);
}

TEST(MatrixCsv, WithAndWithoutIds) {
    const Costs expected{0, 1, 2, 0};
    for (const char* text :
         {"0,1\n2,0\n", "a,b\n0,1\n2,0\n", "a,0,1\nb,2,0\n", ",a,b\na,0,1\nb,2,0", ",5,7\n5,0,1\n7,2,0"}) {
        EXPECT_EQ(values<std::int32_t>(read(text)), expected) << text;
    }
    EXPECT_EQ(read(",5,7\n5,0,1\n7,2,0").node_ids().numbers(), (std::vector<std::int64_t>{5, 7}));
    EXPECT_EQ(values<std::int32_t>(read("0 1\n2 0\n", "x.txt")), expected);
}

TEST(MatrixCsv, AnEmptyCornerOfAnEmptyDiagonalIsACost) {
    EXPECT_EQ(values<std::int32_t>(read(",3,4\n3,,5\n4,5,\n")), (Costs{0, 3, 4, 3, 0, 5, 4, 5, 0}));
}

TEST(MatrixCsv, WhatInt32CannotHoldIsFloat64AndSaid) {
    const TemporaryFolder folder;
    Messages messages;
    const auto matrix = read_matrix(folder.write("x.csv", "0,0.123456789012\n5000,0\n"), {.log = messages.callback()});
    EXPECT_EQ(values<double>(matrix), (std::vector<double>{0, 0.123456789012, 5000, 0}));
    EXPECT_TRUE(messages.contains("read as float64"));
}

TEST(MatrixCsv, CellsAreReadStraightIntoTheTypeAskedFor) {
    const TemporaryFolder folder;
    const auto path = folder.write("p.csv", "0,0.123456789012,5\n1,0,0.1\n2,-,0\n");
    const auto wide = read_matrix(path, {.cost_type = CostType::float64});
    EXPECT_EQ(values<double>(wide),
              (std::vector<double>{0, 0.123456789012, 5, 1, 0, 0.1, 2, unreachable_cost<double>, 0}));
    EXPECT_EQ(wide.scale().digits, 0);
    const auto narrow = read_matrix(path, {.cost_type = CostType::float32});
    EXPECT_EQ(values<float>(narrow)[1], 0.123456789012f);
    // Costs that would also fit int32.
    EXPECT_EQ(read_matrix(folder.write("q.csv", "0,1.5\n2,0\n"), {.cost_type = CostType::float64}).values<double>()[1],
              1.5);
    ALLWAYS_EXPECT_ERROR(1, "the cost 1.23456789012e-1 in column 2 does not fit int32 with the 12 digits",
                         read_matrix(path, {.cost_type = CostType::int32}));
}

TEST(MatrixCsv, WhatAFloatCannotHoldIsNoAbsentArc) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text, std::optional<CostType> type = {}) {
        return read_matrix(folder.write("x.csv", text), {.cost_type = type});
    };
    ALLWAYS_EXPECT_ERROR(3, "the cost 1e39 in column 2 does not fit float32; read it with `cost_type` float64",
                         read("x,a,b\na,0,1\nb,1e39,0\n", CostType::float32));
    ALLWAYS_EXPECT_ERROR(2, "the cost -1.5e39 in column 1 does not fit float32",
                         read("0,1\n-1.5e39,0\n", CostType::float32));
    EXPECT_EQ(read("0,1\n-1.5e39,0\n").values<double>()[2], -1.5e39);
    ALLWAYS_EXPECT_ERROR(1, "the cost 1e400 in column 2 does not fit float64", read("0,1e400\n1,0", CostType::float64));
    ALLWAYS_EXPECT_ERROR(2, "the cost -1e400 in column 2 does not fit float64",
                         read("a,b\n0,-1e400\n1,0", CostType::float64));
    EXPECT_EQ(read("0,1e39\n1,1e400\n", CostType::float64).values<double>()[1], 1e39);  // the diagonal is no cost
}

TEST(MatrixCsv, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto forced = [&](std::string_view text) {
        return read_matrix(folder.write("x.csv", text), {.format = "matrix-csv"});
    };
    ALLWAYS_EXPECT_ERROR(2, "expected 3 cells, as in the first row, found 2", forced("0,1,2\n2,0\n1,1,1\n"));
    ALLWAYS_EXPECT_ERROR(2, "expected a cost in column 2, found 'far'", forced("0,1\n2,far\n"));
}

TEST(MatrixCsv, RefusesOtherShapesAndLabels) {
    const TemporaryFolder folder;
    const auto forced = [&](std::string_view text) {
        return read_matrix(folder.write("x.csv", text), {.format = "matrix-csv"});
    };
    ALLWAYS_EXPECT_ERROR(0, "found 3 rows of 1 cells", forced("1\n2\n3\n"));
    ALLWAYS_EXPECT_ERROR(1, "the ids of rows and columns differ", forced("x,a,b\nb,0,1\na,1,0\n"));
    ALLWAYS_EXPECT_ERROR(1, "duplicate id a", forced("a,a\n0,1\n1,0\n"));
    ALLWAYS_EXPECT_ERROR(0, "no rows", forced("\n"));
    ALLWAYS_EXPECT_ERROR(2, "expected a cost in column 1, found 'x'", forced("0,1\nx,0\n"));
}

}  // namespace
}  // namespace allways::test
