// Factors of changed costs, against factors of the changed network.
#include "allways/engine/refactorize.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/cost/cost_updates.h"
#include "allways/engine/factorize.h"
#include "allways/query/path_source.h"
#include "allways/result/extract_network.h"
#include "support/turn_truth.h"

namespace allways::testing {

namespace {

// Other costs for some arcs, and some closed.
ArcColumn changed(ArcColumn cost, Random& random) {
    for (Decimal& value : cost.values) {
        if (value.is_missing() || random.chance(0.5)) continue;
        value = random.chance(0.1) ? Decimal::missing() : Decimal(static_cast<std::int64_t>(random.below(5000)), 0);
    }
    return cost;
}

void expect_same_answers(const NetworkFactor& found, const NetworkFactor& truth) {
    const PathSource a{NetworkFactor(found)};
    const PathSource b{NetworkFactor(truth)};
    ASSERT_EQ(a.scale(), b.scale());
    for (NodeIndex from = 0; from < a.node_count(); ++from) {
        for (NodeIndex to = 0; to < a.node_count(); ++to) {
            ASSERT_EQ(a.raw_distance(from, to), b.raw_distance(from, to)) << from << " → " << to;
        }
    }
}

}  // namespace

TEST(Refactorize, AnswersAsAFactorOfTheChangedNetwork) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = random_turn_network(seed);
        network.columns.push_back({"other", "", network.columns[0].values, {}});
        Random random(seed);
        network.columns[1] = changed(network.columns[1], random);
        const std::string cost = network.columns[0].name;
        auto first = factorize(network, {.cost = cost});
        share_attributes(first);
        const auto factor = std::make_shared<const NetworkFactor>(std::move(first));
        const Refactorizer refactorizer(factor);
        for (int i = 0; i < 3; ++i) {
            RoadNetwork now = extract_network(*factor);
            const ArcColumn costs = changed(*now.column(cost), random);
            set_costs(now, costs);
            const NetworkFactor made = refactorizer.with_costs(costs);
            expect_same_answers(made, factorize(now, {.cost = cost}));
            EXPECT_EQ(made.arcs.column(cost + "_imported")->values,
                      DecimalArray(extract_network(*factor).column(cost)->values));
        }
        expect_same_answers(refactorizer.with_cost_field("other"), factorize(network, {.cost = "other"}));
    }
}

TEST(Refactorize, RefusesCostsOfOtherArcs) {
    const auto factor = std::make_shared<const NetworkFactor>(factorize(random_turn_network(1)));
    EXPECT_THROW(Refactorizer(factor).with_costs({"cost", "", {Decimal(1, 0)}, {}}), InvalidArgument);
    EXPECT_THROW(Refactorizer(factor).with_cost_field("none"), InvalidArgument);
}

}  // namespace allways::testing
