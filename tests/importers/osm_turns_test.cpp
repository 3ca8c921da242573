// SPDX-License-Identifier: Apache-2.0
// Turn rules of OpenStreetMap: what relations, access tags and turning circles make of RoadNetwork::turns.
#include <chrono>
#include <cmath>

#include "osm_text.h"
#include "support.h"

namespace allways::test {
namespace {

using Kind = TurnRules::Kind;

// A sequence by its nodes: "1 5 3".
struct NamedRule {
    Kind kind;
    std::string nodes;
    std::string source;
    friend bool operator==(const NamedRule&, const NamedRule&) = default;
};

void PrintTo(const NamedRule& rule, std::ostream* out) {
    *out << (rule.kind == Kind::forbidden ? "no " : "only ") << rule.nodes << " (" << rule.source << ")";
}

std::vector<NamedRule> named_rules(const RoadNetwork& network) {
    std::vector<NamedRule> rules;
    const TurnRules& turns = network.turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const auto arcs = turns.sequence(i);
        std::string nodes = network.node_ids.text(network.tail[arcs[0]]);
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            if (k > 0) {
                EXPECT_EQ(network.tail[arcs[k]], network.head[arcs[k - 1]]);
            }
            nodes += " " + network.node_ids.text(network.head[arcs[k]]);
        }
        rules.push_back({turns.kinds[i], nodes, std::string(turns.sources.text(i))});
    }
    return rules;
}

NamedRule no(std::string nodes, std::int64_t id, std::string_view value) {
    return {Kind::forbidden, std::move(nodes), format("relation {} {}", id, value)};
}
NamedRule only(std::string nodes, std::int64_t id, std::string_view value) {
    return {Kind::mandatory, std::move(nodes), format("relation {} {}", id, value)};
}

const Tag road{"highway", "residential"};
const Tag along_only{"oneway", "yes"};

using Members = std::vector<OsmMember>;

std::vector<Tag> turn_tags(const std::string& value) {
    return {{"type", "restriction"}, {"restriction", value}};
}

// From a way over a node to a way.
std::string via_node(std::int64_t id, std::int64_t from, std::int64_t node, std::int64_t to,
                     const std::vector<Tag>& tags) {
    return osm_relation(id, {{"way", from, "from"}, {"node", node, "via"}, {"way", to, "to"}}, tags);
}

// Four roads to node 5, from the west (11), south (12), east (13) and north (14):
//
//              4
//              |
//          1 ─ 5 ─ 3
//              |
//              2
std::string cross(const std::vector<Tag>& tags = {road}) {
    return osm_node(1, 0.000, 0.001) + osm_node(2, 0.001, 0.000) + osm_node(3, 0.002, 0.001) +
           osm_node(4, 0.001, 0.002) + osm_node(5, 0.001, 0.001) + osm_way(11, {1, 5}, tags) +
           osm_way(12, {2, 5}, tags) + osm_way(13, {5, 3}, tags) + osm_way(14, {5, 4}, tags);
}

std::uint64_t count_named(const ImportReport& report, std::string_view name) {
    for (const auto& count : report.counts) {
        if (count.name == name) return count.count;
    }
    return 0;
}

class OsmTurns : public ::testing::Test {
protected:
    RoadNetwork read(std::string_view body, const std::string& profile = "car") {
        messages = Messages();
        return read_network(folder.write("x.osm", osm_file(body)),
                            {.profile = profile, .lenient = true, .log = messages.callback()}, &report);
    }
    std::vector<NamedRule> rules(std::string_view body, const std::string& profile = "car") {
        return named_rules(read(body, profile));
    }
    std::uint64_t counted(std::string_view name) const { return count_named(report, name); }
    // Expects no rule, one such relation, and its id in a message.
    void expect_left_aside(std::string_view body, const std::string& name, std::int64_t id = 9) {
        EXPECT_EQ(rules(body), std::vector<NamedRule>()) << name;
        EXPECT_EQ(counted(name), 1u) << name;
        EXPECT_TRUE(messages.contains(format("{}: 1 (relation {})", name, id))) << name;
    }
    // Expects no rule and one relation that is not needed.
    void expect_not_needed(std::string_view body) {
        EXPECT_EQ(rules(body), std::vector<NamedRule>()) << body;
        EXPECT_EQ(counted("turn restrictions, not needed"), 1u) << body;
        EXPECT_FALSE(messages.contains("turn restriction")) << body;
    }
    TemporaryFolder folder;
    ImportReport report;
    Messages messages;
};

