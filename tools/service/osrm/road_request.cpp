// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/road_request.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/instruction.h"
#include "base/text.h"
#include "service/http/protocol.h"
#include "service/osrm/polyline.h"

namespace allways::tools {

namespace {

// ---- options, by name

constexpr std::size_t most_alternatives = 3;

// The value of an option. The functions that parse it throw ServiceError.
struct OptionValue {
    std::string_view name;
    std::string_view text;
    std::size_t position;  // of the text in the target, for messages
    const ServiceLimits& limits;

    [[noreturn]] void fail() const { fail_query(position); }

    bool boolean() const {
        if (text != "true" && text != "false") fail();
        return text == "true";
    }
    std::size_t index(std::string_view one) const {
        const auto value = number_in<std::uint32_t>(one);
        if (!value) fail();
        return *value;
    }
    double positive() const {
        const auto value = number_in<double>(text);
        if (!value) fail();
        if (*value <= 0) fail_options(format("{} must be > 0", name));
        return *value;
    }
    std::size_t one_of(std::initializer_list<std::string_view> names, std::string_view one) const {
        const auto* const found = std::ranges::find(names, one);
        if (found == names.end()) fail();
        return static_cast<std::size_t>(found - names.begin());
    }
    std::size_t one_of(std::initializer_list<std::string_view> names) const { return one_of(names, text); }
    std::string language() const {
        const auto& known = instruction_languages();
        if (std::ranges::find(known, text) == known.end()) {
            fail_options(format("Unknown language '{}'; expected {}", text, joined(known)));
        }
        return std::string(text);
    }
    // "true" stands for all that are known.
    std::vector<std::string> annotations(std::initializer_list<std::string_view> known) const {
        std::vector<std::string> found;
        if (text == "true") return {known.begin(), known.end()};
        for (const std::string_view one : split(text, ',')) found.emplace_back(known.begin()[one_of(known, one)]);
        return found;
    }
    std::vector<std::size_t> indexes() const {
        std::vector<std::size_t> found;
        for (const std::string_view one : split(text, ';')) found.push_back(index(one));
        return found;
    }
    void add_ends(std::vector<std::size_t>& ends) const {
        if (text == "all") return;
        std::ranges::copy(indexes(), std::back_inserter(ends));
        if (ends.size() > limits.table_coordinates) {
            throw ServiceError("TooBig",
                               format("Too many table coordinates, at most {} are allowed", limits.table_coordinates));
        }
    }
    std::size_t alternatives() const {
        const std::size_t count = text == "true" ? 1 : text == "false" ? 0 : index(text);
        if (count > most_alternatives) {
            throw ServiceError("TooBig", format("Requested number of alternatives is higher than current maximum ({})",
                                                most_alternatives));
        }
        return count;
    }
    std::pair<double, double> bearing(std::string_view one) const {
        const auto both = split(one, ',');
        const auto of = number_in<double>(both[0]);
        const auto range = both.size() == 2 ? number_in<double>(both[1]) : std::nullopt;
        if (!of || !range) fail();
        if (*of < 0 || *of > 360 || *range < 0 || *range > 180) {
            fail_options("Bearings are 0 to 360 degrees, their ranges 0 to 180.");
        }
        return {*of, *range};
    }
    double radius(std::string_view one) const {
        if (one == "unlimited") return std::numeric_limits<double>::infinity();
        const auto value = number_in<double>(one);
        if (!value || *value < 0) fail();
        return *value;
    }
    // Adds one value for each coordinate; nothing for an empty text.
    template <class Value, class Parse>
    void add_each(std::vector<std::optional<Value>>& values, const Parse& parse) const {
        for (const std::string_view one : split(text, ';')) {
            values.push_back(one.empty() ? std::nullopt : std::optional<Value>(parse(one)));
        }
    }
};

struct RequestOption {
    std::string_view name;
    std::string_view services;  // that have it
    void (*set)(RoadRequest& request, const OptionValue& value);
};

constexpr std::string_view all_services = "nearest route table trip match";
constexpr std::string_view services_of_routes = "route trip match";

constexpr RequestOption request_options[] = {
    {"bearings", all_services,
     [](RoadRequest& to, const OptionValue& value) {
         value.add_each(to.bearings, [&](std::string_view one) { return value.bearing(one); });
     }},
    {"radiuses", all_services,
     [](RoadRequest& to, const OptionValue& value) {
         value.add_each(to.radiuses, [&](std::string_view one) { return value.radius(one); });
     }},
    {"approaches", all_services,
     [](RoadRequest& to, const OptionValue& value) {
         value.add_each(to.approaches, [&](std::string_view one) {
             return static_cast<Approach>(value.one_of({"unrestricted", "curb", "opposite"}, one));
         });
     }},
    {"hints", all_services,
     [](RoadRequest& to, const OptionValue& value) {
         for (const std::string_view one : split(value.text, ';')) to.hints.emplace_back(one);
     }},
    {"exclude", all_services,
     [](RoadRequest& to, const OptionValue& value) {
         for (const std::string_view one : split(value.text, ',')) {
             if (one.empty()) value.fail();
             to.exclude.emplace_back(one);
         }
     }},
    {"generate_hints", all_services,
     [](RoadRequest& to, const OptionValue& value) { to.generate_hints = value.boolean(); }},
    {"skip_waypoints", all_services,
     [](RoadRequest& to, const OptionValue& value) { to.skip_waypoints = value.boolean(); }},
    {"snapping", all_services,
     [](RoadRequest&, const OptionValue& value) {
         value.one_of({"default", "any"});
     }},
    {"number", "nearest",
     [](RoadRequest& to, const OptionValue& value) {
         to.number = value.index(value.text);
         if (to.number == 0) fail_options("number must be > 0");
     }},
    {"language", services_of_routes, [](RoadRequest& to, const OptionValue& value) { to.language = value.language(); }},
    {"steps", services_of_routes, [](RoadRequest& to, const OptionValue& value) { to.steps = value.boolean(); }},
    {"annotations", services_of_routes,
     [](RoadRequest& to, const OptionValue& value) {
         if (value.text != "false")
             to.annotations = value.annotations({"duration", "nodes", "distance", "weight", "datasources", "speed"});
     }},
    {"geometries", services_of_routes,
     [](RoadRequest& to, const OptionValue& value) {
         to.geometries = static_cast<Geometries>(value.one_of({"polyline", "polyline6", "geojson"}));
     }},
    {"overview", services_of_routes,
     [](RoadRequest& to, const OptionValue& value) {
         to.overview = static_cast<Overview>(value.one_of({"simplified", "full", "false", "by_legs"}));
     }},
    {"waypoints", "route match",
     [](RoadRequest& to, const OptionValue& value) {
         std::ranges::copy(value.indexes(), std::back_inserter(to.waypoints));
     }},
    {"alternatives", "route",
     [](RoadRequest& to, const OptionValue& value) { to.alternatives = value.alternatives(); }},
    {"continue_straight", "route",
     [](RoadRequest& to, const OptionValue& value) {
         if (value.text != "default") to.continue_straight = value.boolean();
     }},
    {"sources", "table", [](RoadRequest& to, const OptionValue& value) { value.add_ends(to.sources); }},
    {"destinations", "table", [](RoadRequest& to, const OptionValue& value) { value.add_ends(to.destinations); }},
    {"annotations", "table",
     [](RoadRequest& to, const OptionValue& value) {
         to.annotations =
             value.text == "false" ? std::vector<std::string>() : value.annotations({"duration", "distance"});
     }},
    {"fallback_speed", "table",
     [](RoadRequest& to, const OptionValue& value) { to.fallback_speed = value.positive(); }},
    {"fallback_coordinate", "table",
     [](RoadRequest& to, const OptionValue& value) {
         to.fallback_from_input = value.one_of({"input", "snapped"}) == 0;
     }},
    {"scale_factor", "table", [](RoadRequest& to, const OptionValue& value) { to.scale_factor = value.positive(); }},
    {"roundtrip", "trip", [](RoadRequest& to, const OptionValue& value) { to.roundtrip = value.boolean(); }},
    {"source", "trip",
     [](RoadRequest& to, const OptionValue& value) {
         to.source_first = value.one_of({"any", "first"}) == 1;
     }},
    {"destination", "trip",
     [](RoadRequest& to, const OptionValue& value) {
         to.destination_last = value.one_of({"any", "last"}) == 1;
     }},
    {"timestamps", "match",
     [](RoadRequest& to, const OptionValue& value) {
         std::ranges::copy(value.indexes(), std::back_inserter(to.timestamps));
     }},
    {"gaps", "match",
     [](RoadRequest& to, const OptionValue& value) {
         to.splits_at_gaps = value.one_of({"split", "ignore"}) == 0;
     }},
    {"tidy", "match", [](RoadRequest& to, const OptionValue& value) { to.tidy = value.boolean(); }},
};

// Sets the option in the request; `position` is the value's position in the target, for messages. Returns false if the
// request's service has no option of that name. Throws ServiceError.
bool take_option(RoadRequest& request, const ServiceLimits& limits, std::string_view name, std::string_view text,
                 std::size_t position) {
    const auto* const option = std::ranges::find_if(request_options, [&](const RequestOption& one) {
        return one.name == name && one.services.find(request.service) != std::string_view::npos;
    });
    if (option == std::end(request_options)) return false;
    option->set(request, {name, text, position, limits});
    return true;
}

// ---- coordinates

std::size_t most_coordinates(const std::string& service, const ServiceLimits& limits) {
    if (service == "trip") return limits.trip_coordinates;
    if (service == "match") return limits.match_coordinates;
    return limits.route_coordinates;
}

void require_count(const RoadRequest& request, const ServiceLimits& limits) {
    const std::size_t count = request.coordinates.size();
    const bool is_nearest = request.service == "nearest";
    if (is_nearest && count < 1) fail_options("Number of coordinates needs to be at least one.");
    if (!is_nearest && count < 2) fail_options("Number of coordinates needs to be at least two.");
    if (request.service == "table") {
        if (count <= 2 * limits.table_coordinates) return;
        throw ServiceError("TooBig",
                           format("Too many table coordinates, at most {} are allowed", limits.table_coordinates));
    }
    const std::size_t most = most_coordinates(request.service, limits);
    if (count > most) {
        throw ServiceError("TooBig", format("Number of entries {} is higher than current maximum ({})", count, most));
    }
}

// Decodes "polyline(…)" or "polyline6(…)"; nothing for any other text.
std::optional<std::vector<Coordinate>> places_of_line(std::string_view text, std::size_t position) {
    for (const auto& [name, digits] : {std::pair<std::string_view, int>{"polyline(", 5}, {"polyline6(", 6}}) {
        if (!text.starts_with(name) || !text.ends_with(")")) continue;
        auto line = decode_polyline(text.substr(name.size(), text.size() - name.size() - 1), digits);
        if (!line || line->empty()) fail_query(position + name.size());
        return line;
    }
    return {};
}

// Parses "lon,lat;lon,lat", "polyline(…)" or "polyline6(…)", with or without the format of the answer.
std::vector<Coordinate> coordinates_in(std::string_view text, std::size_t position) {
    if (text.ends_with(".flatbuffers")) {
        throw ServiceError("NotImplemented", "Answers in the format flatbuffers are not implemented; use .json");
    }
    if (text.ends_with(".json")) text.remove_suffix(5);
    if (auto line = places_of_line(text, position)) return std::move(*line);
    std::vector<Coordinate> found;
    for (const std::string_view one : split(text, ';')) {
        const auto at = position + static_cast<std::size_t>(one.data() - text.data());
        const auto both = split(one, ',');
        const auto x = number_in<double>(both[0]);
        const auto y = both.size() == 2 ? number_in<double>(both[1]) : std::nullopt;
        if (!x || !y) fail_query(found.empty() ? at : at - 1);
        found.push_back({*x, *y});
    }
    return found;
}

// ---- bodies

// Converts an option's JSON value to its text in a query string: lists with one value per coordinate are joined by ";",
// other lists by ",".
std::string as_text(const nlohmann::json& value, char separator) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string text;
    for (const auto& one : value) {
        if (&one != &value.front()) text += separator;
        text += as_text(one, ',');
    }
    return text;
}

[[noreturn]] void fail_body(const std::string& what) {
    throw ServiceError("InvalidQuery", "The body is not a JSON object of options: " + what);
}

std::vector<Coordinate> coordinates_in_body(const nlohmann::json& body) {
    const auto found = body.find("coordinates");
    if (found == body.end()) fail_body("`coordinates` is missing");
    if (found->is_string()) {
        if (auto line = places_of_line(found->get_ref<const std::string&>(), 0)) return std::move(*line);
        fail_body("a text of `coordinates` needs the form polyline(…) or polyline6(…)");
    }
    if (!found->is_array()) fail_body("`coordinates` is neither a list nor a text");
    std::vector<Coordinate> places;
    for (const auto& one : *found) {
        if (!one.is_array() || one.size() != 2 || !one[0].is_number() || !one[1].is_number()) {
            fail_body("`coordinates` needs pairs [longitude, latitude]");
        }
        places.push_back({one[0].get<double>(), one[1].get<double>()});
    }
    return places;
}

void take_body(const std::string& body, RoadRequest& request, const ServiceLimits& limits) {
    if (body.size() > limits.body_bytes) throw ServiceError("TooBig", "The body is too large", 413);
    // Every option fits in a depth of three; deeper nesting is refused, because the parser would recurse.
    const auto shallow = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > 3) fail_body("nested too deeply");
        return true;
    };
    const nlohmann::json json = nlohmann::json::parse(body, shallow, false);
    if (json.is_discarded() || !json.is_object()) fail_body("it cannot be parsed");
    request.coordinates = coordinates_in_body(json);
    for (const auto& [name, value] : json.items()) {
        if (name == "coordinates") continue;
        const char separator = name == "annotations" || name == "exclude" ? ',' : ';';
        (void)take_option(request, limits, name, as_text(value, separator), 0);  // unknown keys are ignored
    }
}

