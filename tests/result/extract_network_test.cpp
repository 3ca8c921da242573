// SPDX-License-Identifier: Apache-2.0
#include "allways/result/network_factor.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "five_nodes.h"
#include "result/factor_arrays.h"
#include "support/random_networks.h"

namespace allways {
namespace {

// The network in a table or a factor, solved again, has the same distances and next hops.
TEST(NetworkOf, IsTheNetworkThatWasSolved) {
    for (const char* kind : {"sparse", "no-through zero", "parallel and loops", "negative"}) {
        const auto found = std::ranges::find(testing::network_kinds(), kind, &testing::NetworkKind::name);
        RoadNetwork network = testing::random_network(*found, 40, 5);
        network.columns.push_back({"length", "m", std::vector<Decimal>(network.arc_count(), Decimal(1, 1)), {}});
        const SolveOptions options{.cost = "cost", .schedule = "blocked", .device = "reference"};
        const DistanceTable table = solve(network, options);
        const DistanceTable again = solve(extract_network(table), options);
        EXPECT_EQ(again.distances(), table.distances()) << kind;
        EXPECT_EQ(again.next_hops().storage(), table.next_hops().storage()) << kind;
        EXPECT_EQ(*again.arcs().column("length"), *table.arcs().column("length"));
        const NetworkFactor factor = factorize(network, {.cost = "cost"});
        const RoadNetwork of_factor = extract_network(factor);
        EXPECT_EQ(solve(of_factor, options).distances(), table.distances()) << kind;
        EXPECT_EQ(of_factor.elimination_order, factor.arrays().order);
    }
}

TEST(NetworkOf, RefusesATableWithoutArcs) {
    const RoadNetwork network = testing::random_network(testing::network_kinds()[0], 5, 1);
    EXPECT_THROW(extract_network(solve(network, {.schedule = "blocked", .device = "reference", .next_hops = false})),
                 InvalidArgument);
}

}  // namespace
}  // namespace allways