using Expected = std::vector<NamedRule>;

TEST_F(OsmTurns, ViaNode) {
    for (const char* value :
         {"no_left_turn", "no_right_turn", "no_straight_on", "no_u_turn", "no_entry", "no_exit", "no_turn"}) {
        EXPECT_EQ(rules(cross() + via_node(9, 11, 5, 14, turn_tags(value))), Expected{no("1 5 4", 9, value)});
    }
    for (const char* value : {"only_left_turn", "only_right_turn", "only_straight_on", "only_u_turn", "only_turn"}) {
        EXPECT_EQ(rules(cross() + via_node(9, 11, 5, 14, turn_tags(value))), Expected{only("1 5 4", 9, value)});
    }
    EXPECT_EQ(counted("turn restrictions"), 1u);
    EXPECT_FALSE(messages.contains("turn restriction"));
    const RoadNetwork network = read(cross() + via_node(9, 11, 5, 14, turn_tags("no_left_turn")));
    EXPECT_EQ(network.provenance.notes[2], (std::pair<std::string, std::string>("turn_restrictions", "1 applied")));
}

TEST_F(OsmTurns, RelationsOfOtherOrdersAndOldMembersCount) {
    // The relation comes first in the file; a hint and a stop sign are no members of the turn.
    const std::string relation = osm_relation(
        9, {{"way", 14, "to"}, {"node", 3, "location_hint"}, {"way", 11, "from"}, {"node", 5, "via"}, {"node", 2, ""}},
        turn_tags("no_left_turn"));
    EXPECT_EQ(rules(relation + cross()), Expected{no("1 5 4", 9, "no_left_turn")});
}

TEST_F(OsmTurns, RulesOfRelationsAreInOrderOfTheirIds) {
    const std::string body = cross() + via_node(9, 11, 5, 14, turn_tags("no_left_turn")) +
                             via_node(-7, 12, 5, 13, turn_tags("only_right_turn"));
    EXPECT_EQ(rules(body), (Expected{only("2 5 3", -7, "only_right_turn"), no("1 5 4", 9, "no_left_turn")}));
}

TEST_F(OsmTurns, TheWayBack) {
    EXPECT_EQ(rules(cross() + via_node(9, 11, 5, 11, turn_tags("no_u_turn"))), Expected{no("1 5 1", 9, "no_u_turn")});
    // Where the way passes the node, from both sides.
    const std::string passing = cross() + osm_node(6, 0.003, 0.001) + osm_way(15, {3, 6, 1}, {road}) +
                                osm_way(16, {6, 4}, {road}) + via_node(9, 15, 6, 15, turn_tags("no_u_turn"));
    EXPECT_EQ(rules(passing), (Expected{no("3 6 3", 9, "no_u_turn"), no("1 6 1", 9, "no_u_turn")}));
    // Nobody can turn in the middle of a road, where the network has no node.
    expect_not_needed(osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) +
                      osm_way(7, {1, 2, 3}, {road}) + via_node(9, 7, 2, 7, turn_tags("no_u_turn")));
    // Another name cannot mean the way back.
    expect_left_aside(cross() + via_node(9, 11, 5, 11, turn_tags("no_left_turn")),
                      "turn restrictions with an unclear path");
}

// 1 ─ 5 ─ 3 is one way; the others end at 5.
std::string passing_way() {
    return osm_node(1, 0.000, 0.001) + osm_node(2, 0.001, 0.000) + osm_node(3, 0.002, 0.001) +
           osm_node(4, 0.001, 0.002) + osm_node(5, 0.001, 0.001) + osm_way(11, {1, 5, 3}, {road}) +
           osm_way(12, {2, 5, 4}, {road}) + osm_node(6, 0.000, 0.002) + osm_way(13, {6, 5}, {road});
}

