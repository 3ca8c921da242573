// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/osrm_request.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/languages.h"
#include "service/http/service_error.h"
#include "service/http/url.h"
#include "service/osrm/osrm_options.h"
#include "service/osrm/polyline.h"
#include "service/osrm/request_text.h"

namespace allways::tools {

namespace {

// ---- coordinates

std::size_t most_coordinates(const std::string& service, const ServiceLimits& limits) {
    if (service == "trip") return limits.trip_coordinates;
    if (service == "match") return limits.match_coordinates;
    return limits.route_coordinates;
}

void require_count(const OsrmRequest& request, const ServiceLimits& limits) {
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

void require_on_earth(Coordinate at) {
    if (std::abs(at.x) <= 180 && std::abs(at.y) <= 90) return;
    throw ServiceError("InvalidValue", "Invalid coordinate value.");
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

void take_body(const std::string& body, OsrmRequest& request, const ServiceLimits& limits) {
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
        (void)take_osrm_option(request, limits, name, as_text(value, separator), 0);  // unknown keys are ignored
    }
}

// ---- checks across options

void require_size(std::size_t found, std::size_t expected, std::string_view name) {
    if (found == 0 || found == expected) return;
    fail_options(format("Number of elements in {} size {} does not match coordinate size {}", name, found, expected));
}

void check(const OsrmRequest& request, const ServiceLimits& limits) {
    require_count(request, limits);
    std::ranges::for_each(request.coordinates, require_on_earth);
    const std::size_t count = request.coordinates.size();
    require_size(request.bearings.size(), count, "bearings");
    require_size(request.radiuses.size(), count, "radiuses");
    require_size(request.approaches.size(), count, "approaches");
    require_size(request.hints.size(), count, "hints");
    require_size(request.timestamps.size(), count, "timestamps");
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

bool OsrmRequest::wants(std::string_view annotation) const {
    return std::ranges::find(annotations, annotation) != annotations.end();
}

OsrmRequest parse_osrm_request(const ServiceRequest& asked, const ServiceLimits& limits) {
    const Url url = parse_url(asked.target);
    const bool is_post = asked.method == "POST";
    const std::size_t parts = is_post ? 3 : 4;
    if (url.parts.size() != parts) {
        throw ServiceError("InvalidUrl", format("URL string malformed close to position {}: \"/\"", 1));
    }
    OsrmRequest request;
    request.deadline = Deadline(limits.seconds);
    request.service = url.parts[0];
    if (url.parts[1] != "v1") {
        throw ServiceError("InvalidVersion", format("Service {} not found!", request.service));
    }
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, request.service) != names.end();
    };
    if (!is({"nearest", "route", "table", "trip", "match"})) {
        throw ServiceError("InvalidService", format("Service {} not found!", request.service));
    }
    if (request.service == "table") request.annotations = {"duration"};
    if (is_post)
        take_body(asked.body, request, limits);
    else
        request.coordinates = coordinates_in(url.parts[3], url.last_part_position);
    for (const Url::Option& option : url.options) {
        if (!take_osrm_option(request, limits, option.name, option.value, option.value_position))
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
