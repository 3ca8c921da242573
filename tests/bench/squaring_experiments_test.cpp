// SPDX-License-Identifier: Apache-2.0
// Every method of the squaring papers against the reference, at the papers' smallest sizes and around blocks.
#include "paper_support.h"
#include "papers/experiments.h"

namespace allways::papers {
namespace {

void expect_methods_right(const Experiment& experiment, std::size_t n) {
    const Graph graph = experiment.make_graph(n, 7);
    const auto expected = reference_distances(graph);
    for (const Method& method : experiment.methods) {
        EXPECT_EQ(answer_of(method, graph), expected) << experiment.name << ", " << method.name << ", n = " << n;
    }
}

TEST(Xiao, EveryMethodGivesTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    for (const std::size_t n : {10, 16, 50}) expect_methods_right(xiao_experiment(), n);
}

TEST(Deng, EveryMethodGivesTheTable) {
    ALLWAYS_NEEDS_OPENCL();
    for (const std::size_t n : {32, 64}) expect_methods_right(deng_experiment(), n);
}

TEST(Deng, DiameterLeavesUnreachablePairsOut) {
    const auto facts = deng_experiment().facts;
    ASSERT_EQ(facts.size(), 1u);
    EXPECT_EQ(facts[0].value({0, 7, unreachable, 0}), 7);
}

}  // namespace
}  // namespace allways::papers
