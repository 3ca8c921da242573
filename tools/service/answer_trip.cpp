// SPDX-License-Identifier: Apache-2.0
// trip: the fastest tour through all coordinates.
#include <algorithm>

#include "allways/query/tour.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/route_object.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

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

    AnswerWriter json;
    json.begin_object().key("code").string("Ok").key("trips").begin_array().begin_object();
    write_route(json, map, legs, request, options);
    json.end_object().end_array();
    if (!request.skip_waypoints) {
        json.key("waypoints").begin_array();
        for (std::size_t i = 0; i < waypoints.size(); ++i) {
            json.begin_object().key("waypoint_index").integer(static_cast<std::int64_t>(position[i]));
            json.key("trips_index").integer(0);
            write_waypoint(json, map, request, waypoints[i]);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
