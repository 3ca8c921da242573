// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/cost_matrix.h"
#include "allways/network/make_network.h"
#include "allways/result/eigen.h"

#include <gtest/gtest.h>

namespace {

using namespace allways;

TEST(generate_random_matrix, has_the_arcs_of_the_random_network) {
    const RandomNetworkOptions options{50, 3, 0.4, 1, 1000};
    const RoadNetwork network = generate_random_network(options);
    const CostMatrix matrix = generate_random_matrix(options);
    ASSERT_EQ(matrix.node_count(), 50u);
    ASSERT_EQ(matrix.type(), CostType::int32);
    const auto costs = eigen_view<std::int32_t>(matrix);
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
        EXPECT_EQ(costs(network.tail[arc], network.head[arc]), network.columns[0].values[arc].fixed_point(0));
    }
    const auto reachable = (costs.array() < unreachable_cost<std::int32_t>).count();
    EXPECT_EQ(static_cast<std::size_t>(reachable), network.arc_count() + 50);
}

}  // namespace
