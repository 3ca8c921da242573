// SPDX-License-Identifier: Apache-2.0
// Prices of turns of OpenStreetMap: what the section [turn_costs] of a profile makes of angles and nodes.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "allways/engine/solve.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {
namespace {

const Tag priced_street{"highway", "residential"};
const Tag one_way{"oneway", "yes"};

std::string in_file(const RoadNetwork& network, NodeIndex node) {
    return network.node_ids.text(node);
}

// Prices by the nodes of the turn, "1 5 4"; the last word of parallel arcs wins.
std::map<std::string, double> prices_of(const RoadNetwork& network) {
    std::map<std::string, double> prices;
    for (const TurnRules::Cost& cost : network.turns.costs) {
        EXPECT_EQ(network.head[cost.from], network.tail[cost.to]);
        prices[in_file(network, network.tail[cost.from]) + " " + in_file(network, network.head[cost.from]) + " " +
               in_file(network, network.head[cost.to])] = cost.seconds.to_double();
    }
    return prices;
}

double time_of(const RoadNetwork& network, std::string_view from, std::string_view to) {
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (in_file(network, network.tail[arc]) == from && in_file(network, network.head[arc]) == to) {
            return network.column("time")->values[arc].to_double();
        }
    }
    ADD_FAILURE() << "no arc from " << from << " to " << to;
    return 0;
}

// Four roads to node 5 at the equator, from the west (1), south (2), east (3) and north (4).
std::string crossing_of_four(const std::vector<Tag>& node_tags = {},
                             const std::vector<Tag>& way_tags = {priced_street}) {
    return osm_node(1, 0.000, 0.001) + osm_node(2, 0.001, 0.000) + osm_node(3, 0.002, 0.001) +
           osm_node(4, 0.001, 0.002) + osm_node(5, 0.001, 0.001, node_tags) + osm_way(11, {1, 5}, way_tags) +
           osm_way(12, {2, 5}, way_tags) + osm_way(13, {5, 3}, way_tags) + osm_way(14, {5, 4}, way_tags);
}

// A road from 1 over 2 to 3, with node 2 inside or, if `split`, between two ways; 2 is 222.6 m from 1 and 111.3 m
// from 3.
std::string road_over(const std::vector<Tag>& node_tags, bool split = false,
                      const std::vector<Tag>& tags = {priced_street}) {
    const std::string nodes = osm_node(1, 0, 0) + osm_node(2, 0.002, 0, node_tags) + osm_node(3, 0.003, 0);
    return nodes + (split ? osm_way(11, {1, 2}, tags) + osm_way(12, {2, 3}, tags) : osm_way(11, {1, 2, 3}, tags));
}

constexpr const char* plain_profile = R"(
name = "mine"
[access]
keys = ["access", "motorcar"]
permit = ["yes"]
deny = ["no"]
[speed]
residential = 36
primary = 72
[oneway]
keys = ["oneway"]
[turns]
u_turn = "no"
)";

class OsmTurnCosts : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view body, const std::string& profile = "car", const std::string& turns = "full") {
        messages = Messages();
        report = {};
        ReadOptions options{.profile = profile, .log = messages.callback()};
        options.turns = turns;
        return read_network(folder.write("x.osm", osm_file(body)), options, &report);
    }
    // Reads with plain_profile and this section.
    RoadNetwork with(const std::string& section, std::string_view body, const std::string& turns = "full") {
        return read(body, folder.write("mine.toml", plain_profile + section), turns);
    }
    std::map<std::string, double> prices(const std::string& section, std::string_view body) {
        return prices_of(with(section, body));
    }
    std::uint64_t counted(std::string_view name) const {
        for (const auto& count : report.counts) {
            if (count.name == name) return count.count;
        }
        return 0;
    }
    TemporaryFolder folder;
    ImportReport report;
    Messages messages;
};

using Prices = std::map<std::string, double>;

// 7.5 / (1 + e^(6.5 / 1.075 − 13 · 1.075 / 2)), and with 1 / 1.075 in place of 1.075.
constexpr double across = 5.395;
constexpr double near_side = 2.105;

