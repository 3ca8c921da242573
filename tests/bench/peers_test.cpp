// SPDX-License-Identifier: Apache-2.0
// Peers on road networks: the harness with simulated peers, Boost always, and Python's libraries if they are installed.
#include "peers/race.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/make_network.h"
#include "support/random_networks.h"

namespace allways::peers {
namespace {

using testing::network_kinds;
using testing::random_network;

// The distances from Bellman–Ford, on every node's row.
void expect_true_rows(const AllwaysRun& allways, const Roads& roads) {
    for (std::size_t i = 0; i < allways.sources().size(); ++i) {
        const auto expected = testing::true_distances(roads.network, allways.sources()[i]);
        for (std::size_t to = 0; to < roads.node_count(); ++to) {
            const std::int64_t distance = std::min<std::int64_t>(expected[to], unreachable_cost<std::int32_t>);
            ASSERT_EQ(allways.row(i)[to], distance)
                << roads.network.provenance.source << ", row " << i << ", to " << to;
        }
    }
}

// Networks without negative costs, one of each kind.
std::vector<Roads> some_roads(std::size_t n) {
    std::vector<Roads> roads;
    for (const auto& kind : network_kinds()) {
        if (!kind.negative) roads.push_back(make_roads(random_network(kind, n, 7), ""));
    }
    return roads;
}

// One network of each of these kinds, with random coordinates for every node: an order by coordinates must work for
// any.
std::vector<Roads> roads_with_places(std::initializer_list<const char*> kinds) {
    std::vector<Roads> roads;
    Random random(7);
    for (const char* kind : kinds) {
        const auto found = std::ranges::find(network_kinds(), kind, &testing::NetworkKind::name);
        RoadNetwork network = random_network(*found, 70, 7);
        for (std::size_t v = 0; v < network.node_count(); ++v) {
            network.coordinates.push_back({double(random.below(1000)), double(random.below(1000))});
        }
        roads.push_back(make_roads(std::move(network), ""));
    }
    return roads;
}

AllwaysOptions with_whole_table(int runs = 1) {
    return {.runs = runs, .table_bytes = std::uint64_t{1} << 30};
}

// A simulated peer: it returns Allways' own rows, takes 6 seconds to prepare and then a second per row (three of all
// cores), and has wrong cells in the column `wrong`.
class MadeUpPeer : public Peer {
public:
    MadeUpPeer(const AllwaysRun& allways, std::size_t wrong) : allways_(allways), wrong_(wrong) {}

    std::string name() const override { return "made up"; }
    unsigned cores() const override { return 1; }
    Spent prepare() override { return {6, 8}; }
    Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) override {
        for (std::size_t i = 0; i < sources.size(); ++i) {
            EXPECT_EQ(sources[i], allways_.sources()[solved_ + i]);
            const auto row = allways_.row(solved_ + i);
            const auto to = rows.subspan(i * row.size(), row.size());
            std::ranges::copy(row, to.begin());
            if (wrong_ < row.size()) ++to[wrong_];
        }
        solved_ += sources.size();
        return {static_cast<double>(sources.size()), 3 * static_cast<double>(sources.size())};
    }

private:
    const AllwaysRun& allways_;
    std::size_t wrong_;
    std::size_t solved_ = 0;
};

constexpr std::size_t nothing = std::size_t(-1);

TEST(Roads, KeepsTheCheapestOfParallelArcsAndNoLoops) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(3);
    network.arc_ids = IdTable::consecutive(5);
    network.no_through = {0, 1, 0};
    network.tail = {2, 0, 0, 1, 0};
    network.head = {0, 1, 1, 1, 2};
    network.columns = {{"cost", "", {{7, 0}, {5, 0}, {3, 0}, {1, 0}, {9, 0}}, {}}};
    const Roads roads = make_roads(network, "");
    EXPECT_EQ(roads.opened, 1u);
    EXPECT_TRUE(roads.network.no_through.empty());
    EXPECT_EQ(roads.first_out, (std::vector<std::int64_t>{0, 2, 2, 3}));
    EXPECT_EQ(roads.head, (std::vector<std::int32_t>{1, 2, 0}));
    EXPECT_EQ(roads.cost, (std::vector<std::int32_t>{3, 9, 7}));
}

