// SPDX-License-Identifier: Apache-2.0
#include "allways/result/distance_table.h"

#include <cmath>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/result/eigen.h"
#include "five_nodes.h"

namespace allways {
namespace {

using test::five_node_table;

TEST(DistanceTable, DistancesAreNaturalAndUnreachableIsInfinite) {
    const DistanceTable table = five_node_table();
    EXPECT_EQ(table.unit(), "s");
    EXPECT_DOUBLE_EQ(table.distance(0, 2), 0.3);
    EXPECT_DOUBLE_EQ(table.raw_distance(0, 2), 3);
    EXPECT_TRUE(std::isinf(table.distance(0, 4)));
    EXPECT_FALSE(table.is_reachable(0, 4));
    EXPECT_EQ(eigen_view<std::int32_t>(table)(1, 3), 4);
    EXPECT_EQ(table.values<std::int32_t>().size(), 25u);
}

TEST(DistanceTable, PathFollowsOrdinals) {
    const Path path = five_node_table().path(0, 3);
    ASSERT_TRUE(path.reachable);
    EXPECT_EQ(path.raw_distance, 5);
    ASSERT_EQ(path.legs.size(), 3u);
    EXPECT_EQ(path.legs[0].to, 1u);
    EXPECT_EQ(path.legs[1].arc, 3u);  // the cheaper of two parallel arcs 1 -> 2
    EXPECT_EQ(path.legs[1].raw_cost, 2);
    EXPECT_EQ(path.legs[2].to, 3u);
}

TEST(DistanceTable, PathToItselfAndToNowhere) {
    const DistanceTable table = five_node_table();
    const Path stay = table.path(2, 2);
    EXPECT_TRUE(stay.reachable);
    EXPECT_TRUE(stay.legs.empty());
    const Path none = table.path(0, 4);
    EXPECT_FALSE(none.reachable);
    EXPECT_TRUE(none.legs.empty());
    EXPECT_TRUE(std::isinf(none.raw_distance));
}

TEST(DistanceTable, PathOfAMatrixTable) {
    DistanceTable table(std::vector<float>{0, 1.5f, 2.0f, 9, 0, 0.5f, 9, 9, 0}, 3, {}, IdTable::consecutive(3));
    NextHops hops(NextHops::Kind::node_index, 3, 3);
    hops.set(0, 2, 1);
    hops.set(1, 2, 2);
    table.set_next_hops(std::move(hops), {});
    const Path path = table.path(0, 2);
    ASSERT_EQ(path.legs.size(), 2u);
    EXPECT_EQ(path.legs[0].arc, DistanceTable::no_arc_position);
    EXPECT_EQ(path.legs[0].raw_cost, 1.5);
    EXPECT_EQ(path.legs[1].raw_cost, 0.5);
}

TEST(DistanceTable, ErrorsNameWhatIsWrong) {
    EXPECT_THROW(DistanceTable(std::vector<float>{0, 1}, 2, {}, IdTable::consecutive(2)), InvalidArgument);
    EXPECT_THROW(DistanceTable(std::vector<float>{0}, 1, {}, IdTable::consecutive(2)), InvalidArgument);
    DistanceTable table = five_node_table();
    EXPECT_THROW(table.path(0, 5), InvalidArgument);
    EXPECT_THROW(table.set_coordinates({{1, 2}, {3, 4}, {5, 6}}, ""), InvalidArgument);
    EXPECT_THROW(table.set_next_hops(NextHops(NextHops::Kind::arc_ordinal, 5, 2), {}), InvalidArgument);
    const DistanceTable bare(std::vector<float>{0}, 1, {}, IdTable::consecutive(1));
    EXPECT_THROW(bare.path(0, 0), InvalidArgument);
}

TEST(DistanceTable, DamagedHopsAreAnErrorNotALoop) {
    DistanceTable table = five_node_table();
    NextHops hops = table.next_hops();
    hops.set(1, 3, 0);  // 1 -> 0 -> 1 -> …
    table.set_next_hops(hops, table.arcs());
    EXPECT_THROW(table.path(0, 3), Error);
    hops.set(1, 3, 7);  // beyond the node's out-arcs
    table.set_next_hops(hops, table.arcs());
    EXPECT_THROW(table.path(0, 3), Error);
}

TEST(TableArcs, TakeWhatTheNetworkKnowsInOrdinalOrder) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.tail = {1, 0, 1};
    network.head = {2, 1, 0};
    network.arc_ids = IdTable(std::vector<std::int64_t>{7, 8, 8});
    network.reversed = {0, 0, 1};
    network.columns.push_back({"length", "m", {Decimal(5, 0), Decimal::missing(), Decimal(25, 1)}, 1});
    network.texts.emplace_back("name");
    for (const char* name : {"First", "", "Third"}) network.texts[0].add(name);
    const auto shape = network.shapes.add_shape(std::vector<Coordinate>{{0, 0}, {1, 1}});
    network.shapes.add_arc(ArcShapes::no_shape);
    network.shapes.add_arc(shape);
    network.shapes.add_arc(shape, true);

    const AdjacencyArray adjacency = build_adjacency(3, network.tail);  // arcs 1, 0, 2
    const TableArcs arcs = table_arcs(network, adjacency, std::vector<std::int32_t>{10, 20, 30});
    EXPECT_EQ(arcs.first_out, (std::vector<std::uint64_t>{0, 1, 3, 3}));
    EXPECT_EQ(arcs.head, (std::vector<NodeIndex>{1, 2, 0}));
    EXPECT_EQ(arcs.cost, CostArray(SharedArray<std::int32_t>{20, 10, 30}));
    EXPECT_EQ(arcs.arc_ids.numbers(), (std::vector<std::int64_t>{8, 7, 8}));
    EXPECT_EQ(arcs.reversed, (std::vector<std::uint8_t>{0, 0, 1}));
    ASSERT_NE(arcs.column("length"), nullptr);
    EXPECT_EQ(arcs.column("time"), nullptr);
    EXPECT_EQ(*arcs.column("length"),
              (TableColumn{"length", "m", {Decimal::missing(), Decimal(5, 0), Decimal(25, 1)}, 1}));
    ASSERT_NE(arcs.text("name"), nullptr);
    EXPECT_EQ(arcs.text("name")->text(0), "");
    EXPECT_EQ(arcs.text("name")->text(2), "Third");
    EXPECT_FALSE(arcs.shapes.has_shape(1));
    EXPECT_EQ(arcs.shapes.points(2), (std::vector<Coordinate>{{1, 1}, {0, 0}}));

    DistanceTable table(std::vector<std::int32_t>(9, 0), 3, {}, IdTable::consecutive(3));
    TableArcs short_column = arcs;
    short_column.columns[0].values = {Decimal(1, 0)};
    EXPECT_THROW(table.set_next_hops(NextHops(NextHops::Kind::arc_ordinal, 3, 2), short_column), InvalidArgument);
    EXPECT_THROW(table.set_no_through({1, 0}), InvalidArgument);
}

TEST(DistanceTable, EmptyTable) {
    const DistanceTable table(std::vector<std::int32_t>{}, 0, {}, {});
    EXPECT_EQ(table.node_count(), 0u);
}

}  // namespace
}  // namespace allways