TEST_F(OsmTurnCosts, TurnsAcrossTheTrafficAreDearerAndStraightOnIsFree) {
    const RoadNetwork network = read(crossing_of_four());
    Prices expected;
    for (const char* left : {"1 5 4", "4 5 3", "3 5 2", "2 5 1"}) expected[left] = across;
    for (const char* right : {"1 5 2", "2 5 3", "3 5 4", "4 5 1"}) expected[right] = near_side;
    for (const char* back : {"1 5 1", "2 5 2", "3 5 3", "4 5 4", "5 1 5", "5 2 5", "5 3 5", "5 4 5"}) {
        expected[back] = 27.5;
    }
    EXPECT_EQ(prices_of(network), expected);
    EXPECT_EQ(counted("turn prices"), expected.size());
    EXPECT_EQ(counted("arcs with prices of nodes"), 0u);
    EXPECT_EQ(network.provenance.notes.back(),
              (std::pair<std::string, std::string>(
                  "turn_prices", "16 pairs of arcs, 0 arcs with prices of nodes, traffic on the right")));
    EXPECT_FALSE(messages.contains("prices of turns"));
}

TEST_F(OsmTurnCosts, TheSideOfTheTraffic) {
    const std::string curve = "[turn_costs]\nturn_penalty = 7.5\nturn_bias = 1.075\n";
    const auto is_left_hand = [&](const std::string& section, const std::string& body) {
        const Prices found = prices(section, body);
        EXPECT_EQ(found.at("1 5 4") + found.at("1 5 2"), across + near_side);
        return found.at("1 5 4") == near_side;
    };
    EXPECT_FALSE(is_left_hand(curve, crossing_of_four()));
    EXPECT_FALSE(is_left_hand(curve + "left_hand_traffic = false\n", crossing_of_four()));
    EXPECT_TRUE(is_left_hand(curve + "left_hand_traffic = true\n", crossing_of_four()));
    // "auto": roundabouts run with the traffic.
    const std::string nodes = osm_node(61, 0.01, 0) + osm_node(62, 0.011, 0) + osm_node(63, 0.0105, 0.001);
    const std::vector<Tag> round{priced_street, one_way, {"junction", "roundabout"}};
    const std::vector<Tag> against{priced_street, {"oneway", "-1"}, {"junction", "circular"}};
    const std::string clockwise = nodes + osm_way(20, {61, 63, 62, 61}, round);
    for (const auto& section : {curve, curve + "left_hand_traffic = \"auto\"\n"}) {
        EXPECT_TRUE(is_left_hand(section, crossing_of_four() + clockwise));
        EXPECT_FALSE(is_left_hand(section, crossing_of_four() + nodes + osm_way(20, {61, 62, 63, 61}, round)));
        EXPECT_TRUE(is_left_hand(section, crossing_of_four() + nodes + osm_way(20, {61, 62, 63, 61}, against)));
        // One of each.
        EXPECT_FALSE(is_left_hand(section, crossing_of_four() + clockwise + osm_way(21, {61, 62, 63, 61}, round)));
    }
    EXPECT_FALSE(is_left_hand(curve + "left_hand_traffic = false\n", crossing_of_four() + clockwise));
    EXPECT_TRUE(is_left_hand(curve, crossing_of_four() + clockwise));
}

TEST_F(OsmTurnCosts, Curves) {
    const std::string square = "[turn_costs]\nturn_curve = \"square\"\nturn_penalty = 6\nturn_bias = 1.4\nu_turn = 0\n";
    Prices expected;
    for (const char* left : {"1 5 4", "4 5 3", "3 5 2", "2 5 1"}) expected[left] = 8.4;
    for (const char* right : {"1 5 2", "2 5 3", "3 5 4", "4 5 1"}) expected[right] = 4.286;
    EXPECT_EQ(prices(square, crossing_of_four()), expected);
    const Prices bicycle = prices_of(read(crossing_of_four(), "bicycle"));
    EXPECT_EQ(bicycle.at("1 5 4"), 8.4);
    EXPECT_EQ(bicycle.at("1 5 2"), 4.286);
    EXPECT_EQ(bicycle.at("1 5 1"), 37);
}

