// SPDX-License-Identifier: Apache-2.0
// Real maps with their turn restrictions, compared with a Dijkstra whose states are the last arcs travelled. The data
// lie beside the project or in ALLWAYS_DATA; without them the tests skip.
#include <gtest/gtest.h>

#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/query/path_source.h"
#include "support/shared_data.h"
#include "support/turn_truth.h"

namespace allways {
namespace {

using testing::TurnTruth;
using testing::Walk;

constexpr std::size_t checked_rows = 6;
constexpr std::size_t checked_paths = 40;

class TurnsOfMaps : public ::testing::TestWithParam<const char*> {};

TEST_P(TurnsOfMaps, RowsEqualTheTruthAndPathsAreLegal) {
    const auto file = testing::shared_data(GetParam());
    if (!file) GTEST_SKIP() << testing::no_shared_data;
    RoadNetwork network = read_network(*file);
    ASSERT_GT(network.turns.size(), 0u);
    network.turns.destination_only.clear();  // the truth of zones takes cubic time: random networks test them
    network.columns = {*network.column("time")};
    const TurnTruth truth(network, 3);

    Random random(5);
    std::vector<NodeIndex> origins, all;
    for (std::size_t i = 0; i < checked_rows; ++i) {  // rows of nodes with restrictions, and of any nodes
        const auto sequence = network.turns.sequence(random.below(network.turns.size()));
        origins.push_back(i % 2 == 0 ? network.tail[sequence.front()]
                                     : static_cast<NodeIndex>(random.below(network.node_count())));
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) all.push_back(node);
    const OriginDestinationTable table = solve_between(network, origins, all).value;
    ASSERT_EQ(table.scale().digits, 3);
    const PathSource source{RoadNetwork(network)};
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const auto wanted = truth.distances(origins[i], {});
        std::size_t wrong = 0;
        for (NodeIndex to = 0; to < all.size(); ++to) {
            const std::int32_t found = std::get<SharedArray<std::int32_t>>(table.distances())[i * all.size() + to];
            wrong += wanted[to] == testing::no_path ? is_reachable(found) : found != wanted[to];
        }
        EXPECT_EQ(wrong, 0u) << "from node " << network.node_ids.text(origins[i]);
        for (std::size_t k = 0; k < checked_paths; ++k) {
            const auto to = static_cast<NodeIndex>(random.below(all.size()));
            const Path path = source.path(origins[i], to);
            if (!path.reachable) continue;
            Walk walk;
            for (const PathLeg& leg : path.legs) walk.push_back(truth.out.arcs[leg.arc]);
            EXPECT_TRUE(truth.is_legal(origins[i], walk)) << network.node_ids.text(to);
            EXPECT_EQ(truth.cost(walk), wanted[to]) << network.node_ids.text(to);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Data, TurnsOfMaps,
                         ::testing::Values("osm/monaco.osm.pbf", "osm/moscow.osm.gz", "osm/cathedral-no-left.osm.pbf",
                                           "osm/liechtenstein-latest.osm.pbf"));

}  // namespace
}  // namespace allways
