// SPDX-License-Identifier: Apache-2.0
// The real files beside the repository, against the counts and quirks that their README lists.
#include <algorithm>
#include <map>

#include "support.h"

namespace allways::test {
namespace {

class RealData : public ::testing::Test {
protected:
    void SetUp() override {
        if (real_data().empty()) {
            GTEST_SKIP() << "no real data: neither ALLWAYS_DATA nor ../shared/data beside the source is a folder";
        }
    }
    static std::string file(const std::string& name) { return real_data() + "/" + name; }

    struct Read {
        RoadNetwork network;
        ImportReport report;
        Messages messages;
        const ImportReport::Column& column(std::string_view name) const {
            return *std::ranges::find(report.columns, name, &ImportReport::Column::name);
        }
    };
    static Read read(const std::string& name, ReadOptions options = {}) {
        Read result;
        options.log = result.messages.callback();
        result.network = read_network(file(name), options, &result.report);
        return result;
    }
};

TEST_F(RealData, TntpNetworks) {
    struct Expected {
        const char* name;
        std::uint64_t nodes, arcs, no_through, isolated, zero_times;
        bool coordinates;
    };
    for (const auto& expected :
         {Expected{"Braess", 4, 5, 0, 0, 0, false}, Expected{"SiouxFalls", 24, 76, 0, 0, 0, true},
          Expected{"Anaheim", 416, 914, 38, 0, 0, false}, Expected{"ChicagoSketch", 933, 2950, 0, 0, 774, true},
          Expected{"ChicagoRegional", 12982, 39018, 1790, 3, 3650, true}}) {
        SCOPED_TRACE(expected.name);
        const auto found = read(std::string("tntp/") + expected.name + "_net.tntp");
        EXPECT_EQ(found.report.nodes, expected.nodes);
        EXPECT_EQ(found.report.arcs, expected.arcs);
        EXPECT_EQ(found.report.no_through_nodes, expected.no_through);
        EXPECT_EQ(found.report.isolated_nodes, expected.isolated);
        EXPECT_EQ(found.column("time").zero, expected.zero_times);
        EXPECT_EQ(found.network.coordinates.size(), expected.coordinates ? expected.nodes : 0);
        EXPECT_EQ(found.network.columns.size(), 8u);
    }
}

TEST_F(RealData, TntpUnitsAreThoseOfTheOriginalHeader) {
    const auto anaheim = read("tntp/Anaheim_net.tntp");
    EXPECT_EQ(anaheim.network.column("length")->unit, "ft");
    EXPECT_EQ(anaheim.network.column("time")->unit, "min");
    EXPECT_EQ(texts(*anaheim.network.column("time"))[0], "1.090458488");
    const auto chicago = read("tntp/ChicagoSketch_net.tntp");
    EXPECT_EQ(chicago.network.column("length")->unit, "mi");
    EXPECT_EQ(chicago.network.column("time")->unit, "min");
    EXPECT_EQ(chicago.network.column("toll")->unit, "cents");
    EXPECT_EQ(read("tntp/SiouxFalls_net.tntp").network.column("time")->unit, "");
}

TEST_F(RealData, OtherTntpFilesAreNamed) {
    for (const auto& [name, kind] : std::map<std::string, std::string>{{"SiouxFalls_flow", "flow file"},
                                                                       {"ChicagoRegional_flow", "flow file"},
                                                                       {"ChicagoSketch_flow", "flow file"},
                                                                       {"Anaheim_flow", "flow file"},
                                                                       {"SiouxFalls_trips", "tntp-trips"},
                                                                       {"Braess_trips", "tntp-trips"},
                                                                       {"Anaheim_trips", "tntp-trips"},
                                                                       {"SiouxFalls_node", "node file"},
                                                                       {"ChicagoRegional_node", "node file"}}) {
        SCOPED_TRACE(name);
        try {
            read_network(file("tntp/" + name + ".tntp"));
            ADD_FAILURE() << "an InputError was expected";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(kind), std::string::npos) << error.what();
        }
    }
}

TEST_F(RealData, SiouxFallsTwinsHaveTheSameArcs) {
    const auto tntp = read("tntp/SiouxFalls_net.tntp");
    const auto csv = read("edgelist/SiouxFalls_net.csv");
    EXPECT_TRUE(csv.messages.contains("from = 'A', to = 'B', cost = 'a0', id = 'LINK'"));
    EXPECT_EQ(csv.network.tail, tntp.network.tail);
    EXPECT_EQ(csv.network.head, tntp.network.head);
    EXPECT_EQ(texts(*csv.network.column("a0")), texts(*tntp.network.column("time")));
    EXPECT_EQ(csv.network.node_ids.numbers(), tntp.network.node_ids.numbers());
    EXPECT_EQ(texts(*csv.network.column("a4"))[0], "0.0000000000000000020000000003439408");
}

TEST_F(RealData, Dimacs) {
    struct Expected {
        const char* name;
        std::uint64_t nodes, arcs, loops, parallel;
        bool coordinates;
    };
    for (const auto& expected :
         {Expected{"rome99.gr", 3353, 8870, 0, 11, false}, Expected{"DC1-t.gr.gz", 9559, 29818, 50, 111, false},
          Expected{"DC1-d.gr.gz", 9559, 29818, 50, 111, false}, Expected{"usroads.gr.gz", 129164, 330870, 0, 0, true},
          Expected{"chicago_hydepark.gr", 238, 591, 0, 0, true}}) {
        SCOPED_TRACE(expected.name);
        const auto found = read(std::string("dimacs/") + expected.name);
        EXPECT_EQ(found.report.nodes, expected.nodes);
        EXPECT_EQ(found.report.arcs, expected.arcs);
        EXPECT_EQ(found.report.self_loops, expected.loops);
        EXPECT_EQ(found.report.parallel_arcs, expected.parallel);
        EXPECT_EQ(found.network.coordinates.size(), expected.coordinates ? expected.nodes : 0);
        EXPECT_EQ(found.network.provenance.crs, expected.coordinates ? "EPSG:4326" : "");
        EXPECT_TRUE(found.network.provenance.whole_numbers);
    }
    const auto rome = read("dimacs/rome99.gr");
    EXPECT_EQ(rome.column("cost").smallest, "1");
    EXPECT_EQ(rome.column("cost").largest, "12711");
    EXPECT_GT(read("dimacs/DC1-t.gr.gz").column("cost").zero, 0u);
    const auto usroads = read("dimacs/usroads.gr.gz");
    EXPECT_EQ(usroads.report.components, 56u);
    EXPECT_EQ(usroads.report.largest_strong_component, 126146u);
    EXPECT_EQ(usroads.network.coordinates[0].x, -156.74);
    EXPECT_EQ(read("dimacs/chicago_hydepark.gr").report.strong_components, 6u);
}

TEST_F(RealData, ListsThatAreNotDimacsSaySo) {
    ALLWAYS_EXPECT_ERROR(0, "tar archive", read_network(file("dimacs/DC1.tar.gz")));
}

TEST_F(RealData, UndirectedEdgeLists) {
    struct Expected {
        const char* name;
        std::uint64_t nodes, edges;
    };
    for (const auto& expected : {Expected{"cal.cedge", 21048, 21693}, Expected{"TG.cedge.txt", 18263, 23874}}) {
        SCOPED_TRACE(expected.name);
        const std::string name = std::string("edgelist/") + expected.name;
        const auto both = read(name, {.undirected = true});
        EXPECT_EQ(both.report.nodes, expected.nodes);
        EXPECT_EQ(both.report.arcs, 2 * expected.edges);
        EXPECT_EQ(both.network.node_ids.text(0), "0");
        const auto directed = read(name);
        EXPECT_EQ(directed.report.arcs, expected.edges);
        EXPECT_TRUE(directed.messages.contains("so rows are arcs, not edges"));
    }
    const auto california = read("edgelist/cal.cedge", {.undirected = true});
    EXPECT_EQ(texts(*california.network.column("cost"))[0], "0.002025");
    // 77 pairs that occur again, in either direction.
    EXPECT_EQ(read("edgelist/TG.cedge.txt", {.undirected = true}).report.parallel_arcs, 2u * 77u);
}

TEST_F(RealData, TablesThatAreNoEdgeListsSaySo) {
    ALLWAYS_EXPECT_ERROR(1, "Node, X, Y", read_network(file("edgelist/SiouxFalls_node.csv")));
    ALLWAYS_EXPECT_ERROR(1, "O, D, Ton", read_network(file("edgelist/SiouxFalls_od.csv")));
    ALLWAYS_EXPECT_ERROR(1, "list of nodes", read_network(file("edgelist/TG.cnode.txt")));
}

TEST_F(RealData, Lima) {
    const auto lima = read("gmns/lima", {.no_through = "1-99999"});
    EXPECT_EQ(lima.report.nodes, 2232u);
    EXPECT_EQ(lima.report.arcs, 6095u);
    EXPECT_EQ(lima.report.no_through_nodes, 449u);
    EXPECT_TRUE(lima.network.reversed.empty());
    EXPECT_EQ(lima.network.column("length")->unit, "ft");
    EXPECT_EQ(lima.network.column("free_speed")->unit, "mph");
    EXPECT_EQ(lima.network.column("time")->unit, "s");
    EXPECT_EQ(lima.network.arc_ids.text(0), "1 100002");
    EXPECT_EQ(lima.network.provenance.crs, "EPSG:3735");
    // 277 ft at 25 mph: 277 · 15 / (22 · 25) = 7.5545…
    EXPECT_EQ(texts(*lima.network.column("time"))[0], "7.554545454545");
    EXPECT_EQ(read("gmns/lima").report.no_through_nodes, 0u);
}

TEST_F(RealData, ArlingtonSignals) {
    const auto found = read("gmns/arlington_signals/link.csv");
    EXPECT_EQ(found.report.nodes, 20u);
    EXPECT_EQ(found.report.arcs, 14u + 2 * 13u);
    EXPECT_EQ(std::ranges::count(found.network.reversed, 1), 13);
    EXPECT_EQ(found.network.column("length")->unit, "mi");
    // Walkways state no speed: no time.
    EXPECT_EQ(found.column("time").missing, 2 * 13u);
    EXPECT_EQ(texts(*found.network.column("time"))[2], "18");  // 0.125 mi at 25 mph
    EXPECT_EQ(found.network.provenance.crs, "EPSG:32619");
}

}  // namespace
}  // namespace allways::test
