// SPDX-License-Identifier: Apache-2.0
// Every real file beside the repository, one by one: what it holds, or why it is refused. A file that is not listed
// here fails the test.
#include <algorithm>
#include <cctype>
#include <set>

#include "support.h"

namespace allways::test {
namespace {

struct Expected {
    enum class Outcome { network, matrix, table, refused };
    const char* file;
    Outcome outcome = Outcome::refused;
    std::uint64_t nodes = 0;  // 0: at least one, as a profile decides
    std::uint64_t arcs = 0;
    std::uint64_t line = 0;   // of the refusal; 0: the file as a whole
    const char* reason = "";  // part of the refusal
};

void PrintTo(const Expected& expected, std::ostream* out) {
    *out << expected.file;
}

constexpr Expected network(const char* file, std::uint64_t nodes = 0, std::uint64_t arcs = 0) {
    return {file, Expected::Outcome::network, nodes, arcs};
}
constexpr Expected matrix(const char* file, std::uint64_t nodes) {
    return {file, Expected::Outcome::matrix, nodes};
}
constexpr Expected refused(const char* file, std::uint64_t line, const char* reason) {
    return {file, Expected::Outcome::refused, 0, 0, line, reason};
}

constexpr Expected files[] = {
    refused("README.md", 0, "no known format fits"),
    network("dimacs/DC1-d.gr.gz", 9559, 29818),
    network("dimacs/DC1-t.gr.gz", 9559, 29818),
    refused("dimacs/DC1.tar.gz", 0, "tar archive"),
    refused("dimacs/DC1_ODpairs.txt", 2, "a list of origins and destinations"),
    refused("dimacs/chicago_hydepark.co", 0, "coordinates for DIMACS"),
    network("dimacs/chicago_hydepark.gr", 238, 591),
    network("dimacs/rome99.gr", 3353, 8870),
    refused("dimacs/usroads.co.gz", 0, "coordinates for DIMACS"),
    network("dimacs/usroads.gr.gz", 129164, 330870),
    network("edgelist/SiouxFalls_net.csv", 24, 76),
    refused("edgelist/SiouxFalls_node.csv", 1, "a table of places"),
    refused("edgelist/SiouxFalls_od.csv", 1, "a table of trips"),
    network("edgelist/TG.cedge.txt", 18263, 23874),
    refused("edgelist/TG.cnode.txt", 1, "a list of nodes"),
    network("edgelist/cal.cedge", 21048, 21693),
    refused("gmns/arlington_signals/config.csv", 1, "a GMNS table of units"),
    network("gmns/arlington_signals/link.csv", 20, 14 + 2 * 13),
    network("gmns/arlington_signals/node.csv", 20, 14 + 2 * 13),
    refused("gmns/lima/config.csv", 1, "a GMNS table of units"),
    refused("gmns/lima/geometry.csv", 2, "a list of shapes"),
    refused("gmns/lima/lane.csv", 1, "a GMNS table of lanes"),
    network("gmns/lima/link.csv", 2232, 6095),
    refused("gmns/lima/movement.csv", 1, "a GMNS table of movements"),
    network("gmns/lima/node.csv", 2232, 6095),
    {"gmns/lima/reference/sp_skim.omx", Expected::Outcome::table, 449},
    refused("gmns/lima/segment.csv", 1, "a GMNS table of segments"),
    network("graphml/chicago_hydepark_osmnx.graphml", 238, 591),
    network("graphml/nyc_graph.graphml", 46, 2 * 73),
    network("graphml/rome99_networkx.graphml", 3353, 2 * 4831),
    network("graphml/turkoglu_osmnx.graphml", 1307, 3700),
    network("mtx/Hamrle1.mtx", 32, 98),
    network("mtx/LFAT5.mtx", 14, 14 + 2 * 16),
    network("mtx/chesapeake.mtx", 39, 2 * 170),
    refused("mtx/full.mtx", 0, "this is a Matrix Market array"),
    network("mtx/ldbc-directed-example.mtx", 10, 17),
    refused("mtx/malformed/mangled1.mtx", 1, "expected the object 'matrix', found 'mangled'"),
    refused("mtx/malformed/mangled10.mtx", 4, "a network's matrix is square, found 3 × 4"),
    refused("mtx/malformed/mangled3.mtx", 1, "found 'mangled'"),
    refused("mtx/malformed/mangled7.mtx", 5, "expected an entry 'row column value'"),
    network("mtx/usroads.mtx", 129164, 2 * 165435),
    refused("mtx/usroads_coord.mtx", 0, "coordinates in X_coord.mtx are read with X.mtx"),
    network("osm/cathedral-no-left.osm.pbf"),
    network("osm/herrenberg-minimal.osm.pbf"),
    network("osm/krems.osm.gz"),
    network("osm/liechtenstein-2013-08-03.osm.pbf"),
    network("osm/liechtenstein-latest.osm.pbf"),
    network("osm/malta-latest.osm.pbf"),
    network("osm/monaco.osm.pbf"),
    network("osm/moscow.osm.gz"),
    network("osm/reno_east3.osm"),
    network("osm/reno_east3.osm.pbf"),
    refused("tntp/Anaheim_flow.tntp", 1, "a TNTP flow file"),
    network("tntp/Anaheim_net.tntp", 416, 914),
    {"tntp/Anaheim_trips.tntp", Expected::Outcome::table, 38},
    network("tntp/Braess_net.tntp", 4, 5),
    {"tntp/Braess_trips.tntp", Expected::Outcome::table, 2},
    refused("tntp/ChicagoRegional_flow.tntp", 5, "a TNTP flow file"),
    network("tntp/ChicagoRegional_net.tntp", 12982, 39018),
    refused("tntp/ChicagoRegional_node.tntp", 1, "a TNTP node file"),
    refused("tntp/ChicagoSketch_flow.tntp", 1, "a TNTP flow file"),
    network("tntp/ChicagoSketch_net.tntp", 933, 2950),
    refused("tntp/ChicagoSketch_node.tntp", 1, "a TNTP node file"),
    {"tntp/ChicagoSketch_trips.tntp", Expected::Outcome::table, 387},
    refused("tntp/SiouxFalls_flow.tntp", 1, "a TNTP flow file"),
    network("tntp/SiouxFalls_net.tntp", 24, 76),
    refused("tntp/SiouxFalls_node.tntp", 1, "a TNTP node file"),
    {"tntp/SiouxFalls_trips.tntp", Expected::Outcome::table, 24},
    refused("tntp/Winnipeg_flow.tntp", 1, "a TNTP flow file"),
    network("tntp/Winnipeg_net.tntp", 1052, 2836),
    {"tntp/Winnipeg_trips.tntp", Expected::Outcome::table, 147},
    refused("tntp/anaheim_nodes.geojson", 0, "expected a layer of lines"),
    refused("tsplib/att48.opt.tour", 5, "a TSPLIB tour"),
    matrix("tsplib/att48.tsp", 48),
    refused("tsplib/bayg29.opt.tour", 5, "a TSPLIB tour"),
    matrix("tsplib/bayg29.tsp", 29),
    refused("tsplib/bays29.opt.tour", 5, "a TSPLIB tour"),
    matrix("tsplib/bays29.tsp", 29),
    refused("tsplib/berlin52.opt.tour", 4, "a TSPLIB tour"),
    matrix("tsplib/berlin52.tsp", 52),
    refused("tsplib/bestSolutions_atsp.txt", 1, "a list of named values"),
    refused("tsplib/bestSolutions_tsp.txt", 1, "a list of named values"),
    matrix("tsplib/br17.atsp", 17),
    matrix("tsplib/burma14.tsp", 14),
    matrix("tsplib/ft53.atsp", 53),
    matrix("tsplib/ft70.atsp", 70),
    matrix("tsplib/ftv170.atsp", 171),
    matrix("tsplib/ftv33.atsp", 34),
    refused("tsplib/gr120.opt.tour", 5, "a TSPLIB tour"),
    matrix("tsplib/gr120.tsp", 120),
    matrix("tsplib/gr17.tsp", 17),
    matrix("tsplib/kro124p.atsp", 100),
    matrix("tsplib/rbg323.atsp", 323),
    matrix("tsplib/swiss42.tsp", 42),
    network("vector/anaheim_links.geojson", 416, 914),
    refused("vector/geodanet_streets.dbf", 0, "part of a Shapefile"),
    refused("vector/geodanet_streets.prj", 0, "part of a Shapefile"),
    network("vector/geodanet_streets.shp", 220, 2 * 293),
    refused("vector/geodanet_streets.shx", 0, "part of a Shapefile"),
    network("vector/phillip_island_roads.gpkg", 1151, 2 * 1350),
    network("vector/sydroads.zip", 6324, 16439),
};

TEST(DataFiles, AreAllListed) {
    if (real_data().empty()) GTEST_SKIP() << "no real data: set ALLWAYS_DATA to their folder to run this test";
    std::set<std::string> there;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(real_data())) {
        if (entry.is_regular_file()) there.insert(std::filesystem::relative(entry.path(), real_data()).string());
    }
    std::set<std::string> listed;
    for (const Expected& expected : files) listed.insert(expected.file);
    EXPECT_EQ(there, listed);
}

// Matrices of other programs, by their names.
TEST(DataFiles, MatricesOfAnOmxFileAreNamed) {
    if (real_data().empty()) GTEST_SKIP() << "no real data: set ALLWAYS_DATA to their folder to run this test";
    const std::string path = real_data() + "/gmns/lima/reference/sp_skim.omx";
    const auto time = read_table(path, {.cost_field = "free_flow_time"});
    EXPECT_EQ(time.scale().name, "free_flow_time");
    EXPECT_EQ(time.type(), CostType::float64);
    EXPECT_EQ(time.node_ids().text(448), "493");
    EXPECT_EQ(read_table(path).scale().name, "distance");
    ALLWAYS_EXPECT_ERROR(0, "there is no matrix 'cost'; the file has: distance, free_flow_time",
                         read_table(path, {.cost_field = "cost"}));
}

class DataInventory : public ::testing::TestWithParam<Expected> {};

TEST_P(DataInventory, IsReadOrRefused) {
    if (real_data().empty()) GTEST_SKIP() << "no real data: set ALLWAYS_DATA to their folder to run this test";
    const Expected& expected = GetParam();
    const std::string path = real_data() + "/" + expected.file;
    if (expected.outcome == Expected::Outcome::refused) {
        ALLWAYS_EXPECT_ERROR(expected.line, expected.reason, read_input(path));
        return;
    }
    const Input input = read_input(path);
    if (expected.outcome == Expected::Outcome::network) {
        const auto& read = std::get<RoadNetwork>(input);
        EXPECT_EQ(read.node_count(), expected.nodes > 0 ? expected.nodes : std::max<std::size_t>(read.node_count(), 1));
        EXPECT_EQ(read.arc_count(), expected.arcs > 0 ? expected.arcs : std::max<std::size_t>(read.arc_count(), 1));
        ASSERT_FALSE(read.columns.empty());
        EXPECT_EQ(read.columns[0].values.size(), read.arc_count());
    } else if (expected.outcome == Expected::Outcome::matrix) {
        EXPECT_EQ(std::get<CostMatrix>(input).node_count(), expected.nodes);
    } else {
        const auto* pairs = std::get_if<OriginDestinationTable>(&input);  // with trips within zones
        EXPECT_EQ(pairs != nullptr ? pairs->origin_ids().size() : std::get<DistanceTable>(input).node_count(),
                  expected.nodes);
    }
}

std::string test_name(const ::testing::TestParamInfo<Expected>& parameter) {
    std::string name = parameter.param.file;
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(Files, DataInventory, ::testing::ValuesIn(files), test_name);

}  // namespace
}  // namespace allways::test