TEST_F(OsmTurns, NamesChooseWhereWaysPassTheNode) {
    const auto of = [&](std::int64_t from, std::int64_t to, const char* value) {
        return rules(passing_way() + via_node(9, from, 5, to, turn_tags(value)));
    };
    // 13 comes from the northwest: 3 is to its left, slightly, and 1 to its right, sharply.
    EXPECT_EQ(of(13, 11, "no_left_turn"), Expected{no("6 5 3", 9, "no_left_turn")});
    EXPECT_EQ(of(13, 11, "no_right_turn"), Expected{no("6 5 1", 9, "no_right_turn")});
    EXPECT_EQ(of(13, 11, "only_straight_on"), Expected{only("6 5 3", 9, "only_straight_on")});
    EXPECT_EQ(of(13, 11, "no_u_turn"), Expected{no("6 5 1", 9, "no_u_turn")});
    EXPECT_EQ(of(13, 11, "no_turn"), (Expected{no("6 5 1", 9, "no_turn"), no("6 5 3", 9, "no_turn")}));
    // Both pass: each side has its left turn.
    EXPECT_EQ(of(11, 12, "no_left_turn"), (Expected{no("1 5 4", 9, "no_left_turn"), no("3 5 2", 9, "no_left_turn")}));
    EXPECT_EQ(of(11, 12, "only_right_turn"),
              (Expected{only("1 5 2", 9, "only_right_turn"), only("3 5 4", 9, "only_right_turn")}));
    // The same way straight on.
    EXPECT_EQ(of(11, 11, "no_straight_on"),
              (Expected{no("1 5 3", 9, "no_straight_on"), no("3 5 1", 9, "no_straight_on")}));
    EXPECT_EQ(of(11, 12, "no_left_turn;no_right_turn").size(), 4u);
    // An only_… without a direction has no effect.
    (void)of(13, 11, "only_turn");
    EXPECT_EQ(counted("turn restrictions with an unclear path"), 1u);
}

// The halves of a road (21 eastward below, 22 westward above), joined by links 23 and 24 in the middle.
//
//      4 ── 5 ── 6
//           |(24)
//           7
//           |(23)
//      1 ── 2 ── 3
std::string two_halves(const std::vector<Tag>& link = {road}) {
    return osm_node(1, 0.000, 0.000) + osm_node(2, 0.001, 0.000) + osm_node(3, 0.002, 0.000) +
           osm_node(4, 0.000, 0.001) + osm_node(5, 0.001, 0.001) + osm_node(6, 0.002, 0.001) +
           osm_node(7, 0.001, 0.0005) + osm_way(21, {1, 2}, {road, along_only}) +
           osm_way(25, {2, 3}, {road, along_only}) + osm_way(22, {5, 4}, {road, along_only}) +
           osm_way(26, {6, 5}, {road, along_only}) + osm_way(23, {2, 7}, link) + osm_way(24, {5, 7}, link);
}

TEST_F(OsmTurns, ViaWays) {
    // 7 is a geometry point of one link.
    const std::string one = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(5, 0.001, 0.001) +
                            osm_node(4, 0, 0.001) + osm_node(8, 0.002, 0.001) + osm_way(21, {1, 2}, {road}) +
                            osm_way(22, {5, 4}, {road}) + osm_way(23, {5, 2}, {road}) + osm_way(24, {5, 8}, {road});
    const Members members{{"way", 21, "from"}, {"way", 23, "via"}, {"way", 22, "to"}};
    EXPECT_EQ(rules(one + osm_relation(9, members, turn_tags("no_u_turn"))), Expected{no("1 2 5 4", 9, "no_u_turn")});
    EXPECT_EQ(counted("turn restrictions via ways"), 1u);
    EXPECT_EQ(rules(one + osm_relation(9, members, turn_tags("only_u_turn"))),
              Expected{only("1 2 5 4", 9, "only_u_turn")});
    // Several, in any order of members, and split at a junction; the ways' own directions do not matter.
    for (const auto& [first, second] : {std::pair(23, 24), std::pair(24, 23)}) {
        const std::string relation =
            osm_relation(9, {{"way", first, "via"}, {"way", 22, "to"}, {"way", 21, "from"}, {"way", second, "via"}},
                         turn_tags("no_u_turn"));
        EXPECT_EQ(rules(two_halves() + relation), Expected{no("1 2 7 5 4", 9, "no_u_turn")});
    }
    const std::string split = osm_node(9, 0.0015, 0.0005) + osm_way(27, {7, 9}, {road});
    const std::string whole = osm_way(23, {2, 7, 5}, {road});
    std::string halves = two_halves();
    halves.erase(halves.find("<way id='23'"));
    EXPECT_EQ(rules(halves + whole + split + osm_relation(9, members, turn_tags("no_u_turn"))),
              Expected{no("1 2 7 5 4", 9, "no_u_turn")});
    // Five ways in a scrambled order.
    std::string row;
    for (int id = 1; id <= 8; ++id) row += osm_node(id, 0.001 * id, 0.0001 * (id % 2));
    for (int id = 1; id <= 7; ++id)
        row += osm_way(100 + id, id % 2 ? std::vector<std::int64_t>{id, id + 1} : std::vector<std::int64_t>{id + 1, id},
                       {road});
    EXPECT_EQ(rules(row + osm_relation(9,
                                       {{"way", 104, "via"},
                                        {"way", 102, "via"},
                                        {"way", 106, "via"},
                                        {"way", 107, "from"},
                                        {"way", 105, "via"},
                                        {"way", 103, "via"},
                                        {"way", 101, "to"}},
                                       turn_tags("no_straight_on"))),
              Expected{no("8 7 6 5 4 3 2 1", 9, "no_straight_on")});
}