// ---- checks across options

void check(const RoadRequest& request, const ServiceLimits& limits) {
    require_count(request, limits);
    if (!std::ranges::all_of(request.coordinates, is_on_earth)) {
        throw ServiceError("InvalidValue", "Invalid coordinate value.");
    }
    const std::size_t count = request.coordinates.size();
    for (const auto& [name, found] : {std::pair("bearings", request.bearings.size()),
                                      {"radiuses", request.radiuses.size()},
                                      {"approaches", request.approaches.size()},
                                      {"hints", request.hints.size()},
                                      {"timestamps", request.timestamps.size()}}) {
        if (found == 0 || found == count) continue;
        fail_options(format("Number of elements in {} size {} does not match coordinate size {}", name, found, count));
    }
    if (std::ranges::adjacent_find(request.timestamps, std::greater()) != request.timestamps.end()) {
        throw ServiceError("InvalidValue", "Timestamps need to be monotonically increasing.");
    }
    if (request.number > limits.nearest_results) {
        throw ServiceError("TooBig", format("Number of results {} is higher than current maximum ({})", request.number,
                                            limits.nearest_results));
    }
    const auto outside = [&](std::size_t index) { return index >= count; };
    if (std::ranges::any_of(request.sources, outside)) fail_options("Source indices must be less than coordinates.");
    if (std::ranges::any_of(request.destinations, outside)) {
        fail_options("Destination indices must be less than coordinates.");
    }
    if (std::ranges::any_of(request.waypoints, outside))
        fail_options("Waypoint indices must be less than coordinates.");
    if (!request.waypoints.empty() &&
        (request.waypoints.size() < 2 || request.waypoints.front() != 0 || request.waypoints.back() != count - 1 ||
         std::ranges::adjacent_find(request.waypoints, std::greater_equal()) != request.waypoints.end())) {
        throw ServiceError("InvalidValue", "First and last coordinates must be specified as waypoints.");
    }
    if (request.service != "table") return;
    const std::uint64_t rows = request.sources.empty() ? count : request.sources.size();
    const std::uint64_t columns = request.destinations.empty() ? count : request.destinations.size();
    const std::uint64_t most = request.wants("distance") ? limits.table_sum_cells : limits.table_cells;
    if (rows > limits.table_coordinates || columns > limits.table_coordinates || rows * columns > most) {
        throw ServiceError("TooBig", format("Too many table coordinates: {} sources and {} destinations, at most {} of "
                                            "each and {} pairs are allowed",
                                            rows, columns, limits.table_coordinates, most));
    }
}

}  // namespace

