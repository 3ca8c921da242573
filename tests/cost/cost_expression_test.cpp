// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "support/random_networks.h"

namespace allways {
namespace {

Decimal number(const std::string& text) {
    return text.empty() ? Decimal::missing() : *Decimal::parse(text);
}

ArcColumn column(const std::string& name, const std::string& unit, const std::vector<std::string>& values) {
    ArcColumn made{name, unit, {}, {}};
    for (const std::string& value : values) made.values.push_back(number(value));
    return made;
}

// Two arcs 1 -> 2 -> 3; "wait" is closed on the second.
RoadNetwork two_arcs() {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(2);
    network.tail = {0, 1};
    network.head = {1, 2};
    network.columns = {column("time", "s", {"10", "20.5"}),   column("toll", "", {"3", "0.4"}),
                       column("wait", "min", {"1", ""}),      column("length", "m", {"100", "7"}),
                       column("fee (EUR)", "", {"2", "2"}),   column("price", "EUR", {"1", "1"}),
                       column("travel-time", "s", {"8", "9"})};
    return network;
}

ArcColumn made_of(RoadNetwork network, const std::string& text) {
    const std::size_t before = network.columns.size();
    add_cost(network, text);
    EXPECT_EQ(network.columns.size(), before + 1) << text;
    return network.columns.back();
}

ArcColumn made_of(const std::string& text) {
    return made_of(two_arcs(), text);
}

std::string refusal(const std::string& text, RoadNetwork network = two_arcs()) {
    try {
        add_cost(network, text);
    } catch (const InvalidArgument& error) {
        return error.what();
    }
    return "taken";
}

TEST(CostExpression, SumsOfColumns) {
    const auto expect = [](const std::string& text, const std::vector<std::string>& values) {
        SCOPED_TRACE(text);
        const ArcColumn made = made_of(text);
        EXPECT_EQ(made, column(text, made.unit, values));
    };
    expect("time + 0.055 * toll", {"10.165", "20.522"});
    expect("toll*0.055+time", {"10.165", "20.522"});
    expect("time - toll / 4", {"9.25", "20.4"});
    expect("time + toll - 2 * toll", {"7", "20.1"});
    expect("2 * (time + 3) - -toll", {"29", "47.4"});
    expect("-(time) + 1e2", {"90", "79.5"});
    expect("(time + toll) / 3 * 1.5", {"6.5", "10.45"});
    expect("(1 + 2) * toll / (0.5 * 4)", {"4.5", "0.6"});
    expect("time + \"fee (EUR)\"", {"12", "22.5"});
    expect("1 * \"travel-time\"", {"8", "9"});
    expect("time + 60 * wait", {"70", ""});
    expect("time + 0 * wait", {"10", ""});
    expect("toll / 3", {"1", "0.133333333333333333"});
}

TEST(CostExpression, NamesOfColumnsComeFirst) {
    RoadNetwork network = two_arcs();
    const std::size_t before = network.columns.size();
    for (const char* name : {"", "time", "fee (EUR)", "travel-time", "beauty"}) add_cost(network, name);
    EXPECT_EQ(network.columns.size(), before);
    add_cost(network, "time + toll");
    add_cost(network, "time + toll");
    EXPECT_EQ(network.columns.size(), before + 1);
    EXPECT_TRUE(is_cost_expression(network, "time + toll"));
    EXPECT_FALSE(is_cost_expression(network, "travel-time"));
    EXPECT_FALSE(is_cost_expression(network, "time"));
}

TEST(CostExpression, UnitOfTheFirstColumnWithoutAFactor) {
    EXPECT_EQ(made_of("time + 0.055 * toll").unit, "s");
    EXPECT_EQ(made_of("0.055 * toll + time").unit, "s");
    EXPECT_EQ(made_of("toll + time").unit, "s");
    EXPECT_EQ(made_of("toll + 0.3 * time").unit, "");
    EXPECT_EQ(made_of("0.5 * length + time").unit, "s");
    EXPECT_EQ(made_of("0.5 * length + 0.1 * time").unit, "m");
    EXPECT_EQ(made_of("10 - length / 2").unit, "m");
    EXPECT_EQ(made_of("wait + time / 60").unit, "min");
    EXPECT_EQ(made_of("-time + \"travel-time\"").unit, "s");
}

TEST(CostExpression, OtherUnitsNeedAFactor) {
    EXPECT_EQ(refusal("time + wait"), "`cost`: 'time' is in s, but 'wait' is in min; write 60 * wait");
    EXPECT_EQ(refusal("wait - time"), "`cost`: 'wait' is in min, but 'time' is in s; write time / 60");
    EXPECT_EQ(refusal("toll + time + length"),
              "`cost`: 'time' is in s, but 'length' is in m; a factor has to convert one of them, as in time + 0.5 * "
              "length");
    EXPECT_EQ(refusal("2 * (length - price)"),
              "`cost`: 'length' is in m, but 'price' is in EUR; a factor has to convert one of them, as in length + "
              "0.5 * price");
    EXPECT_EQ(refusal("time + 1 * wait"), "taken");
}

TEST(CostExpression, Refusals) {
    const std::string known = "this network has: time, toll, wait, length, fee (EUR), price, travel-time";
    const auto expect = [&](const std::string& text, const std::string& what) {
        EXPECT_EQ(refusal(text), what.ends_with(known) || what.ends_with(".") ? what : what + "; " + known);
    };
    expect("time + tol", "no field 'tol' to use as the cost");
    expect("time +", "`cost`: expected a column, a number or '(' at the end of 'time +'");
    expect("time + * toll", "`cost`: expected a column, a number or '(' before '* toll' in 'time + * toll'");
    expect("time (toll)", "`cost`: expected an operator (+ - * /) before '(toll)' in 'time (toll)'");
    expect("2time + toll", "`cost`: expected an operator (+ - * /) before 'time + toll' in '2time + toll'");
    expect("(time + toll", "`cost`: expected an operator (+ - * /) or ')' at the end of '(time + toll'");
    expect("1.2.3 * time", "`cost`: expected a number before '1.2.3 * time' in '1.2.3 * time'");
    expect("time + \"fee", "`cost`: expected '\"' after the name of a column at the end of 'time + \"fee'");
    expect("time * toll", "`cost`: columns can be multiplied by numbers, not by columns, found 'time * toll'");
    expect("60 / toll", "`cost`: columns can be divided by numbers, not by columns, found '60 / toll'");
    expect("2 * 3", "`cost`: '2 * 3' names no column");
    EXPECT_EQ(refusal("time / (1 - 1)"), "`cost`: division by 0 in 'time / (1 - 1)'");
    EXPECT_NE(refusal(std::string(200, '(') + "time"), "taken");
}

TEST(CostExpression, ResolutionsRoundColumnsFirst) {
    RoadNetwork network = two_arcs();
    network.columns[0] = column("time", "s", {"10.00049", "0.0005"});
    network.columns[0].resolution_digits = 3;
    const ArcColumn made = made_of(network, "time + 0.055 * toll");
    EXPECT_EQ(made, column("time + 0.055 * toll", "s", {"10.165", "0.023"}));
    network.columns.push_back(made);
    const ArcCosts costs = build_arc_costs(network, {.field = made.name});
    EXPECT_EQ(costs.type(), CostType::int32);
    EXPECT_EQ(costs.scale, (CostScale{"time + 0.055 * toll", "s", 3}));
}

TEST(CostExpression, PricesOfTurnsNeedATimeWithoutAFactor) {
    RoadNetwork network = two_arcs();
    network.turns.costs.push_back({0, 1, Decimal(5, 0)});
    EXPECT_EQ(refusal("time + 0.5 * length", network), "taken");
    EXPECT_EQ(refusal("length + 2 * toll", network), "taken");
    EXPECT_NE(refusal("0.5 * time + length", network).find("divide the other columns so that 'time' needs none"),
              std::string::npos);
    EXPECT_NE(refusal("0.5 * time", network), "taken");
}

// Sums of products of random decimals, in integers of 10^-6.
TEST(CostExpression, RandomSumsAreExact) {
    Random random(7);
    constexpr std::int64_t factor_digits = 3;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        RoadNetwork network = testing::random_network(testing::network_kinds().front(), 20, trial);
        const std::size_t m = network.arc_count();
        std::vector<std::int64_t> sums(m, 0);
        std::vector<bool> closed(m, false);
        std::string text;
        const auto terms = 1 + random.below(5);
        for (std::uint64_t t = 0; t < terms; ++t) {
            ArcColumn made{format("c{}", t), "", {}, {}};
            const bool minus = random.chance(0.3);
            const auto factor = static_cast<std::int64_t>(random.below(5000));
            for (std::size_t arc = 0; arc < m; ++arc) {
                const auto value = static_cast<std::int64_t>(random.below(100000)) - 1000;
                const bool missing = random.chance(0.02);
                closed[arc] = closed[arc] || missing;
                sums[arc] += (minus ? -1 : 1) * factor * value;
                made.values.push_back(missing ? Decimal::missing() : Decimal(value, 3));
            }
            network.columns.push_back(std::move(made));
            const std::string with_factor = random.chance(0.5)
                                                ? format("{} * c{}", Decimal(factor, factor_digits).to_string(), t)
                                                : format("c{} * {} / 1000", t, factor);
            text += (minus ? " - " : t == 0 ? "" : " + ") + with_factor;
        }
        text += " + 0.25";
        const ArcColumn made = made_of(network, text);
        for (std::size_t arc = 0; arc < m; ++arc) {
            ASSERT_EQ(made.values[arc].is_missing(), closed[arc]);
            const Decimal sum = closed[arc] ? Decimal::missing() : Decimal(sums[arc] + 250000, 6);
            ASSERT_EQ(made.values[arc], sum) << text;
        }
    }
}

}  // namespace
}  // namespace allways