// The streets of a block, over which one comes back to node 5 of the cross:
//
//          4 ─ 6
//          |   |
//      1 ─ 5 ─ 3
//          |
//          2
TEST_F(OsmTurns, ViaWaysInACircle) {
    const auto block = [](const std::vector<Tag>& tags) {
        return cross() + osm_node(6, 0.002, 0.002) + osm_way(31, {3, 6}, tags) + osm_way(32, {6, 4}, tags);
    };
    const std::vector<Tag> one_way{road, along_only};
    const Members around{{"way", 32, "via"}, {"way", 11, "from"}, {"way", 14, "via"},
                         {"way", 13, "via"}, {"way", 31, "via"},  {"way", 12, "to"}};
    EXPECT_EQ(rules(block(one_way) + osm_relation(9, around, turn_tags("no_u_turn"))),
              Expected{no("1 5 3 6 4 5 2", 9, "no_u_turn")});
    EXPECT_EQ(rules(block(one_way) + osm_relation(9, around, turn_tags("only_right_turn"))),
              Expected{only("1 5 3 6 4 5 2", 9, "only_right_turn")});
    // Both ways round are open, and the relation does not tell which it means.
    const std::string circle = "turn restrictions via ways in a circle";
    expect_left_aside(block({road}) + osm_relation(9, around, turn_tags("no_u_turn")), circle);
    // Streets that nobody can drive round.
    const std::string against = osm_way(31, {3, 6}, one_way) + osm_way(32, {4, 6}, one_way);
    expect_not_needed(cross() + osm_node(6, 0.002, 0.002) + against + osm_relation(9, around, turn_tags("no_u_turn")));
    // A single way, in either direction.
    const Members loop{{"way", 11, "from"}, {"way", 34, "via"}, {"way", 12, "to"}};
    EXPECT_EQ(
        rules(block({road}) + osm_way(34, {5, 3, 6, 4, 5}, one_way) + osm_relation(9, loop, turn_tags("no_u_turn"))),
        Expected{no("1 5 3 6 4 5 2", 9, "no_u_turn")});
    EXPECT_EQ(rules(block({road}) + osm_way(34, {5, 4, 6, 3, 5}, {road, {"oneway", "-1"}}) +
                    osm_relation(9, loop, turn_tags("no_u_turn"))),
              Expected{no("1 5 3 6 4 5 2", 9, "no_u_turn")});
    // `from` and `to` leave the circle at different ends.
    expect_left_aside(block(one_way) + osm_node(7, 0.003, 0.002) + osm_way(35, {6, 7}, {road}) +
                          osm_relation(9,
                                       {{"way", 11, "from"},
                                        {"way", 13, "via"},
                                        {"way", 31, "via"},
                                        {"way", 32, "via"},
                                        {"way", 14, "via"},
                                        {"way", 35, "to"}},
                                       turn_tags("no_left_turn")),
                      circle);
}

TEST_F(OsmTurns, SeveralEntriesAndExits) {
    EXPECT_EQ(rules(cross() +
                    osm_relation(9, {{"way", 11, "from"}, {"way", 12, "from"}, {"node", 5, "via"}, {"way", 14, "to"}},
                                 turn_tags("no_entry"))),
              (Expected{no("1 5 4", 9, "no_entry"), no("2 5 4", 9, "no_entry")}));
    EXPECT_EQ(
        rules(cross() + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 13, "to"}, {"way", 14, "to"}},
                                     turn_tags("no_exit"))),
        (Expected{no("1 5 3", 9, "no_exit"), no("1 5 4", 9, "no_exit")}));
    EXPECT_EQ(counted("turn restrictions"), 1u);
    const std::string name = "turn restrictions with several from or to ways";
    for (const char* value : {"no_exit", "no_left_turn", "only_straight_on"}) {
        expect_left_aside(
            cross() + osm_relation(9, {{"way", 11, "from"}, {"way", 12, "from"}, {"node", 5, "via"}, {"way", 14, "to"}},
                                   turn_tags(value)),
            name);
    }
    expect_left_aside(
        cross() + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 13, "to"}, {"way", 14, "to"}},
                               turn_tags("no_entry")),
        name);
    // A member that is listed twice is one.
    EXPECT_EQ(
        rules(cross() +
              osm_relation(
                  9,
                  {{"way", 11, "from"}, {"way", 11, "from"}, {"node", 5, "via"}, {"node", 5, "via"}, {"way", 14, "to"}},
                  turn_tags("no_left_turn"))),
        Expected{no("1 5 4", 9, "no_left_turn")});
}

