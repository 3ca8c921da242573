// SPDX-License-Identifier: Apache-2.0
// movement.csv of GMNS: the turns that it does not list are forbidden.
#include <algorithm>
#include <utility>

#include "support.h"

namespace allways::test {
namespace {

using Turns = std::vector<std::pair<std::string, std::string>>;

// Nodes a, b, c, d around x; w–x is a road both ways, the others lead away from x and b, c to it.
constexpr const char* cross =
    "link_id,from_node_id,to_node_id,directed,allowed_uses\n"
    "in_a,a,x,1,\nin_b,b,x,1,\nto_c,x,c,1,\nto_d,x,d,1,bike\nroad,w,x,0,\n";

struct Crossing {
    RoadNetwork network;
    Messages messages;
    ImportReport report;

    explicit Crossing(const std::string& movements, ReadOptions options = {}, const std::string& more = "") {
        const TemporaryFolder folder;
        folder.write("town/node.csv", "node_id\na\nb\nc\nd\nw\nx\n");
        folder.write("town/link.csv", cross);
        if (!movements.empty()) folder.write("town/movement.csv", movements);
        if (!more.empty()) folder.write("town/movement_tod.csv", more);
        options.log = messages.callback();
        network = read_network(folder.path("town"), options, &report);
    }

    std::string arc(ArcIndex arc) const {
        return network.arc_ids.text(arc) + (network.reversed.empty() || !network.reversed[arc] ? "" : "'");
    }
    Turns forbidden() const {
        Turns found;
        for (std::size_t i = 0; i < network.turns.size(); ++i) {
            EXPECT_EQ(network.turns.kinds[i], TurnRules::Kind::forbidden);
            EXPECT_EQ(network.turns.sources.text(i), "movement.csv");
            const auto arcs = network.turns.sequence(i);
            EXPECT_EQ(arcs.size(), 2u);
            found.emplace_back(arc(arcs[0]), arc(arcs[1]));
        }
        return found;
    }
    Turns prices() const {
        Turns found;
        for (const auto& cost : network.turns.costs)
            found.emplace_back(arc(cost.from) + " " + arc(cost.to), cost.seconds.to_string());
        return found;
    }
    std::uint64_t count(std::string_view name) const {
        const auto found = std::ranges::find(report.counts, name, &ImportReport::Count::name);
        return found == report.counts.end() ? 0 : found->count;
    }
};

TEST(GmnsMovements, WhatIsNotListedIsForbidden) {
    const Crossing read(
        "mvmt_id,node_id,name,ib_link_id,start_ib_lane,end_ib_lane,ob_link_id,start_ob_lane,type,penalty\n"
        "1,x,,in_a,1,,to_c,1,thru,\n"
        "2,x,,in_a,2,,to_d,1,right,4.5\n"
        "3,x,,road,1,2,to_c,1,left,NaN\n"
        "4,x,,road,1,,road,1,uturn,20\n");
    EXPECT_EQ(read.forbidden(), (Turns{{"in_a", "road'"}, {"road", "to_d"}}));
    EXPECT_EQ(read.prices(), (Turns{{"in_a to_d", "4.5"}, {"road road'", "20"}}));
    EXPECT_EQ(read.count("movements"), 4u);
    EXPECT_EQ(read.count("turns that no movement lists, forbidden"), 2u);
    EXPECT_TRUE(
        read.messages.contains("movement.csv: 2 links lead only where their movements go; 2 other turns are forbidden; "
                               "2 turns have a penalty, which adds to times only: the cost by default is none; "
                               "1 link at the same nodes has no movements and leads everywhere"));
    EXPECT_TRUE(read.report.skipped.empty());
}

TEST(GmnsMovements, NoneForbidNothing) {
    EXPECT_TRUE(Crossing("").network.turns.empty());
    const Crossing header("mvmt_id,node_id,ib_link_id,ob_link_id,type\n");
    EXPECT_TRUE(header.network.turns.empty());
    EXPECT_FALSE(header.messages.contains("movement"));
}

TEST(GmnsMovements, LanesOfOneMovementHaveItsLeastPenalty) {
    const Crossing read(
        "mvmt_id,node_id,ib_link_id,ob_link_id,penalty\n"
        "1,x,in_a,to_c,5\n2,x,in_a,to_c,\n3,x,in_a,to_c,3\n4,x,in_a,to_c,7\n");
    EXPECT_EQ(read.prices(), (Turns{{"in_a to_c", "3"}}));
    EXPECT_EQ(read.forbidden().size(), 2u);
    EXPECT_TRUE(read.messages.contains("the least penalty counts"));
}

TEST(GmnsMovements, OfOtherModesAreIgnored) {
    const std::string table =
        "mvmt_id,node_id,ib_link_id,ob_link_id,type,allowed_uses\n"
        "1,x,in_a,to_c,thru,\n2,x,in_a,to_d,right,bike\n3,x,in_b,to_c,thru,bike\n4,x,road,to_d,left,all\n";
    const Crossing cars(table, {.mode = "auto"});
    EXPECT_EQ(cars.forbidden(), (Turns{{"in_a", "road'"}, {"road", "to_c"}, {"road", "road'"}}));  // not from in_b
    EXPECT_TRUE(cars.messages.contains("2 movements not open to the mode are ignored"));
    ASSERT_EQ(cars.report.skipped.size(), 1u);  // to_d is closed to cars
    EXPECT_TRUE(cars.report.skipped[0].closed);
    const Crossing all(table);
    EXPECT_EQ(all.forbidden().size(), 1u + 2u + 2u);
    EXPECT_FALSE(all.messages.contains("not open to the mode"));
}

TEST(GmnsMovements, RowsThatDoNotFitAreSkipped) {
    const Crossing read(
        "mvmt_id,node_id,ib_link_id,ob_link_id,type\n"
        "1,x,in_a,,thru\n2,,in_a,to_c,thru\n3,z,in_a,to_c,thru\n4,x,nowhere,to_c,thru\n5,x,to_c,in_a,thru\n"
        "6,a,in_a,to_c,thru\n7,x,in_b,in_a,thru\n8,x,in_b,gone,thru\n");
    // The last row still says that in_b does not lead to the others.
    EXPECT_EQ(read.forbidden(), (Turns{{"in_b", "to_c"}, {"in_b", "to_d"}, {"in_b", "road'"}}));
    const auto skipped = [&](std::string_view reason) {
        const auto found = std::ranges::find(read.report.skipped, reason, &ImportReport::Skipped::reason);
        return found == read.report.skipped.end()
                   ? Turns{}
                   : Turns{{std::to_string(found->count), std::to_string(found->first_line)}};
    };
    EXPECT_EQ(skipped("movement without a node or link"), (Turns{{"2", "2"}}));
    EXPECT_EQ(skipped("movement at an unknown node"), (Turns{{"1", "4"}}));
    EXPECT_EQ(skipped("movement of a link that is not read"), (Turns{{"2", "5"}}));
    EXPECT_EQ(skipped("movement whose inbound link does not end at its node"), (Turns{{"2", "6"}}));
    EXPECT_EQ(skipped("movement whose outbound link does not start at its node"), (Turns{{"1", "8"}}));
}

TEST(GmnsMovements, MalformedTablesAreErrorsWithTheirLine) {
    ALLWAYS_EXPECT_ERROR(2, "penalty needs seconds, a number of at least 0, found 'long'",
                         Crossing("node_id,ib_link_id,ob_link_id,penalty\nx,in_a,to_c,long\n"));
    ALLWAYS_EXPECT_ERROR(3, "penalty needs seconds, a number of at least 0, found '-1'",
                         Crossing("node_id,ib_link_id,ob_link_id,penalty\nx,in_a,to_c,1\nx,in_a,to_d,-1\n"));
    ALLWAYS_EXPECT_ERROR(1, "GMNS needs the field 'ob_link_id'", Crossing("node_id,ib_link_id\nx,in_a\n"));
    ALLWAYS_EXPECT_ERROR(2, "expected 3 fields", Crossing("node_id,ib_link_id,ob_link_id\nx,in_a\n"));
}

TEST(GmnsMovements, OtherIdsOfLinksLeaveThemOut) {
    const Crossing read("node_id,ib_link_id,ob_link_id\nx,in_a,to_c\n", {.id_field = "from_node_id"});
    EXPECT_TRUE(read.network.turns.empty());
    EXPECT_EQ(read.count("movements, not applied"), 1u);
    EXPECT_TRUE(read.messages.contains("1 movement in movement.csv is ignored"));
}

TEST(GmnsMovements, TimesOfDayAreCountedAndIgnored) {
    const Crossing read("", {}, "mvmt_tod_id,mvmt_id,time_day\n1,1,11111110_0700_0900\n2,1,11111110_1600_1900\n");
    EXPECT_TRUE(read.network.turns.empty());
    EXPECT_EQ(read.count("movements by time of day, not applied"), 2u);
    EXPECT_TRUE(read.messages.contains("2 movements in movement_tod.csv are ignored"));
}

TEST(GmnsMovements, Lima) {
    if (real_data().empty()) GTEST_SKIP() << "no real data";
    ImportReport report;
    const RoadNetwork lima = read_network(real_data() + "/gmns/lima", {}, &report);
    EXPECT_EQ(lima.turns.size(), 1613u + 4403u);  // turns, and ways back
    EXPECT_TRUE(lima.turns.costs.empty());
    EXPECT_TRUE(report.skipped.empty());
}

}  // namespace
}  // namespace allways::test
