// SPDX-License-Identifier: Apache-2.0
// match: the roads that a trace of measured positions most probably ran along.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "allways/query/trace.h"
#include "network/snap/segment.h"
#include "service/answers.h"
#include "service/osrm/route_object.h"

namespace allways::tools {

namespace {

constexpr double usual_deviation_m = 5;
constexpr double deviations_of_search = 3;

// For each point of a trace and each of its candidates.
using Candidates = std::vector<std::vector<Waypoint>>;

double deviation_at(const RoadRequest& request, std::size_t coordinate) {
    const auto asked = request.radiuses.empty() ? std::nullopt : request.radiuses[coordinate];
    const double deviation = asked.value_or(usual_deviation_m);
    if (deviation > 0 && std::isfinite(deviation)) return deviation;
    throw ServiceError("InvalidOptions", "Radiuses of a trace are standard deviations in metres, above 0.");
}

// The coordinates with their candidates.
std::vector<TracePoint> trace_of(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options,
                                 Candidates& candidates) {
    std::vector<TracePoint> trace;
    for (std::size_t i = 0; i < request.coordinates.size(); ++i) {
        request.deadline.require();
        TracePoint point{.position = request.coordinates[i], .deviation = deviation_at(request, i), .candidates = {}};
        if (!request.timestamps.empty()) point.time = static_cast<double>(request.timestamps[i]);
        auto& places = candidates.emplace_back();
        for (const Waypoint& road : nearby_roads(map, request, i, deviations_of_search * point.deviation, options)) {
            for (const RoadPlace::Arc& arc : road.place.arcs) {
                const RoadPlace place{.node = no_node, .fraction = road.place.fraction, .arcs = {arc}};
                point.candidates.push_back({place, road.snapped.distance});
                places.push_back({road.asked, road.snapped, place, arc});
            }
        }
        trace.push_back(std::move(point));
    }
    const bool has_candidates = std::ranges::any_of(candidates, [](const auto& places) { return !places.empty(); });
    if (!has_candidates) throw ServiceError("NoSegment", "Could not find a matching segment for any coordinate.");
    return trace;
}

// The matched place as a waypoint. One who stood lies elsewhere than the candidate.
Waypoint waypoint_of(const MapSnapshot& map, const Candidates& candidates, const TraceMatching::Point& point) {
    Waypoint waypoint = candidates[point.point][point.candidate];
    if (waypoint.place == point.place) return waypoint;
    waypoint.place = point.place;
    waypoint.road = point.place.arcs.front();  // perhaps another one than the candidate's
    SnappedPoint& snapped = waypoint.snapped;
    const auto space = network::Space::sphere;
    const std::vector<Coordinate> line = line_of_road(map, waypoint.road);
    const std::vector<double> lengths = network::lengths_along(line, space);
    snapped.node = no_node;
    snapped.fraction = point.place.fraction;
    const auto behind = std::ranges::upper_bound(lengths, snapped.fraction * lengths.back()) - lengths.begin();
    snapped.segment = static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(behind - 1, 0, std::ssize(line) - 2));
    snapped.place = network::line_part(line, snapped.fraction, snapped.fraction, space).front();
    snapped.distance = network::metres_between(waypoint.asked, snapped.place);
    return waypoint;
}

// The place at which a coordinate of the request was matched.
struct MatchedPoint {
    Waypoint waypoint;
    std::size_t matching;
    std::optional<std::size_t> leg_end;  // its number among the ends of the matching's legs
    std::size_t alternatives;
};

// The tracepoints of the request's coordinates, and the legs of the matching between those at which legs end.
std::vector<RouteLeg> legs_of(const MapSnapshot& map, const RoadRequest& request, const Candidates& candidates,
                              const TraceMatching& matching, std::size_t number,
                              std::vector<std::optional<MatchedPoint>>& tracepoints) {
    std::vector<RouteLeg> legs;
    std::vector<RouteLeg> joining;
    std::size_t ends = 0;
    for (std::size_t i = 0; i < matching.points.size(); ++i) {
        const TraceMatching::Point& point = matching.points[i];
        Waypoint waypoint = waypoint_of(map, candidates, point);
        if (i > 0) {
            const TraceMatching::Point& before = matching.points[i - 1];
            const Coordinate from = tracepoints[before.point]->waypoint.snapped.place;
            joining.push_back({matching.paths[i - 1], from, waypoint.snapped.place});
        }
        const bool ends_leg = request.waypoints.empty() || i == 0 || i + 1 == matching.points.size() ||
                              std::ranges::find(request.waypoints, point.point) != request.waypoints.end();
        if (ends_leg && !joining.empty()) legs.push_back(joined_legs(std::exchange(joining, {})));
        tracepoints[point.point] = {std::move(waypoint), number, {}, point.alternatives};
        if (ends_leg) tracepoints[point.point]->leg_end = ends++;
    }
    return legs;
}

void write_tracepoint(JsonWriter& json, const MapSnapshot& map, const RoadRequest& request, const MatchedPoint& one) {
    json.begin_object().key("matchings_index").integer(one.matching).key("waypoint_index");
    one.leg_end ? json.integer(*one.leg_end) : json.null();
    json.key("alternatives_count").integer(one.alternatives);
    write_waypoint(json, map, request, one.waypoint);
    json.end_object();
}

}  // namespace

std::string answer_match(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    Candidates candidates;
    const std::vector<TracePoint> trace = trace_of(map, request, options, candidates);
    map.expect_lengths();
    const auto matchings = match_trace(map.router(), trace,
                                       {.length_field = map.length_field(),
                                        .metres_per_length = map.length_unit_metres(),
                                        .splits_at_gaps = request.splits_at_gaps,
                                        .thins_out = request.tidy,
                                        .kept = request.waypoints,
                                        .progress = request.deadline.callback()});
    if (matchings.empty()) throw ServiceError("NoMatch", "Could not match the trace.");
    if (matchings.size() > 1 && !request.waypoints.empty()) {
        throw ServiceError("NoMatch", "Could not match the trace with the given waypoints.");
    }
    std::vector<std::optional<MatchedPoint>> tracepoints(request.coordinates.size());
    JsonWriter json;
    json.begin_object().key("code").string("Ok").key("matchings").begin_array();
    for (std::size_t i = 0; i < matchings.size(); ++i) {
        const auto legs = legs_of(map, request, candidates, matchings[i], i, tracepoints);
        write_route(json.begin_object(), map, legs, request, options);
        json.key("confidence").number(matchings[i].confidence, 6).end_object();
    }
    json.end_array();
    for (const std::size_t one : request.waypoints) {
        if (tracepoints[one]) continue;
        throw ServiceError("NoMatch", "Requested waypoint parameter could not be matched.");
    }
    if (!request.skip_waypoints) {
        json.key("tracepoints").list(tracepoints, [&](const auto& one) {
            if (one)
                write_tracepoint(json, map, request, *one);
            else
                json.null();
        });
    }
    return std::move(json.end_object()).take();
}

}  // namespace allways::tools
