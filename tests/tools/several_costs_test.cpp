// SPDX-License-Identifier: Apache-2.0
// Tables of several costs: each cost has the cells and skims of its own run, and an expression has the sums of its
// columns along its paths.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/export/export.h"
#include "allways/importers/read.h"
#include "allways/points/point_table.h"
#include "allways/query/verification.h"
#include "allways/result/cell_numbers.h"
#include "scratch_folder.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

const std::string general = "time + 0.055 * toll";

// Adds "toll" and "length", of which some are missing, and the expression.
RoadNetwork with_tolls(RoadNetwork network, std::uint64_t seed) {
    Random random(seed);
    network.columns.front().name = "time";
    network.columns.front().unit = "s";
    ArcColumn toll{"toll", "", {}, {}};
    ArcColumn length{"length", "m", {}, {}};
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        toll.values.push_back(random.chance(0.05) ? Decimal::missing()
                                                  : Decimal(static_cast<std::int64_t>(random.below(500)), 1));
        length.values.push_back(random.chance(0.05) ? Decimal::missing()
                                                    : Decimal(static_cast<std::int64_t>(random.below(3000)), 0));
    }
    network.columns.push_back(std::move(toll));
    network.columns.push_back(std::move(length));
    add_cost(network, general);
    return network;
}

TableRequest all_nodes(const RoadNetwork& network) {
    TableRequest request;
    for (NodeIndex node = 0; node < network.node_count(); ++node)
        request.origins.names.push_back(network.node_ids.text(node));
    return request;
}

// NaN, a sum over an arc without a value, equals itself.
void expect_same(const CellNumbers& found, const CellNumbers& truth) {
    ASSERT_EQ(found.type(), truth.type());
    ASSERT_EQ(found.size(), truth.size());
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
        const bool same =
            found.raw(cell) == truth.raw(cell) || (std::isnan(found.raw(cell)) && std::isnan(truth.raw(cell)));
        ASSERT_TRUE(same) << found.raw(cell) << " for " << truth.raw(cell) << " in cell " << cell;
    }
}

// The expression's sums are those of its columns along its paths, in exact integers.
void expect_sums_of_columns(const Skim& sums, const Skim& time, const Skim& toll) {
    ASSERT_EQ(sums.values.type(), CostType::int32);
    for (std::size_t cell = 0; cell < sums.values.size(); ++cell) {
        const double sum = sums.value(cell);
        if (std::isinf(sum)) continue;
        ASSERT_EQ(std::llround(10000 * sum),
                  std::llround(10000 * time.value(cell)) + std::llround(550 * toll.value(cell)))
            << "in cell " << cell;
    }
}

void expect_each_alone(const RoadNetwork& network) {
    TableRequest request = all_nodes(network);
    request.solve.skims = {"toll", "time"};
    request.costs = {"time", general, "length"};
    const OriginDestinationTable all = find_table(network, request).table;
    const std::vector<std::string> costs = std::exchange(request.costs, {});
    EXPECT_EQ(all.skims().size(), 2 + 1 + 2 * 2);  // "time" is no skim of its own paths
    for (const std::string& cost : costs) {
        SCOPED_TRACE(cost);
        request.solve.cost = cost;
        request.solve.skims = {"toll", "time"};
        std::erase(request.solve.skims, cost);
        const OriginDestinationTable own = find_table(network, request).table;
        const bool is_first = cost == costs.front();
        EXPECT_EQ(is_first ? all.scale() : find_skim(all.skims(), cost).scale, own.scale());
        expect_same(is_first ? all.cells() : find_skim(all.skims(), cost).values, own.cells());
        for (const Skim& skim : own.skims()) {
            const Skim& found = find_skim(all.skims(), skim.scale.name + "_by_" + cost);
            EXPECT_EQ(found.scale.digits, skim.scale.digits);
            EXPECT_EQ(found.scale.unit, skim.scale.unit);
            expect_same(found.values, skim.values);
        }
    }
    expect_sums_of_columns(find_skim(all.skims(), general), find_skim(all.skims(), "time_by_" + general),
                           find_skim(all.skims(), "toll_by_" + general));
}

template <class Table>
void expect_prices_in(const Table& table) {
    expect_sums_of_columns({table.scale(), table.cells()}, find_skim(table.skims(), "time"),
                           find_skim(table.skims(), "toll"));
}

TEST(SeveralCosts, EachAsAlone) {
    for (const testing::NetworkKind& kind : testing::network_kinds()) {
        if (kind.negative || kind.largest_cost > 1000) continue;
        for (const std::uint64_t seed : {1, 2}) {
            SCOPED_TRACE(kind.name + " seed " + std::to_string(seed));
            expect_each_alone(with_tolls(testing::random_network(kind, 61, seed), seed));
        }
    }
}

TEST(SeveralCosts, TurnRulesAndPrices) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        expect_each_alone(with_tolls(testing::random_turn_network(seed), seed));
    }
}