TEST_F(OsmTurnCosts, BendsAreFreeAndKinksAtTheNodeDoNotCount) {
    const std::string curve = "[turn_costs]\nturn_penalty = 7.5\nu_turn = 0\n";
    const std::string bend = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.001, 0.001) +
                             osm_way(11, {1, 2}, {priced_street}) + osm_way(12, {2, 3}, {priced_street});
    EXPECT_EQ(prices(curve, bend), Prices());
    // The road from 5 to 3 first runs 2 m to the north.
    const std::string kink = osm_node(1, 0, 0.001) + osm_node(5, 0.001, 0.001) + osm_node(7, 0.001, 0.00102) +
                             osm_node(3, 0.01, 0.00102) + osm_node(4, 0.001, 0.01) +
                             osm_way(11, {1, 5}, {priced_street}) + osm_way(12, {5, 7, 3}, {priced_street}) +
                             osm_way(13, {5, 4}, {priced_street});
    const Prices found = prices(curve, kink);
    EXPECT_FALSE(found.contains("1 5 3")) << found.at("1 5 3");
    EXPECT_TRUE(found.contains("1 5 4"));
}

TEST_F(OsmTurnCosts, TurningRound) {
    const std::string body = crossing_of_four();
    // A price does not open the nodes that [turns] closes.
    const std::vector<std::uint8_t> nowhere(5, 0);
    EXPECT_EQ(with("[turn_costs]\nu_turn = 20\n", body).turns.may_turn_round, nowhere);
    EXPECT_EQ(prices("[turn_costs]\nu_turn = 20\n", body).size(), 8u);
    EXPECT_EQ(read(body).turns.may_turn_round, nowhere);
    const std::string anywhere = folder.write("anywhere.toml", "extends = \"car\"\n[turns]\nu_turn = \"yes\"\n");
    EXPECT_TRUE(read(body, anywhere).turns.may_turn_round.empty());
    EXPECT_EQ(prices_of(read(body, anywhere)).at("1 5 1"), 27.5);
    // Without one it is a turn by 180°, where [turns] allows it.
    const RoadNetwork network = with("[turn_costs]\nturn_penalty = 7.5\n", body);
    EXPECT_EQ(network.turns.may_turn_round.size(), 5u);
    EXPECT_EQ(prices_of(network).at("1 5 1"), 7.489);
    EXPECT_EQ(with("[turn_costs]\nu_turn = 20\n", body, "restrictions").turns.may_turn_round.size(), 5u);
    // A forbidden turn needs no price.
    const std::string forbidden = osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 11, "to"}},
                                               {{"type", "restriction"}, {"restriction", "no_u_turn"}});
    EXPECT_FALSE(prices("[turn_costs]\nu_turn = 20\n", body + forbidden).contains("1 5 1"));
    EXPECT_EQ(counted("turn prices"), 7u);
}

const std::string lights =
    "[turn_costs.node.highway]\ntraffic_signals = 2\nstop = 4\ngive_way = 1\n"
    "[turn_costs.node.railway]\nlevel_crossing = 3\n[turn_costs.node.barrier]\nlift_gate = 30\n";

TEST_F(OsmTurnCosts, SignalsAtJunctions) {
    const Prices all = prices(lights, crossing_of_four({{"highway", "traffic_signals"}}));
    EXPECT_EQ(all.size(), 16u);
    for (const auto& [turn, seconds] : all) EXPECT_EQ(seconds, 2) << turn;
    // Two of the ways end at the node, two begin there.
    const std::vector<Tag> forward{{"highway", "traffic_signals"}, {"traffic_signals:direction", "forward"}};
    const Prices arriving = prices(lights, crossing_of_four(forward));
    EXPECT_EQ(arriving.size(), 8u);
    for (const auto& [turn, seconds] : arriving) EXPECT_TRUE(turn[0] == '1' || turn[0] == '2') << turn;
    const std::vector<Tag> backward{
        {"highway", "traffic_signals"}, {"traffic_signals:direction", "backward"}, {"direction", "forward"}};
    for (const auto& [turn, seconds] : prices(lights, crossing_of_four(backward))) {
        EXPECT_TRUE(turn[0] == '3' || turn[0] == '4') << turn;
    }
    // Of several prices the highest counts, and prices of node and angle add up.
    EXPECT_EQ(
        prices(lights, crossing_of_four({{"highway", "traffic_signals"}, {"railway", "level_crossing"}}))["1 5 3"], 3);
    EXPECT_EQ(prices_of(read(crossing_of_four({{"highway", "traffic_signals"}})))["1 5 4"], across + 2);
}

