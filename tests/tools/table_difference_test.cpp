// SPDX-License-Identifier: Apache-2.0
#include "allways/query/table_difference.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "five_nodes.h"

namespace allways::tools {
namespace {

constexpr std::int32_t x = unreachable_cost<std::int32_t>;

FieldDifference distances_of(const ComparedTable& a, const ComparedTable& b, const DifferenceOptions& options = {}) {
    const CommonIds rows = common_ids(a.rows, b.rows);
    const CommonIds columns = common_ids(a.columns, b.columns);
    return allways::difference({a, a.fields[0], b, b.fields[0], rows, columns}, options);
}

IdTable ids(std::vector<std::int64_t> numbers) {
    return IdTable(std::move(numbers));
}

TEST(TableDifference, IdsAreMatchedWhereverTheyStand) {
    const CommonIds found = common_ids(ids({7, 3, 7, 9}), IdTable(std::vector<std::string>{"7", "x", "3", "7", "7"}));
    EXPECT_EQ(found.common, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}, {1, 2}, {2, 3}}));
    EXPECT_EQ(found.only_a, (std::vector<std::uint32_t>{3}));
    EXPECT_EQ(found.only_b, (std::vector<std::uint32_t>{1, 4}));
    EXPECT_FALSE(found.same());
    EXPECT_TRUE(common_ids(ids({2, 1}), ids({1, 2})).same());
}

TEST(TableDifference, MeansAndPercentilesOfPairsThatBothReach) {
    const OriginDestinationTable a(std::vector<std::int32_t>{10, 20, x, 30}, {"time", "s", 1}, ids({1, 2}),
                                   ids({5, 6}));
    const OriginDestinationTable b(std::vector<std::int32_t>{13, 20, 5, 26}, {"time", "s", 1}, ids({1, 2}),
                                   ids({5, 6}));
    const FieldDifference found = distances_of(compared(a), compared(b));
    ASSERT_TRUE(found.means);
    EXPECT_EQ(found.means->weight, 3);
    EXPECT_DOUBLE_EQ(found.means->a, 2);
    EXPECT_DOUBLE_EQ(found.means->b, 5.9 / 3);
    EXPECT_DOUBLE_EQ(found.means->difference, -0.1 / 3);
    EXPECT_DOUBLE_EQ(found.means->absolute, 0.7 / 3);
    EXPECT_DOUBLE_EQ(found.means->root_mean_square, std::sqrt((0.09 + 0.16) / 3));
    ASSERT_EQ(found.percentiles.size(), 4u);
    EXPECT_EQ(found.percentiles[0].share, 50);
    EXPECT_DOUBLE_EQ(found.percentiles[0].absolute, 0.3);
    EXPECT_DOUBLE_EQ(found.percentiles[3].absolute, 0.4);
    EXPECT_DOUBLE_EQ(found.percentiles[3].relative, 0.3 / 1.3);
    EXPECT_FALSE(found.weighted);
}

TEST(TableDifference, WeightsOfPairs) {
    const OriginDestinationTable a(std::vector<std::int32_t>{10, 20, x, 30}, {"time", "s", 1}, ids({1, 2}),
                                   ids({5, 6}));
    const OriginDestinationTable b(std::vector<std::int32_t>{13, 20, 5, 26}, {"time", "s", 1}, ids({1, 2}),
                                   ids({5, 6}));
    const ComparedTable in_a = compared(a), in_b = compared(b);
    const CommonIds rows = common_ids(in_a.rows, in_b.rows), columns = common_ids(in_a.columns, in_b.columns);
    const auto weighed = [&](const OriginDestinationTable& trips) {
        const ComparedTable table = compared(trips);
        const PairWeights weights{table, common_ids(in_a.rows, table.rows), common_ids(in_a.columns, table.columns)};
        return allways::difference({in_a, in_a.fields[0], in_b, in_b.fields[0], rows, columns}, {.weights = &weights});
    };
    // In another order; 1 → 5 weighs 3, 2 → 6 weighs 1, an unreachable weight none, and 2 → 5 has no number in A.
    const FieldDifference found =
        weighed({std::vector<double>{1, 9, unreachable_cost<double>, 3}, {"trips", "", 0}, ids({2, 1}), ids({6, 5})});
    ASSERT_TRUE(found.weighted);
    EXPECT_EQ(found.weighted->weight, 4);
    EXPECT_DOUBLE_EQ(found.weighted->difference, (3 * 0.3 - 0.4) / 4);
    EXPECT_DOUBLE_EQ(found.weighted->absolute, (3 * 0.3 + 0.4) / 4);
    // A node that the weights lack.
    EXPECT_EQ(weighed({std::vector<double>{2, 0}, {"trips", "", 0}, ids({1}), ids({5, 6})}).weighted->weight, 2);
    EXPECT_THROW(weighed({std::vector<double>{-2, 0}, {"trips", "", 0}, ids({1}), ids({5, 6})}), InvalidArgument);
    EXPECT_THROW(weighed({std::vector<double>{0, 0}, {"trips", "", 0}, ids({1}), ids({5, 6})}), InvalidArgument);
    const std::vector<double> cells = differences({in_a, in_a.fields[0], in_b, in_b.fields[0], rows, columns});
    ASSERT_EQ(cells.size(), 4u);
    EXPECT_DOUBLE_EQ(cells[0], 0.3);
    EXPECT_EQ(cells[1], 0);
    EXPECT_TRUE(std::isnan(cells[2]));
    EXPECT_DOUBLE_EQ(cells[3], -0.4);
}

