// SPDX-License-Identifier: Apache-2.0
// Requests in Valhalla's form.
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/instruction.h"
#include "base/text.h"
#include "service/osrm/road_request.h"

namespace allways::tools {

namespace {

using RequestJson = nlohmann::json;

// Valhalla's numbers of errors.
constexpr const char* malformed = "100";
constexpr const char* not_implemented = "107";
constexpr const char* no_costing = "125";

[[noreturn]] void fail(const char* code, const std::string& message) {
    throw ServiceError(code, message);
}

// ---- fields that are not supported

// The name, and the JSON value that Valhalla takes if the field is missing; null: only that it is missing.
using Field = std::pair<const char*, const char*>;

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
constexpr Field exclusions[] = {
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

bool is_usual(const RequestJson& value, const char* usual) {
    if (value.is_null() || value == RequestJson(false)) return true;
    if (value.is_structured() && value.empty()) return true;
    return value == RequestJson::parse(usual);
}

[[noreturn]] void refuse(const std::string& name, const RequestJson& value, const char* why) {
    const std::string found =
        value.is_primitive() ? value.dump(-1, ' ', true, RequestJson::error_handler_t::replace) : value.type_name();
    throw ServiceError(not_implemented,
                       format("`{}` is not supported, found {}: {}; leave it out", name, shortened(found), why));
}

void check_fields(const RequestJson& object, std::span<const Field> fields, const char* why) {
    for (const auto& [name, usual] : fields) {
        const auto found = object.find(name);
        if (found != object.end() && !is_usual(*found, usual)) refuse(name, *found, why);
    }
}

void check_locations(const RequestJson& request, const char* list) {
    const auto found = request.find(list);
    if (found == request.end() || !found->is_array()) return;
    for (const RequestJson& location : *found) {
        if (location.is_object()) check_fields(location, location_fields, of_snapping);
    }
}

std::span<const Field> options_of(std::string_view costing) {
    if (costing == "bicycle") return bicycle_options;
    if (costing == "pedestrian") return pedestrian_options;
    return motor_options;
}

// `costing_options` of the costing; null if there are none.
const RequestJson* options_in(const RequestJson& request, std::string_view costing) {
    const auto all = request.find("costing_options");
    if (all == request.end() || !all->is_object()) return nullptr;
    const auto options = all->find(costing);
    return options == all->end() || !options->is_object() ? nullptr : &*options;
}

// Options of other costings have no effect. An unknown option may be one of a newer Valhalla.
void check_costing(const RequestJson& request, std::string_view costing) {
    const auto chosen = request.find("costing");
    if (chosen != request.end() && !chosen->is_null() && *chosen != RequestJson(costing)) {
        const std::string name = chosen->is_string() ? chosen->get<std::string>() : chosen->type_name();
        throw ServiceError(
            no_costing, format("No costing method found: '{}'; `costing` may be '{}', that of the network, or missing",
                               shortened(name), costing));
    }
    const auto all = request.find("costing_options");
    if (all != request.end() && !all->is_null() && !all->is_object()) {
        fail(malformed, format("`costing_options`: expected an object, found {}", all->type_name()));
    }
    const RequestJson* const options = options_in(request, costing);
    if (options == nullptr) return;
    const std::span<const Field> known = options_of(costing);
    for (const auto& [name, value] : options->items()) {
        const auto is_of_name = [&](const Field& one) { return name == one.first; };
        if (std::ranges::any_of(exclusions, is_of_name)) continue;
        const auto field = std::ranges::find_if(known, is_of_name);
        const char* const usual = field == known.end() ? "null" : field->second;
        if (!is_usual(value, usual)) {
            refuse(format("costing_options.{}.{}", costing, shortened(name)), value, of_network);
        }
    }
}

// `lists`: the names of its lists of locations.
void check_request(const RequestJson& request, std::string_view costing, std::span<const Field> outputs,
                   std::initializer_list<const char*> lists) {
    check_costing(request, costing);
    check_fields(request, network_fields, of_network);
    check_fields(request, outputs, of_output);
    for (const char* list : lists) check_locations(request, list);
}

// ---- values of fields that are supported. `otherwise`: the value if the field is missing.

bool flag_field(const RequestJson& object, const char* name, bool otherwise) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return otherwise;
    if (!found->is_boolean())
        fail(malformed, format("`{}`: expected true or false, found {}", name, found->type_name()));
    return found->get<bool>();
}

double number_field(const RequestJson& object, const char* name, double otherwise, double least, double most) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return otherwise;
    const double value = found->is_number() ? found->get<double>() : least - 1;
    if (value >= least && value <= most) return value;
    fail(malformed, format("`{}`: expected a number from {} to {}, found {}", name, least, most,
                           found->is_number() ? found->dump() : found->type_name()));
}

// A field of the request, else of its `directions_options`, where Valhalla takes it, too; else null.
RequestJson directions_option(const RequestJson& request, const char* name) {
    const auto found = request.find(name);
    if (found != request.end()) return *found;
    const auto options = request.find("directions_options");
    if (options == request.end() || !options->is_object()) return nullptr;
    return options->value(name, RequestJson());
}

// The text of an option; empty if it is missing.
std::string text_option(const RequestJson& request, const char* name) {
    const RequestJson value = directions_option(request, name);
    if (value.is_null()) return "";
    if (!value.is_string()) fail(malformed, format("`{}`: expected a text, found {}", name, value.type_name()));
    return value.get<std::string>();
}

// The road classes that `costing_options` exclude: "motorway", "toll", "ferry".
std::vector<std::string> excluded_classes(const RequestJson& request, std::string_view costing) {
    std::vector<std::string> classes;
    const RequestJson* const options = options_in(request, costing);
    for (const auto& [option, road_class] : exclusions) {
        if (options != nullptr && flag_field(*options, option, false)) classes.emplace_back(road_class);
    }
    return classes;
}

// The rings of `exclude_polygons`, and of its older name `avoid_polygons`.
std::vector<std::vector<Coordinate>> excluded_rings(const RequestJson& request) {
    std::vector<std::vector<Coordinate>> rings;
    for (const char* name : {"exclude_polygons", "avoid_polygons"}) {
        const auto found = request.find(name);
        if (found == request.end() || found->is_null()) continue;
        const auto require = [&](bool fine) {
            if (!fine)
                fail(malformed, format("`{}`: expected a list of rings of three or more positions [lon, lat]", name));
        };
        require(found->is_array());
        for (const RequestJson& ring : *found) {
            require(ring.is_array() && ring.size() >= 3);
            std::vector<Coordinate>& points = rings.emplace_back();
            for (const RequestJson& point : ring) {
                require(point.is_array() && point.size() >= 2 && point[0].is_number() && point[1].is_number());
                points.push_back({point[0].get<double>(), point[1].get<double>()});
                require(is_on_earth(points.back()));
            }
        }
    }
    return rings;
}

RequestJson json_of(const ServiceRequest& request, const ServiceLimits& limits) {
    std::string text = request.body;
    if (request.method != "POST") {
        for (const Url::Option& option : parse_url(request.target).options) {
            if (option.name == "json") text = option.value;
        }
    }
    if (text.size() > limits.body_bytes) throw ServiceError("154", "The request is too large", 413);
    const auto shallow = [](int depth, RequestJson::parse_event_t, RequestJson&) {
        if (depth > 8) fail("100", "Failed to parse json request");
        return true;
    };
    RequestJson json = RequestJson::parse(text, shallow, false);
    if (!json.is_object()) fail("100", "Failed to parse json request");
    return json;
}

// Appends the locations of a list to the request's coordinates.
void add_locations(RoadRequest& request, const RequestJson& json, const char* name, std::size_t most) {
    const auto list = json.find(name);
    if (list == json.end() || !list->is_array() || list->empty())
        fail("112", format("Insufficiently specified required parameter '{}'", name));
    if (list->size() > most) fail("150", format("Exceeded max locations: {}", most));
    for (const RequestJson& one : *list) {
        const auto number = [&](const char* key) {
            const auto value = one.is_object() ? one.find(key) : one.end();
            if (!one.is_object() || value == one.end() || !value->is_number())
                fail("130", "Failed to parse location: it needs numbers `lat` and `lon`");
            return value->get<double>();
        };
        request.coordinates.push_back({number("lon"), number("lat")});
        if (!is_on_earth(request.coordinates.back()))
            fail("130", "Failed to parse location: `lat` or `lon` is out of range");
    }
}

// ---- isochrones

constexpr std::size_t most_contours = 10;
constexpr double most_minutes = 600;
constexpr double most_kilometres = 500;
constexpr double least_tolerance_m = 5;  // finer outlines would need too much memory
constexpr double most_tolerance_m = 50;

// "ff0000" or "#f00", without the "#".
std::string colour_of(const RequestJson& contour) {
    const auto found = contour.find("color");
    if (found == contour.end() || found->is_null()) return "";
    std::string text = found->is_string() ? found->get<std::string>() : "";
    if (text.starts_with('#')) text.erase(0, 1);
    const bool is_hexadecimal = text.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if ((text.size() != 3 && text.size() != 6) || !is_hexadecimal)
        fail("113", "The `color` of a contour has 3 or 6 hexadecimal digits, such as ff0000");
    return text;
}

// Adds the contour of one metric, if the object states it.
void add_contour(const RequestJson& contour, bool is_distance, std::vector<Contour>& found) {
    const char* const name = is_distance ? "distance" : "time";
    const auto value = contour.find(name);
    if (value == contour.end() || value->is_null()) return;
    const char* const unit = is_distance ? "kilometres" : "minutes";
    if (!value->is_number()) fail("113", format("Contours need a number `{}`, in {}", name, unit));
    const double stated = value->get<double>();
    if (!(stated > 0)) fail("113", format("Contours need a `{}` above 0", name));
    const double most = is_distance ? most_kilometres : most_minutes;
    if (stated > most) fail(is_distance ? "166" : "151", format("Exceeded max {}: {} {}", name, most, unit));
    found.push_back({is_distance, stated * (is_distance ? 1000 : 60), stated, colour_of(contour)});
}

std::vector<Contour> contours(const RequestJson& json) {
    const auto list = json.find("contours");
    if (list == json.end() || !list->is_array() || list->empty())
        fail("113", "Insufficiently specified required parameter 'contours'");
    std::vector<Contour> found;
    for (const RequestJson& one : *list) {
        const std::size_t before = found.size();
        if (one.is_object()) {
            add_contour(one, true, found);
            add_contour(one, false, found);
        }
        if (found.size() == before)
            fail("113", "Contours need a number `time`, in minutes, or `distance`, in kilometres");
        if (found.size() > most_contours) fail("152", format("Exceeded max contours: {}", most_contours));
    }
    std::ranges::stable_sort(found, std::ranges::greater(),
                             [](const Contour& one) { return std::pair(one.is_distance, one.limit); });
    return found;
}

void read_isochrone(const RequestJson& json, RoadRequest& request) {
    request.contours = contours(json);
    check_request(json, request.costing, isochrone_outputs, {"locations"});
    request.reverse = flag_field(json, "reverse", request.reverse);
    request.polygons = flag_field(json, "polygons", request.polygons);
    request.denoise = number_field(json, "denoise", request.denoise, 0, 1);
    request.tolerance_m = number_field(json, "generalize", request.tolerance_m, least_tolerance_m, most_tolerance_m);
}

// ---- routes

constexpr double most_alternates = 3;

// The first and the last location end legs, whatever they say, as in Valhalla.
std::vector<RouteStop> stops_of(const RequestJson& locations) {
    std::vector<RouteStop> stops;
    for (const RequestJson& location : locations) {
        const bool is_end = stops.empty() || stops.size() + 1 == locations.size();
        const RequestJson type = location.value("type", RequestJson("break"));
        RouteStop& stop =
            stops.emplace_back(RouteStop{type.is_string() && !is_end ? type.get<std::string>() : "break"});
        const bool is_known = type == "break" || type == "through" || type == "via" || type == "break_through";
        if (!is_known) fail("130", "Failed to parse location: its `type` may be break, through, via or break_through");
        const RequestJson name = location.value("name", RequestJson());
        if (name.is_string()) stop.name = name.get<std::string>();
        stop.ends_leg = stop.type.starts_with("break");
        stop.turns_round = !stop.type.ends_with("through");
    }
    return stops;
}

Geometries shape_of(const RequestJson& request) {
    const std::string name = text_option(request, "shape_format");
    if (name.empty() || name == "polyline6") return Geometries::polyline6;
    if (name == "polyline5") return Geometries::polyline;
    if (name == "geojson") return Geometries::geojson;
    if (name == "no_shape") return Geometries::none;
    fail("164", "Invalid shape format: `shape_format` may be polyline6, polyline5, geojson or no_shape");
}

double metres_per_unit(const RequestJson& json) {
    const RequestJson units = directions_option(json, "units");
    if (units.is_null() || units == "kilometers" || units == "km") return 1000;
    if (units == "miles" || units == "mi") return 1609.344;
    fail("100", "`units`: expected 'kilometers', 'km', 'miles' or 'mi'");
}

std::optional<std::string> id_of(const RequestJson& json) {
    const auto id = json.find("id");
    if (id == json.end() || !id->is_string()) return {};
    return id->get<std::string>();
}

// `accept_language`: the header, which counts if the request states no language.
void read_route(const RequestJson& json, std::string_view accept_language, RoadRequest& request) {
    check_request(json, request.costing, route_outputs, {"locations"});
    request.metres_per_unit = metres_per_unit(json);
    request.stops = stops_of(json.at("locations"));
    const std::string directions = text_option(json, "directions_type");
    if (!directions.empty() && directions != "none" && directions != "maneuvers" && directions != "instructions") {
        fail(malformed, "`directions_type` may be none, maneuvers or instructions");
    }
    request.steps = directions != "none" && flag_field(json, "narrative", true);
    request.instructions = request.steps && directions != "maneuvers";
    request.roundabout_exits = flag_field(json, "roundabout_exits", true);
    request.alternatives = static_cast<std::size_t>(number_field(json, "alternates", 0, 0, most_alternates));
    if (request.alternatives > 0 && request.stops.size() > 2) {
        fail(not_implemented, "`alternates` is supported between two locations only");
    }
    request.geometries = shape_of(json);
    request.language_tag = text_option(json, "language");
    request.language = accepted_language(request.language_tag.empty() ? accept_language : request.language_tag);
    if (request.language->empty() && !request.language_tag.empty()) {
        fail(not_implemented, format("`language`: '{}' is not supported; expected {}, with or without a country",
                                     shortened(request.language_tag), joined(instruction_languages())));
    }
}

// ---- tables

void read_matrix(const RequestJson& json, const ServiceLimits& limits, RoadRequest& request) {
    add_locations(request, json, "sources", limits.table_coordinates);
    for (std::size_t i = 0; i < request.coordinates.size(); ++i) request.sources.push_back(i);
    add_locations(request, json, "targets", limits.table_coordinates);
    for (std::size_t i = request.sources.size(); i < request.coordinates.size(); ++i) request.destinations.push_back(i);
    if (request.sources.size() * std::uint64_t{request.destinations.size()} > limits.table_sum_cells)
        fail("150", format("Exceeded max pairs of sources and targets: {}", limits.table_sum_cells));
    check_request(json, request.costing, matrix_outputs, {"sources", "targets"});
    request.metres_per_unit = metres_per_unit(json);
    request.annotations = {"duration", "distance"};
    request.verbose = flag_field(json, "verbose", request.verbose);
}

}  // namespace

