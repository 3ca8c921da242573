// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/valhalla_fields.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/instruction.h"
#include "base/text.h"
#include "service/http/service_error.h"

namespace allways::tools {

namespace {

using Json = nlohmann::json;

// Valhalla's numbers of errors.
constexpr const char* malformed = "100";
constexpr const char* not_implemented = "107";
constexpr const char* no_costing = "125";

struct Field {
    const char* name;
    const char* usual;  // the JSON value that Valhalla takes if the field is missing; null: only that it is missing
};

// Why a field is not supported.
constexpr const char* of_network = "times, roads and turn rules are those of the network that is served";
constexpr const char* of_snapping = "a location snaps to the nearest road";
constexpr const char* of_output = "answers have no other form";

constexpr Field network_fields[] = {
    {"date_time", "null"}, {"exclude_locations", "[]"}, {"avoid_locations", "[]"}, {"exclude_levels", "[]"}};
constexpr Field isochrone_outputs[] = {{"format", "\"json\""}, {"show_locations", "false"}};
constexpr Field matrix_outputs[] = {
    {"format", "\"json\""}, {"shape_format", "\"no_shape\""}, {"matrix_locations", "null"}};

constexpr Field route_outputs[] = {{"format", "\"json\""},
                                   {"elevation_interval", "0"},
                                   {"turn_lanes", "false"},
                                   {"banner_instructions", "false"},
                                   {"voice_instructions", "false"},
                                   {"linear_references", "false"},
                                   {"recostings", "[]"}};

// Options that every costing has, and the road classes that they exclude; the service honours them with the classes
// that it can leave out.
constexpr std::pair<const char*, const char*> exclusions[] = {
    {"exclude_highways", "motorway"}, {"exclude_tolls", "toll"}, {"exclude_ferries", "ferry"}};

constexpr Field location_fields[] = {{"heading", "null"},
                                     {"heading_tolerance", "60"},
                                     {"radius", "0"},
                                     {"minimum_reachability", "50"},
                                     {"rank_candidates", "true"},
                                     {"preferred_side", "\"either\""},
                                     {"display_lat", "null"},
                                     {"display_lon", "null"},
                                     {"search_cutoff", "35000"},
                                     {"node_snap_tolerance", "5"},
                                     {"street_side_tolerance", "5"},
                                     {"street_side_max_distance", "1000"},
                                     {"street_side_cutoff", "\"service_other\""},
                                     {"search_filter", "{}"},
                                     {"preferred_layer", "null"},
                                     {"date_time", "null"},
                                     {"waiting", "0"}};

constexpr Field motor_options[] = {{"maneuver_penalty", "5"},
                                   {"gate_cost", "30"},
                                   {"gate_penalty", "300"},
                                   {"private_access_penalty", "450"},
                                   {"toll_booth_cost", "15"},
                                   {"toll_booth_penalty", "0"},
                                   {"ferry_cost", "300"},
                                   {"use_ferry", "0.5"},
                                   {"use_highways", "0.5"},
                                   {"use_tolls", "0.5"},
                                   {"use_living_streets", "0.1"},
                                   {"use_tracks", "0"},
                                   {"use_distance", "0"},
                                   {"service_penalty", "15"},
                                   {"service_factor", "1"},
                                   {"country_crossing_cost", "600"},
                                   {"country_crossing_penalty", "0"},
                                   {"closure_factor", "9"},
                                   {"fixed_speed", "0"},
                                   {"top_speed", "140"}};

constexpr Field bicycle_options[] = {
    {"maneuver_penalty", "5"},      {"gate_cost", "30"},      {"gate_penalty", "300"},
    {"bicycle_type", "\"Hybrid\""}, {"cycling_speed", "18"},  {"use_roads", "0.5"},
    {"use_hills", "0.5"},           {"use_ferry", "0.5"},     {"use_living_streets", "0.5"},
    {"avoid_bad_surfaces", "0.25"}, {"service_penalty", "15"}};

constexpr Field pedestrian_options[] = {
    {"walking_speed", "5.1"},       {"walkway_factor", "1"}, {"sidewalk_factor", "1"}, {"alley_factor", "2"},
    {"driveway_factor", "5"},       {"step_penalty", "0"},   {"use_hills", "0.5"},     {"use_lit", "0"},
    {"use_living_streets", "0.6"},  {"use_tracks", "0.5"},   {"service_penalty", "0"}, {"service_factor", "1"},
    {"max_hiking_difficulty", "1"}, {"type", "\"foot\""}};

bool is_usual(const Json& value, const char* usual) {
    if (value.is_null() || value == Json(false)) return true;
    if (value.is_structured() && value.empty()) return true;
    return value == Json::parse(usual);
}

[[noreturn]] void refuse(const std::string& name, const Json& value, const char* why) {
    const std::string found =
        value.is_primitive() ? value.dump(-1, ' ', true, Json::error_handler_t::replace) : value.type_name();
    throw ServiceError(not_implemented,
                       format("`{}` is not supported, found {}: {}; leave it out", name, shortened(found), why));
}

void check_fields(const Json& object, std::span<const Field> fields, const char* why) {
    for (const Field& field : fields) {
        const auto found = object.find(field.name);
        if (found != object.end() && !is_usual(*found, field.usual)) refuse(field.name, *found, why);
    }
}

void check_locations(const Json& request, const char* list) {
    const auto found = request.find(list);
    if (found == request.end() || !found->is_array()) return;
    for (const Json& location : *found) {
        if (location.is_object()) check_fields(location, location_fields, of_snapping);
    }
}

std::span<const Field> options_of(std::string_view costing) {
    if (costing == "bicycle") return bicycle_options;
    if (costing == "pedestrian") return pedestrian_options;
    return motor_options;
}

// Options of other costings have no effect. An unknown option may be one of a newer Valhalla.
void check_costing(const Json& request, std::string_view costing) {
    const auto chosen = request.find("costing");
    if (chosen != request.end() && !chosen->is_null() && *chosen != Json(costing)) {
        const std::string name = chosen->is_string() ? chosen->get<std::string>() : chosen->type_name();
        throw ServiceError(
            no_costing, format("No costing method found: '{}'; `costing` may be '{}', that of the network, or missing",
                               shortened(name), costing));
    }
    const auto all = request.find("costing_options");
    if (all == request.end() || all->is_null()) return;
    if (!all->is_object()) {
        throw ServiceError(malformed, format("`costing_options`: expected an object, found {}", all->type_name()));
    }
    const auto options = all->find(costing);
    if (options == all->end() || !options->is_object()) return;
    const std::span<const Field> known = options_of(costing);
    for (const auto& [name, value] : options->items()) {
        if (std::ranges::find(exclusions, name, &std::pair<const char*, const char*>::first) != std::end(exclusions))
            continue;
        const auto field = std::ranges::find_if(known, [&](const Field& one) { return name == one.name; });
        const char* const usual = field == known.end() ? "null" : field->usual;
        if (!is_usual(value, usual)) {
            refuse(format("costing_options.{}.{}", costing, shortened(name)), value, of_network);
        }
    }
}

}  // namespace

void check_isochrone_fields(const nlohmann::json& request, std::string_view costing) {
    check_costing(request, costing);
    check_fields(request, network_fields, of_network);
    check_fields(request, isochrone_outputs, of_output);
    check_locations(request, "locations");
}

void check_matrix_fields(const nlohmann::json& request, std::string_view costing) {
    check_costing(request, costing);
    check_fields(request, network_fields, of_network);
    check_fields(request, matrix_outputs, of_output);
    check_locations(request, "sources");
    check_locations(request, "targets");
}

void check_route_fields(const nlohmann::json& request, std::string_view costing) {
    check_costing(request, costing);
    check_fields(request, network_fields, of_network);
    check_fields(request, route_outputs, of_output);
    check_locations(request, "locations");
}

std::vector<std::string> excluded_classes(const nlohmann::json& request, std::string_view costing) {
    const auto all = request.find("costing_options");
    if (all == request.end() || !all->is_object()) return {};
    const auto options = all->find(costing);
    if (options == all->end() || !options->is_object()) return {};
    std::vector<std::string> classes;
    for (const auto& [option, road_class] : exclusions) {
        if (flag_field(*options, option, false)) classes.emplace_back(road_class);
    }
    return classes;
}

std::vector<std::vector<Coordinate>> excluded_rings(const nlohmann::json& request) {
    std::vector<std::vector<Coordinate>> rings;
    for (const char* name : {"exclude_polygons", "avoid_polygons"}) {
        const auto found = request.find(name);
        if (found == request.end() || found->is_null()) continue;
        const auto require = [&](bool fine) {
            if (!fine)
                throw ServiceError(
                    malformed, format("`{}`: expected a list of rings of three or more positions [lon, lat]", name));
        };
        require(found->is_array());
        for (const Json& ring : *found) {
            require(ring.is_array() && ring.size() >= 3);
            std::vector<Coordinate>& points = rings.emplace_back();
            for (const Json& point : ring) {
                require(point.is_array() && point.size() >= 2 && point[0].is_number() && point[1].is_number());
                points.push_back({point[0].get<double>(), point[1].get<double>()});
                require(std::abs(points.back().x) <= 180 && std::abs(points.back().y) <= 90);
            }
        }
    }
    return rings;
}

nlohmann::json directions_option(const nlohmann::json& request, const char* name) {
    const auto found = request.find(name);
    if (found != request.end()) return *found;
    const auto options = request.find("directions_options");
    if (options == request.end() || !options->is_object()) return nullptr;
    return options->value(name, Json());
}

bool flag_field(const nlohmann::json& object, const char* name, bool otherwise) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return otherwise;
    if (!found->is_boolean())
        throw ServiceError(malformed, format("`{}`: expected true or false, found {}", name, found->type_name()));
    return found->get<bool>();
}

