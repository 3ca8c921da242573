// SPDX-License-Identifier: Apache-2.0
#include "matrix_values.h"
#include "support.h"

namespace allways::test {
namespace {

using Costs = std::vector<std::int32_t>;

std::string instance(std::string_view format, std::string_view numbers, std::string_view dimension = "3") {
    std::string text = "NAME : x\nTYPE : TSP\nDIMENSION : ";
    text.append(dimension).append("\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : ").append(format);
    return text.append("\nEDGE_WEIGHT_SECTION\n").append(numbers);
}

std::string points(std::string_view type, std::string_view rows, std::string_view dimension = "2") {
    std::string text = "DIMENSION: ";
    text.append(dimension).append("\nEDGE_WEIGHT_TYPE: ").append(type);
    return text.append("\nNODE_COORD_SECTION\n").append(rows).append("\nEOF\n");
}

TEST(Tsplib, ReadsAFullMatrixAndDropsItsDiagonal) {
    ImportReport report;
    const auto matrix = read_matrix(fixture("three.atsp"), {}, &report);
    EXPECT_EQ(values<std::int32_t>(matrix), (Costs{0, 1, 2, 3, 0, 4, 5, 0, 0}));
    EXPECT_EQ(matrix.node_ids().text(2), "3");
    EXPECT_EQ(matrix.scale().digits, 0);
    EXPECT_EQ(report.nodes, 3u);
    EXPECT_EQ(report.arcs, 6u);
    EXPECT_EQ(report.strong_components, 1u);
    EXPECT_EQ(report.columns.at(0).zero, 1u);
    EXPECT_EQ(report.columns.at(0).largest, "5");
}

TEST(Tsplib, EveryTriangleGivesTheSameMatrix) {
    const TemporaryFolder folder;
    //  . 1 2 3
    //  1 . 4 5
    //  2 4 . 6
    //  3 5 6 .
    const Costs expected{0, 1, 2, 3, 1, 0, 4, 5, 2, 4, 0, 6, 3, 5, 6, 0};
    const std::vector<std::pair<std::string, std::string>> cases{
        {"UPPER_ROW", "1 2 3 4 5 6"},
        {"LOWER_ROW", "1\n2 4 3\n5 6\n"},
        {"UPPER_COL", "1 2 4 3 5 6\nEOF"},
        {"LOWER_COL", "1 2 3 4 5 6\nDISPLAY_DATA_SECTION\n1 2 3\n"},
        {"UPPER_DIAG_ROW", "9 1 2 3 9 4 5 9 6 9"},
        {"LOWER_DIAG_ROW", "9 1 9 2 4 9 3 5 6 9"},
        {"UPPER_DIAG_COL", "9 1 9 2 4 9 3 5 6 9"},
        {"LOWER_DIAG_COL", "9 1 2 3 9 4 5 9 6 9"},
        {"FULL_MATRIX", "9 1 2 3 1 9 4 5 2 4 9 6 3 5 6 9"},
    };
    for (const auto& [name, numbers] : cases) {
        const auto matrix = read_matrix(folder.write("x.tsp", instance(name, numbers, "4")));
        EXPECT_EQ(values<std::int32_t>(matrix), expected) << name;
    }
}

TEST(Tsplib, DistancesBetweenPoints) {
    const TemporaryFolder folder;
    const auto distance = [&](std::string_view type, std::string_view rows) {
        return read_matrix(folder.write("x.tsp", points(type, rows))).values<std::int32_t>()[1];
    };
    EXPECT_EQ(distance("EUC_2D", "1 0 0\n2 1 1"), 1);
    EXPECT_EQ(distance("EUC_2D", "1 0 0\n2 1e0 1.2"), 2);
    EXPECT_EQ(distance("CEIL_2D", "1 0 0\n2 1 1"), 2);
    EXPECT_EQ(distance("EUC_3D", "1 0 0 0\n2 2 3 6"), 7);
    EXPECT_EQ(distance("MAN_2D", "1 0 0\n2 -2 3"), 5);
    EXPECT_EQ(distance("MAX_2D", "1 0 0\n2 -2 3"), 3);
    EXPECT_EQ(distance("ATT", "1 0 0\n2 10 0"), 4);   // sqrt(10) = 3.16, rounded to 3 and then up
    EXPECT_EQ(distance("GEO", "1 0 0\n2 0 1"), 112);  // 6378.388 · 3.141592 / 180 = 111.3, cut after adding 1
}

TEST(Tsplib, CostsBeyondInt32AreReadAsTheFloatsAskedFor) {
    const TemporaryFolder folder;
    const auto path = folder.write("x.tsp", instance("UPPER_ROW", "1 1073741823 100000000000000000000"));
    ALLWAYS_EXPECT_ERROR(7,
                         "cost 1073741823 from 1 to 3 does not fit int32 (below 1073741823); read it with "
                         "`cost_type` float64",
                         read_matrix(path));
    EXPECT_EQ(values<double>(read_matrix(path, {.cost_type = CostType::float64})),
              (std::vector<double>{0, 1, 1073741823, 1, 0, 1e20, 1073741823, 1e20, 0}));
    EXPECT_EQ(read_matrix(path, {.cost_type = CostType::float32}).values<float>()[5], 1e20f);
    const auto far = folder.write("y.tsp", points("EUC_2D", "1 0 0\n2 0 3e9"));
    EXPECT_EQ(read_matrix(far, {.cost_type = CostType::float64}).values<double>()[1], 3e9);

    const auto huge = folder.write("z.tsp", instance("UPPER_ROW", "1 2\n-1" + std::string(39, '0')));
    ALLWAYS_EXPECT_ERROR(8, "does not fit int32", read_matrix(huge));
    ALLWAYS_EXPECT_ERROR(8, "does not fit float32; read it with `cost_type` float64",
                         read_matrix(huge, {.cost_type = CostType::float32}));
    const auto endless = folder.write("z.tsp", instance("UPPER_ROW", "1 2\n1" + std::string(400, '0')));
    ALLWAYS_EXPECT_ERROR(8, "does not fit float64", read_matrix(endless, {.cost_type = CostType::float64}));
    ALLWAYS_EXPECT_ERROR(
        8, "expected an integer",
        read_matrix(folder.write("z.tsp", instance("UPPER_ROW", "1 2\n3.5")), {.cost_type = CostType::float64}));
    ALLWAYS_EXPECT_ERROR(5, "does not fit float64",
                         read_matrix(folder.write("z.tsp", points("EUC_2D", "1 1e300 3\n2 -1e300 4")),
                                     {.cost_type = CostType::float64}));
}

TEST(Tsplib, RefusesMalformedFilesByLine) {
    const TemporaryFolder folder;
    const auto read = [&](std::string_view text) { return read_matrix(folder.write("x.tsp", text)); };
    ALLWAYS_EXPECT_ERROR(7, "needs 3 numbers, but ends after 2", read(instance("UPPER_ROW", "1 2")));
    ALLWAYS_EXPECT_ERROR(7, "needs 3 numbers, but has more", read(instance("UPPER_ROW", "1 2 3 4")));
    ALLWAYS_EXPECT_ERROR(8, "ends after 2", read(instance("UPPER_ROW", "1 2\nEOF")));
    ALLWAYS_EXPECT_ERROR(8, "found '2.5'", read(instance("UPPER_ROW", "1\n2.5 3")));
    ALLWAYS_EXPECT_ERROR(7, "does not fit int32", read(instance("UPPER_ROW", "1 1073741823 3")));
    ALLWAYS_EXPECT_ERROR(6, "EDGE_WEIGHT_FORMAT 'SIDEWAYS'", read(instance("SIDEWAYS", "1 2 3")));
    ALLWAYS_EXPECT_ERROR(3, "DIMENSION needs an integer", read(instance("UPPER_ROW", "1 2 3", "three")));
    ALLWAYS_EXPECT_ERROR(3, "'XRAY1' with a NODE_COORD_SECTION is not supported", read(points("XRAY1", "1 2 3")));
    ALLWAYS_EXPECT_ERROR(5, "ends after 1", read(points("EUC_2D", "1 2 3")));
    ALLWAYS_EXPECT_ERROR(4, "a node number and 2 coordinates", read(points("EUC_2D", "1 2\n2 3 4")));
    ALLWAYS_EXPECT_ERROR(5, "does not fit int32", read(points("EUC_2D", "1 1e300 3\n2 -1e300 4")));
    ALLWAYS_EXPECT_ERROR(4, "a node number and 2 coordinates", read(points("EUC_2D", "1 nan 3\n2 3 4")));
    ALLWAYS_EXPECT_ERROR(0, "node 1 has two points", read(points("EUC_2D", "1 2 3\n1 3 4")));
    ALLWAYS_EXPECT_ERROR(2, "tour", read("TYPE : TOUR\nTOUR_SECTION\n1\n-1\n"));
    ALLWAYS_EXPECT_ERROR(2, "without EDGE_WEIGHT_SECTION", read("TYPE : TSP\nEOF\n"));
    ALLWAYS_EXPECT_ERROR(1, "a TSPLIB keyword", read("12 13\n"));
}

}  // namespace
}  // namespace allways::test
