// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/trip.h"

#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "routes/directions.h"

namespace allways {

namespace {

std::optional<double> sum_of(const std::optional<RoadFacts::Measure>& measure, const Route& route, const char* unit) {
    if (!measure || measure->unit != unit) return {};
    const Decimal sum = measure->sum(route.legs);
    if (sum.is_missing()) return {};
    return sum.to_double();
}

}  // namespace

Trip describe_trip(const PathSource& source, const Route& route, const std::string& language) {
    Trip trip;
    trip.reachable = route.reachable;
    trip.distance = natural_value(route.raw_distance, source.scale());
    trip.unit = source.scale().unit;
    if (!route.reachable) return trip;
    const RoadFacts facts(source);
    trip.length_m = sum_of(facts.length(), route, "m");
    trip.time_s = sum_of(facts.time(), route, "s");
    if (!source.coordinates().empty()) trip.line = line_of(source, route);
    trip.directions = tools::Directions(source, facts).of(route, tools::Language::find(language));
    return trip;
}

std::vector<Trip> find_trips(RoadNetwork network, std::span<const std::vector<Coordinate>> places,
                             const SolveOptions& options, const SnapChoice& snap) {
    std::vector<std::vector<std::string>> names;
    for (const auto& stops : places) {
        if (stops.size() < 2) throw InvalidArgument("a trip needs two places or more");
        names.emplace_back();
        for (const Coordinate& place : stops) names.back().push_back(format("@{:.12g},{:.12g}", place.x, place.y));
    }
    if (names.empty()) return {};
    const std::string name = network.provenance.source;
    AskedRoutes asked = find_stops(std::move(network), name, names, options, snap);
    asked.source.expect(names.size());
    std::vector<Trip> trips;
    for (auto& stops : asked.stops)
        trips.push_back(describe_trip(asked.source, find_route(asked.source, std::move(stops))));
    return trips;
}

Trip find_trip(RoadNetwork network, const std::vector<Coordinate>& places, const SolveOptions& options,
               const SnapChoice& snap) {
    return find_trips(std::move(network), std::span(&places, 1), options, snap).front();
}

}  // namespace allways