TEST(TableDifference, EveryKindOfPairIsCounted) {
    const OriginDestinationTable a(std::vector<std::int32_t>{10, 20, x, x, 30, 40}, {"time", "s", 1}, ids({1, 2}),
                                   ids({5, 6, 7}));
    // Columns in another order; 1 → 5 is unreachable here, 2 → 5 is not.
    const OriginDestinationTable b(std::vector<std::int32_t>{x, 21, x, 45, 30, 8}, {"time", "s", 1}, ids({1, 2}),
                                   ids({7, 6, 5}));
    const FieldDifference found = distances_of(compared(a), compared(b), {.relative_tolerance = 0.05});
    EXPECT_EQ(found.pairs, 6u);
    EXPECT_EQ(found.equal, 2u);        // 1 → 7, 2 → 6
    EXPECT_EQ(found.unreachable, 1u);  // 1 → 7
    EXPECT_EQ(found.within, 1u);       // 1 → 6
    EXPECT_EQ(found.differing, 1u);    // 2 → 7
    EXPECT_EQ(found.reachable_in_a, 1u);
    EXPECT_EQ(found.reachable_in_b, 1u);
    ASSERT_TRUE(found.largest_absolute);
    EXPECT_EQ(found.largest_absolute->row, 1u);
    EXPECT_EQ(found.largest_absolute->column, 2u);
    EXPECT_EQ(found.largest_absolute->a, 4);
    EXPECT_EQ(found.largest_absolute->b, 4.5);
    EXPECT_EQ(found.largest_absolute->absolute, 0.5);
    EXPECT_DOUBLE_EQ(found.largest_relative->relative, 0.5 / 4.5);
    ASSERT_EQ(found.worst.size(), 3u);  // the two that one alone reaches, then 2 → 7
    EXPECT_EQ(found.worst[2].absolute, 0.5);
    ASSERT_EQ(found.worst_rows.size(), 2u);
    EXPECT_EQ(found.worst_rows[0].index, 1u);
    EXPECT_EQ(found.worst_rows[0].differing, 2u);
    EXPECT_EQ(found.worst_columns[0].index, 0u);
}

TEST(TableDifference, BesideFloat32ANumberIsItsNearestFloat32) {
    const OriginDestinationTable single(std::vector<float>{0.1f, 0.1f}, {"time", "s", 0}, ids({1}), ids({2, 3}));
    const OriginDestinationTable decimals(std::vector<double>{0.1, 0.10000002}, {"time", "s", 0}, ids({1}),
                                          ids({2, 3}));
    const FieldDifference found = distances_of(compared(single), compared(decimals));
    EXPECT_EQ(found.equal, 1u);
    EXPECT_EQ(found.differing, 1u);
}

// One arc with an additional decimal makes a network's costs floats. Its sums differ in their last bits, which does not
// count, and where paths take that arc, which does.
TEST(TableDifference, IntegersBesideFloat64DifferByMoreThanItsRounding) {
    const double sum = 0.1 + 0.2;  // not 0.3
    ASSERT_NE(sum, 0.3);
    const OriginDestinationTable exact(std::vector<std::int32_t>{3, 3, x}, {"time", "s", 1}, ids({1}), ids({2, 3, 4}));
    const OriginDestinationTable floats(std::vector<double>{sum, sum + 1e-9, unreachable_cost<double>},
                                        {"time", "s", 0}, ids({1}), ids({2, 3, 4}));
    for (const auto& [a, b] : {std::pair(compared(exact), compared(floats)), {compared(floats), compared(exact)}}) {
        const FieldDifference found = distances_of(a, b);
        EXPECT_EQ(found.equal, 2u);
        EXPECT_EQ(found.unreachable, 1u);
        EXPECT_EQ(found.differing, 1u);
    }
}

