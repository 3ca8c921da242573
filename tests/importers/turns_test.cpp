// SPDX-License-Identifier: Apache-2.0
// Tables of turn rules beside any network, by ReadOptions::turns.
#include <algorithm>
#include <utility>

#include "attributes/turn_rows.h"
#include "support.h"

namespace allways::test {
namespace {

using Arcs = std::vector<ArcIndex>;
using Kind = TurnRules::Kind;

// Edges 1: a–b, 2 and 4: b–c, 3: c–a; each is two arcs, with the indexes 2·(id − 1) and the next one.
constexpr const char* triangle = "id,from,to,cost\n1,a,b,5\n2,b,c,5\n3,c,a,5\n4,b,c,9\n";

struct Turned {
    TurnRules turns;
    Messages messages;
    ImportReport report;

    explicit Turned(std::string_view table, const char* links = triangle) {
        const TemporaryFolder folder;
        ReadOptions options{.undirected = true, .log = messages.callback()};
        options.turns = folder.write("turns.csv", table);
        turns = read_network(folder.write("net.csv", links), options, &report).turns;
    }
    Arcs sequence(std::size_t i) const {
        const auto arcs = turns.sequence(i);
        return {arcs.begin(), arcs.end()};
    }
};

TEST(Turns, PlainRulesAndPrices) {
    const Turned read(
        "# a comment\nfrom_arc,to_arc,via_arcs,kind,seconds,node,source\n"
        "1,2,,,,,\n"
        "2,1,,mandatory,,,sign 7\n"
        "1,1,2 3,Forbidden,,b,\n"
        "2,3,,,12.50,,\n"
        "1,1,,,0,b,\n"
        "2,3,,,12.5,,\n");
    ASSERT_EQ(read.turns.size(), 3u);
    EXPECT_EQ(read.sequence(0), (Arcs{0, 2}));
    EXPECT_EQ(read.sequence(1), (Arcs{3, 1}));
    EXPECT_EQ(read.sequence(2), (Arcs{0, 2, 4, 0}));
    EXPECT_EQ(read.turns.kinds, (std::vector{Kind::forbidden, Kind::mandatory, Kind::forbidden}));
    EXPECT_EQ(read.turns.sources.text(0), "turns.csv line 3");
    EXPECT_EQ(read.turns.sources.text(1), "sign 7");
    EXPECT_EQ(read.turns.costs, (std::vector<TurnRules::Cost>{{2, 4, Decimal(125, 1)}, {0, 1, Decimal()}}));
    EXPECT_TRUE(read.messages.contains("turns.csv: 5 turn rules added (2 forbidden, 1 mandatory, 2 prices)"));
    ASSERT_EQ(read.report.counts.size(), 1u);
    EXPECT_EQ(read.report.counts[0].name, "turn rules added");
    EXPECT_EQ(read.report.counts[0].count, 5u);
}

TEST(Turns, OtherDelimitersAndNoRows) {
    EXPECT_EQ(Turned("from_arc;to_arc\r\n1;2\r\n").sequence(0), (Arcs{0, 2}));
    EXPECT_EQ(Turned("TO_ARC\tFROM_ARC\n2\t1\n").sequence(0), (Arcs{0, 2}));
    EXPECT_TRUE(Turned("from_arc,to_arc\n").turns.empty());
}

TEST(Turns, PathsOfPgRouting) {
    const Turned read(
        "id,path,cost\n"
        "1,\"{1,2}\",100\n"
        "2,\"{1,2,3}\",4\n"
        "3,\"[2, 1]\",-1\n"
        "4,\"ARRAY[3,1]\",Infinity\n"
        "5,1 3,\n"
        "6,\"{2,3}\",1e6\n"
        "7,,5\n"
        "8,{},5\n");
    ASSERT_EQ(read.turns.size(), 5u);
    EXPECT_EQ(read.sequence(0), (Arcs{0, 2, 4}));
    EXPECT_EQ(read.sequence(1), (Arcs{3, 1}));
    EXPECT_EQ(read.sequence(2), (Arcs{4, 0}));
    EXPECT_EQ(read.sequence(3), (Arcs{1, 5}));
    EXPECT_EQ(read.sequence(4), (Arcs{2, 4}));
    EXPECT_EQ(std::ranges::count(read.turns.kinds, Kind::forbidden), 5);
    EXPECT_EQ(read.turns.sources.text(0), "turns.csv 2");
    EXPECT_EQ(read.turns.costs, (std::vector<TurnRules::Cost>{{0, 2, Decimal(100, 0)}}));
    EXPECT_TRUE(read.messages.contains("1 path of three or more arcs has a cost and is forbidden"));
    EXPECT_EQ(Turned("path\n1 2\n").sequence(0), (Arcs{0, 2}));
    EXPECT_EQ(Turned("path,node\n\"{2,4}\",c\n").sequence(0), (Arcs{2, 7}));
}

TEST(Turns, EarlierPgRoutingListsThePathBackwards) {
    const Turned read("rid,to_cost,target_id,via_path\n1,100,2,1\n2,,3,\"2, 1\"\n");
    EXPECT_EQ(read.turns.costs, (std::vector<TurnRules::Cost>{{0, 2, Decimal(100, 0)}}));
    ASSERT_EQ(read.turns.size(), 1u);
    EXPECT_EQ(read.sequence(0), (Arcs{0, 2, 4}));
}

TEST(Turns, AddToThoseOfTheNetwork) {
    const TemporaryFolder folder;
    folder.write("town/node.csv", "node_id\n1\n2\n3\n");
    folder.write("town/link.csv", "link_id,from_node_id,to_node_id,length\n1,1,2,5\n2,2,3,5\n3,2,1,5\n4,3,2,5\n");
    folder.write("town/movement.csv",
                 "mvmt_id,node_id,ib_link_id,ob_link_id,type,penalty\n1,2,1,2,thru,7\n2,2,4,3,thru,8\n");
    Messages messages;
    ReadOptions options{.log = messages.callback()};
    options.turns = folder.write("turns.csv", "from_arc,to_arc,seconds\n1,2,9\n2,4,\n");
    const TurnRules turns = read_network(folder.path("town"), options).turns;
    EXPECT_EQ(turns.costs, (std::vector<TurnRules::Cost>{{0, 1, Decimal(9, 0)}, {3, 2, Decimal(8, 0)}}));
    ASSERT_EQ(turns.size(), 3u);
    EXPECT_EQ(Arcs(turns.sequence(2).begin(), turns.sequence(2).end()), (Arcs{1, 3}));
    EXPECT_TRUE(messages.contains("1 price replaces the price that the network states"));
}

TEST(Turns, ErrorsNameTheLineAndWhatWasExpected) {
    const auto error = [](std::uint64_t line, std::string_view part, std::string_view table) {
        ALLWAYS_EXPECT_ERROR(line, part, Turned(table));
    };
    error(0, "the file is empty", "");
    error(1, "expected the fields from_arc and to_arc, or path, or target_id and via_path; found from, to",
          "from,to\n");
    error(1, "a GMNS table of movements", "mvmt_id,node_id,ib_link_id,ob_link_id\n");
    error(2, "expected 2 fields (from_arc, to_arc), found 3", "from_arc,to_arc\n1,2,3\n");
    error(3, "no arc has the id '9'", "from_arc,to_arc\n1,2\n1,9\n");
    error(2, "no arc has the id 'NULL'", "path\n\"{1,NULL}\"\n");
    error(2, "no node has the id 'z'", "from_arc,to_arc,node\n1,2,z\n");
    error(2, "to_arc is empty", "from_arc,to_arc\n1,\n");
    error(2, "the arcs 1, 2 do not follow one another at node a: each must start where the one before ends",
          "from_arc,to_arc,node\n1,2,a\n");
    error(2, "the arcs 1, 1, 2 do not follow one another", "path,node\n1 1 2,b\n");
    error(2, "the arcs 2, 4 follow one another in several ways; state the node where the first of them ends",
          "from_arc,to_arc\n2,4\n");
    error(2, "the arcs 1, 1 follow one another in several ways", "from_arc,to_arc\n1,1\n");
    error(2, "kind needs 'forbidden' or 'mandatory', found 'no_left_turn'", "from_arc,to_arc,kind\n1,2,no_left_turn\n");
    error(2, "seconds needs a number of at least 0, found 'long'", "from_arc,to_arc,seconds\n1,2,long\n");
    error(2, "seconds needs a number of at least 0, found '-3'", "from_arc,to_arc,seconds\n1,2,-3\n");
    error(2, "a kind ('forbidden') or seconds, not both", "from_arc,to_arc,kind,seconds\n1,2,forbidden,3\n");
    error(2, "remove via_arcs", "from_arc,to_arc,via_arcs,seconds\n1,3,2,3\n");
    error(2, "via_arcs needs ids of arcs such as {4,7}, found '{2'", "from_arc,to_arc,via_arcs\n1,3,{2\n");
    error(4, "the turn from 1 to 2 has the price 4 here and 3 in line 2; expected one price",
          "from_arc,to_arc,seconds\n1,2,3\n1,2,3.0\n1,2,4\n");
    error(2, "a path needs two or more arcs, found only 1", "path\n{1}\n");
    error(2, "target_id is empty", "target_id,via_path\n,1\n");
    error(2, "cost needs a number, found 'much'", "path,cost\n1 2,much\n");
    EXPECT_THROW(read_matrix(fixture("table.csv"), {.turns = "turns.csv"}), InvalidArgument);
    try {
        const TemporaryFolder folder;
        read_network(folder.write("net.csv", triangle), {.turns = "sometimes"});
        FAIL() << "expected an error";
    } catch (const InvalidArgument& unknown) {
        EXPECT_STREQ(unknown.what(),
                     "`turns`: expected none, restrictions, full or a table of turn rules, found no file 'sometimes'");
    }
}

TEST(Turns, LenientSkipsRulesOfOtherArcs) {
    const TemporaryFolder folder;
    ImportReport report;
    ReadOptions options{.undirected = true, .lenient = true, .where = "id <> '4'"};
    options.turns =
        folder.write("turns.csv", "from_arc,to_arc,seconds,node\n1,2,3,\n4,3,5,\n2,4,,\n1,2,,a\n1,2,,z\n2,3,,\n");
    const TurnRules turns = read_network(folder.write("net.csv", triangle), options, &report).turns;
    EXPECT_EQ(turns.costs, (std::vector<TurnRules::Cost>{{0, 2, Decimal(3, 0)}}));
    EXPECT_EQ(turns.size(), 1u);
    ASSERT_EQ(report.skipped.size(), 1u);
    EXPECT_EQ(report.skipped[0].reason, "turn rule whose arcs are not in the network");
    EXPECT_EQ(report.skipped[0].count, 4u);
    EXPECT_EQ(report.skipped[0].first_line, 3u);
    options.lenient = false;
    ALLWAYS_EXPECT_ERROR(3, "no arc has the id '4'", read_network(folder.path("net.csv"), options));
}

TEST(Turns, RepeatedIdsMayBeAmbiguousEvenAtANode) {
    const char* doubled = "id,from,to,cost\n1,a,b,5\n2,b,c,5\n2,b,c,9\n";
    ALLWAYS_EXPECT_ERROR(2, "in several ways at node b; give each arc an id of its own",
                         Turned("from_arc,to_arc,node\n1,2,b\n", doubled));
}

TEST(TurnRows, ListsOfIds) {
    using Ids = std::vector<std::string>;
    using importers::split_ids;
    EXPECT_EQ(split_ids(""), Ids{});
    EXPECT_EQ(split_ids(" 7  8\t9 "), (Ids{"7", "8", "9"}));
    EXPECT_EQ(split_ids("7, 8 a;9"), (Ids{"7", "8 a", "9"}));
    EXPECT_EQ(split_ids("array [7,8]"), (Ids{"7", "8"}));
    EXPECT_EQ(split_ids("\"a b\""), Ids{"a b"});
    EXPECT_EQ(split_ids("\"a,b\" c"), (Ids{"a,b", "c"}));
    EXPECT_EQ(split_ids("{\"a\\\"\\\\\",\"\"}"), (Ids{"a\"\\", ""}));
    for (const char* wrong : {"{7", "[7}", "7,", ",7", "7,,8", "\"7", "\"7\\", "{", "\"7\" 8,9"})
        EXPECT_FALSE(split_ids(wrong)) << wrong;
    const Ids awkward{"7", "", "a b", "x,\"y\"", "back\\slash", "{8}", "array", "é"};
    EXPECT_EQ(split_ids(importers::joined_ids(awkward)), awkward);
    EXPECT_EQ(importers::joined_ids(Ids{"7", "8"}), "7,8");
}

}  // namespace
}  // namespace allways::test
