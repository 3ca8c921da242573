// SPDX-License-Identifier: Apache-2.0
// Short answers. nearest: the roads nearest to a coordinate. POST /costs: rows of live speeds or costs → a report of
// the update. POST /reload: the service reads its map again.
#include "service/answers.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/importers/cost_updates.h"
#include "base/text.h"
#include "export/json.h"
#include "service/http/service_error.h"
#include "service/map/map_snapshot.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

// ---- nearest

namespace {

// Writes the ids of the nodes at both ends of the segment on which the place lies.
void write_nodes(JsonWriter& json, const MapSnapshot& map, const Waypoint& waypoint) {
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
    JsonWriter json;
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

// ---- POST /costs: rows of live speeds or costs → a report of the update

namespace {

void write_report(JsonWriter& json, const CostUpdateReport& report) {
    const auto count = [&](std::string_view name, std::uint64_t value) {
        json.key(name).integer(value);
    };
    count("rows", report.rows);
    count("applied", report.applied);
    count("parts", report.parts);
    count("repeated", report.repeated);
    count("rates", report.rates);
    count("arcs", report.arcs);
    count("closed", report.closed);
    count("not_found", report.not_found);
    json.key("examples").begin_array();
    for (const auto& example : report.examples) {
        json.begin_object().key("line").integer(example.line);
        json.key("row").string(example.row).key("why").string(example.why).end_object();
    }
    json.end_array();
}

}  // namespace

std::string answer_costs(const RoutingService& service, const ServiceRequest& asked, const std::string& profile) {
    if (!service.options().allow_updates) {
        throw ServiceError("NotAllowed", "Costs may not be changed: the service runs without --allow-updates", 403);
    }
    // A page of another origin can send this content type only after a CORS preflight request.
    if (lower_case(trimmed(asked.content_type.substr(0, asked.content_type.find(';')))) != "text/csv") {
        throw ServiceError("InvalidQuery", "Content-Type must be text/csv", 415);
    }
    const Stopwatch watch;
    CostUpdateReport report;
    try {
        report = service.update(parse_cost_updates(asked.body, "costs"), profile);
    } catch (const InputError& error) {
        throw ServiceError("InvalidValue", error.what());
    } catch (const InvalidArgument& error) {
        throw ServiceError("InvalidOptions", error.what());
    }
    JsonWriter json;
    json.begin_object().key("code").string("Ok");
    write_report(json, report);
    json.key("seconds").number(watch.seconds(), 6).end_object();
    return std::move(json).take();
}

// ---- POST /reload: the service reads its map again

std::string answer_reload(const RoutingService& service, const ServiceRequest& asked) {
    const ServiceOptions& options = service.options();
    if (!options.allow_updates || !options.load) {
        throw ServiceError("NotAllowed", "The map may not be replaced: the service runs without --allow-updates", 403);
    }
    // A page of another origin can send this content type only after a CORS preflight request.
    if (lower_case(trimmed(asked.content_type.substr(0, asked.content_type.find(';')))) != "application/json") {
        throw ServiceError("InvalidQuery", "Content-Type must be application/json", 415);
    }
    const Stopwatch watch;
    try {
        service.reload();
    } catch (const Error& error) {  // the message may name files, so it is not sent
        log(options.log, LogLevel::warning, format("the map stays as it was: {}", error.what()));
        throw ServiceError("InternalError", "The map stays as it was; the service's messages say why", 500);
    }
    JsonWriter json;
    json.begin_object().key("code").string("Ok");
    const std::string date = service.map_date();
    if (!date.empty()) json.key("map_date").string(date);
    json.key("seconds").number(watch.seconds(), 6).end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