std::string_view valhalla_costing(const TableProvenance& source, std::string_view mode) {
    for (const auto& [name, value] : source) {
        if (name != "profile") continue;
        for (const std::string_view profile : {"truck", "bus", "taxi"}) {
            if (value == profile) return profile;
        }
    }
    if (mode == "cycling") return "bicycle";
    return mode == "walking" ? "pedestrian" : "auto";
}

RoadRequest parse_valhalla_request(std::string_view service, const ServiceRequest& asked, const ServiceLimits& limits,
                                   std::string_view costing) {
    const RequestJson json = json_of(asked, limits);
    RoadRequest request;
    request.deadline = Deadline(limits.seconds);
    request.id = id_of(json);
    request.costing = costing;
    request.exclude = excluded_classes(json, costing);
    request.exclude_polygons = excluded_rings(json);
    if (service == "isochrone") {
        add_locations(request, json, "locations", 1);
        read_isochrone(json, request);
    } else if (service == "route") {
        add_locations(request, json, "locations", limits.route_coordinates);
        if (request.coordinates.size() < 2) fail("120", "Insufficient number of locations provided: a route needs two");
        read_route(json, asked.accept_language, request);
    } else {
        read_matrix(json, limits, request);
    }
    return request;
}

}  // namespace allways::tools
