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

std::string answer_nearest(const MapSnapshot& map, const OsrmRequest& request, const ServiceOptions& options) {
    const auto found = nearest_waypoints(map, request, 0, request.number, options);
    if (found.empty()) throw ServiceError("NoSegment", "Could not find a matching segments for coordinate");
    AnswerWriter json;
    json.begin_object().key("code").string("Ok");
    if (request.skip_waypoints) return std::move(json.end_object()).take();
    json.key("waypoints").begin_array();
    for (const Waypoint& waypoint : found) {
        json.begin_object();
        write_nodes(json, map, waypoint);
        write_waypoint(json, map, request, waypoint);
        json.end_object();
    }
    json.end_array().end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
