// SPDX-License-Identifier: Apache-2.0
// Tables and factors solved under turn rules keep rules, states and next hops in their files.
#include <gtest/gtest.h>

#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/engine/table_stream.h"
#include "allways/export/export.h"
#include "allways/export/write_stream.h"
#include "allways/importers/read.h"
#include "allways/query/path_source.h"
#include "allways/query/verification.h"
#include "scratch_folder.h"
#include "support/four_roads.h"

namespace allways::tools {
namespace {

using allways::testing::four_roads;
using allways::testing::from_crossing;
using allways::testing::to_crossing;
using test::ScratchFolder;

RoadNetwork with_rules_of_all_kinds() {
    RoadNetwork network = four_roads();
    const std::vector<std::vector<ArcIndex>> sequences{{to_crossing(1), from_crossing(2)},
                                                       {to_crossing(4), from_crossing(3), 10}};
    network.turns.add(TurnRules::Kind::forbidden, sequences[0], "relation 7 no_left_turn");
    network.turns.add(TurnRules::Kind::mandatory, sequences[1]);
    network.turns.costs.push_back({to_crossing(2), from_crossing(4), Decimal(25, 1)});
    network.turns.may_turn_round = {0, 0, 0, 1, 0, 0};
    network.turns.destination_only.assign(12, 0);
    network.turns.destination_only[8] = network.turns.destination_only[9] = 1;
    return network;
}

void expect_same_turns(const TableArcs& found, const TableArcs& wanted) {
    EXPECT_EQ(found.turns, wanted.turns);
    EXPECT_EQ(found.states.node, wanted.states.node);
    EXPECT_EQ(found.states.next, wanted.states.next);
    EXPECT_EQ(found.states.first_step, wanted.states.first_step);
    EXPECT_EQ(found.step_cost, wanted.step_cost);
}

TEST(TurnsInFiles, ATableKeepsRulesStatesAndPaths) {
    const ScratchFolder folder;
    const RoadNetwork network = with_rules_of_all_kinds();
    const DistanceTable table = solve(network);
    ASSERT_GT(table.arcs().states.size(), 6u);
    for (const char* dtype : {"natural", "raw"}) {
        ExportOptions options;
        options.dtype = dtype;
        options.overwrite = true;
        write_table(table, folder.file("town.omx"), options);
        const DistanceTable read = read_table(folder.file("town.omx"));
        expect_same_turns(read.arcs(), table.arcs());
        EXPECT_EQ(read.next_hops().storage(), table.next_hops().storage());
        EXPECT_EQ(verify(read, network).mismatches(), 0u);
        for (NodeIndex from = 0; from < 6; ++from) {
            for (NodeIndex to = 0; to < 6; ++to) {
                EXPECT_EQ(read.path(from, to).legs.size(), table.path(from, to).legs.size());
                EXPECT_EQ(read.path(from, to).raw_distance, table.path(from, to).raw_distance);
            }
        }
    }
}

TEST(TurnsInFiles, AStreamedTableIsTheSameFile) {
    const ScratchFolder folder;
    const RoadNetwork network = with_rules_of_all_kinds();
    const DistanceTable table = solve(network);
    TableStream job(network, {.schedule = "sweep"});
    ExportOptions raw;
    raw.dtype = "raw";
    write_stream(job, folder.file("streamed.omx"), raw);
    const DistanceTable read = read_table(folder.file("streamed.omx"));
    EXPECT_EQ(read.distances(), table.distances());
    EXPECT_EQ(read.next_hops().storage(), table.next_hops().storage());
    expect_same_turns(read.arcs(), table.arcs());
}

TEST(TurnsInFiles, AFactorKeepsThem) {
    const ScratchFolder folder;
    const RoadNetwork network = with_rules_of_all_kinds();
    const NetworkFactor factor = factorize(network);
    write_factor(factor, folder.file("town.factor"));
    NetworkFactor read = read_factor(folder.file("town.factor"));
    expect_same_turns(read.arcs, factor.arcs);
    const PathSource from_file(std::move(read));
    const PathSource searched{RoadNetwork(network)};
    for (NodeIndex from = 0; from < 6; ++from) {
        for (NodeIndex to = 0; to < 6; ++to) {
            EXPECT_EQ(from_file.raw_distance(from, to), searched.raw_distance(from, to));
            EXPECT_EQ(from_file.path(from, to).legs.size(), searched.path(from, to).legs.size());
        }
    }
}

}  // namespace
}  // namespace allways::tools