TEST_F(OsmTurnCosts, SignsAtJunctions) {
    EXPECT_EQ(prices(lights, crossing_of_four({{"highway", "stop"}})).size(), 16u);
    EXPECT_EQ(prices(lights, crossing_of_four({{"highway", "stop"}, {"stop", "minor"}})), Prices());
    const std::string body = osm_node(1, 0, 0) + osm_node(2, 0.001, 0, {{"highway", "stop"}, {"stop", "minor"}}) +
                             osm_node(3, 0.002, 0) + osm_node(4, 0.001, 0.001) +
                             osm_way(11, {1, 2, 3}, {{"highway", "primary"}}) + osm_way(12, {4, 2}, {priced_street});
    EXPECT_EQ(prices(lights, body), (Prices{{"4 2 1", 4}, {"4 2 3", 4}, {"4 2 4", 4}}));
}

TEST_F(OsmTurnCosts, NodesInsideARoadAddToItsTime) {
    const auto times = [&](const std::vector<Tag>& node, const std::vector<Tag>& way = {priced_street},
                           const std::string& turns = "full") {
        const RoadNetwork network = with(lights, road_over(node, false, way), turns);
        EXPECT_EQ(network.node_count(), 2u);
        EXPECT_TRUE(network.turns.costs.empty());
        EXPECT_EQ(messages.contains("states no prices of turns"),
                  turns == "full" && counted("arcs with prices of nodes") == 0);
        const double back = way.size() > 1 ? 0 : std::round((time_of(network, "3", "1") - 33.396) * 1000) / 1000;
        return std::pair(std::round((time_of(network, "1", "3") - 33.396) * 1000) / 1000, back);
    };
    using Pair = std::pair<double, double>;
    EXPECT_EQ(times({}), Pair(0, 0));
    EXPECT_EQ(times({{"highway", "traffic_signals"}}), Pair(2, 2));
    EXPECT_EQ(counted("arcs with prices of nodes"), 2u);
    EXPECT_EQ(times({{"highway", "traffic_signals"}, {"traffic_signals:direction", "forward"}}), Pair(2, 0));
    EXPECT_EQ(times({{"highway", "traffic_signals"}, {"direction", "backward"}}), Pair(0, 2));
    EXPECT_EQ(times({{"highway", "traffic_signals"}, {"direction", "both"}}), Pair(2, 2));
    EXPECT_EQ(times({{"railway", "level_crossing"}}), Pair(3, 3));
    EXPECT_EQ(times({{"highway", "crossing"}}), Pair(0, 0));
    // A sign without a direction binds those who drive towards the nearer end, and everybody on a one-way road.
    EXPECT_EQ(times({{"highway", "stop"}}), Pair(4, 0));
    EXPECT_EQ(times({{"highway", "stop"}, {"direction", "backward"}}), Pair(0, 4));
    EXPECT_EQ(times({{"highway", "give_way"}, {"direction", "both"}}), Pair(1, 1));
    EXPECT_EQ(times({{"highway", "give_way"}}, {priced_street, one_way}), Pair(1, 0));
    // Only with `full`.
    EXPECT_EQ(times({{"highway", "traffic_signals"}}, {priced_street}, ""), Pair(0, 0));
    EXPECT_EQ(times({{"highway", "traffic_signals"}}, {priced_street}, "restrictions"), Pair(0, 0));
    EXPECT_EQ(times({{"highway", "traffic_signals"}}, {priced_street}, "none"), Pair(0, 0));
    EXPECT_EQ(counted("arcs with prices of nodes"), 0u);
}

