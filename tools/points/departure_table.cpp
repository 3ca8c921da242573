// SPDX-License-Identifier: Apache-2.0
#include "points/departure_table.h"

#include <algorithm>

#include "allways/cost/arc_costs.h"
#include "allways/result/natural_scale.h"
#include "engine/plan/limits.h"

namespace allways {

namespace {

HourlyDeparture departure_of(const HourlyCosts& hourly, ClockTime depart) {
    HourlyDeparture departure{hourly.name, {}, depart};
    for (const ArcColumn& column : hourly.columns) departure.columns.push_back(column.name);
    return departure;
}

std::vector<Coordinate> coordinates_at(const RoadNetwork& network, std::span<const NodeIndex> nodes) {
    std::vector<Coordinate> places;
    for (const NodeIndex node : nodes) places.push_back(network.coordinates[node]);
    return places;
}

}  // namespace

DepartureTable::DepartureTable(const RoadNetwork& network, const HourlyCosts& hourly, ClockTime depart,
                               const SolveOptions& options)
    : network_(network),
      options_(options),
      first_hour_(hourly.columns.front().name),
      search_(network, departure_of(hourly, depart), options.log),
      prepare_seconds_(watch_.seconds()) {}

FieldOutline DepartureTable::outline() const {
    const CostScale& scale = search_.scale();
    return {scale.name, scale.unit, [scale](const std::string& unit, bool raw) {
                const NaturalScale natural(scale, unit);
                return raw || natural.multiplier() % natural.divisor() == 0;
            }};
}

FoundTable DepartureTable::find(std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
                                const std::vector<std::int64_t>& delays) const {
    FoundTable found{{}, report()};
    const std::uint64_t bytes_a_pair = size_of(CostType::int32) + options_.skims.size() * size_of(CostType::float64);
    found.report->memory.host = origins.size() * destinations.size() * bytes_a_pair;
    found.report->memory.host_available = engine::host_limit(options_.memory_limit_bytes);
    engine::require_part_fit(found.report->memory, origins.size(), destinations.size());
    const Stopwatch watch;
    found.table = search_.table(origins, destinations, delays, options_.skims, options_.progress);
    found.report->seconds["solve"] = watch.seconds();
    found.table.set_provenance(network_.provenance.notes);
    if (!network_.coordinates.empty()) {
        found.table.set_places(coordinates_at(network_, origins), coordinates_at(network_, destinations),
                               network_.provenance.crs);
    }
    return found;
}

SolveReport DepartureTable::report() const {
    SolveReport report;
    report.schedule = "departure";
    report.schedule_reason = "costs change on the way, so each origin is searched from";
    report.device = "host";
    report.scale = search_.scale();
    report.nodes = network_.node_count();
    const std::vector<Decimal>& first = cost_column(network_, first_hour_).values;
    report.arcs = static_cast<std::uint64_t>(
        std::ranges::count_if(first, [](const Decimal& value) { return !value.is_missing(); }));
    report.no_through_nodes = static_cast<std::uint64_t>(
        std::ranges::count_if(network_.no_through, [](std::uint8_t mark) { return mark != 0; }));
    report.turn_states = search_.turn_states();
    report.cell_bytes = size_of(CostType::int32);
    report.seconds["prepare"] = prepare_seconds_;
    return report;
}

}  // namespace allways