TEST(Skims, TimesContainThePricesOfTurns) {
    const std::vector<std::string> skims{"time", "toll"};
    const test::ScratchFolder folder;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const RoadNetwork network = with_tolls(testing::random_turn_network(seed), seed);
        const SolveOptions cost{.cost = general};
        SolveOptions with_skims = cost;
        with_skims.skims = skims;
        const DistanceTable in_the_sweep = solve(network, with_skims);
        expect_prices_in(in_the_sweep);
        const VerificationReport report = verify(in_the_sweep, network);
        EXPECT_TRUE(report.passed()) << (report.examples.empty() ? "" : report.examples.front());
        DistanceTable by_hops = solve(network, cost);
        add_skims(by_hops, skims);
        expect_prices_in(by_hops);
        std::vector<NodeIndex> nodes(network.node_count());
        std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
        const std::string path = folder.file(std::to_string(seed) + ".factor");
        for (const bool keeps_sums : {false, true}) {
            write_factor(factorize(network, keeps_sums ? with_skims : cost), path, {.overwrite = true});
            expect_prices_in(solve_between(read_factor(path), nodes, nodes, with_skims).value);
        }
    }
}

TEST(SeveralCosts, PositionsSnapOnce) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(4);
    network.coordinates = {{0, 0}, {10, 0}, {10, 10}};
    network.tail = {0, 1, 1, 2};
    network.head = {1, 0, 2, 1};
    network.columns = {{"time", "s", {Decimal(10, 0), Decimal(20, 0), Decimal(30, 0), Decimal(40, 0)}, {}}};
    network = with_tolls(std::move(network), 3);
    TableRequest request;
    request.origins = make_points({{2.5, 0}, {10, 5}}, "");
    request.costs = {"time", general};
    const OriginDestinationTable all = find_table(network, request).table;
    request.costs.clear();
    for (const std::string& cost : {std::string("time"), general}) {
        request.solve.cost = cost;
        const OriginDestinationTable own = find_table(network, request).table;
        for (std::size_t cell = 0; cell < 4; ++cell) {
            const double found =
                cost == general ? find_skim(all.skims(), general).value(cell) : all.distance(cell / 2, cell % 2);
            EXPECT_EQ(found, own.distance(cell / 2, cell % 2));
        }
    }
}

// Credits and the profile must not be lost where access costs are added.
TEST(PointTable, KeepsItsProvenanceAndSkimsWithAccessCosts) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(4);
    network.coordinates = {{0, 0}, {100, 0}, {100, 100}};
    network.provenance.crs = "EPSG:32632";
    network.provenance.notes = {{"profile", "car"}, {"attribution", "© the mappers"}};
    network.tail = {0, 1, 1, 2};
    network.head = {1, 0, 2, 1};
    const std::vector<Decimal> tens(4, Decimal(10, 0));
    network.columns = {{"time", "s", tens, {}}, {"length", "m", tens, {}}};
    TableRequest request;
    request.origins = make_points({{25, 5}, {100, 50}}, "EPSG:32632");
    request.solve.cost = "time";
    request.solve.skims = {"length"};
    const OriginDestinationTable without = find_table(network, request).table;
    request.snap.access_speed_kmh = 3.6;
    const OriginDestinationTable table = find_table(network, request).table;
    EXPECT_EQ(attribution_in(table.provenance()), "© the mappers");
    EXPECT_EQ(table.provenance(), without.provenance());
    EXPECT_EQ(table.skim("length", 0, 1), without.skim("length", 0, 1));
    EXPECT_EQ(table.crs(), without.crs());
    EXPECT_DOUBLE_EQ(table.distance(0, 1), without.distance(0, 1) + 5);
}

TEST(SeveralCosts, Refusals) {
    const RoadNetwork network = with_tolls(testing::random_network(testing::network_kinds().front(), 11, 1), 1);
    TableRequest request = all_nodes(network);
    const auto refusal = [&](std::vector<std::string> costs) -> std::string {
        request.costs = std::move(costs);
        try {
            find_table(network, request);
        } catch (const InvalidArgument& error) {
            return error.what();
        }
        return "taken";
    };
    EXPECT_EQ(refusal({"time", "length"}), "taken");
    EXPECT_EQ(refusal({"time", "length", "time"}), "`cost`: 'time' is given twice");
    EXPECT_EQ(refusal({"time", "beauty"}).substr(0, 42), "no field 'beauty' to use as the cost; this");
    request.unit = "min";
    EXPECT_EQ(refusal({"time", "length"}), "`unit` is that of one `cost`, but there are several");
    request.unit.clear();
    request.snap.access_speed_kmh = 5;
    EXPECT_EQ(refusal({"time", "length"}), "`access_speed_kmh` is that of one `cost`, but there are several");
}

}  // namespace
}  // namespace allways