TEST_F(OsmTurnCosts, HumpsSlowCars) {
    const auto added = [&](const char* profile, const char* value) {
        const std::string body = road_over({{"traffic_calming", value}}, false, {priced_street});
        const double plain = time_of(read(body, profile, "restrictions"), "1", "3");
        return std::round(1000 * (time_of(read(body, profile), "1", "3") - plain)) / 1000;
    };
    EXPECT_EQ(added("car", "bump"), 3);
    EXPECT_EQ(added("car", "hump"), 2);
    EXPECT_EQ(added("truck", "table"), 1);
    EXPECT_EQ(added("car", "island"), 0);
    EXPECT_EQ(added("bicycle", "hump"), 0);
    EXPECT_EQ(added("foot", "hump"), 0);
}

TEST_F(OsmTurnCosts, NodesBetweenTwoWays) {
    const auto found = [&](const std::vector<Tag>& tags) { return prices(lights, road_over(tags, true)); };
    EXPECT_EQ(found({{"barrier", "lift_gate"}}).size(), 4u);
    EXPECT_EQ(found({{"highway", "traffic_signals"}, {"direction", "forward"}}), (Prices{{"1 2 1", 2}, {"1 2 3", 2}}));
    EXPECT_EQ(found({{"highway", "stop"}}), (Prices{{"1 2 1", 4}, {"1 2 3", 4}, {"3 2 3", 4}}));
    EXPECT_EQ(prices(lights, road_over({{"highway", "stop"}}, true, {priced_street, {"oneway", "-1"}})),
              (Prices{{"3 2 1", 4}}));
    // No path passes a closed barrier.
    const std::string closed = "[barrier]\nopen = [\"gate\"]\n" + lights;
    EXPECT_EQ(prices(closed, road_over({{"barrier", "lift_gate"}}, true)), Prices());
}

TEST_F(OsmTurnCosts, FerriesKeepTheTimesOfTheirTimetable) {
    const std::string body = osm_node(1, 0, 0) + osm_node(2, 0.002, 0, {{"barrier", "lift_gate"}}) +
                             osm_node(3, 0.003, 0) +
                             osm_way(11, {1, 2, 3}, {{"route", "ferry"}, {"duration", "00:10"}});
    EXPECT_EQ(time_of(read(body), "1", "3"), 600);
}

TEST_F(OsmTurnCosts, OnFootOnlySignalsCount) {
    EXPECT_TRUE(read(crossing_of_four(), "foot").turns.costs.empty());
    EXPECT_TRUE(messages.contains("states no prices of turns"));
    const Prices found = prices_of(read(crossing_of_four({{"highway", "traffic_signals"}}), "foot"));
    EXPECT_EQ(found.size(), 16u);
    EXPECT_EQ(found.at("1 5 4"), 2);
}

TEST_F(OsmTurnCosts, WithoutTheSectionFullWarns) {
    const RoadNetwork network = with("", crossing_of_four({{"highway", "traffic_signals"}}));
    EXPECT_TRUE(network.turns.costs.empty());
    EXPECT_EQ(network.turns.may_turn_round.size(), 5u);
    EXPECT_TRUE(messages.contains("states no prices of turns"));
    for (const auto& count : report.counts) EXPECT_NE(count.name, "turn prices");
}

TEST_F(OsmTurnCosts, OtherChoicesOfRulesHaveNoPrices) {
    for (const char* turns : {"", "restrictions", "none"}) {
        const RoadNetwork network = read(crossing_of_four({{"highway", "traffic_signals"}}), "car", turns);
        EXPECT_TRUE(network.turns.costs.empty());
        for (const auto& count : report.counts) EXPECT_NE(count.name, "turn prices");
        for (const auto& [name, text] : network.provenance.notes) EXPECT_NE(name, "turn_prices");
    }
}

