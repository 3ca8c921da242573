// SPDX-License-Identifier: Apache-2.0
// Routes as one JSON document, and as GeoJSON (RFC 7946).
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/export/json.h"
#include "allways/points/snapped_points.h"
#include "allways/result/natural_scale.h"
#include "allways/result/origin_destination_table.h"
#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "base/text.h"
#include "export/features/geojson.h"
#include "export/features/lon_lat.h"
#include "export/files/output_file.h"
#include "routes/directions.h"
#include "routes/formats.h"

namespace allways::tools {

namespace {

using Json = nlohmann::ordered_json;

// ---- the values of a route

Json node_json(const PathSource& source, NodeIndex node) {
    if (source.is_point(node)) return source.node_text(node);
    return id_json(source.node_ids(), node);
}

// The stop as the user named it.
Json stop_json(const PathSource& source, const Stop& stop) {
    return stop.asked ? Json(stop.asked->name) : node_json(source, stop.node);
}

void add_sums(Json& json, const RoadFacts& facts, std::span<const PathLeg> legs) {
    for (const auto& measure : {facts.length(), facts.time()}) {
        if (!measure) continue;
        const Decimal sum = measure->sum(legs);
        if (!sum.is_missing()) json[measure->key] = number_json(sum.to_double());
    }
}

void add_text(Json& json, const char* key, std::string_view text) {
    if (!text.empty()) json[key] = text;
}

void add_times(Json& json, const PathSource& source, double begin, double end) {
    if (source.departure() == nullptr || !std::isfinite(end)) return;
    json["departure"] = time_text(source, begin);
    json["arrival"] = time_text(source, end);
}

Json leg_values(const PathSource& source, const NaturalScale& scale, const RoadFacts& facts, const PathLeg& leg) {
    Json json{{"from", node_json(source, leg.from)}, {"to", node_json(source, leg.to)}};
    if (facts.has_arc(leg)) {
        json["arc"] = id_json(source.arcs().arc_ids, static_cast<std::uint32_t>(leg.arc));
        json["reversed"] = facts.is_reversed(leg);
    }
    add_text(json, "name", facts.name(leg));
    add_text(json, "ref", facts.ref(leg));
    if (const auto way = parse_whole(facts.way(leg))) json["osm_way_id"] = *way;
    add_sums(json, facts, {&leg, 1});
    json["cost"] = natural_json(leg.raw_cost, scale);
    return json;
}

// Adds the distance, rounded to the millimetre, or to nine digits if the unit is unknown: further digits are noise of
// trigonometric functions.
void add_distance(Json& json, const Place& asked) {
    if (!std::isfinite(asked.snapped.distance)) return;
    if (asked.in_metres) {
        json[snap_column(true)] = number_json(rounded_snap(asked.snapped.distance, true));
    } else {
        json[snap_column(false)] = number_json(Decimal::parse(format("{:.9g}", asked.snapped.distance))->to_double());
    }
}

// Adds where each stop is, for routes requested by position.
void add_stops(Json& json, const PathSource& source, const Route& route) {
    const auto is_position = [](const Stop& stop) { return stop.asked != nullptr; };
    if (std::ranges::none_of(route.stops, is_position)) return;
    json["stops"] = Json::array();
    for (const Stop& stop : route.stops) {
        Json one{{"node", node_json(source, stop.node)}};
        if (stop.asked) {
            one["position"] = {stop.asked->position.x, stop.asked->position.y};
            add_distance(one, *stop.asked);
            if (stop.raw_access > 0) one["access"] = natural_json(stop.raw_access, source.scale());
        }
        json["stops"].push_back(std::move(one));
    }
}

// Adds a bearing in whole degrees, 0 … 359.
void add_bearing(Json& json, const char* key, const std::optional<double>& bearing) {
    if (bearing) json[key] = std::lround(*bearing) % 360;
}

void add_parts(Json& json, const PathSource& source, const NaturalScale& scale, const RoadFacts& facts,
               const Route& route) {
    if (route.parts.size() < 2) return;
    json["parts"] = Json::array();
    for (std::size_t at = 0; at < route.parts.size(); ++at) {
        const RoutePart& part = route.parts[at];
        Json one{{"from", stop_json(source, route.stops[at])},
                 {"to", stop_json(source, route.stops[at + 1])},
                 {"distance", natural_json(part.raw_distance, scale)}};
        add_sums(one, facts, route.legs_of(part));
        one["arcs"] = part.leg_count;
        json["parts"].push_back(std::move(one));
    }
}

// The known values of a route. Borrows the source.
class RouteValues {
public:
    // `unit` as in RouteOutput.
    RouteValues(const PathSource& source, const std::string& unit, const LogCallback& log);
    const RoadFacts& facts() const { return facts_; }
    const NaturalScale& scale() const { return scale_; }

