// SPDX-License-Identifier: Apache-2.0
// Real road networks with fewer nodes: the same distances and lines. The data lie beside the project or in
// ALLWAYS_DATA; without them the tests skip.
#include <gtest/gtest.h>

#include <cmath>

#include "allways/engine/solve_between.h"
#include "allways/importers/read.h"
#include "allways/network/simplify.h"
#include "support/shared_data.h"

namespace allways {
namespace {

struct FoldedExtract {
    const char* file;
    std::size_t folded;
    std::size_t dead_ends;
};

std::vector<NodeIndex> every(std::size_t step, std::size_t count) {
    std::vector<NodeIndex> nodes;
    for (std::size_t node = 0; node < count; node += step) nodes.push_back(static_cast<NodeIndex>(node));
    return nodes;
}

std::vector<NodeIndex> same_nodes(const std::vector<NodeIndex>& nodes, const IdTable& from, const IdTable& to) {
    std::vector<NodeIndex> found;
    for (const NodeIndex node : nodes) found.push_back(to.find(from.text(node)).value());
    return found;
}

double points_length(const std::vector<Coordinate>& line) {
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    return length;
}

double length_of_shapes(const RoadNetwork& network) {
    double length = 0;
    for (std::size_t arc = 0; arc < network.arc_count(); ++arc) length += points_length(network.shapes.points(arc));
    return length;
}

void expect_same_distances(const RoadNetwork& whole, const RoadNetwork& part) {
    const auto nodes = every(part.node_count() / 40 + 1, part.node_count());
    const auto in_whole = same_nodes(nodes, part.node_ids, whole.node_ids);
    for (const char* cost : {"time", "length"}) {
        const auto expected = solve_between(whole, in_whole, in_whole, {.cost = cost});
        const auto found = solve_between(part, nodes, nodes, {.cost = cost});
        EXPECT_EQ(found.value.scale(), expected.value.scale());
        EXPECT_EQ(found.value.unreachable_pairs(), expected.value.unreachable_pairs());
        EXPECT_TRUE(found.value.distances() == expected.value.distances()) << cost;
    }
}

TEST(SimplifyExtracts, KeepDistancesAndLines) {
    for (const FoldedExtract& extract :
         {FoldedExtract{"osm/monaco.osm.pbf", 399, 562}, FoldedExtract{"osm/malta-latest.osm.pbf", 1567, 5293}}) {
        const auto path = testing::shared_data(extract.file);
        if (!path) GTEST_SKIP() << testing::no_shared_data;
        SCOPED_TRACE(extract.file);
        RoadNetwork whole = read_network(*path, {.profile = "car"});
        expect_same_distances(whole, simplify(whole).network);
        whole.turns = {};
        const SimplifiedNetwork chains = simplify(whole);
        EXPECT_EQ(chains.folded_nodes, extract.folded);
        EXPECT_EQ(chains.network.node_count(), whole.node_count() - extract.folded);
        expect_same_distances(whole, chains.network);
        EXPECT_NEAR(length_of_shapes(chains.network) / length_of_shapes(whole), 1, 1e-12);
        const SimplifiedNetwork trimmed = simplify(whole, {.dead_ends = true});
        EXPECT_EQ(trimmed.dead_end_nodes, extract.dead_ends);
        expect_same_distances(whole, trimmed.network);
    }
}

}  // namespace
}  // namespace allways
