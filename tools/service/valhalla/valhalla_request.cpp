// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/valhalla_request.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "service/http/service_error.h"
#include "service/http/url.h"

namespace allways::tools {

namespace {

using Json = nlohmann::json;

constexpr std::size_t most_contours = 10;
constexpr double most_minutes = 600;

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

std::vector<ValhallaRequest::Contour> contours(const Json& json) {
    const auto list = json.find("contours");
    if (list == json.end() || !list->is_array() || list->empty())
        fail("113", "Insufficiently specified required parameter 'contours'");
    if (list->size() > most_contours) fail("152", format("Exceeded max contours: {}", most_contours));
    std::vector<ValhallaRequest::Contour> found;
    for (const Json& one : *list) {
        const auto time = one.is_object() ? one.find("time") : one.end();
        if (!one.is_object() || time == one.end() || !time->is_number())
            fail("113", "Contours need a number `time`, in minutes");
        const double minutes = time->get<double>();
        if (!(minutes > 0)) fail("113", "Contours need a `time` above 0");
        if (minutes > most_minutes) fail("151", format("Exceeded max time: {}", most_minutes));
        const auto colour = one.find("color");
        const bool has_colour = colour != one.end() && colour->is_string();
        found.push_back({60 * minutes, has_colour ? colour->get<std::string>() : ""});
    }
    std::ranges::stable_sort(found, {}, &ValhallaRequest::Contour::seconds);
    return found;
}

bool flag(const Json& json, const char* name, bool usual) {
    const auto value = json.find(name);
    return value != json.end() && value->is_boolean() ? value->get<bool>() : usual;
}

}  // namespace

bool is_valhalla_service(std::string_view name) {
    return name == "sources_to_targets" || name == "isochrone";
}

ValhallaRequest parse_valhalla_request(std::string_view service, const ServiceRequest& asked,
                                       const ServiceLimits& limits) {
    const Json json = json_of(asked, limits);
    ValhallaRequest request;
    request.deadline = Deadline(limits.seconds);
    if (service == "isochrone") {
        request.sources = places(json, "locations", 1);
        request.contours = contours(json);
        request.polygons = flag(json, "polygons", false);
        const auto denoise = json.find("denoise");
        if (denoise != json.end() && denoise->is_number())
            request.denoise = std::clamp(denoise->get<double>(), 0.0, 1.0);
        return request;
    }
    request.sources = places(json, "sources", limits.table_coordinates);
    request.targets = places(json, "targets", limits.table_coordinates);
    if (request.sources.size() * std::uint64_t{request.targets.size()} > limits.table_sum_cells)
        fail("150", format("Exceeded max pairs of sources and targets: {}", limits.table_sum_cells));
    const auto units = json.find("units");
    const bool miles = units != json.end() && (*units == "miles" || *units == "mi");
    if (miles) request.metres_per_unit = 1609.344;
    request.verbose = flag(json, "verbose", true);
    return request;
}

}  // namespace allways::tools
