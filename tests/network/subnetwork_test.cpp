// SPDX-License-Identifier: Apache-2.0
#include "allways/network/components.h"

#include <gtest/gtest.h>

#include "allways/network/road_network.h"

namespace allways {
namespace {

// A square 1 - 2 - 3 - 4 - 1 of edges with shapes and a diagonal without one.
RoadNetwork square_with_diagonal() {
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::string>{"a", "b", "c", "d"});
    network.coordinates = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    network.no_through = {0, 1, 0, 0};
    ArcColumn time{"time", "s", {}, 3};
    network.texts.emplace_back("name");
    std::vector<std::int64_t> ids;
    const auto add = [&](NodeIndex tail, NodeIndex head, bool reversed, ArcShapes::ShapeIndex shape) {
        time.values.emplace_back(std::ssize(ids), 0);
        network.texts[0].add("street " + network.node_ids.text(reversed ? head : tail));
        ids.push_back(reversed ? ids.back() : std::ssize(ids) + 100);
        network.tail.push_back(tail);
        network.head.push_back(head);
        network.reversed.push_back(reversed);
        network.shapes.add_arc(shape, reversed);
    };
    for (NodeIndex node = 0; node < 4; ++node) {
        const NodeIndex next = (node + 1) % 4;
        const std::vector<Coordinate> line{network.coordinates[node], {0.5, 0.5 + node}, network.coordinates[next]};
        const auto shape = network.shapes.add_shape(line);
        add(node, next, false, shape);
        add(next, node, true, shape);
    }
    add(0, 2, false, ArcShapes::no_shape);
    network.arc_ids = IdTable(std::move(ids));
    network.columns.push_back(std::move(time));
    network.provenance = {"square", "made", "EPSG:4326", true, {{"note", "text"}}};
    return network;
}

TEST(Subnetwork, KeepsTheOrderOfItsNodes) {
    RoadNetwork whole = square_with_diagonal();
    whole.elimination_order = {3, 0, 2};  // b may not be passed
    const RoadNetwork part = induced_subnetwork(whole, std::vector<std::uint8_t>{0, 1, 1, 1});
    EXPECT_EQ(part.elimination_order, (std::vector<NodeIndex>{2, 1}));
    EXPECT_EQ(why_order_misfits(part, part.elimination_order), "");
}

TEST(Subnetwork, KeepsWhatBelongsToItsNodesAndArcs) {
    const RoadNetwork whole = square_with_diagonal();
    const RoadNetwork part = induced_subnetwork(whole, std::vector<std::uint8_t>{1, 0, 1, 1});
    EXPECT_EQ(part.node_ids.texts(), (std::vector<std::string>{"a", "c", "d"}));
    EXPECT_EQ(part.coordinates, (std::vector<Coordinate>{{0, 0}, {1, 1}, {0, 1}}));
    EXPECT_EQ(part.no_through, (std::vector<std::uint8_t>{0, 0, 0}));
    const std::vector<ArcIndex> kept{4, 5, 6, 7, 8};
    EXPECT_EQ(part.tail, (std::vector<NodeIndex>{1, 2, 2, 0, 0}));
    EXPECT_EQ(part.head, (std::vector<NodeIndex>{2, 1, 0, 2, 1}));
    EXPECT_EQ(part.reversed, (std::vector<std::uint8_t>{0, 1, 0, 1, 0}));
    ASSERT_EQ(part.columns.size(), 1u);
    EXPECT_EQ(part.columns[0].name, "time");
    EXPECT_EQ(part.columns[0].unit, "s");
    EXPECT_EQ(part.columns[0].resolution_digits, 3);
    EXPECT_EQ(part.shapes.shape_count(), 2u);
    for (ArcIndex arc = 0; arc < kept.size(); ++arc) {
        EXPECT_EQ(part.arc_ids.text(arc), whole.arc_ids.text(kept[arc]));
        EXPECT_EQ(part.columns[0].values[arc], whole.columns[0].values[kept[arc]]);
        EXPECT_EQ(part.texts[0].text(arc), whole.texts[0].text(kept[arc]));
        EXPECT_EQ(part.shapes.points(arc), whole.shapes.points(kept[arc]));
    }
    EXPECT_EQ(part.provenance.crs, "EPSG:4326");
    EXPECT_EQ(part.provenance.notes, whole.provenance.notes);
    EXPECT_TRUE(part.provenance.whole_numbers);
}

TEST(Subnetwork, OfAllNodesIsTheNetworkAndOfNoneIsEmpty) {
    const RoadNetwork whole = square_with_diagonal();
    const RoadNetwork all = induced_subnetwork(whole, std::vector<std::uint8_t>(4, 1));
    EXPECT_EQ(all.tail, whole.tail);
    EXPECT_EQ(all.columns, whole.columns);
    EXPECT_EQ(all.texts, whole.texts);
    EXPECT_EQ(all.shapes.shape_count(), 4u);
    const RoadNetwork none = induced_subnetwork(whole, std::vector<std::uint8_t>(4, 0));
    EXPECT_EQ(none.node_count(), 0u);
    EXPECT_EQ(none.arc_count(), 0u);
    EXPECT_TRUE(none.coordinates.empty());
    EXPECT_EQ(none.shapes.shape_count(), 0u);
}

TEST(Subnetwork, WhatTheNetworkDoesNotHaveStaysAbsent) {
    RoadNetwork whole = square_with_diagonal();
    whole.coordinates.clear();
    whole.no_through.clear();
    whole.reversed.clear();
    whole.shapes = {};
    const RoadNetwork part = induced_subnetwork(whole, std::vector<std::uint8_t>{1, 1, 0, 0});
    EXPECT_EQ(part.arc_count(), 2u);
    EXPECT_TRUE(part.coordinates.empty());
    EXPECT_TRUE(part.no_through.empty());
    EXPECT_TRUE(part.reversed.empty());
    EXPECT_TRUE(part.shapes.empty());
}

}  // namespace
}  // namespace allways