TEST_F(OsmTurns, ModesAndConditions) {
    const auto of = [&](const std::vector<Tag>& tags, const std::string& profile) {
        std::vector<Tag> all{{"type", "restriction"}};
        all.insert(all.end(), tags.begin(), tags.end());
        return rules(cross() + via_node(9, 11, 5, 14, all), profile);
    };
    const Expected banned{no("1 5 4", 9, "no_left_turn")};
    EXPECT_EQ(of({{"restriction", "no_left_turn"}}, "bicycle"), banned);
    EXPECT_EQ(of({{"restriction", "no_left_turn"}}, "foot"), Expected());
    EXPECT_EQ(counted("turn restrictions of other modes"), 1u);
    EXPECT_EQ(of({{"restriction", "no_left_turn"}, {"except", "bicycle"}}, "bicycle"), Expected());
    EXPECT_EQ(of({{"restriction", "no_left_turn"}, {"except", "bicycle"}}, "car"), banned);
    EXPECT_EQ(of({{"restriction:hgv", "no_left_turn"}}, "car"), Expected());
    EXPECT_EQ(of({{"restriction:motorcar", "no_left_turn"}}, "car"), banned);
    EXPECT_EQ(of({{"restriction:bicycle", "no_left_turn"}}, "bicycle"), banned);
    EXPECT_EQ(of({{"restriction", "no_left_turn"}, {"restriction:motorcar", "only_left_turn"}}, "car"),
              Expected{only("1 5 4", 9, "only_left_turn")});
    EXPECT_EQ(rules(cross() + via_node(9, 11, 5, 14, {{"type", "restriction:hgv"}, {"restriction", "no_left_turn"}})),
              Expected());
    EXPECT_EQ(counted("turn restrictions of other modes"), 1u);
    EXPECT_EQ(
        rules(cross() + via_node(9, 11, 5, 14, {{"type", "restriction:motorcar"}, {"restriction", "no_left_turn"}})),
        banned);
    for (const std::vector<Tag>& tags :
         {std::vector<Tag>{{"restriction:conditional", "no_left_turn @ (Mo-Fr 07:00-09:00)"}},
          std::vector<Tag>{{"restriction", "no_left_turn"}, {"hour_on", "07:00"}, {"hour_off", "09:00"}}}) {
        std::vector<Tag> all{{"type", "restriction"}};
        all.insert(all.end(), tags.begin(), tags.end());
        expect_left_aside(cross() + via_node(9, 11, 5, 14, all), "conditional turn restrictions, left aside");
    }
    const RoadNetwork network =
        read(cross() +
             via_node(9, 11, 5, 14, {{"type", "restriction"}, {"restriction:conditional", "no_left_turn @ (Mo)"}}));
    EXPECT_EQ(network.provenance.notes[2].second, "0 applied, 1 left aside");
}

