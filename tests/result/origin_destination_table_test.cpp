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
    EXPECT_EQ(std::get<std::vector<std::int32_t>>(table.distances()), (std::vector<std::int32_t>{4, x, 5, x, 4, x}));
    EXPECT_EQ(table.origin_ids(), IdTable(std::vector<std::int64_t>{20, 10, 20}));
    EXPECT_EQ(table.destination_ids(), IdTable(std::vector<std::int64_t>{40, 50}));
    EXPECT_EQ(table.scale(), whole.scale());
    EXPECT_EQ(table.provenance(), whole.provenance());
    EXPECT_DOUBLE_EQ(table.distance(1, 0), 0.5);
    EXPECT_FALSE(table.is_reachable(1, 1));
    EXPECT_EQ(table.unreachable_pairs(), 3u);
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
