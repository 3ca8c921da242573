// SPDX-License-Identifier: Apache-2.0
// nearest: the roads nearest to a coordinate.
#include <algorithm>
#include <array>

#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/map/arc_pieces.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

// Writes the ids of the nodes on both sides of the place; for a node its own id twice.
void write_nodes(AnswerWriter& json, const MapSnapshot& map, const Waypoint& waypoint) {
    std::array<std::int64_t, 2> nodes{};
    if (waypoint.snapped.node != no_node) {
        const IdTable& ids = map.source().node_ids();
        nodes.fill(ids.is_numeric() ? ids.numbers()[waypoint.snapped.node] : std::int64_t{waypoint.snapped.node});
    } else {
        const RoadPlace::Arc& arc = waypoint.place.arcs.front();
        const std::vector<std::int64_t> along = pieces_of(map, arc.arc).nodes;
        const std::size_t last = along.size() - 2;
        const std::size_t from_begin = std::min<std::size_t>(waypoint.snapped.segment, last);
        const std::size_t piece = arc.runs_upward ? from_begin : last - from_begin;
        nodes = {along[piece], along[piece + 1]};
    }
    json.key("nodes").begin_array();
    for (const std::int64_t node : nodes) write_node(json, map, node);
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