TEST_F(OsmTurns, BrokenRelations) {
    const auto left = turn_tags("no_left_turn");
    const std::string incomplete = "turn restrictions without from, via or to";
    expect_left_aside(cross() + osm_relation(9, {{"way", 11, "from"}, {"way", 14, "to"}}, left), incomplete);
    expect_left_aside(cross() + osm_relation(9, {{"node", 5, "via"}, {"way", 14, "to"}}, left), incomplete);
    expect_left_aside(cross() + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}}, left), incomplete);
    expect_left_aside(cross() + osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"node", 4, "to"}}, left),
                      incomplete);

    const std::string vias = "turn restrictions with several via nodes";
    expect_left_aside(
        cross() +
            osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"node", 4, "via"}, {"way", 14, "to"}}, left),
        vias);
    expect_left_aside(
        cross() +
            osm_relation(9, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 13, "via"}, {"way", 14, "to"}}, left),
        vias);

    const std::string apart = "turn restrictions whose members do not meet";
    expect_left_aside(cross() + via_node(9, 11, 4, 14, left), apart);
    expect_left_aside(cross() + via_node(9, 11, 99, 14, left), apart);
    expect_left_aside(
        two_halves() + osm_relation(9, {{"way", 21, "from"}, {"way", 24, "via"}, {"way", 22, "to"}}, left), apart);
    expect_left_aside(
        two_halves() +
            osm_relation(9, {{"way", 21, "from"}, {"way", 23, "via"}, {"way", 26, "via"}, {"way", 22, "to"}}, left),
        apart);

    expect_left_aside(cross() + via_node(9, 11, 5, 14, turn_tags("left")), "turn restrictions with an unknown value");
    expect_left_aside(cross() + via_node(9, 11, 5, 14, {{"type", "restriction"}}),
                      "turn restrictions with an unknown value");

    // A triangle of via ways, a closed one, and three that meet in one node.
    const std::string circle = "turn restrictions via ways in a circle";
    const std::string ring = cross() + osm_way(31, {5, 3}, {road}) + osm_way(32, {3, 4}, {road}) +
                             osm_way(33, {4, 5}, {road}) + osm_way(34, {5, 3, 4, 5}, {road});
    expect_left_aside(
        ring + osm_relation(
                   9,
                   {{"way", 11, "from"}, {"way", 31, "via"}, {"way", 32, "via"}, {"way", 33, "via"}, {"way", 12, "to"}},
                   left),
        circle);
    expect_left_aside(ring + osm_relation(9, {{"way", 11, "from"}, {"way", 34, "via"}, {"way", 12, "to"}}, left),
                      circle);
    const std::string unclear = "turn restrictions with an unclear path";
    expect_left_aside(
        cross() +
            osm_relation(
                9, {{"way", 11, "from"}, {"way", 12, "via"}, {"way", 13, "via"}, {"way", 14, "via"}, {"way", 11, "to"}},
                left),
        unclear);
    expect_left_aside(cross() + osm_relation(9, {{"way", 11, "from"}, {"way", 11, "via"}, {"way", 14, "to"}}, left),
                      unclear);
}

TEST_F(OsmTurns, RulesThatNoPathCanBreakAreNotNeeded) {
    const auto left = turn_tags("no_left_turn");
    const std::string body = cross({road, along_only});
    expect_not_needed(body + via_node(9, 13, 5, 14, left));  // from a road that leads away
    expect_not_needed(body + via_node(9, 11, 5, 12, left));  // onto one that leads here
    expect_not_needed(cross() + osm_way(15, {5, 2}, {{"highway", "footway"}}) + via_node(9, 11, 5, 15, left));
    expect_not_needed(cross() + via_node(9, 11, 5, 99, turn_tags("only_left_turn")));
    expect_not_needed(cross() + via_node(9, 11, 5, 14, turn_tags("none")));
    expect_not_needed(
        two_halves({road, along_only}) +
        osm_relation(9, {{"way", 21, "from"}, {"way", 23, "via"}, {"way", 24, "via"}, {"way", 22, "to"}}, left));
    // The node is outside the file.
    const std::string at_edge = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) +
                                osm_node(4, 0.003, 0) + osm_way(7, {1, 2, 99}, {road}) + osm_way(8, {99, 3, 4}, {road});
    expect_not_needed(at_edge + via_node(9, 7, 99, 8, left));
    // Of several members those that are open count.
    EXPECT_EQ(rules(cross() +
                    osm_relation(9, {{"way", 11, "from"}, {"way", 99, "from"}, {"node", 5, "via"}, {"way", 14, "to"}},
                                 turn_tags("no_entry"))),
              Expected{no("1 5 4", 9, "no_entry")});
}