TEST(Roads, RefusesWhatPeersCannotSolve) {
    EXPECT_THROW(make_roads(random_network({.name = "negative", .negative = true}, 20, 1), ""), InvalidArgument);
    EXPECT_THROW(make_roads(random_network({.name = "empty"}, 0, 1), ""), InvalidArgument);
    RoadNetwork fine = generate_streets({.nodes = 20});
    fine.columns = {{"cost", "", std::vector<Decimal>(fine.arc_count(), Decimal(123456789012345, 15)), {}}};
    EXPECT_THROW(make_roads(fine, ""), InvalidArgument);
}

TEST(AllwaysRun, GivesTrueDistancesWithAndWithoutNextHops) {
    for (const Roads& roads : some_roads(40)) {
        AllwaysRun allways(roads, with_whole_table());
        ASSERT_TRUE(allways.has_whole_table());
        EXPECT_EQ(allways.sources().size(), roads.node_count());
        ASSERT_TRUE(allways.run(1, false));
        expect_true_rows(allways, roads);
        if (allways.run(2, true)) expect_true_rows(allways, roads);
    }
}

TEST(AllwaysRun, TellsThatLabelsDoNotFit) {
    const Roads roads =
        make_roads(random_network({.name = "large", .arcs_per_node = 6, .largest_cost = 50'000'000}, 40, 7), "");
    EXPECT_FALSE(AllwaysRun(roads, with_whole_table()).run(1, true));
}

TEST(AllwaysRun, KeepsRowsOfATableThatIsTooLarge) {
    for (const Roads& roads : some_roads(41)) {
        AllwaysRun allways(roads, {.runs = 2, .table_bytes = 41 * 41 * 4 - 1, .band_bytes = 7 * 41 * 4});
        ASSERT_FALSE(allways.has_whole_table());
        ASSERT_EQ(allways.sources().size(), 7u);  // columns a band, and rows
        EXPECT_GT(allways.fill(true).core_seconds, 0);
        ASSERT_TRUE(allways.run(2, false));
        expect_true_rows(allways, roads);
    }
}

TEST(Race, BoostFindsTheSameDistances) {
    for (const Roads& roads : some_roads(60)) {
        AllwaysRun allways(roads, with_whole_table());
        allways.run(1, false);
        const PeerTime time = measure_peer(*boost_peer(roads, 2), allways, 60, {});
        EXPECT_EQ(time.sources, roads.node_count());
        EXPECT_EQ(time.different_cells, 0u) << roads.network.provenance.source;
    }
}

TEST(Race, CountsTheCellsThatDiffer) {
    const Roads roads = make_roads(generate_streets({.nodes = 50}), "");
    AllwaysRun allways(roads, with_whole_table());
    allways.run(1, false);
    MadeUpPeer right(allways, nothing);
    EXPECT_EQ(measure_peer(right, allways, 1000, {}).different_cells, 0u);
    MadeUpPeer wrong(allways, 3);
    EXPECT_EQ(measure_peer(wrong, allways, 1000, {}).different_cells, 50u);
}

TEST(Race, SamplesTheRowsOfASlowPeer) {
    const Roads roads = make_roads(generate_streets({.nodes = 50}), "");
    AllwaysRun allways(roads, with_whole_table());
    allways.run(1, false);
    MadeUpPeer slow(allways, nothing);
    const PeerTime time = measure_peer(slow, allways, 20, {});
    EXPECT_EQ(time.sources, 20u);  // a second each
    EXPECT_EQ(time.spent.seconds, 20);
    EXPECT_EQ(time.spent.core_seconds, 60);
    EXPECT_EQ(time.prepared.seconds, 6);

    RaceResult result;
    result.nodes = 50;
    result.distances = {.order = 0.5, .sweep = 0.5, .core_seconds = 2};
    EXPECT_DOUBLE_EQ(result.times_allways(time).seconds, 56);
    EXPECT_DOUBLE_EQ(result.times_allways(time).core_seconds, 79);
}

TEST(Race, SaysWhatIsLeftOut) {
    const Roads roads = make_roads(generate_streets({.nodes = 30}), "");
    const RaceResult result = run_race(roads, {.python = "no-such-program", .runs = 1, .table_bytes = 1 << 20});
    ASSERT_GE(result.peers.size(), 1u);
    for (const PeerTime& peer : result.peers) EXPECT_EQ(peer.different_cells, 0u) << peer.name;
    EXPECT_EQ(result.peers.size() + result.absent.size(), 7u);
    const std::string missing = "no-such-program: No such file or directory";
    EXPECT_EQ(std::ranges::count(result.absent, format("scipy: {}", missing)), 1);
    EXPECT_EQ(std::ranges::count(result.absent, format("routingkit_cch: {}", missing)), 1);
}

