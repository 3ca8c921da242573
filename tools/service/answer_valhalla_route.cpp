// SPDX-License-Identifier: Apache-2.0
// route of Valhalla: the fastest route through all locations, and alternates.
#include <algorithm>
#include <iterator>
#include <utility>

#include "allways/query/alternatives.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/route_object.h"
#include "service/valhalla/trip_object.h"

namespace allways::tools {

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
    AnswerWriter json;
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
