// SPDX-License-Identifier: Apache-2.0
#include "allways/query/verification.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "brute_force.h"

namespace allways {
namespace {

using test::BruteForce;
using test::Example;
using test::random_example;

std::uint64_t mismatches(const VerificationReport& report, const std::string& name) {
    for (const auto& check : report.checks) {
        if (check.name == name) return check.mismatches;
    }
    ADD_FAILURE() << "no check " << name;
    return 0;
}

std::uint64_t checked(const VerificationReport& report, const std::string& name) {
    for (const auto& check : report.checks) {
        if (check.name == name) return check.checked;
    }
    ADD_FAILURE() << "no check " << name;
    return 0;
}

std::string text(const VerificationReport& report) {
    std::string all;
    for (const std::string& example : report.examples) all += example + "\n";
    return all;
}

// A table with one cell changed.
DistanceTable changed(const DistanceTable& table, NodeIndex from, NodeIndex to, std::int32_t by) {
    std::vector<std::int32_t> values = std::get<SharedArray<std::int32_t>>(table.distances());
    values[from * table.node_count() + to] += by;
    DistanceTable result(std::move(values), table.node_count(), table.scale(), table.node_ids());
    result.set_next_hops(table.next_hops(), table.arcs());
    result.set_no_through(table.no_through());
    return result;
}

DistanceTable with_hop(DistanceTable table, NodeIndex from, NodeIndex to, std::uint32_t hop) {
    NextHops hops = table.next_hops();
    hops.set(from, to, hop);
    table.set_next_hops(std::move(hops), table.arcs());
    return table;
}

TEST(Verification, RightTablesPass) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Example example = random_example(random, seed % 2 == 1);
        const auto report = verify(BruteForce(example.network, example.costs).table(), example.network);
        EXPECT_TRUE(report.passed()) << text(report);
        EXPECT_EQ(report.checks.size(), 12u);
    }
}

// 100 -> 101 -> 102 -> 103 -> 100, a shortcut 100 -> 102 of the same cost, and a costlier parallel arc of it.
Example ring() {
    return test::make_example(4, {0, 1, 2, 3, 0, 0}, {1, 2, 3, 0, 2, 2}, {1, 1, 1, 1, 2, 3});
}

TEST(Verification, WrongDistanceIsFound) {
    const Example example = ring();
    const DistanceTable table = BruteForce(example.network, example.costs).table();
    const auto large = verify(changed(table, 0, 3, 1), example.network);
    EXPECT_EQ(mismatches(large, "distances"), 1u);
    EXPECT_EQ(mismatches(large, "arcs' bound"), 2u);
    EXPECT_GE(mismatches(large, "walks"), 1u);
    EXPECT_NE(text(large).find("from 100 to 103 the table has 4, a search finds 3"), std::string::npos) << text(large);
    EXPECT_EQ(mismatches(verify(changed(table, 0, 3, -1), example.network), "distances"), 1u);
    EXPECT_EQ(mismatches(verify(changed(table, 2, 2, 1), example.network), "diagonal"), 1u);
}

TEST(Verification, HopsAgainstTheRuleAndAgainstTheWalk) {
    const Example example = ring();
    DistanceTable table = BruteForce(example.network, example.costs).table();
    NextHops hops = table.next_hops();
    hops.set(0, 2, 1);  // as short, but not the lowest ordinal
    table.set_next_hops(hops, table.arcs());
    const auto tied = verify(table, example.network);
    EXPECT_EQ(mismatches(tied, "walks"), 0u);
    EXPECT_EQ(mismatches(tied, "hop rule"), 1u);
    for (const std::uint32_t wrong : {std::uint32_t{2}, NextHops::none}) {  // the costlier parallel arc; no hop at all
        hops.set(0, 2, wrong);
        table.set_next_hops(hops, table.arcs());
        EXPECT_EQ(mismatches(verify(table, example.network), "walks"), 2u);  // 100 -> 102, and 103 -> 100 -> 102
    }
}

