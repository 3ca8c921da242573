// SPDX-License-Identifier: Apache-2.0
// Files of live speeds and costs: whatever the bytes, rows or an InputError, and costs that are times or closed.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "allways/base/error.h"
#include "allways/importers/cost_updates.h"

namespace {

using namespace allways;

// Two crossings joined both ways, with two nodes of OpenStreetMap in between.
RoadNetwork road() {
    RoadNetwork network;
    network.node_ids = IdTable(std::vector<std::int64_t>{1, 4});
    network.tail = {0, 1};
    network.head = {1, 0};
    network.reversed = {0, 1};
    network.arc_ids = IdTable(std::vector<std::int64_t>{7, 7});
    network.columns = {{"time", "s", {Decimal(30, 0), Decimal(30, 0)}, 3},
                       {"length", "m", {Decimal(300, 0), Decimal(300, 0)}, 1}};
    network.texts.emplace_back("osm_nodes");
    network.shapes.add_shape(std::vector<Coordinate>{{0, 0}, {0.001, 0}, {0.002, 0}, {0.003, 0}});
    for (const bool backward : {false, true}) {
        network.texts[0].add("2 +1");
        network.shapes.add_arc(0, backward);
    }
    return network;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const CostUpdater updater(road());
    try {
        const CostUpdates updates = parse_cost_updates({reinterpret_cast<const char*>(data), size}, "rows");
        const UpdatedCosts made = updater.apply(updates);
        const CostUpdateReport& report = made.report;
        if (report.applied + report.not_found != report.rows || report.closed > report.arcs) std::abort();
        for (const Decimal& cost : made.cost.values) {
            if (!cost.is_missing() && !(cost.to_double() >= 0 && std::isfinite(cost.to_double()))) std::abort();
        }
    } catch (const InputError& error) {
        if (error.line() == 0) std::abort();
    }
    try {
        const HourlyUpdates by_hour = parse_hourly_updates({reinterpret_cast<const char*>(data), size}, "rows");
        for (const auto& [hour, updates] : by_hour) {
            if (hour < 0 || hour >= hours_of_a_week) std::abort();
            updater.apply(updates);
        }
    } catch (const InputError&) {  // also without a line, for a file without rows
    }
    return 0;
}
