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

std::string text(const VerificationReport& report) {
    std::string all;
    for (const std::string& example : report.examples) all += example + "\n";
    return all;
}

// A table with one cell changed.
DistanceTable changed(const DistanceTable& table, NodeIndex from, NodeIndex to, std::int32_t by) {
    auto values = std::get<std::vector<std::int32_t>>(table.distances());
    values[from * table.node_count() + to] += by;
    DistanceTable result(std::move(values), table.node_count(), table.scale(), table.node_ids());
    result.set_next_hops(table.next_hops(), table.arcs());
    return result;
}

TEST(Verification, RightTablesPass) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const Example example = random_example(random, seed % 2 == 1);
        const auto report = verify(BruteForce(example.network, example.costs).table(), example.network);
        EXPECT_TRUE(report.passed()) << text(report);
        EXPECT_EQ(report.checks.size(), 7u);
    }
}

// 100 -> 101 -> 102 -> 103 -> 100, a shortcut 100 -> 102 of the same cost, and a dearer parallel of it.
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
    EXPECT_NE(text(large).find("from 100 to 103 the table has 4, a search 3"), std::string::npos) << text(large);
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
    for (const std::uint32_t wrong : {std::uint32_t{2}, NextHops::none}) {  // the dearer parallel arc; none at all
        hops.set(0, 2, wrong);
        table.set_next_hops(hops, table.arcs());
        EXPECT_EQ(mismatches(verify(table, example.network), "walks"), 2u);  // 100 -> 102, and 103 -> 100 -> 102
    }
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
    EXPECT_EQ(report.checks[3].name, "distances");
    EXPECT_EQ(report.checks[3].checked, 6u);
    EXPECT_EQ(report.checks[5].name, "walks");
    EXPECT_LE(report.checks[5].checked, 3u);
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
    EXPECT_EQ(right.checks.size(), 5u);
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