TEST(PythonPeer, IsAbsentWhereTheProgramSaysNothing) {
    const Roads roads = make_roads(generate_streets({.nodes = 30}), "");
    EXPECT_THROW(python_peer("scipy", "true", roads, 1), Absent);
}

TEST(Race, GoesOnWhereAPeerEndsInTheMiddle) {
    // A fake interpreter that greets as a peer does, takes the network, and ends.
    const auto program = std::filesystem::temp_directory_path() / format("allways-peer-{}", ::getpid());
    std::ofstream(program) << "#!/bin/sh\necho ok 1 short-lived\nhead -c 20 > /dev/null\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Roads roads = make_roads(generate_streets({.nodes = 30}), "");
    const RaceResult result = run_race(roads, {.python = program, .runs = 1, .table_bytes = 1 << 20});
    std::filesystem::remove(program);
    EXPECT_TRUE(std::ranges::none_of(result.peers, [](const PeerTime& peer) { return peer.name == "short-lived"; }));
    EXPECT_EQ(result.peers.size() + result.absent.size(), 7u);
}

// Only in builds with RoutingKit.
class RoutingKitHierarchy : public ::testing::TestWithParam<Hierarchy> {};

TEST_P(RoutingKitHierarchy, FindsTheSameDistances) {
    for (const Roads& roads : roads_with_places({"disconnected", "no-through zero", "parallel and loops", "ties"})) {
        std::unique_ptr<Peer> peer;
        try {
            peer = routingkit_peer(GetParam(), roads, 2);
        } catch (const Absent& reason) {
            GTEST_SKIP() << reason.what();
        }
        AllwaysRun allways(roads, with_whole_table());
        allways.run(1, false);
        const PeerTime time = measure_peer(*peer, allways, 60, {});
        EXPECT_EQ(time.sources, roads.node_count());
        EXPECT_EQ(time.different_cells, 0u) << time.name << ", " << roads.network.provenance.source;
        EXPECT_GT(time.prepared.core_seconds, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Both, RoutingKitHierarchy, ::testing::Values(Hierarchy::contracted, Hierarchy::customized));

TEST(RoutingKitPeer, IsAbsentWhereItsOrderHasNoPlaces) {
    Roads roads = make_roads(random_network({.name = "sparse"}, 30, 7), "");
    EXPECT_THROW(routingkit_peer(Hierarchy::customized, roads, 1), Absent);
}

std::string test_python() {
    const char* chosen = std::getenv("ALLWAYS_TEST_PYTHON");
    return chosen != nullptr ? chosen : "python3";
}

class Library : public ::testing::TestWithParam<const char*> {};

TEST_P(Library, FindsTheSameDistances) {
    // A process each.
    for (const Roads& roads : roads_with_places({"disconnected", "no-through zero", "parallel and loops"})) {
        std::unique_ptr<Peer> peer;
        try {
            peer = python_peer(GetParam(), test_python(), roads, 2);
        } catch (const Absent& reason) {
            GTEST_SKIP() << reason.what();
        }
        AllwaysRun allways(roads, with_whole_table());
        allways.run(1, false);
        const PeerTime time = measure_peer(*peer, allways, 60, {});
        EXPECT_EQ(time.sources, roads.node_count()) << time.name;
        EXPECT_EQ(time.different_cells, 0u) << time.name << ", " << roads.network.provenance.source;
    }
}

INSTANTIATE_TEST_SUITE_P(Python, Library, ::testing::Values("scipy", "igraph", "networkit", "routingkit_cch"));

TEST(PythonPeer, IsAbsentWhereItsOrderHasNoPlaces) {
    const Roads roads = make_roads(random_network({.name = "sparse"}, 30, 7), "");
    std::unique_ptr<Peer> peer;
    try {
        peer = python_peer("routingkit_cch", test_python(), roads, 1);
    } catch (const Absent& reason) {
        GTEST_SKIP() << reason.what();
    }
    EXPECT_THROW(peer->prepare(), Absent);
}

}  // namespace
}  // namespace allways::peers
