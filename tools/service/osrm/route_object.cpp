// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/route_object.h"

#include <algorithm>
#include <cmath>

#include "service/map/map_snapshot.h"
#include "service/osrm/polyline.h"
#include "service/osrm/route_steps.h"

namespace allways::tools {

namespace {

// The stretches of a leg between neighbouring nodes of OpenStreetMap. An arc's time is distributed over its length.
struct Stretches {
    std::vector<std::int64_t> nodes;  // one more than stretches, or empty
    std::vector<double> seconds;
    std::vector<double> metres;
};

// Appends the arc's pieces between `begin` and `end`, which are shares of its length; at least one piece.
void add_stretches(const ArcStretches& pieces, double begin, double end, double seconds, double metres,
                   Stretches& made) {
    constexpr double nothing = 1e-9;
    const auto add = [&](std::size_t piece, double share) {
        if (made.nodes.empty()) made.nodes.push_back(pieces.nodes[piece]);
        made.nodes.push_back(pieces.nodes[piece + 1]);
        made.seconds.push_back(seconds * share);
        made.metres.push_back(metres * share);
    };
    const std::size_t count = pieces.nodes.size() - 1;
    if (end - begin <= nothing) {
        std::size_t piece = 0;
        while (piece + 1 < count && pieces.shares[piece + 1] <= begin) ++piece;
        return add(piece, 1);
    }
    for (std::size_t piece = 0; piece < count; ++piece) {
        const double expanded = std::min(pieces.shares[piece + 1], end) - std::max(pieces.shares[piece], begin);
        if (expanded > nothing) add(piece, expanded / (end - begin));
    }
}

Stretches stretches_of(const MapSnapshot& map, const RouteLeg& leg) {
    Stretches made;
    for (std::size_t at = 0; at < leg.path.legs.size(); ++at) {
        const ArcStretches pieces = stretches_of(map, static_cast<ArcIndex>(leg.path.legs[at].arc));
        add_stretches(pieces, leg.begin_share(at), leg.end_share(at), leg.seconds(map, at, 1), leg.metres(map, at, 1),
                      made);
    }
    return made;
}

void write_annotation(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request) {
    const Stretches stretches = stretches_of(map, leg);
    const auto write = [&](std::string_view name, const auto& value, int digits) {
        if (!request.wants(name)) return;
        json.key(name).begin_array();
        for (std::size_t at = 0; at < stretches.seconds.size(); ++at) json.number(value(at), digits);
        json.end_array();
    };
    const auto seconds = [&](std::size_t at) { return stretches.seconds[at]; };
    const auto metres = [&](std::size_t at) { return stretches.metres[at]; };
    json.begin_object();
    write("duration", seconds, 3);
    write("weight", seconds, 3);
    write("distance", metres, 3);
    write(
        "speed", [&](std::size_t at) { return seconds(at) > 0 ? metres(at) / seconds(at) : 0; }, 1);
    write(
        "datasources", [](std::size_t) { return 0; }, 0);
    if (request.wants("datasources")) {
        json.key("metadata").begin_object().key("datasource_names").begin_array().string("network").end_array();
        json.end_object();
    }
    if (request.wants("nodes")) {
        json.key("nodes").begin_array();
        for (const std::int64_t node : stretches.nodes) write_node(json, map, node);
        json.end_array();
    }
    json.end_object();
}

void write_leg(JsonWriter& json, const MapSnapshot& map, const RouteLeg& leg, const OsrmRequest& request,
               const ServiceOptions& options) {
    const double seconds = map.seconds(leg.path.raw_distance);
    json.begin_object().key("steps");
    if (request.steps)
        write_steps(json, map, leg, request, options);
    else
        json.begin_array().end_array();
    json.key("summary").string(request.steps ? summary_of(map, leg) : "");
    json.key("weight").number(seconds, 3).key("duration").number(seconds, 3);
    json.key("distance").number(leg.metres(map), 3);
    if (request.overview == Overview::by_legs) {
        write_geometry(json.key("geometry"), leg.line(map), request.geometries);
    }
    if (!request.annotations.empty()) write_annotation(json.key("annotation"), map, leg, request);
    json.end_object();
}

std::vector<Coordinate> line_of(const MapSnapshot& map, const std::vector<RouteLeg>& legs) {
    std::vector<Coordinate> line;
    for (const RouteLeg& leg : legs) append_line(line, leg.line(map));
    if (line.size() == 1) line.push_back(line.front());
    return line;
}

}  // namespace

RouteLeg joined_legs(std::vector<RouteLeg> legs) {
    RouteLeg whole = std::move(legs.front());
    for (std::size_t i = 1; i < legs.size(); ++i) {
        RouteLeg& next = legs[i];
        whole.to = next.to;
        whole.asked = next.asked;
        whole.path.raw_distance += next.path.raw_distance;
        if (next.path.legs.empty()) continue;
        if (whole.path.legs.empty()) {
            whole.path = std::move(next.path);
            continue;
        }
        PathLeg& last = whole.path.legs.back();
        constexpr double rounding = 1e-9;
        const bool goes_on =
            last.arc == next.path.legs.front().arc && std::abs(whole.path.end - next.path.begin) < rounding;
        const bool turns_round = !goes_on && (whole.path.end != 1 || next.path.begin != 0);
        if (turns_round) whole.turn_rounds.push_back({whole.path.legs.size(), whole.path.end, next.path.begin});
        if (goes_on) last.raw_cost += next.path.legs.front().raw_cost;
        whole.path.legs.insert(whole.path.legs.end(), next.path.legs.begin() + (goes_on ? 1 : 0), next.path.legs.end());
        whole.path.end = next.path.end;
    }
    return whole;
}

void write_route(JsonWriter& json, const MapSnapshot& map, const std::vector<RouteLeg>& legs,
                 const OsrmRequest& request, const ServiceOptions& options) {
    double seconds = 0;
    double metres = 0;
    for (const RouteLeg& leg : legs) {
        seconds += map.seconds(leg.path.raw_distance);
        metres += leg.metres(map);
    }
    json.key("legs").begin_array();
    for (const RouteLeg& leg : legs) {
        request.deadline.require();
        write_leg(json, map, leg, request, options);
    }
    json.end_array().key("weight_name").string("duration");
    if (request.overview == Overview::full)
        write_geometry(json.key("geometry"), line_of(map, legs), request.geometries);
    if (request.overview == Overview::simplified) {
        write_geometry(json.key("geometry"), simplified_line(line_of(map, legs)), request.geometries);
    }
    json.key("weight").number(seconds, 3).key("duration").number(seconds, 3).key("distance").number(metres, 3);
}

}  // namespace allways::tools
