// SPDX-License-Identifier: Apache-2.0
// nearest: the roads nearest to a coordinate.
#include <algorithm>

#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/map/arc_stretches.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

// Writes the ids of the nodes at both ends of the segment on which the place lies.
void write_nodes(AnswerWriter& json, const MapSnapshot& map, const Waypoint& waypoint) {
    const std::vector<std::int64_t> along = stretches_of(map, waypoint.road.arc).nodes;
    const std::size_t last = along.size() - 2;
    const std::size_t from_begin = std::min<std::size_t>(waypoint.snapped.segment, last);
    const std::size_t piece = waypoint.road.runs_upward ? from_begin : last - from_begin;
    json.key("nodes").begin_array();
    write_node(json, map, along[piece]);
    write_node(json, map, along[piece + 1]);
    json.end_array();
}

}  // namespace

// As in OSRM, several coordinates have a list of waypoints each, or an error in its place; a single coordinate has its
// waypoints, or is an error.
std::string answer_nearest(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options) {
    const bool several = request.coordinates.size() > 1;
    std::vector<std::vector<Waypoint>> found;
    for (std::size_t i = 0; i < request.coordinates.size(); ++i) {
        request.deadline.require();
        found.push_back(nearest_waypoints(map, request, i, request.number, NearRoads::all, options));
        if (found.back().empty() && !several)
            throw ServiceError("NoSegment", "Could not find a matching segments for coordinate");
    }
    AnswerWriter json;
    json.begin_object().key("code").string("Ok");
    if (request.skip_waypoints) return std::move(json.end_object()).take();
    json.key("waypoints").begin_array();
    for (const auto& waypoints : found) {
        if (waypoints.empty()) {
            json.begin_object().key("code").string("NoSegment");
            json.key("message").string("Could not find a matching segment for coordinate").end_object();
            continue;
        }
        if (several) json.begin_array();
        for (const Waypoint& waypoint : waypoints) {
            json.begin_object();
            write_nodes(json, map, waypoint);
            write_waypoint(json, map, request, waypoint);
            json.end_object();
        }
        if (several) json.end_array();
    }
    json.end_array().end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
