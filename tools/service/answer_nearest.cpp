// nearest: the roads nearest to a coordinate.
#include "service/answers.h"
#include "service/service_error.h"
#include "service/waypoints.h"

namespace allways::tools {

namespace {

// The ids of the road's end nodes, as OSRM has those of a segment; numbers where the file's ids are numbers.
void write_nodes(AnswerWriter& json, const MapSnapshot& map, const Waypoint& waypoint) {
    const IdTable& ids = map.source().node_ids();
    const auto write = [&](NodeIndex node) {
        if (ids.is_numeric())
            json.integer(ids.numbers()[node]);
        else
            json.string(ids.text(node));
    };
    json.key("nodes").begin_array();
    if (waypoint.snapped.node != no_node) {
        write(waypoint.snapped.node);
        write(waypoint.snapped.node);
    } else {
        write(map.router().tail(waypoint.snapped.arc));
        write(map.arcs().head[waypoint.snapped.arc]);
    }
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
