// SPDX-License-Identifier: Apache-2.0
// Costs by hour: hours as text, rows by hour in every form, columns of a network.
#include "allways/cost/cost_updates.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/importers/cost_updates.h"

namespace allways::test {
namespace {

// Two crossings joined both ways, one kilometre apart, and a one-way street.
RoadNetwork town() {
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::int64_t>{1, 4, 9});
    network.tail = {0, 1, 1};
    network.head = {1, 0, 2};
    network.reversed = {0, 1, 0};
    network.arc_ids = IdTable(std::vector<std::int64_t>{7, 7, 8});
    network.columns = {{"time", "s", {Decimal(60, 0), Decimal(60, 0), Decimal(30, 0)}, 3},
                       {"length", "m", {Decimal(1000, 0), Decimal(1000, 0), Decimal(500, 0)}, 1},
                       {"time_7", "s", {Decimal(61, 0), Decimal(60, 0), Decimal(30, 0)}, 3},
                       {"time_08", "s", {Decimal(62, 0), Decimal(60, 0), Decimal(30, 0)}, 3},
                       {"time_9", "min", {Decimal(1, 0), Decimal(1, 0), Decimal(1, 0)}, 3}};
    return network;
}

std::vector<double> numbers(const ArcColumn& column) {
    std::vector<double> all;
    for (const Decimal& value : column.values) all.push_back(value.is_missing() ? -1 : value.to_double());
    return all;
}

HourlyCosts costs_of(std::string_view text, std::vector<int> hours = {}) {
    return hourly_costs(town(), "time", parse_hourly_updates(text, "rows"), std::move(hours));
}

template <class Call>
std::string fault_of(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

using Numbers = std::vector<double>;

TEST(HourlyCosts, HoursAreNumbersAndRanges) {
    EXPECT_EQ(parse_hours("0-3"), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(parse_hours("17, 7-8"), (std::vector<int>{17, 7, 8}));
    EXPECT_EQ(parse_hours("0-167").size(), 168u);
    for (const char* text : {"", "x", "168", "-1", "3-1", "1,,2", "1.5", "7-", "24-168", "99999999999999"}) {
        EXPECT_EQ(fault_of([&] { parse_hours(text); }),
                  "`hours`: expected hours from 0 to 167, such as 0-23 or 7-9,17, found '" + std::string(text) + "'");
    }
    EXPECT_EQ(fault_of([] { parse_hours("5,3-7"); }), "`hours`: hour 5 occurs twice in '5,3-7'");
}

TEST(HourlyCosts, RowsNameAnHourOrHaveAFieldForEach) {
    const Numbers at_7{100, 60, 30};
    const Numbers at_8{60, 60, -1};
    const HourlyCosts rows = costs_of("hour,arc,reversed,cost\n8,8,0,inf\n7,7,0,100\n");
    EXPECT_EQ(rows.name, "time");
    EXPECT_EQ(rows.hours, (std::vector<int>{7, 8}));
    EXPECT_EQ(numbers(rows.columns[0]), at_7);
    EXPECT_EQ(numbers(rows.columns[1]), at_8);
    EXPECT_EQ(rows.columns[1].name, "time_8");
    EXPECT_EQ(rows.columns[1].unit, "s");

    const HourlyCosts fields = costs_of("arc,reversed,cost_7,cost_8\n8,0,,inf\n7,0,100,\n", {8, 7});
    EXPECT_EQ(fields.hours, (std::vector<int>{8, 7}));
    EXPECT_EQ(numbers(fields.columns[0]), at_8);
    EXPECT_EQ(numbers(fields.columns[1]), at_7);

    // 36 km/h on 1000 m; both directions of an arc without "reversed".
    const Numbers slow{100, 60, 30};
    EXPECT_EQ(numbers(costs_of("hour,from,to,speed_kmh,rate\n3,1,4,36,1.5\n").columns[0]), slow);
    EXPECT_EQ(numbers(costs_of("from_osm_id,to_osm_id,speed_kmh_3\n1,4,36\n").columns[0]), slow);
    EXPECT_EQ(numbers(costs_of("hour,arc,speed_kmh\n3,7,36\n").columns[0]), (Numbers{100, 100, 30}));
    EXPECT_EQ(numbers(costs_of("arc,speed_3,speed_4\n7,36,0\n").columns[1]), (Numbers{-1, -1, 30}));
}

TEST(HourlyCosts, RowsThatDoNotFitAreRefused) {
    const auto fault = [](std::string_view text, std::vector<int> hours = {}) {
        return fault_of([&] { costs_of(text, hours); });
    };
    EXPECT_EQ(fault("hour,arc,cost\n3,7,1\n168,7,1\n"), "rows:3: the hour '168' is none from 0 to 167");
    EXPECT_EQ(fault("hour,arc,cost\n3,7,-1\n"),
              "rows:2: the cost -1 is negative; expected a number of 0 or more, or 'inf'");
    EXPECT_EQ(fault("hour,from,to,speed_kmh\n3,1,4,-5\n"),
              "rows:2: the speed -5 is negative; expected km/h, such as 50, or 0 to close the road");
    EXPECT_EQ(fault("hour,arc,cost\n3,7,1\n3,99,1\n4,98,1\n"), "rows:3: hour 3: 99: the network has no such arc");
    EXPECT_EQ(fault("arc,cost_3\n97,1\n7,1\n99,2\n"),
              "rows:2: hour 3: 97: the network has no such arc; 2 rows of this hour match no road");
    EXPECT_EQ(fault("hour,from,to,speed_kmh\n3,1,9,5\n"),
              "rows:2: hour 3: 1,9: no arc leads straight from one node to the other");
    EXPECT_EQ(fault("hour,arc,cost\n3,7,1\n", {3, 4}), "rows: it has no rows for hour 4");
    EXPECT_EQ(fault("arc,cost_200\n7,1\n"), "rows:1: 'cost_200': hours range from 0 to 167");
    EXPECT_EQ(fault("arc,cost_3,cost_3\n7,1,1\n"),
              "rows:1: 'cost_3': expected values of one kind alone, with one field for each hour");
    EXPECT_EQ(fault("arc,cost_3,speed_4\n7,1,1\n"),
              "rows:1: 'speed_4': expected values of one kind alone, with one field for each hour");
    EXPECT_EQ(fault("arc,cost_3,cost_4\n7,1\n"), "rows:2: expected 'arc,cost', as in the first line, found 2 fields");
    EXPECT_EQ(fault("from,to,speed_3\n1,4\n"), "rows:2: expected 3 fields, as in the first line, found 2 fields");
    for (const char* text : {"", "hour,arc,cost\n"})
        EXPECT_TRUE(fault(text).starts_with("rows: it has no rows; expected ")) << text;
    for (const char* heading : {"arc,cost\n7,1\n", "hour\n", "hour,arc\n", "1,4,30\n", "hour,from,cost\n3,1,1\n",
                                "from,to,cost_3\n1,4,1\n", "arc,cost_\n7,1\n"}) {
        EXPECT_NE(fault(heading).find("in the first line"), std::string::npos) << heading << fault(heading);
    }
}

TEST(HourlyCosts, FactorsOfClasses) {
    RoadNetwork network = town();
    TextColumn& classes = network.texts.emplace_back("facility_type");
    for (const char* one : {"primary", "primary", "service"}) classes.add(one);
    const auto costs = [&](std::string_view text, std::string_view cost = "time") {
        return hourly_costs(network, cost, parse_hourly_updates(text, "rows"), {});
    };
    const auto fault = [&](std::string_view text, std::string_view cost = "time") {
        return fault_of([&] { costs(text, cost); });
    };
    EXPECT_EQ(numbers(costs("hour,class,speed_factor\n3,primary,0.7\n").columns[0]), (Numbers{85.714, 85.714, 30}));
    EXPECT_EQ(numbers(costs("facility_type,cost_factor_3\nservice,1.1111111\n").columns[0]), (Numbers{60, 60, 33.333}));
    EXPECT_EQ(numbers(costs("class,speed_factor_3\nservice,0\n").columns[0]), (Numbers{60, 60, -1}));
    EXPECT_EQ(numbers(costs("class,cost_factor_3\nprimary,inf\n").columns[0]), (Numbers{-1, -1, 30}));
    EXPECT_EQ(numbers(costs("hour,class,cost_factor\n3,primary,1.25\n", "length").columns[0]),
              (Numbers{1250, 1250, 500}));
    EXPECT_EQ(fault("class,speed_factor_3\nmotorway,1\n"),
              "rows:2: hour 3: motorway: no open arc has this facility_type");
    EXPECT_EQ(fault("class,speed_factor_3\nprimary,-1\n"),
              "rows:2: the speed_factor '-1' is none; expected a number from 0.001 to 1000, or 0 to close the roads");
    EXPECT_EQ(
        fault("class,cost_factor_3\nprimary,1001\n"),
        "rows:2: the cost_factor '1001' is none; expected a number from 0.001 to 1000, or 0, or 'inf' to close the "
        "roads");
    EXPECT_EQ(
        fault("class,speed_factor_3\nprimary,1\n", "length"),
        "factors of speeds change times, but the cost 'length' has the unit 'm'; state 'class,cost_factor' or choose "
        "a cost that is a time");
    EXPECT_EQ(fault_of([] { costs_of("class,speed_factor_3\nprimary,1\n"); }),
              "rows of classes need the text 'facility_type' of the network's arcs");
    EXPECT_NE(fault("hour,class,factor\n3,primary,2\n").find("found 'factor' in the first line"), std::string::npos);
}

TEST(HourlyCosts, ColumnsOfTheNetwork) {
    const HourlyCosts some = hourly_costs(town(), "time_{hour}", {8, 7});
    EXPECT_EQ(some.name, "time");
    EXPECT_EQ(some.hours, (std::vector<int>{8, 7}));
    EXPECT_EQ(some.columns[0].name, "time_08");
    EXPECT_EQ(numbers(some.columns[1]), (Numbers{61, 60, 30}));
    const auto fault = [](std::string_view pattern, std::vector<int> hours = {}) {
        return fault_of([&] { hourly_costs(town(), pattern, hours); });
    };
    EXPECT_EQ(fault("time_{hour}"), "`hourly`: column 'time_9' is in 'min', but 'time_7' is in 's'");
    EXPECT_EQ(fault("time_{hour}", {7, 10}), "`hourly`: the network has no column 'time_{hour}' for hour 10");
    EXPECT_EQ(fault("x{hour}"), "`hourly`: the network has no column 'x{hour}' for any hour");
}

}  // namespace
}  // namespace allways::test