TEST_F(OsmTurns, ContradictionsAndRepeats) {
    const std::string contradict = "turn restrictions that contradict others";
    EXPECT_EQ(rules(cross() + via_node(1, 11, 5, 14, turn_tags("only_left_turn")) +
                    via_node(2, 11, 5, 13, turn_tags("only_straight_on")) +
                    via_node(3, 12, 5, 13, turn_tags("only_right_turn"))),
              Expected{only("2 5 3", 3, "only_right_turn")});
    EXPECT_EQ(counted(contradict), 2u);
    EXPECT_TRUE(messages.contains(contradict + ": 2 (relations 1, 2)"));
    EXPECT_EQ(rules(cross() + via_node(1, 11, 5, 14, turn_tags("only_left_turn")) +
                    via_node(2, 11, 5, 14, turn_tags("no_left_turn"))),
              Expected());
    EXPECT_EQ(counted(contradict), 2u);
    // A no_… beside an only_… from another road has no effect.
    EXPECT_EQ(rules(cross() + via_node(1, 11, 5, 14, turn_tags("only_left_turn")) +
                    via_node(2, 11, 5, 13, turn_tags("no_straight_on")))
                  .size(),
              2u);
    EXPECT_EQ(counted(contradict), 0u);

    EXPECT_EQ(rules(cross() + via_node(2, 11, 5, 14, turn_tags("no_left_turn")) +
                    via_node(1, 11, 5, 14, turn_tags("no_entry"))),
              Expected{no("1 5 4", 1, "no_entry")});
    EXPECT_EQ(counted("turn restrictions, repeated"), 1u);
    EXPECT_TRUE(messages.contains("turn restrictions, repeated: 1 (relation 2)"));
    // One relation twice: the newest version counts.
    EXPECT_EQ(rules(cross() + via_node(1, 11, 5, 14, turn_tags("no_left_turn")) +
                    osm_relation(1, {{"way", 11, "from"}, {"node", 5, "via"}, {"way", 13, "to"}},
                                 turn_tags("no_straight_on"), 2)),
              Expected{no("1 5 3", 1, "no_straight_on")});
    EXPECT_EQ(counted("turn restrictions, repeated"), 1u);
    // Half of it is new.
    EXPECT_EQ(rules(cross() + via_node(1, 11, 5, 14, turn_tags("no_left_turn")) +
                    osm_relation(2, {{"way", 11, "from"}, {"way", 12, "from"}, {"node", 5, "via"}, {"way", 14, "to"}},
                                 turn_tags("no_entry"))),
              (Expected{no("1 5 4", 1, "no_left_turn"), no("2 5 4", 2, "no_entry")}));
}

TEST_F(OsmTurns, MessagesNameTheFirstFew) {
    std::string body = cross();
    for (int id = 1; id <= 7; ++id) body += via_node(id, 11, 5, 14, turn_tags("left"));
    (void)read(body);
    EXPECT_TRUE(messages.contains("turn restrictions with an unknown value: 7 (relations 1, 2, 3, 4, 5 …)"));
}

TEST_F(OsmTurns, EveryRelationIsCountedOnce) {
    std::string body = cross({road, along_only});
    std::int64_t id = 0;
    for (const char* value : {"no_left_turn", "only_left_turn", "none", "left", "no_left_turn @ (Mo)"}) {
        for (const std::int64_t to : {11, 12, 13, 14, 99}) body += via_node(++id, 11, 5, to, turn_tags(value));
        body += osm_relation(++id, {{"way", 11, "from"}}, turn_tags(value));
    }
    (void)read(body);
    std::uint64_t sum = 0;
    for (const auto& [name, count] : report.counts) {
        if (name.find("turn restrictions") != name.npos) sum += count;
    }
    EXPECT_EQ(sum, static_cast<std::uint64_t>(id));
}

// Every pair of 317 roads that meet in one node, and one long road that all other relations name.
TEST_F(OsmTurns, AHundredThousandRelationsAtOneNode) {
    constexpr int roads = 317;
    std::string body = osm_node(1, 0, 0);
    for (int i = 0; i < roads; ++i) {
        body += osm_node(1000 + i, 0.01 * std::cos(i), 0.01 * std::sin(i)) + osm_way(i, {1, 1000 + i}, {road});
    }
    std::vector<std::int64_t> refs;
    for (int i = 0; i < 20000; ++i) {
        refs.push_back(10000 + i);
        body += osm_node(10000 + i, 0.02 + 1e-6 * i, 0);
    }
    refs.insert(refs.begin() + 10000, 1);
    body += osm_way(900, refs, {road}) + osm_way(901, refs, {road});
    std::int64_t id = 0;
    for (int from = 0; from < roads; ++from) {
        for (int to = 0; to < roads; ++to) {
            if (from != to) body += via_node(++id, from, 1, to, turn_tags("no_left_turn"));
        }
        body += via_node(++id, from, 1, 900, turn_tags("no_right_turn"));
    }
    const std::string path = folder.write("many.osm", osm_file(body));
    const auto start = std::chrono::steady_clock::now();
    const RoadNetwork network = read_network(path, {}, &report);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(network.turns.size() + counted("turn restrictions with an unclear path"), static_cast<std::size_t>(id));
    EXPECT_GE(network.turns.size(), 100000u);
    EXPECT_LT(seconds, 30) << "it takes about 2 seconds";
}

