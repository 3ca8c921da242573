// SPDX-License-Identifier: Apache-2.0
// A made-up town of a grid of streets, and a routing service for it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/network/road_network.h"
#include "allways/service/routing_service.h"

namespace allways::test {

using Json = nlohmann::json;

inline constexpr int side = 4;

// Crossings 0.001° apart, 0 … 15 by rows from the south-west, joined by two-way streets "Row i" and "Column j" of 100 m
// and `seconds`; the northernmost row runs eastwards only. Node 16 → 17 is an island in the sea. East of
// node 3 a street ends at a gate, node 18, where paths may neither pass nor turn round.
inline RoadNetwork grid(std::int64_t seconds = 10) {
    RoadNetwork network;
    network.node_ids = IdTable::consecutive(side * side + 3, 100);
    network.provenance.crs = "EPSG:4326";
    network.provenance.coordinate_unit = Provenance::CoordinateUnit::degrees;
    network.columns = {{"time", "s", {}, 3}, {"length", "m", {}, 1}};
    network.texts = {TextColumn("name")};
    std::vector<std::int64_t> ids;
    const auto add = [&](int from, int to, const std::string& name, bool both_ways) {
        for (int back = 0; back <= (both_ways ? 1 : 0); ++back) {
            network.tail.push_back(static_cast<NodeIndex>(back ? to : from));
            network.head.push_back(static_cast<NodeIndex>(back ? from : to));
            network.reversed.push_back(static_cast<std::uint8_t>(back));
            network.columns[0].values.emplace_back(seconds * 1000, 3);
            network.columns[1].values.emplace_back(1000, 1);
            network.texts[0].add(name);
            ids.push_back(static_cast<std::int64_t>(network.tail.size() + 1) / 2 + 1000 * (both_ways ? 0 : 1));
        }
    };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            network.coordinates.push_back({7 + 0.001 * column, 43 + 0.001 * row});
            const int at = row * side + column;
            if (column + 1 < side) add(at, at + 1, format("Row {}", row), row + 1 < side);
            if (row + 1 < side) add(at, at + side, format("Column {}", column), true);
        }
    }
    network.coordinates.push_back({8, 43});
    network.coordinates.push_back({8.001, 43});
    network.coordinates.push_back({7.004, 43});
    add(16, 17, "Island", false);
    add(3, 18, "Gate Street", true);
    network.no_through.assign(network.coordinates.size(), NoThrough::passable);
    network.no_through[18] = NoThrough::barrier;
    network.arc_ids = IdTable(std::move(ids));
    return network;
}

inline std::shared_ptr<const NetworkFactor> factor_of(const RoadNetwork& network) {
    return std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time", .cost_type = CostType::int32}));
}

inline const RoutingService& service() {
    static const RoutingService made(factor_of(grid()));
    return made;
}

inline Json ask_town(const std::string& target, int status = 200) {
    const ServiceAnswer answer = service().answer({"GET", target});
    EXPECT_EQ(answer.status, status) << target << "\n" << answer.body;
    return Json::parse(answer.body);
}

inline Json post_to_town(const std::string& target, const std::string& body, int status = 200) {
    const ServiceAnswer answer = service().answer({"POST", target, body});
    EXPECT_EQ(answer.status, status) << target << "\n" << answer.body;
    return Json::parse(answer.body);
}

inline std::string at(double column, double row) {
    return format("{:.6f},{:.6f}", 7 + 0.001 * column, 43 + 0.001 * row);
}

}  // namespace allways::test