TEST_F(OsmTurnCosts, MistakesInTheSectionNameTheLine) {
    const auto lines = std::count(plain_profile, plain_profile + std::strlen(plain_profile), '\n');
    const auto expect = [&](std::uint64_t line, const char* part, const std::string& text) {
        ALLWAYS_EXPECT_ERROR(lines + line, part, with(text, crossing_of_four()));
    };
    expect(2, "[turn_costs]: 'signals' is unknown", "[turn_costs]\nsignals = 2\n");
    expect(2, "should be from 0 to 3600, found -1", "[turn_costs]\nu_turn = -1\n");
    expect(2, "should be from 0.1 to 10", "[turn_costs]\nturn_bias = 0\n");
    expect(2, "should be \"sigmoid\" or \"square\"", "[turn_costs]\nturn_curve = \"line\"\n");
    expect(2, "should be true, false or \"auto\"", "[turn_costs]\nleft_hand_traffic = \"left\"\n");
    expect(2, "should be true or false", "[turn_costs]\nleft_hand_traffic = 1\n");
    expect(2, "[turn_costs.node.highway]: 'stop' should be a number", "[turn_costs.node.highway]\nstop = \"2\"\n");
    expect(2, "should be a section", "[turn_costs.node]\nhighway = 2\n");
}

TEST_F(OsmTurnCosts, ThePriceIsPartOfAPathsTime) {
    const auto index = [](const RoadNetwork& network, std::string_view id) {
        for (NodeIndex node = 0; node < network.node_count(); ++node) {
            if (network.node_ids.text(node) == id) return node;
        }
        return no_node;
    };
    const std::string body = crossing_of_four({{"highway", "traffic_signals"}});
    const RoadNetwork priced = read(body);
    const RoadNetwork free = read(body, "car", "restrictions");
    const DistanceTable with_prices = solve(priced, {.schedule = "sweep"});
    const DistanceTable without = solve(free, {.schedule = "sweep"});
    const auto added = [&](std::string_view from, std::string_view to) {
        const auto a = index(priced, from);
        const auto b = index(priced, to);
        return std::round((with_prices.distance(a, b) - without.distance(a, b)) * 1000) / 1000;
    };
    EXPECT_EQ(added("1", "3"), 2);
    EXPECT_EQ(added("1", "4"), across + 2);
    EXPECT_EQ(added("1", "2"), near_side + 2);
    EXPECT_EQ(added("1", "5"), 0);
    EXPECT_EQ(added("5", "4"), 0);

    // Where a turn is forbidden, a path drives on, turns round and comes back: from 1 over 5 to 3, back and to 4.
    const std::string forbidden = body + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 14, "to"}},
                                                      {{"type", "restriction"}, {"restriction", "no_left_turn"}});
    const RoadNetwork ruled = read(forbidden);
    const double seconds = solve(ruled, {.schedule = "sweep"}).distance(index(ruled, "1"), index(ruled, "4"));
    // The cheapest way turns right to 2, turns round there and goes straight on.
    EXPECT_NEAR(seconds,
                time_of(ruled, "1", "5") + (near_side + 2) + time_of(ruled, "5", "2") + 27.5 +
                    time_of(ruled, "2", "5") + 2 + time_of(ruled, "5", "4"),
                0.01);
}

TEST_F(OsmTurnCosts, NodesOfManyRoadsHaveNoPrices) {
    const auto star = [](int roads) {
        std::string text = osm_node(1000, 0, 0, {{"highway", "traffic_signals"}});
        for (int i = 1; i <= roads; ++i) {
            text += osm_node(i, 0.001 * std::cos(0.01 * i), 0.001 * std::sin(0.01 * i));
            text += osm_way(i, {i, 1000}, {priced_street});
        }
        return text;
    };
    EXPECT_EQ(prices(lights, star(64)).size(), 64u * 64);
    EXPECT_EQ(prices(lights, star(65)).size(), 0u);
    EXPECT_EQ(prices(lights, star(3000)).size(), 0u);
}

