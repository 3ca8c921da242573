// SPDX-License-Identifier: Apache-2.0
// route and trip of OSRM, route of Valhalla: the fastest route through all waypoints, with its line, steps and
// annotations, or the fastest tour.
#include <algorithm>
#include <iterator>
#include <utility>

#include "allways/query/alternatives.h"
#include "allways/query/tour.h"
#include "service/answers.h"
#include "service/osrm/route_object.h"
#include "service/valhalla/valhalla_route.h"

namespace allways::tools {

namespace {

// Finds the alternatives of a route between two waypoints, of one leg each.
std::vector<RouteLeg> alternatives_of(const MapSnapshot& map, const RoadRequest& request,
                                      const std::vector<Waypoint>& waypoints, const RouteLeg& fastest) {
    std::vector<RouteLeg> legs;
    if (request.alternatives == 0 || waypoints.size() != 2) return legs;
    AlternativeOptions wanted;
    wanted.count = request.alternatives;
    wanted.progress = request.deadline.callback();
    for (RoadPath& path :
         find_alternatives(map.router(), waypoints[0].place, waypoints[1].place, fastest.path, wanted)) {
        legs.push_back({std::move(path), fastest.from, fastest.to});
    }
    return legs;
}

}  // namespace

std::string answer_route(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    const std::vector<Waypoint> waypoints = find_waypoints(map, request, options);
    std::vector<RouteLeg> legs = find_legs(map, request, waypoints);
    if (legs.empty()) throw ServiceError("NoRoute", "Impossible route between points");
    std::vector<std::size_t> stops = request.waypoints;
    for (std::size_t i = 0; request.waypoints.empty() && i < waypoints.size(); ++i) stops.push_back(i);
    std::vector<RouteLeg> between;
    for (std::size_t i = 1; i < stops.size(); ++i) {
        const auto first = legs.begin() + static_cast<std::ptrdiff_t>(stops[i - 1]);
        const auto last = legs.begin() + static_cast<std::ptrdiff_t>(stops[i]);
        between.push_back(joined_legs({std::make_move_iterator(first), std::make_move_iterator(last)}));
    }
    JsonWriter json;
    json.begin_object().key("code").string("Ok").key("routes").begin_array();
    write_route(json.begin_object(), map, between, request, options);
    json.end_object();
    for (const RouteLeg& leg : alternatives_of(map, request, waypoints, between[0])) {
        write_route(json.begin_object(), map, {&leg, 1}, request, options);
        json.end_object();
    }
    json.end_array();
    if (!request.skip_waypoints) {
        json.key("waypoints").list(waypoints, [&](const Waypoint& waypoint) {
            write_waypoint(json.begin_object(), map, request, waypoint);  // also if it only lies on the way, as in OSRM
            json.end_object();
        });
    }
    return std::move(json.end_object()).take();
}

// ---- trip: the fastest tour through all coordinates

std::string answer_trip(const MapSnapshot& map, const RoadRequest& asked, const ServiceOptions& options) {
    RoadRequest request = asked;
    request.continue_straight = false;  // as the table of the stops has it
    const std::vector<Waypoint> waypoints = find_waypoints(map, request, options);
    std::vector<RoadPlace> places;
    for (const Waypoint& waypoint : waypoints) places.push_back(waypoint.place);
    const ProgressCallback progress = request.deadline.callback();
    const RoadTable table = map.router().table(places, places, {.sums = {}, .threads = 1, .progress = progress});
    const auto tour = find_tour(table.raw_distances, places.size(),
                                {.returns = request.roundtrip,
                                 .begins_first = request.source_first,
                                 .ends_last = request.destination_last,
                                 .progress = progress});
    if (tour.empty()) throw ServiceError("NoTrips", "No trip visiting all destinations possible.");
    std::vector<Waypoint> stops;
    std::vector<std::size_t> position(waypoints.size());
    for (const std::uint32_t stop : tour) {
        position[stop] = stops.size();
        stops.push_back(waypoints[stop]);
    }
    if (request.roundtrip) stops.push_back(stops.front());
    const std::vector<RouteLeg> legs = find_legs(map, request, stops);
    if (legs.empty()) throw ServiceError("NoTrips", "No trip visiting all destinations possible.");

    JsonWriter json;
    write_route(json.begin_object().key("code").string("Ok").key("trips").begin_array().begin_object(), map, legs,
                request, options);
    json.end_object().end_array();
    if (!request.skip_waypoints) {
        std::size_t at = 0;
        json.key("waypoints").list(waypoints, [&](const Waypoint& waypoint) {
            json.begin_object().key("waypoint_index").integer(position[at++]).key("trips_index").integer(0);
            write_waypoint(json, map, request, waypoint);
            json.end_object();
        });
    }
    return std::move(json.end_object()).take();
}

// ---- route of Valhalla: the fastest route through all locations, and alternates

namespace {

// The legs between the locations that end legs. Between locations where the route may turn round, it goes straight on.
std::vector<RouteLeg> legs_between_stops(const MapSnapshot& map, const RoadRequest& request,
                                         const std::vector<Waypoint>& waypoints) {
    const auto& stops = request.stops;
    std::vector<RouteLeg> between;  // from each location to the next
    for (std::size_t first = 0, last = 1; last < stops.size(); ++last) {
        if (!stops[last].turns_round) continue;
        const auto at = [&](std::size_t i) { return waypoints.begin() + static_cast<std::ptrdiff_t>(i); };
        std::vector<RouteLeg> found = find_legs(map, request, {at(first), at(last + 1)});
        if (found.empty()) throw ServiceError("442", "No path could be found for input");
        std::ranges::move(found, std::back_inserter(between));
        first = last;
    }
    std::vector<RouteLeg> legs;
    std::vector<RouteLeg> open;
    for (std::size_t at = 0; at < between.size(); ++at) {
        open.push_back(std::move(between[at]));
        if (stops[at + 1].ends_leg) legs.push_back(joined_legs(std::exchange(open, {})));
    }
    return legs;
}

}  // namespace

std::string answer_valhalla_route(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    const std::vector<Waypoint> waypoints = valhalla_waypoints(map, request, options);
    const std::vector<RouteLeg> legs = legs_between_stops(map, request, waypoints);
    JsonWriter json;
    write_valhalla_route(json.begin_object(), map, request, legs, options);
    const std::vector<RouteLeg> others = alternatives_of(map, request, waypoints, legs.front());
    if (!others.empty()) {
        json.key("alternates").list(others, [&](const RouteLeg& leg) {
            write_valhalla_route(json.begin_object(), map, request, {&leg, 1}, options);
            json.end_object();
        });
    }
    if (request.id) json.key("id").string(*request.id);
    return std::move(json.end_object()).take();
}

}  // namespace allways::tools