double number_field(const nlohmann::json& object, const char* name, double otherwise, double least, double most) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return otherwise;
    const double value = found->is_number() ? found->get<double>() : least - 1;
    if (value >= least && value <= most) return value;
    throw ServiceError(malformed, format("`{}`: expected a number from {} to {}, found {}", name, least, most,
                                         found->is_number() ? found->dump() : found->type_name()));
}

// ---- fields of /route

namespace {

using Stop = ValhallaRouteFields::Stop;

constexpr double most_alternates = 3;

// The text of an option; empty if it is missing.
std::string text_option(const Json& request, const char* name) {
    const Json value = directions_option(request, name);
    if (value.is_null()) return "";
    if (!value.is_string()) {
        throw ServiceError("100", format("`{}`: expected a text, found {}", name, value.type_name()));
    }
    return value.get<std::string>();
}

// The first and the last location end legs, whatever they say, as in Valhalla.
std::vector<Stop> stops_of(const Json& locations) {
    std::vector<Stop> stops;
    for (const Json& location : locations) {
        const bool is_end = stops.empty() || stops.size() + 1 == locations.size();
        const Json type = location.value("type", Json("break"));
        Stop& stop = stops.emplace_back(Stop{type.is_string() && !is_end ? type.get<std::string>() : "break"});
        const bool is_known = type == "break" || type == "through" || type == "via" || type == "break_through";
        if (!is_known) {
            throw ServiceError("130",
                               "Failed to parse location: its `type` may be break, through, via or "
                               "break_through");
        }
        const Json name = location.value("name", Json());
        if (name.is_string()) stop.name = name.get<std::string>();
        stop.ends_leg = stop.type.starts_with("break");
        stop.turns_round = !stop.type.ends_with("through");
    }
    return stops;
}

ValhallaShape shape_of(const Json& request) {
    const std::string name = text_option(request, "shape_format");
    if (name.empty() || name == "polyline6") return ValhallaShape::polyline6;
    if (name == "polyline5") return ValhallaShape::polyline5;
    if (name == "geojson") return ValhallaShape::geojson;
    if (name == "no_shape") return ValhallaShape::none;
    throw ServiceError("164", "Invalid shape format: `shape_format` may be polyline6, polyline5, geojson or no_shape");
}

}  // namespace

