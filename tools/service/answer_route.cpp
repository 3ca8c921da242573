// SPDX-License-Identifier: Apache-2.0
// route and trip of OSRM, route of Valhalla: the fastest route through all waypoints, with its line, steps and
// annotations, or the fastest tour.
#include <algorithm>
#include <iterator>
#include <utility>

#include "allways/query/alternatives.h"
#include "allways/query/tour.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/route_object.h"
#include "service/osrm/waypoints.h"
#include "service/valhalla/trip_object.h"

namespace allways::tools {

std::string answer_route(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options) {
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
    json.begin_object();
    write_route(json, map, between, request, options);
    json.end_object();
    if (request.alternatives > 0 && waypoints.size() == 2) {
        AlternativeOptions wanted;
        wanted.count = request.alternatives;
        wanted.progress = request.deadline.callback();
        const RoadPlace& from = waypoints[0].place;
        const RoadPlace& to = waypoints[1].place;
        for (RoadPath& path : find_alternatives(map.router(), from, to, between[0].path, wanted)) {
            json.begin_object();
            write_route(json, map, {{std::move(path), between[0].from, between[0].to}}, request, options);
            json.end_object();
        }
    }
    json.end_array();
    if (!request.skip_waypoints) {
        json.key("waypoints").begin_array();
        for (const Waypoint& waypoint : waypoints) {  // also those that only lie on the way, as OSRM has it
            json.begin_object();
            write_waypoint(json, map, request, waypoint);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return std::move(json).take();
}

// ---- trip: the fastest tour through all coordinates

std::string answer_trip(const MapSnapshot& map, const OsrmRequest& asked, const ServiceOptions& options) {
    OsrmRequest request = asked;
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
    json.begin_object().key("code").string("Ok").key("trips").begin_array().begin_object();
    write_route(json, map, legs, request, options);
    json.end_object().end_array();
    if (!request.skip_waypoints) {
        json.key("waypoints").begin_array();
        for (std::size_t i = 0; i < waypoints.size(); ++i) {
            json.begin_object().key("waypoint_index").integer(position[i]);
            json.key("trips_index").integer(0);
            write_waypoint(json, map, request, waypoints[i]);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return std::move(json).take();
}

// ---- route of Valhalla: the fastest route through all locations, and alternates

namespace {

// The legs between the locations that end legs. Between locations where the route may turn round, it goes straight on.
std::vector<RouteLeg> legs_of_trip(const MapSnapshot& map, const ValhallaRequest& request,
                                   const std::vector<Waypoint>& waypoints) {
    const auto& stops = request.route.stops;
    OsrmRequest straight;
    straight.deadline = request.deadline;
    std::vector<RouteLeg> between;  // from each location to the next
    for (std::size_t first = 0, last = 1; last < stops.size(); ++last) {
        if (!stops[last].turns_round) continue;
        const auto at = [&](std::size_t i) { return waypoints.begin() + static_cast<std::ptrdiff_t>(i); };
        std::vector<RouteLeg> found = find_legs(map, straight, {at(first), at(last + 1)});
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

std::vector<RoadPath> alternates_of(const MapSnapshot& map, const ValhallaRequest& request,
                                    const std::vector<Waypoint>& waypoints, const RouteLeg& fastest) {
    if (request.route.alternates == 0) return {};
    AlternativeOptions wanted;
    wanted.count = request.route.alternates;
    wanted.progress = request.deadline.callback();
    return find_alternatives(map.router(), waypoints[0].place, waypoints[1].place, fastest.path, wanted);
}

}  // namespace

std::string answer_valhalla_route(const MapSnapshot& map, const ValhallaRequest& request,
                                  const ServiceOptions& options) {
    const std::vector<Waypoint> waypoints = valhalla_waypoints(map, request.sources, request.deadline, options);
    const std::vector<RouteLeg> legs = legs_of_trip(map, request, waypoints);
    JsonWriter json;
    json.begin_object();
    write_trip(json, map, request, legs, options);
    std::vector<RoadPath> others = alternates_of(map, request, waypoints, legs.front());
    if (!others.empty()) {
        json.key("alternates").begin_array();
        for (RoadPath& path : others) {
            json.begin_object();
            write_trip(json, map, request, {{std::move(path), legs.front().from, legs.front().to}}, options);
            json.end_object();
        }
        json.end_array();
    }
    if (request.id) json.key("id").string(*request.id);
    json.end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