// 0 → 1 → 2, node 3 alone, and a toll on each arc.
Example line() {
    Example example = test::make_example(4, {0, 1}, {1, 2}, {1, 2});
    example.network.columns.push_back({"toll", "", {Decimal(3, 0), Decimal(4, 0)}, std::nullopt});
    return example;
}

DistanceTable line_table(const Example& example) {
    DistanceTable table = BruteForce(example.network, example.costs).table();
    TableArcs arcs = table.arcs();
    const ArcColumn& toll = example.network.columns.back();
    arcs.columns = {{toll.name, toll.unit, toll.values, toll.resolution_digits}};
    table.set_next_hops(table.next_hops(), std::move(arcs));
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    table.add_skim({{"toll", "", 0}, std::vector<std::int32_t>{0, 3, 7, x, x, 0, 4, x, x, x, 0, x, x, x, x, 0}});
    return table;
}

// Each kind of damage that a table can have, one at a time: it is found with any samples, and by the check that is
// responsible for it.
TEST(Verification, EveryKindOfDamageIsFound) {
    const Example example = line();
    const DistanceTable right = line_table(example);
    const VerifyOptions no_samples{.rows = 0, .pairs = 0};
    ASSERT_TRUE(verify(right, example.network).passed()) << text(verify(right, example.network));
    const auto found = [&](const DistanceTable& table, const std::string& check, std::uint64_t count = 1) {
        SCOPED_TRACE(check);
        const auto report = verify(table, example.network, no_samples);
        EXPECT_EQ(mismatches(report, check), count) << text(report);
        EXPECT_FALSE(report.passed());
    };
    found(changed(right, 1, 0, 1), "cells");  // above the value of unreachable
    found(changed(right, 3, 0, 1000), "cells");
    found(changed(right, 0, 2, 1), "next hops");  // a distance that is not its path's
    found(changed(right, 0, 2, 1), "arcs' bound");
    found(changed(right, 0, 2, -1), "next hops");
    found(changed(right, 1, 1, 5), "diagonal");
    found(changed(right, 2, 0, -5), "next hops");  // a distance where there is no path
    found(with_hop(right, 1, 1, 0), "next hops");  // from a node to itself
    found(with_hop(right, 1, 0, 0), "next hops");  // where there is no path
    found(with_hop(right, 3, 1, 0), "next hops");  // of a node without arcs
    found(with_hop(right, 0, 2, NextHops::none), "next hops");
    found(with_hop(right, 0, 2, 7), "next hops");  // an arc that the node has not
    for (const std::int32_t wrong : {8, unreachable_cost<std::int32_t>}) {
        DistanceTable table(right.cells(), 4, right.scale(), right.node_ids());
        table.set_next_hops(right.next_hops(), right.arcs());
        std::vector<std::int32_t> values = std::get<SharedArray<std::int32_t>>(right.skims()[0].values.all());
        values[2] = wrong;
        table.add_skim({right.skims()[0].scale, values});
        found(table, "skims");
    }
    TableArcs arcs = right.arcs();
    arcs.columns[0].values = {Decimal(5, 0), Decimal(4, 0)};
    DistanceTable table = right;
    table.set_next_hops(right.next_hops(), arcs);
    found(table, "attributes");
    arcs = right.arcs();
    arcs.arc_ids = IdTable(std::vector<std::int64_t>{77, 78});
    table.set_next_hops(right.next_hops(), arcs);
    EXPECT_GT(mismatches(verify(table, example.network), "attributes"), 0u);
    table = right;
    table.set_no_through({0, 1, 0, 0});
    found(table, "nodes");
}

