// SPDX-License-Identifier: Apache-2.0
// ReadOptions::bbox, on GMNS networks made on the spot.
#include "support.h"

namespace allways {
namespace {

using test::TemporaryFolder;

// Nodes 1, 2, 3 in a row with links 1 → 2 and 2 → 3, in the reference system `crs` (an EPSG code or nothing).
std::string make_row(const TemporaryFolder& folder, const std::string& crs, const std::string& nodes) {
    folder.write("net/config.csv", "dataset_name,crs\nrow," + crs + "\n");
    folder.write("net/node.csv", "node_id,x_coord,y_coord\n" + nodes);
    folder.write("net/link.csv", "link_id,from_node_id,to_node_id,length\n5,1,2,10\n6,2,3,20\n");
    return folder.path("net");
}

TEST(BoundingBox, KeepsNodesInsideAndArcsBetweenThem) {
    const TemporaryFolder folder;
    const std::string path = make_row(folder, "4326", "1,8.5,47\n2,8.6,47\n3,8.7,47\n");
    std::string said;
    ReadOptions options;
    options.bbox = BoundingBox{8.6, 46, 8.7, 47};  // its sides are inside
    options.log = [&](LogLevel, std::string_view message) { said += std::string(message) + "\n"; };
    ImportReport report;
    const RoadNetwork network = read_network(path, options, &report);
    EXPECT_EQ(network.node_ids.numbers(), (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(network.arc_ids.numbers(), std::vector<std::int64_t>{6});
    EXPECT_EQ(network.column("length")->values, std::vector<Decimal>{Decimal(20, 0)});
    EXPECT_EQ(report.nodes, 2u);
    EXPECT_EQ(report.arcs, 1u);
    EXPECT_NE(said.find("2 of 3 nodes and 1 of 2 arcs lie in the box"), std::string::npos) << said;
}

TEST(BoundingBox, IsOfDegreesWhereTheNetworkIsProjected) {
    const TemporaryFolder folder;
    // UTM zone 32: its middle is 9° east; 0.1° are about 7.6 km at 47° north.
    const std::string path = make_row(folder, "32632", "1,500000,5205000\n2,507600,5205000\n3,600000,5205000\n");
    ReadOptions options;
    options.bbox = BoundingBox{8.99, 46.9, 9.15, 47.1};
    EXPECT_EQ(read_network(path, options).node_ids.numbers(), (std::vector<std::int64_t>{1, 2}));
}

TEST(BoundingBox, IsInTheFilesNumbersWhereTheirSystemIsUnknown) {
    const TemporaryFolder folder;
    const std::string path = make_row(folder, "", "1,500000,5205000\n2,507600,5205000\n3,600000,5205000\n");
    ReadOptions options;
    options.bbox = BoundingBox{500001, 0, 1e6, 1e7};
    EXPECT_EQ(read_network(path, options).node_ids.numbers(), (std::vector<std::int64_t>{2, 3}));
}

TEST(BoundingBox, NodesNamedByOptionMayLieOutside) {
    const TemporaryFolder folder;
    const std::string path = make_row(folder, "4326", "1,8.5,47\n2,8.6,47\n3,8.7,47\n");
    ReadOptions options;
    options.no_through = "1-2";
    options.bbox = BoundingBox{8.55, 46, 8.75, 48};
    EXPECT_EQ(read_network(path, options).no_through, (std::vector<std::uint8_t>{1, 0}));
}

void expect_refusal(const std::string& path, const ReadOptions& options, const std::string& said) {
    try {
        read_network(path, options);
        ADD_FAILURE() << "read";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
}

TEST(BoundingBox, NothingInsideAndNoCoordinatesAreErrors) {
    const TemporaryFolder folder;
    ReadOptions options;
    options.bbox = BoundingBox{0, 0, 1, 1};
    expect_refusal(make_row(folder, "4326", "1,8.5,47\n2,8.6,46.5\n3,8.7,47\n"), options,
                   "nothing lies in the box 0,0,1,1; the network covers 8.5,46.5,8.7,47");
    expect_refusal(make_row(folder, "4326", "1,,\n2,,\n3,,\n"), options, "but the network has none");
    EXPECT_THROW(read_matrix(folder.write("m.csv", "0,1\n1,0\n"), {.format = "matrix-csv", .bbox = options.bbox}),
                 InvalidArgument);
}

}  // namespace
}  // namespace allways
