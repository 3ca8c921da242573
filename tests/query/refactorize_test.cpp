// SPDX-License-Identifier: Apache-2.0
// Factors of changed costs, against factors of the changed network.
#include "allways/engine/factorize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "allways/base/error.h"
#include "allways/cost/cost_updates.h"
#include "allways/query/path_source.h"
#include "allways/result/network_factor.h"
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
        network.columns.push_back({"other", network.columns[0].unit, network.columns[0].values, {}});
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
            EXPECT_EQ(made.arcs.head.data(), factor->arcs.head.data());  // shared
            expect_same_answers(made, factorize(now, {.cost = cost}));
            EXPECT_EQ(made.arcs.column(cost + "_imported")->values,
                      DecimalArray(extract_network(*factor).column(cost)->values));
        }
        expect_same_answers(refactorizer.with_cost_field("other"), factorize(network, {.cost = "other"}));
    }
}

ArcColumn halves_of_billions(ArcColumn cost) {
    for (Decimal& value : cost.values) value = Decimal(1'000'000'000'000'001, 6);  // its paths do not fit int32
    return cost;
}

// An update that is taken back leaves nothing behind: neither other costs nor another type of them.
TEST(Refactorize, CostsThatInt32DoesNotHoldCanBeTakenBack) {
    RoadNetwork network = random_turn_network(3);
    const std::string cost = network.columns[0].name;
    const auto first = std::make_shared<const NetworkFactor>(factorize(network, {.cost = cost}));
    ASSERT_EQ(first->type(), CostType::int32);
    const ArcColumn imported = *extract_network(*first).column(cost);
    const auto wide =
        std::make_shared<const NetworkFactor>(Refactorizer(first).with_costs(halves_of_billions(imported)));
    EXPECT_NE(wide->type(), CostType::int32);
    const NetworkFactor back = Refactorizer(wide).with_costs(*extract_network(*wide).column(cost + "_imported"));
    EXPECT_EQ(back.type(), CostType::int32);
    expect_same_answers(back, *first);
}

TEST(Refactorize, ATypeThatWasAskedForStays) {
    RoadNetwork network = random_turn_network(3);
    const std::string cost = network.columns[0].name;
    const auto first =
        std::make_shared<const NetworkFactor>(factorize(network, {.cost = cost, .cost_type = CostType::float64}));
    const NetworkFactor made = Refactorizer(first).with_costs(*extract_network(*first).column(cost));
    EXPECT_EQ(made.type(), CostType::float64);
    EXPECT_EQ(made.chosen_type, CostType::float64);
}

// Its message names the sums and no option, since updates have none for them.
TEST(Refactorize, SumsNeedCostsThatInt32Holds) {
    RoadNetwork network = random_turn_network(3);
    network.columns.push_back({"metres", "m", network.columns[0].values, {}});
    const std::string cost = network.columns[0].name;
    const auto first = std::make_shared<const NetworkFactor>(factorize(network, {.cost = cost, .skims = {"metres"}}));
    const ArcColumn imported = *extract_network(*first).column(cost);
    try {
        (void)Refactorizer(first).with_costs(halves_of_billions(imported));
        FAIL() << "taken";
    } catch (const InvalidArgument& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("keeps sums of 'metres'"), std::string::npos) << message;
        EXPECT_EQ(message.find('`'), std::string::npos) << message;
    }
}

// Zones are found anew: what was reached by a street that is closed now may have no way but one for destinations only.
TEST(Refactorize, ZonesAreThoseOfTheArcsThatAreLeft) {
    int others = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        RoadNetwork network = random_turn_network(seed);
        Random random(seed);
        auto& marks = network.turns.destination_only;
        if (marks.empty()) {
            for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) marks.push_back(random.chance(0.3));
        }
        const auto factor = std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time"}));
        RoadNetwork left = extract_network(*factor);
        std::swap(left.columns[0], *std::ranges::find(left.columns, "time", &ArcColumn::name));
        const std::vector<std::uint8_t> before = TurnTruth(left).inside;
        for (Decimal& cost : left.columns[0].values) {
            if (random.chance(0.2)) cost = Decimal::missing();
        }
        const TurnTruth truth(left);
        others += truth.inside != before;
        const PathSource source(Refactorizer(factor).with_costs(left.columns[0]));
        for (NodeIndex from = 0; from < left.node_count(); ++from) {
            const auto wanted = truth.distances(from, {});
            for (NodeIndex to = 0; to < left.node_count(); ++to) {
                ASSERT_EQ(source.raw_distance(from, to), wanted[to] == no_path ? std::numeric_limits<double>::infinity()
                                                                               : static_cast<double>(wanted[to]))
                    << from << " to " << to;
            }
        }
    }
    EXPECT_GT(others, 50);
}

TEST(Refactorize, RefusesCostsOfOtherArcs) {
    const auto factor = std::make_shared<const NetworkFactor>(factorize(random_turn_network(1)));
    EXPECT_THROW(Refactorizer(factor).with_costs({"cost", "", {Decimal(1, 0)}, {}}), InvalidArgument);
    EXPECT_THROW(Refactorizer(factor).with_cost_field("none"), InvalidArgument);
}

}  // namespace allways::testing
