// SPDX-License-Identifier: Apache-2.0
// Gates for destinations only: paths pass them to reach what lies behind or to come out of it, not on the way through.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "osm_text.h"
#include "support.h"

namespace allways::test {
namespace {

const Tag gate_street{"highway", "residential"};
const std::vector<Tag> private_gate{{"barrier", "gate"}, {"access", "private"}};

// Nodes at (x, y) steps of 111.319 m on the equator, where degrees of latitude are shorter.
std::string at_step(std::int64_t id, double x, double y, const std::vector<Tag>& tags = {}) {
    return osm_node(id, x / 1000, y * 1.00674 / 1000, tags);
}

// A short cut from 2 to 6 over the gate 5, and a way round it over 7.
//
//           ┌─ 7 ─┐
//      1 ── 2 ─5─ 6 ── 8
std::string short_cut(const std::vector<Tag>& gate, const std::vector<Tag>& tags = {gate_street}) {
    return at_step(1, 0, 0) + at_step(2, 1, 0) + at_step(5, 2, 0, gate) + at_step(6, 3, 0) + at_step(8, 4, 0) +
           at_step(7, 2, 2) + osm_way(11, {1, 2}, {gate_street}) + osm_way(12, {2, 5, 6}, tags) +
           osm_way(13, {2, 7, 6}, {gate_street}) + osm_way(14, {6, 8}, {gate_street});
}
constexpr double over_the_gate = 4, round_it = 6.47;

class OsmGates : public ::testing::Test {
protected:
    void read(std::string_view body, ReadOptions options = {}) {
        network = read_network(folder.write("x.osm", osm_file(body)), options, &report);
        table = solve(network, {.cost = "length", .schedule = "sweep"});
    }
    // Steps of the shortest path, in hundredths; -1 if there is none.
    double steps(std::string_view from, std::string_view to) const {
        const double metres = table.distance(*network.node_ids.find(from), *network.node_ids.find(to));
        return std::isinf(metres) ? -1 : std::round(metres / 1.11319) / 100;
    }
    std::uint64_t gates() const {
        const auto found = std::ranges::find(report.counts, "nodes for destinations only", &ImportReport::Count::name);
        return found == report.counts.end() ? 0 : found->count;
    }
    TemporaryFolder folder;
    RoadNetwork network;
    DistanceTable table;
    ImportReport report;
};

TEST_F(OsmGates, NoPathTakesTheShortCut) {
    read(short_cut(private_gate));
    EXPECT_EQ(gates(), 1u);
    EXPECT_EQ(steps("1", "8"), round_it);
    EXPECT_EQ(steps("8", "1"), round_it);
    EXPECT_EQ(steps("2", "6"), round_it - 2);
    // The gate itself is a destination, from both sides.
    for (const char* end : {"1", "8"}) {
        EXPECT_EQ(steps(end, "5"), 2);
        EXPECT_EQ(steps("5", end), 2);
    }
    read(short_cut(private_gate), {.turns = "none"});
    EXPECT_EQ(steps("1", "8"), over_the_gate);
    read(short_cut(private_gate), {.turns = "full"});
    EXPECT_EQ(steps("1", "8"), round_it);
}

TEST_F(OsmGates, ValuesByProfile) {
    const auto length = [&](const std::vector<Tag>& gate, const std::string& profile) {
        read(short_cut(gate), {.profile = profile});
        return steps("1", "8");
    };
    const auto with = [](const char* key, const char* value) {
        return std::vector<Tag>{{"barrier", "lift_gate"}, {key, value}};
    };
    EXPECT_EQ(length({{"barrier", "lift_gate"}}, "car"), over_the_gate);
    EXPECT_EQ(gates(), 0u);
    EXPECT_EQ(network.node_count(), 4u);  // an open gate does not split the road
    for (const char* value : {"private", "destination", "customers", "delivery", "residents", "permit"}) {
        EXPECT_EQ(length(with("access", value), "car"), round_it) << value;
        EXPECT_EQ(gates(), 1u) << value;
    }
    EXPECT_EQ(length(with("motorcar", "yes"), "car"), over_the_gate);
    EXPECT_EQ(length(with("access", "no"), "car"), round_it);  // closed
    EXPECT_EQ(gates(), 0u);
    EXPECT_EQ(length(with("hgv", "delivery"), "car"), over_the_gate);
    EXPECT_EQ(length(with("hgv", "delivery"), "truck"), round_it);
    EXPECT_EQ(length(with("access", "customers"), "bicycle"), round_it);
    EXPECT_EQ(gates(), 1u);
    EXPECT_EQ(length(with("access", "private"), "foot"), round_it);  // closed
    EXPECT_EQ(gates(), 0u);
    EXPECT_EQ(length(with("vehicle", "destination"), "foot"), over_the_gate);
    EXPECT_EQ(length({{"access", "destination"}}, "foot"), round_it);  // a sign without a barrier
    EXPECT_EQ(gates(), 1u);
}

// 5 is the only way to 6, 8 and 9.
//
//      1 ── 2 ─5─ 6 ── 8
//                 └─ 9
TEST_F(OsmGates, WhatLiesBehindIsReached) {
    read(at_step(1, 0, 0) + at_step(2, 1, 0) + at_step(5, 2, 0, private_gate) + at_step(6, 3, 0) + at_step(8, 4, 0) +
         at_step(9, 3, -1) + at_step(3, 0, 1) + at_step(4, -1, 0) + osm_way(11, {4, 1, 2}, {gate_street}) +
         osm_way(10, {1, 3}, {gate_street}) + osm_way(12, {2, 5, 6}, {gate_street}) +
         osm_way(14, {6, 8}, {gate_street}) + osm_way(15, {6, 9}, {gate_street}));
    EXPECT_EQ(steps("1", "8"), 4);
    EXPECT_EQ(steps("9", "1"), 4);
    EXPECT_EQ(steps("8", "9"), 2);
    EXPECT_EQ(steps("5", "8"), 2);
}

// An estate (6, 8) between two gates, 5 and 9.
//
//           ┌─── 7 ───┐
//      1 ── 2 ─5─ 6 ─9─ 3 ── 4
//                 |
//                 8
TEST_F(OsmGates, AnEstateBetweenTwoGates) {
    const auto estate = [&](const std::vector<Tag>& second) {
        read(at_step(1, 0, 0) + at_step(2, 1, 0) + at_step(5, 2, 0, private_gate) + at_step(6, 3, 0) +
             at_step(9, 4, 0, second) + at_step(3, 5, 0) + at_step(4, 6, 0) + at_step(8, 3, -1) + at_step(7, 3, 3) +
             osm_way(11, {1, 2}, {gate_street}) + osm_way(12, {2, 5, 6, 9, 3}, {gate_street}) +
             osm_way(13, {2, 7, 3}, {gate_street}) + osm_way(14, {3, 4}, {gate_street}) +
             osm_way(15, {6, 8}, {gate_street}));
    };
    estate(private_gate);
    EXPECT_EQ(gates(), 2u);
    EXPECT_EQ(steps("1", "4"), 9.21);
    EXPECT_EQ(steps("1", "8"), 4);
    EXPECT_EQ(steps("4", "8"), 4);
    EXPECT_EQ(steps("8", "1"), 4);
    EXPECT_EQ(steps("8", "4"), 4);
    // One gate only: the estate is reached from the other side, unless one starts there.
    estate({});
    EXPECT_EQ(steps("1", "4"), 9.21);
    EXPECT_EQ(steps("4", "8"), 4);
}

TEST_F(OsmGates, StreetsForDestinationsNeedNoFurtherMarks) {
    // Inside such a street, which is not split.
    read(short_cut(private_gate, {gate_street, {"access", "private"}}));
    EXPECT_EQ(gates(), 0u);
    EXPECT_EQ(network.node_count(), 4u);
    EXPECT_EQ(steps("1", "8"), round_it);
    // Where it begins: the public street before the gate stays public.
    read(at_step(1, 0, 0) + at_step(2, 1, 0, private_gate) + at_step(3, 2, 0) + osm_way(11, {1, 2}, {gate_street}) +
         osm_way(12, {2, 3}, {gate_street, {"access", "private"}}));
    EXPECT_EQ(gates(), 0u);
    EXPECT_EQ(network.turns.destination_only, (std::vector<std::uint8_t>{0, 0, 1, 1}));
    EXPECT_EQ(steps("1", "3"), 2);
    // For destinations in one direction only: the gate closes the other one, too.
    read(short_cut(private_gate, {gate_street, {"access:forward", "destination"}}));
    EXPECT_EQ(gates(), 1u);
    EXPECT_EQ(steps("1", "8"), round_it);
    EXPECT_EQ(steps("8", "1"), round_it);
}

TEST_F(OsmGates, AtTheTime) {
    const std::vector<Tag> at_night{{"barrier", "gate"}, {"access:conditional", "private @ (20:00-06:00)"}};
    const auto length = [&](const std::vector<Tag>& gate, const char* at) {
        read(short_cut(gate), {.at = at});
        return steps("1", "8");
    };
    EXPECT_EQ(length(at_night, ""), over_the_gate);
    EXPECT_EQ(length(at_night, "2026-11-23T12:00"), over_the_gate);
    EXPECT_EQ(length(at_night, "2026-11-23T22:00"), round_it);
    EXPECT_EQ(gates(), 1u);
    // Doubt never opens a gate to through traffic.
    const std::vector<Tag> by_day{{"barrier", "gate"}, {"access", "private"}, {"access:conditional", "yes @ (Mo)"}};
    EXPECT_EQ(length(by_day, "2026-11-23T12:00"), over_the_gate);
    const std::vector<Tag> doubtful{
        {"barrier", "gate"}, {"access", "private"}, {"access:conditional", "yes @ (Mo); no @ snow"}};
    EXPECT_EQ(length(doubtful, "2026-11-23T12:00"), round_it);
    EXPECT_EQ(gates(), 1u);
}

}  // namespace
}  // namespace allways::test