bool RoadRequest::wants(std::string_view annotation) const {
    return std::ranges::find(annotations, annotation) != annotations.end();
}

RoadRequest parse_osrm_request(const Url& url, const ServiceRequest& asked, const ServiceLimits& limits) {
    const bool is_post = asked.method == "POST";
    const std::size_t parts = is_post ? 3 : 4;
    if (url.parts.size() != parts) {
        throw ServiceError("InvalidUrl", format("URL string malformed close to position {}: \"/\"", 1));
    }
    RoadRequest request;
    request.deadline = Deadline(limits.seconds);
    request.service = url.parts[0];
    if (url.parts[1] != "v1") {
        throw ServiceError("InvalidVersion", format("Service {} not found!", request.service));
    }
    const auto known = split(all_services, ' ');
    if (std::ranges::find(known, request.service) == known.end()) {
        throw ServiceError("InvalidService", format("Service {} not found!", request.service));
    }
    if (request.service == "table") request.annotations = {"duration"};
    if (is_post)
        take_body(asked.body, request, limits);
    else
        request.coordinates = coordinates_in(url.parts[3], url.last_part_position);
    for (const Url::Option& option : url.options) {
        if (!take_option(request, limits, option.name, option.value, option.value_position))
            fail_query(option.position);
    }
    if (!request.language) {
        const std::string accepted = accepted_language(asked.accept_language);
        if (!accepted.empty()) request.language = accepted;
    }
    check(request, limits);
    return request;
}

}  // namespace allways::tools