// Random streets on a grid, whose corners are moved.
std::string random_town(int side, std::mt19937& random) {
    std::string text;
    const auto chance = [&](double share) { return std::uniform_real_distribution<>()(random) < share; };
    const auto id = [&](int x, int y) { return std::int64_t{1} + y * side + x; };
    const std::vector<std::vector<Tag>> kinds{{},
                                              {{"highway", "traffic_signals"}},
                                              {{"highway", "traffic_signals"}, {"direction", "forward"}},
                                              {{"highway", "stop"}},
                                              {{"highway", "stop"}, {"stop", "minor"}},
                                              {{"highway", "give_way"}, {"direction", "backward"}},
                                              {{"barrier", "lift_gate"}},
                                              {{"barrier", "wall"}},
                                              {{"railway", "level_crossing"}},
                                              {{"highway", "turning_circle"}}};
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const double off = std::uniform_real_distribution<>(-0.0004, 0.0004)(random);
            const auto& tags = chance(0.6) ? kinds[0] : kinds[random() % kinds.size()];
            text += osm_node(id(x, y), x * 0.001 + off, 50 + y * 0.001 - off, tags);
        }
    }
    std::int64_t way = 1;
    for (int row = 0; row < side; ++row) {
        for (const bool across_rows : {false, true}) {
            std::vector<std::int64_t> nodes;
            for (int k = 0; k < side; ++k) {
                nodes.push_back(across_rows ? id(row, k) : id(k, row));
                if (k > 0 && !chance(0.3)) continue;
                if (nodes.size() > 1) {
                    text += osm_way(way++, nodes, {priced_street, {"oneway", chance(0.2) ? "yes" : "no"}});
                    nodes.assign(1, nodes.back());
                }
            }
            if (nodes.size() > 1) text += osm_way(way++, nodes, {priced_street});
        }
    }
    return text;
}

TEST_F(OsmTurnCosts, PricesArePositiveAndTheirArcsMeet) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const std::string town = random_town(9, random);
        for (const char* profile : {"car", "bicycle", "foot"}) {
            const RoadNetwork network = read(town, profile);
            const RoadNetwork free = read(town, profile, "restrictions");
            ASSERT_EQ(network.tail, free.tail);
            ASSERT_EQ(network.head, free.head);
            ASSERT_EQ(network.node_ids.numbers(), free.node_ids.numbers());
            for (std::size_t arc = 0; arc < network.arc_count(); ++arc) {
                ASSERT_GE(network.column("time")->values[arc].to_double(),
                          free.column("time")->values[arc].to_double());
            }
            std::set<std::pair<ArcIndex, ArcIndex>> pairs;
            for (const TurnRules::Cost& cost : network.turns.costs) {
                ASSERT_LT(cost.from, network.arc_count());
                ASSERT_LT(cost.to, network.arc_count());
                ASSERT_EQ(network.head[cost.from], network.tail[cost.to]);
                ASSERT_FALSE(network.is_no_through(network.head[cost.from]));
                ASSERT_FALSE(cost.seconds.is_missing());
                ASSERT_GE(cost.seconds.to_double(), 0.05);
                ASSERT_LE(cost.seconds.scale(), 3);
                ASSERT_TRUE(pairs.emplace(cost.from, cost.to).second);
            }
            ASSERT_TRUE(std::is_sorted(
                network.turns.costs.begin(), network.turns.costs.end(),
                [](const auto& a, const auto& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); }));
        }
    }
}

TEST_F(OsmTurnCosts, TheSideOfRealMaps) {
    const std::string data = real_data();
    if (data.empty() || !std::filesystem::exists(data + "/osm/malta-latest.osm.pbf")) GTEST_SKIP();
    const auto side = [&](const char* name) {
        ReadOptions options;
        options.turns = "full";
        return read_network(data + "/osm/" + name, options).provenance.notes.back().second;
    };
    EXPECT_NE(side("malta-latest.osm.pbf").find("traffic on the left"), std::string::npos);
    EXPECT_NE(side("liechtenstein-latest.osm.pbf").find("traffic on the right"), std::string::npos);
}

TEST_F(OsmTurnCosts, LargeMapsTakeLittleTime) {
    std::mt19937 random(1);
    const std::string town = random_town(170, random);
    const auto seconds = [&](const char* turns) {
        const auto start = std::chrono::steady_clock::now();
        const RoadNetwork network = read(town, "car", turns);
        EXPECT_GT(network.arc_count(), 100'000u);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const double without = seconds("restrictions");
    const double with_prices = seconds("full");
    RecordProperty("seconds", std::to_string(with_prices - without));
    EXPECT_LT(with_prices, 2 * without + 2);
}

}  // namespace
}  // namespace allways::test
