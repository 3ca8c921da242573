// SPDX-License-Identifier: Apache-2.0
#include "allways/result/origin_destination_table.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "five_nodes.h"

namespace allways {
namespace {

TEST(OriginDestinationTable, IsThePickedCellsOfASolvedTable) {
    DistanceTable whole = test::five_node_table();
    whole.set_provenance({{"source", "by hand"}});
    const std::vector<NodeIndex> origins{1, 0, 1};
    const std::vector<NodeIndex> destinations{3, 4};
    const OriginDestinationTable table = sub_table(whole, origins, destinations);
    constexpr std::int32_t x = unreachable_cost<std::int32_t>;
    EXPECT_EQ(std::get<SharedArray<std::int32_t>>(table.distances()), (std::vector<std::int32_t>{4, x, 5, x, 4, x}));
    EXPECT_EQ(table.origin_ids(), IdTable(std::vector<std::int64_t>{20, 10, 20}));
    EXPECT_EQ(table.destination_ids(), IdTable(std::vector<std::int64_t>{40, 50}));
    EXPECT_EQ(table.scale(), whole.scale());
    EXPECT_EQ(table.provenance(), whole.provenance());
    EXPECT_DOUBLE_EQ(table.distance(1, 0), 0.5);
    EXPECT_FALSE(table.is_reachable(1, 1));
    EXPECT_EQ(table.unreachable_pairs(), 3u);
}

TEST(OriginDestinationTable, TakesSkimsAndPlacesOfItsCells) {
    DistanceTable whole = test::five_node_table();
    std::vector<double> lengths(25);
    for (std::size_t cell = 0; cell < lengths.size(); ++cell) lengths[cell] = static_cast<double>(cell);
    whole.add_skim({{"length", "m", 0}, lengths});
    whole.set_coordinates({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}, "EPSG:4326");
    const OriginDestinationTable table = sub_table(whole, std::vector<NodeIndex>{1, 0}, std::vector<NodeIndex>{3});
    ASSERT_EQ(table.skims().size(), 1u);
    EXPECT_EQ(table.skims()[0].scale.name, "length");
    EXPECT_EQ(std::get<SharedArray<double>>(table.skims()[0].values.all()), (std::vector<double>{8, 3}));
    EXPECT_EQ(table.origin_places(), (std::vector<Coordinate>{{1, 0}, {0, 0}}));
    EXPECT_EQ(table.destination_places(), (std::vector<Coordinate>{{3, 0}}));
    EXPECT_EQ(table.crs(), "EPSG:4326");
}

TEST(OriginDestinationTable, PartOfAPart) {
    DistanceTable whole = test::five_node_table();
    const OriginDestinationTable part = sub_table(whole, std::vector<NodeIndex>{1, 0, 2}, std::vector<NodeIndex>{3, 2});
    const OriginDestinationTable table =
        sub_table(part, std::vector<std::uint32_t>{2, 1}, std::vector<std::uint32_t>{1});
    EXPECT_EQ(std::get<0>(table.distances()), (std::vector<std::int32_t>{0, 3}));
    EXPECT_EQ(table.origin_ids().text(0), "30");
    EXPECT_EQ(table.destination_ids().text(0), "30");
    EXPECT_EQ(table.origin_places()[1], whole.coordinates()[0]);
    EXPECT_THROW(sub_table(part, std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{2}), InvalidArgument);
}

TEST(OriginDestinationTable, WithOtherCellsKeepsEverythingElse) {
    DistanceTable whole = test::five_node_table();
    whole.set_provenance({{"attribution", "© the mappers"}});
    OriginDestinationTable table = sub_table(whole, std::vector<NodeIndex>{1, 0}, std::vector<NodeIndex>{3});
    table.add_skim({{"length", "m", 0}, std::vector<double>{7, 8}});
    table.set_places({{0, 0}, {1, 1}}, {{2, 2}}, "EPSG:32632");
    table.set_snap_distances({{1, 2}, {3}, true});
    const OriginDestinationTable made = table.with_cells(std::vector<std::int32_t>{40, 50}, {"toll", "", 1});
    EXPECT_EQ(made.distance(0, 0), 4);
    EXPECT_EQ(made.scale().name, "toll");
    EXPECT_TRUE(made.skims().empty());
    EXPECT_EQ(made.origin_ids().text(1), table.origin_ids().text(1));
    EXPECT_EQ(made.origin_places(), table.origin_places());
    EXPECT_EQ(made.destination_places(), table.destination_places());
    EXPECT_EQ(made.crs(), "EPSG:32632");
    EXPECT_EQ(made.snap_distances().origins, table.snap_distances().origins);
    EXPECT_EQ(made.snap_distances().destinations, table.snap_distances().destinations);
    EXPECT_EQ(made.provenance(), table.provenance());
    EXPECT_EQ(table.with_cells(table.cells(), table.scale(), table.skims()).skim("length", 1, 0), 8);
    EXPECT_THROW(table.with_cells(std::vector<std::int32_t>{40}, table.scale()), InvalidArgument);
}

TEST(OriginDestinationTable, RefusesSkimsAndPlacesThatDoNotFit) {
    DistanceTable whole = test::five_node_table();
    const std::vector<double> one_a_cell(25);
    EXPECT_THROW(whole.add_skim({{"length", "m", 0}, std::vector<double>(24)}), InvalidArgument);
    EXPECT_THROW(whole.add_skim({{whole.scale().name, "", 0}, one_a_cell}), InvalidArgument);
    whole.add_skim({{"length", "m", 0}, one_a_cell});
    EXPECT_THROW(whole.add_skim({{"length", "ft", 0}, one_a_cell}), InvalidArgument);
    OriginDestinationTable table = sub_table(whole, std::vector<NodeIndex>{1, 0}, std::vector<NodeIndex>{3});
    EXPECT_THROW(table.set_places({{0, 0}}, {{0, 0}}, ""), InvalidArgument);
    EXPECT_THROW(table.set_places({}, {{0, 0}}, ""), InvalidArgument);
    table.set_places({}, {}, "");
}

TEST(OriginDestinationTable, RefusesNodesOutsideAndCellsThatAreNotOneAPair) {
    const std::vector<NodeIndex> outside{0, 5};
    const std::vector<NodeIndex> inside{0};
    EXPECT_THROW(sub_table(test::five_node_table(), outside, inside), InvalidArgument);
    EXPECT_THROW(sub_table(test::five_node_table(), inside, outside), InvalidArgument);
    EXPECT_THROW(OriginDestinationTable(std::vector<float>(5), {}, IdTable::consecutive(2), IdTable::consecutive(3)),
                 InvalidArgument);
}

}  // namespace
}  // namespace allways