    // `at`: the route's index in the output. Columns of its pair are added as texts. Keys of unknown values are left
    // out: "length_m" if an arc lacks its length, "name" if the road has no name, "maneuvers" if neither names nor
    // lines distinguish the roads.
    Json of(const Route& route, const RouteOutput& output, std::size_t at) const;

private:
    void add_maneuvers(Json& json, const Route& route, const std::string& language) const;

    const PathSource& source_;
    NaturalScale scale_;
    RoadFacts facts_;
    Directions directions_;
    std::optional<PointToLonLat> lon_lat_;  // nothing: no coordinates
};

RouteValues::RouteValues(const PathSource& source, const std::string& unit, const LogCallback& log)
    : source_(source), scale_(source.scale(), unit), facts_(source), directions_(source, facts_) {
    if (source.coordinates().empty()) return;
    lon_lat_ = PointToLonLat(source.crs(), {source.coordinates()}, source.name(), log);
}

// Adds maneuvers under OSRM's names.
void RouteValues::add_maneuvers(Json& json, const Route& route, const std::string& language) const {
    if (!route.reachable || source_.arcs().size() == 0 || (!facts_.has_names() && !lon_lat_)) return;
    json["maneuvers"] = Json::array();
    for (const Instruction& one : directions_.of(route, Language::find(language))) {
        Json maneuver{{"type", type_text(one.maneuver)}};
        add_text(maneuver, "modifier", modifier_text(one));
        maneuver["instruction"] = one.text;
        if (one.named) maneuver["name"] = facts_.road(route.legs[one.road_leg]);
        if (one.exit > 0) maneuver["exit"] = one.exit;
        add_text(maneuver, "rotary_name", one.rotary);
        add_text(maneuver, "destinations", one.destinations);
        add_text(maneuver, "exits", one.exits);
        const Coordinate place = lon_lat_ ? source_.coordinates()[one.node] : Coordinate{NAN, NAN};
        if (std::isfinite(place.x) && std::isfinite(place.y)) {
            const Coordinate point = (*lon_lat_)(place);
            maneuver["location"] = {number_json(point.x), number_json(point.y)};
        }
        add_bearing(maneuver, "bearing_before", one.bearing_before);
        add_bearing(maneuver, "bearing_after", one.bearing_after);
        const auto legs = std::span(route.legs).subspan(one.first_leg, one.leg_count);
        if (!legs.empty()) add_sums(maneuver, facts_, legs);
        maneuver["first_leg"] = one.first_leg;
        maneuver["legs"] = one.leg_count;
        json["maneuvers"].push_back(std::move(maneuver));
    }
}

Json RouteValues::of(const Route& route, const RouteOutput& output, std::size_t at) const {
    const PathSource& source = source_;
    const RoadFacts& facts = facts_;
    Json json{{"from", stop_json(source, route.stops.front())}, {"to", stop_json(source, route.stops.back())}};
    if (route.stops.size() > 2) {
        json["via"] = Json::array();
        for (std::size_t stop = 1; stop + 1 < route.stops.size(); ++stop) {
            json["via"].push_back(stop_json(source, route.stops[stop]));
        }
    }
    if (output.alternatives) json["alternative"] = route.alternative;
    auto& members = json.get_ref<Json::object_t&>();
    for (std::size_t column = 0; column < output.pairs.names.size();
         ++column) {  // names are unique, so keys are not looked up
        members.push_back({output.pairs.names[column], output.pairs.values[at][column]});
    }
    json["reachable"] = route.reachable;
    json["distance"] = natural_json(route.raw_distance, scale_);
    add_times(json, source, 0, route.raw_distance);
    if (route.reachable) add_sums(json, facts, route.legs);
    add_stops(json, source, route);
    add_parts(json, source, scale_, facts, route);
    add_maneuvers(json, route, output.language);
    json["legs"] = Json::array();
    const std::vector<double> times = leg_times(route);
    for (std::size_t leg = 0; leg < route.legs.size(); ++leg) {
        json["legs"].push_back(leg_values(source, scale_, facts, route.legs[leg]));
        if (leg < times.size())
            add_times(json["legs"].back(), source, times[leg], times[leg] + route.legs[leg].raw_cost);
    }
    return json;
}

// ---- one document

void write_json(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    const RouteValues values(source, output.unit, {});
    Json json{{"cost", source.scale().name}, {"unit", values.scale().unit()}, {"paths", Json::array()}};
    for (const Route& route : routes) {
        report(output.progress, "write", json["paths"].size(), routes.size());
        json["paths"].push_back(values.of(route, output, json["paths"].size()));
    }
    if (!source.attribution().empty()) json["attribution"] = source.attribution();
    OutputFile out(output.path, output.overwrite);
    out.put(json_text(json, 2) + "\n");
    out.commit();
}

// ---- a feature for each route, its line in WGS 84 longitudes and latitudes

// Null for a route without length: a line needs two points.
void put_geometry(OutputFile& out, const std::vector<std::vector<Coordinate>>& parts) {
    if (parts.empty()) return out.put("null");
    const bool several = parts.size() > 1;
    out.put(several ? "{\"type\":\"MultiLineString\",\"coordinates\":[" : "{\"type\":\"LineString\",\"coordinates\":");
    for (const auto& line : parts) {
        if (&line != &parts.front()) out.put(',');
        char before = '[';
        for (const Coordinate point : line) {
            out.put(before);
            put_position(out, point);
            before = ',';
        }
        out.put(']');
    }
    out.put(several ? "]}" : "}");
}

Json properties(const PathSource& source, const RouteValues& values, const Route& route, const RouteOutput& output,
                std::size_t at) {
    Json json{{"cost", source.scale().name}, {"unit", values.scale().unit()}, {"arcs", route.legs.size()}};
    json["roads"] = road_names(values.facts(), route);
    json.update(values.of(route, output, at));
    return json;
}

void write_geojson(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    require_coordinates(source);
    const RouteValues values(source, output.unit, {});
    const PointToLonLat to_lon_lat(source.crs(), {source.coordinates()}, source.name(), output.log);
    OutputFile out(output.path, output.overwrite);
    out.put(geojson_begin(source.attribution()));
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        out.put(at == 0 ? "\n" : ",\n");
        out.put("{\"type\":\"Feature\",\"geometry\":");
        std::vector<Coordinate> line = line_of(source, routes[at]);
        for (Coordinate& point : line) point = to_lon_lat(point);
        drop_repeated(line);
        put_geometry(out, source.crs().empty() ? std::vector(line.empty() ? 0 : 1, line) : cut_at_antimeridian(line));
        out.put(",\"properties\":" + json_text(properties(source, values, routes[at], output, at)) + "}");
    }
    out.put(geojson_end);
    out.commit();
}

}  // namespace

RouteFormat route_json() {
    return {.name = "json", .suffixes = {".json"}, .write = write_json};
}

RouteFormat route_geojson() {
    return {.name = "geojson", .suffixes = {".geojson"}, .write = write_geojson, .needs_coordinates = true};
}

}  // namespace allways::tools