// Tight hops of zero cost may go in circles.
TEST(Verification, HopsInCirclesAreFound) {
    const Example example = test::make_example(3, {0, 1, 0, 1}, {1, 0, 2, 2}, {0, 0, 5, 5});
    const DistanceTable right = BruteForce(example.network, example.costs).table();
    ASSERT_TRUE(verify(right, example.network).passed());
    // 0 and 1 name each other on the way to 2.
    const DistanceTable wrong = with_hop(with_hop(right, 0, 2, 0), 1, 2, 0);
    EXPECT_EQ(mismatches(verify(wrong, example.network, {.rows = 0, .pairs = 0}), "next hops"), 1u);
}

TEST(Verification, AnotherNetworkIsTold) {
    const Example example = ring();
    const DistanceTable table = BruteForce(example.network, example.costs).table();
    Example other = ring();
    other.network.node_ids = IdTable::consecutive(4, 1);
    EXPECT_EQ(mismatches(verify(table, other.network), "node ids"), 4u);
    other = ring();
    other.network.columns[0].values[2] = Decimal(5, 0);
    EXPECT_EQ(mismatches(verify(table, other.network), "arcs"), 1u);
    other.network.columns[0].name = "toll";
    EXPECT_THROW(verify(table, other.network), InvalidArgument);
    other.network.columns[0].values[2] = Decimal(5, 1);
    EXPECT_THROW(verify(table, other.network, {.cost = "toll"}), InvalidArgument);
}

TEST(Verification, SamplesAreBounded) {
    const Example example = ring();
    const DistanceTable table = BruteForce(example.network, example.costs).table();
    const auto report = verify(table, example.network, {.rows = 2, .pairs = 3, .columns = 1});
    EXPECT_TRUE(report.passed()) << text(report);
    EXPECT_EQ(checked(report, "distances"), 6u);
    EXPECT_LE(checked(report, "walks"), 3u);
    EXPECT_EQ(checked(report, "cells"), 16u);
    EXPECT_EQ(checked(report, "next hops"), 16u);
}

TEST(Verification, FloatsWithinRounding) {
    Example example = ring();
    for (auto& value : example.network.columns[0].values) value = Decimal(value.digits(), 1);
    std::vector<float> values = {0.0f, 0.1f, 0.2f, 0.3f, 0.3f, 0.0f, 0.1f, 0.2f,
                                 0.2f, 0.3f, 0.0f, 0.1f, 0.1f, 0.2f, 0.3f, 0.0f};
    const auto verified = [&] {
        return verify(DistanceTable(values, 4, {"cost", "", 0}, example.network.node_ids), example.network);
    };
    EXPECT_TRUE(verified().passed()) << text(verified());
    values[3] = 0.3001f;
    EXPECT_EQ(mismatches(verified(), "distances"), 1u);
}

TEST(Verification, Matrix) {
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    const CostMatrix matrix = CostMatrix::own(std::vector<std::int32_t>{0, 4, -1, x, 0, x, x, 2, 0}, 3);
    DistanceTable table(std::vector<std::int32_t>{0, 1, -1, x, 0, x, x, 2, 0}, 3, {}, matrix.node_ids());
    NextHops hops(NextHops::Kind::node_index, 3, 3);
    hops.set(0, 1, 2);
    hops.set(0, 2, 2);
    hops.set(2, 1, 1);
    table.set_next_hops(hops, {});
    const auto right = verify(table, matrix);
    EXPECT_TRUE(right.passed()) << text(right);
    EXPECT_EQ(right.checks.size(), 7u);
    EXPECT_EQ(mismatches(verify(changed(table, 0, 1, 3), matrix), "distances"), 1u);
    hops.set(0, 1, 1);
    table.set_next_hops(hops, {});
    EXPECT_EQ(mismatches(verify(table, matrix), "walks"), 1u);  // the direct arc costs 4, not 1
}

TEST(Verification, Cancelled) {
    const Example example = ring();
    const DistanceTable table = BruteForce(example.network, example.costs).table();
    EXPECT_THROW(verify(table, example.network, {.progress = [](const Progress&) { return false; }}), Cancelled);
}

}  // namespace
}  // namespace allways
