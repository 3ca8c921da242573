// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/valhalla_request.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "service/http/service_error.h"
#include "service/http/url.h"
#include "service/valhalla/valhalla_fields.h"

namespace allways::tools {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_contours = 10;
constexpr double most_minutes = 600;
constexpr double most_kilometres = 500;
constexpr double least_tolerance_m = 5;  // finer outlines would need too much memory
constexpr double most_tolerance_m = 50;

[[noreturn]] void fail(const char* code, const std::string& message) {
    throw ServiceError(code, message);
}

Json json_of(const ServiceRequest& request, const ServiceLimits& limits) {
    std::string text = request.body;
    if (request.method != "POST") {
        for (const Url::Option& option : parse_url(request.target).options) {
            if (option.name == "json") text = option.value;
        }
    }
    if (text.size() > limits.body_bytes) throw ServiceError("154", "The request is too large", 413);
    const auto shallow = [](int depth, Json::parse_event_t, Json&) {
        if (depth > 8) fail("100", "Failed to parse json request");
        return true;
    };
    Json json = Json::parse(text, shallow, false);
    if (!json.is_object()) fail("100", "Failed to parse json request");
    return json;
}

std::vector<Coordinate> places(const Json& json, const char* name, std::size_t most) {
    std::vector<Coordinate> found;
    const auto list = json.find(name);
    if (list == json.end() || !list->is_array() || list->empty())
        fail("112", format("Insufficiently specified required parameter '{}'", name));
    if (list->size() > most) fail("150", format("Exceeded max locations: {}", most));
    for (const Json& one : *list) {
        const auto number = [&](const char* key) {
            const auto value = one.is_object() ? one.find(key) : one.end();
            if (!one.is_object() || value == one.end() || !value->is_number())
                fail("130", "Failed to parse location: it needs numbers `lat` and `lon`");
            return value->get<double>();
        };
        found.push_back({number("lon"), number("lat")});
        if (!(std::abs(found.back().x) <= 180 && std::abs(found.back().y) <= 90))
            fail("130", "Failed to parse location: `lat` or `lon` is out of range");
    }
    return found;
}

// "ff0000" or "#f00", without the "#".
std::string colour_of(const Json& contour) {
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
void add_contour(const Json& contour, bool is_distance, std::vector<ValhallaRequest::Contour>& found) {
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

std::vector<ValhallaRequest::Contour> contours(const Json& json) {
    const auto list = json.find("contours");
    if (list == json.end() || !list->is_array() || list->empty())
        fail("113", "Insufficiently specified required parameter 'contours'");
    std::vector<ValhallaRequest::Contour> found;
    for (const Json& one : *list) {
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
                             [](const ValhallaRequest::Contour& one) { return std::pair(one.is_distance, one.limit); });
    return found;
}

double metres_per_unit(const Json& json) {
    const Json units = directions_option(json, "units");
    if (units.is_null() || units == "kilometers" || units == "km") return 1000;
    if (units == "miles" || units == "mi") return 1609.344;
    fail("100", "`units`: expected 'kilometers', 'km', 'miles' or 'mi'");
}

std::optional<std::string> id_of(const Json& json) {
    const auto id = json.find("id");
    if (id == json.end() || !id->is_string()) return {};
    return id->get<std::string>();
}

void read_isochrone(const Json& json, ValhallaRequest& request) {
    request.contours = contours(json);
    check_isochrone_fields(json, request.costing);
    request.reverse = flag_field(json, "reverse", request.reverse);
    request.polygons = flag_field(json, "polygons", request.polygons);
    request.denoise = number_field(json, "denoise", request.denoise, 0, 1);
    request.tolerance_m = number_field(json, "generalize", request.tolerance_m, least_tolerance_m, most_tolerance_m);
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

ValhallaRequest parse_valhalla_request(std::string_view service, const ServiceRequest& asked,
                                       const ServiceLimits& limits, std::string_view costing) {
    const Json json = json_of(asked, limits);
    ValhallaRequest request;
    request.deadline = Deadline(limits.seconds);
    request.id = id_of(json);
    request.costing = costing;
    request.exclude = excluded_classes(json, costing);
    request.exclude_polygons = excluded_rings(json);
    if (service == "isochrone") {
        request.sources = places(json, "locations", 1);
        read_isochrone(json, request);
        return request;
    }
    if (service == "route") {
        request.sources = places(json, "locations", limits.route_coordinates);
        if (request.sources.size() < 2) fail("120", "Insufficient number of locations provided: a route needs two");
        check_route_fields(json, costing);
        request.metres_per_unit = metres_per_unit(json);
        request.route = read_route_fields(json, asked.accept_language);
        return request;
    }
    request.sources = places(json, "sources", limits.table_coordinates);
    request.targets = places(json, "targets", limits.table_coordinates);
    if (request.sources.size() * std::uint64_t{request.targets.size()} > limits.table_sum_cells)
        fail("150", format("Exceeded max pairs of sources and targets: {}", limits.table_sum_cells));
    check_matrix_fields(json, costing);
    request.metres_per_unit = metres_per_unit(json);
    request.verbose = flag_field(json, "verbose", request.verbose);
    return request;
}

}  // namespace allways::tools