ValhallaRouteFields read_route_fields(const nlohmann::json& request, std::string_view accept_language) {
    ValhallaRouteFields fields;
    fields.stops = stops_of(request.at("locations"));
    const std::string directions = text_option(request, "directions_type");
    if (!directions.empty() && directions != "none" && directions != "maneuvers" && directions != "instructions") {
        throw ServiceError("100", "`directions_type` may be none, maneuvers or instructions");
    }
    fields.maneuvers = directions != "none" && flag_field(request, "narrative", true);
    fields.instructions = fields.maneuvers && directions != "maneuvers";
    fields.roundabout_exits = flag_field(request, "roundabout_exits", true);
    fields.alternates = static_cast<std::size_t>(number_field(request, "alternates", 0, 0, most_alternates));
    if (fields.alternates > 0 && fields.stops.size() > 2) {
        throw ServiceError("107", "`alternates` is supported between two locations only");
    }
    fields.shape = shape_of(request);
    fields.language_tag = text_option(request, "language");
    fields.language = accepted_language(fields.language_tag.empty() ? accept_language : fields.language_tag);
    if (fields.language.empty() && !fields.language_tag.empty()) {
        throw ServiceError("107", format("`language`: '{}' is not supported; expected {}, with or without a country",
                                         shortened(fields.language_tag), joined(instruction_languages())));
    }
    return fields;
}

}  // namespace allways::tools
