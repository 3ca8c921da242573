// SPDX-License-Identifier: Apache-2.0
// route: the fastest route through all waypoints, with its line, steps and annotations.
#include "allways/query/alternatives.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/route_object.h"
#include "service/osrm/waypoints.h"

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
    AnswerWriter json;
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

}  // namespace allways::tools
