// SPDX-License-Identifier: Apache-2.0
// Short answers. nearest: the roads nearest to a coordinate. POST /costs: rows of live speeds or costs → a report of
// the update. POST /reload: the service reads its map again.
#include "service/answers.h"

#include <algorithm>
#include <concepts>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/importers/cost_updates.h"
#include "base/text.h"
#include "export/json.h"

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
std::string answer_nearest(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
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
    const auto write = [&](const Waypoint& waypoint) {
        write_nodes(json.begin_object(), map, waypoint);
        write_waypoint(json, map, request, waypoint);
        json.end_object();
    };
    json.key("waypoints").list(found, [&](const std::vector<Waypoint>& waypoints) {
        if (waypoints.empty()) {
            json.begin_object().key("code").string("NoSegment");
            json.key("message").string("Could not find a matching segment for coordinate").end_object();
        } else if (several) {
            json.list(waypoints, write);
        } else {
            std::ranges::for_each(waypoints, write);
        }
    });
    return std::move(json.end_object()).take();
}

std::vector<Waypoint> valhalla_waypoints(const MapSnapshot& map, const RoadRequest& request,
                                         const ServiceOptions& options) {
    try {
        return find_waypoints(map, request, options);
    } catch (const ServiceError&) {
        throw ServiceError("171", "No suitable edges near location");
    }
}

// ---- POST /costs: rows of live speeds or costs → a report of the update

namespace {

// A page of another origin can send these content types only after a CORS preflight request.
void require_type(const ServiceRequest& asked, std::string_view type) {
    if (lower_case(trimmed(asked.content_type.substr(0, asked.content_type.find(';')))) != type) {
        throw ServiceError("InvalidQuery", format("Content-Type must be {}", type), 415);
    }
}

}  // namespace

std::string answer_costs(const RoutingService& service, const ServiceRequest& asked, const std::string& profile) {
    if (!service.options().allow_updates) {
        throw ServiceError("NotAllowed", "Costs may not be changed: the service runs without --allow-updates", 403);
    }
    require_type(asked, "text/csv");
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
    CostUpdateReport::each_row([&](const char* name, auto field, auto&&...) {
        json.key(name);
        if constexpr (std::same_as<decltype(field), std::uint64_t CostUpdateReport::*>)
            json.integer(report.*field);
        else
            json.list(report.*field, [&](const CostUpdateReport::Example& example) {
                json.begin_object().key("line").integer(example.line);
                json.key("row").string(example.row).key("why").string(example.why).end_object();
            });
    });
    return std::move(json.key("seconds").number(watch.seconds(), 6).end_object()).take();
}

// ---- POST /reload: the service reads its map again

std::string answer_reload(const RoutingService& service, const ServiceRequest& asked) {
    const ServiceOptions& options = service.options();
    if (!options.allow_updates || !options.load) {
        throw ServiceError("NotAllowed", "The map may not be replaced: the service runs without --allow-updates", 403);
    }
    require_type(asked, "application/json");
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
    return std::move(json.key("seconds").number(watch.seconds(), 6).end_object()).take();
}

}  // namespace allways::tools