TEST(TableDifference, PositionsMatchWhateverTheIds) {
    EXPECT_EQ(same_positions(2).common, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}, {1, 1}}));
}

TEST(TableDifference, UnitsAndTypesAreConvertedExactly) {
    const OriginDestinationTable seconds(std::vector<std::int32_t>{90, 66}, {"time", "s", 0}, ids({1}), ids({2, 3}));
    const OriginDestinationTable minutes(std::vector<std::int32_t>{15, 11}, {"duration", "min", 1}, ids({1}),
                                         ids({2, 3}));
    const OriginDestinationTable floats(std::vector<double>{1.5, 1.1}, {"time", "min", 0}, ids({1}), ids({2, 3}));
    EXPECT_EQ(distances_of(compared(seconds), compared(minutes)).equal, 2u);
    EXPECT_EQ(distances_of(compared(minutes), compared(seconds)).equal, 2u);
    EXPECT_EQ(distances_of(compared(floats), compared(minutes)).equal, 2u);
    const OriginDestinationTable metres(std::vector<std::int32_t>{90, 66}, {"length", "m", 0}, ids({1}), ids({2, 3}));
    EXPECT_THROW(distances_of(compared(seconds), compared(metres)), InvalidArgument);
    const OriginDestinationTable unknown(std::vector<std::int32_t>{90, 66}, {"cost", "", 0}, ids({1}), ids({2, 3}));
    EXPECT_EQ(distances_of(compared(unknown), compared(metres)).equal, 2u);
}

// In doubles 1.1 - 1 is more than 0.1.
TEST(TableDifference, WholeNumbersOfOneScaleAreSubtractedExactly) {
    const OriginDestinationTable a(std::vector<std::int32_t>{11}, {"time", "s", 1}, ids({1}), ids({2}));
    const OriginDestinationTable b(std::vector<std::int32_t>{10}, {"time", "s", 1}, ids({1}), ids({2}));
    EXPECT_EQ(distances_of(compared(a), compared(b), {.absolute_tolerance = 0.1}).within, 1u);
    EXPECT_EQ(distances_of(compared(a), compared(b), {.absolute_tolerance = 0.09}).differing, 1u);
}

TEST(TableDifference, AMatrixHasNoDiagonal) {
    const DistanceTable table(std::vector<float>{0, 3, 4, 0}, 2, {}, IdTable::consecutive(2));
    const CostMatrix matrix = CostMatrix::own(std::vector<float>{9, 3, 4, 9}, 2);
    EXPECT_EQ(distances_of(compared(table), compared(matrix)).pairs, 2u);
    EXPECT_EQ(distances_of(compared(matrix), compared(table)).equal, 2u);
}

TEST(TableDifference, SkimsAreFoundByName) {
    DistanceTable table = test::five_node_table();
    table.add_skim({{"length", "m", 0}, std::vector<double>(25, 1.0)});
    const ComparedTable view = compared(table);
    EXPECT_EQ(view.skim("length"), &view.fields[1]);
    EXPECT_EQ(view.skim("time"), nullptr);  // the distances
}

// Neither cell is reachable, but only one has the value for unreachable.
TEST(TableDifference, CellsAboveUnreachableAreNoDistances) {
    const OriginDestinationTable a(std::vector<std::int32_t>{10, x, x}, {"time", "s", 1}, ids({1}), ids({5, 6, 7}));
    for (const std::int32_t damaged : {x + 1, std::numeric_limits<std::int32_t>::max()}) {
        const OriginDestinationTable b(std::vector<std::int32_t>{10, x, damaged}, {"time", "s", 1}, ids({1}),
                                       ids({5, 6, 7}));
        const FieldDifference found = distances_of(compared(a), compared(b));
        EXPECT_EQ(found.equal, 2u);
        EXPECT_EQ(found.no_distances, 1u);
        EXPECT_FALSE(found.same());
    }
    EXPECT_TRUE(distances_of(compared(a), compared(a)).same());
}

TEST(TableDifference, NextHopsThatNoTableHasAreFound) {
    const DistanceTable right = test::five_node_table();
    EXPECT_FALSE(stray_hops(right).any());
    const auto with_hop = [&](std::size_t from, std::size_t to, std::uint32_t hop) {
        DistanceTable table = right;
        NextHops hops = right.next_hops();
        hops.set(from, to, hop);
        table.set_next_hops(std::move(hops), right.arcs());
        return stray_hops(table);
    };
    EXPECT_EQ(with_hop(0, 4, 0).where_no_path, 1u);  // unreachable
    EXPECT_EQ(with_hop(2, 2, 0).where_no_path, 1u);  // to itself
    EXPECT_EQ(with_hop(1, 0, NextHops::none).missing, 1u);
}

}  // namespace
}  // namespace allways::tools