TEST_F(OsmTurns, PlacesForTurningRound) {
    const std::string body =
        osm_node(1, 0, 0) + osm_node(2, 0.001, 0, {{"highway", "turning_circle"}}) + osm_node(3, 0.002, 0) +
        osm_node(4, 0.003, 0, {{"barrier", "gate"}}) + osm_node(5, 0.004, 0, {{"barrier", "lift_gate"}}) +
        osm_node(6, 0.005, 0, {{"barrier", "bollard"}}) + osm_node(7, 0.006, 0, {{"highway", "turning_loop"}}) +
        osm_node(8, 0.002, 0.001, {{"highway", "crossing"}}) +
        osm_node(9, 0.001, 0.001, {{"highway", "mini_roundabout"}}) + osm_way(11, {1, 2, 3, 4, 5, 6, 7}, {road}) +
        osm_way(12, {3, 8}, {road}) + osm_way(13, {9, 5}, {road});
    const RoadNetwork car = read(body);
    // 4 is an open gate in the middle of the road, which needs no node.
    EXPECT_EQ(car.node_ids.numbers(), (std::vector<std::int64_t>{1, 2, 3, 5, 6, 7, 8, 9}));
    EXPECT_EQ(car.turns.may_turn_round, (std::vector<std::uint8_t>{0, 1, 0, 1, 1, 1, 0, 1}));
    EXPECT_EQ(car.no_through, (std::vector<std::uint8_t>{0, 0, 0, 0, 2, 0, 0, 0}));
    for (const char* profile : {"bicycle", "foot"}) {
        const RoadNetwork other = read(body, profile);
        EXPECT_EQ(other.node_ids.numbers(), (std::vector<std::int64_t>{1, 3, 5, 7, 8, 9})) << profile;
        EXPECT_TRUE(other.turns.empty()) << profile;
    }
    EXPECT_EQ(read(cross()).turns.may_turn_round, std::vector<std::uint8_t>(5, 0));
}

TEST_F(OsmTurns, DestinationsOnlyByDirection) {
    const std::string body = osm_node(1, 0, 0) + osm_node(2, 0.001, 0) + osm_node(3, 0.002, 0) + osm_node(4, 0.003, 0) +
                             osm_way(11, {1, 2}, {road}) +
                             osm_way(12, {2, 3}, {road, {"motor_vehicle:backward", "destination"}}) +
                             osm_way(13, {4, 3}, {road, along_only, {"access", "customers"}});
    const RoadNetwork car = read(body);
    EXPECT_EQ(car.turns.destination_only, (std::vector<std::uint8_t>{0, 0, 0, 1, 1}));
    EXPECT_EQ(counted("ways for destinations only"), 2u);
    EXPECT_EQ(read(body, "foot").turns.destination_only, (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1}));
    EXPECT_EQ(counted("ways for destinations only"), 1u);
    EXPECT_TRUE(read(cross()).turns.destination_only.empty());
    EXPECT_EQ(counted("ways for destinations only"), 0u);
}

TEST_F(OsmTurns, ProfilesWithoutTheKeysHaveNoPlacesAndZones) {
    const std::string profile = folder.write("tram.toml",
                                             "name = \"tram\"\n[access]\nkeys = [\"access\"]\npermit = [\"yes\", "
                                             "\"destination\"]\ndeny = [\"no\"]\n[speed]\n"
                                             "residential = 30\n");
    const std::string body = osm_node(6, 0.005, 0.001, {{"highway", "turning_circle"}}) +
                             osm_way(15, {5, 6, 3}, {road, {"access", "destination"}});
    const RoadNetwork network = read(cross() + body, profile);
    EXPECT_TRUE(network.turns.empty());
    EXPECT_EQ(network.node_count(), 5u);
    // Restrictions bind it as any vehicle.
    EXPECT_EQ(rules(cross() + via_node(9, 11, 5, 14, turn_tags("no_left_turn")), profile),
              Expected{no("1 5 4", 9, "no_left_turn")});
}

}  // namespace
}  // namespace allways::test
