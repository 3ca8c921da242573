// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/osrm_request.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/instruction.h"
#include "base/text.h"
#include "service/http/url.h"
#include "service/osrm/polyline.h"

namespace allways::tools {

namespace {

// ---- options, by name

constexpr std::size_t most_alternatives = 3;

class OptionParser {
public:
    OptionParser(OsrmRequest& request, const ServiceLimits& limits) : request_(request), limits_(limits) {}

    // Sets the option in the request; `position` is the value's position in the target, for messages. Returns false if
    // the request's service has no option of that name. Throws ServiceError.
    bool take(std::string_view name, std::string_view value, std::size_t position) {
        value_ = value;
        position_ = position;
        return take_general(name) || (request_.service == "nearest" && take_of_nearest(name)) ||
               (has_routes() && take_of_routes(name)) || (request_.service == "route" && take_of_route(name)) ||
               (request_.service == "table" && take_of_table(name)) ||
               (request_.service == "trip" && take_of_trip(name)) ||
               (request_.service == "match" && take_of_match(name));
    }

private:
    bool has_routes() const { return request_.service != "nearest" && request_.service != "table"; }

    bool take_general(std::string_view name) {
        if (name == "bearings") {
            each(';', [&](std::string_view one) { request_.bearings.push_back(bearing(one)); });
        } else if (name == "radiuses") {
            each(';', [&](std::string_view one) { request_.radiuses.push_back(radius(one)); });
        } else if (name == "approaches") {
            each(';', [&](std::string_view one) { request_.approaches.push_back(approach(one)); });
        } else if (name == "hints") {
            each(';', [&](std::string_view one) { request_.hints.emplace_back(one); });
        } else if (name == "exclude") {
            each(',', [&](std::string_view one) {
                if (one.empty()) fail();
                request_.exclude.emplace_back(one);
            });
        } else if (name == "generate_hints") {
            request_.generate_hints = boolean();
        } else if (name == "skip_waypoints") {
            request_.skip_waypoints = boolean();
        } else if (name == "snapping") {
            one_of({"default", "any"});
        } else {
            return false;
        }
        return true;
    }

    bool take_of_nearest(std::string_view name) {
        if (name != "number") return false;
        request_.number = index(value_);
        if (request_.number == 0) fail_options("number must be > 0");
        return true;
    }

    bool take_of_routes(std::string_view name) {
        if (name == "language") {
            request_.language = one_language();
        } else if (name == "steps") {
            request_.steps = boolean();
        } else if (name == "annotations") {
            if (value_ == "true") {
                request_.annotations = {"duration", "nodes", "distance", "weight", "datasources", "speed"};
            } else if (value_ != "false") {
                annotations({"duration", "nodes", "distance", "weight", "datasources", "speed"});
            }
        } else if (name == "geometries") {
            request_.geometries = static_cast<Geometries>(one_of({"polyline", "polyline6", "geojson"}));
        } else if (name == "overview") {
            request_.overview = static_cast<Overview>(one_of({"simplified", "full", "false", "by_legs"}));
        } else if (name == "waypoints" && request_.service != "trip") {
            each(';', [&](std::string_view one) { request_.waypoints.push_back(index(one)); });
        } else {
            return false;
        }
        return true;
    }

    bool take_of_route(std::string_view name) {
        if (name == "alternatives") {
            request_.alternatives = value_ == "true" ? 1 : value_ == "false" ? 0 : index(value_);
            if (request_.alternatives > most_alternatives) {
                throw ServiceError(
                    "TooBig",
                    format("Requested number of alternatives is higher than current maximum ({})", most_alternatives));
            }
        } else if (name == "continue_straight") {
            if (value_ != "default") request_.continue_straight = boolean();
        } else {
            return false;
        }
        return true;
    }

    bool take_of_trip(std::string_view name) {
        if (name == "roundtrip") {
            request_.roundtrip = boolean();
        } else if (name == "source") {
            request_.source_first = one_of({"any", "first"}) == 1;
        } else if (name == "destination") {
            request_.destination_last = one_of({"any", "last"}) == 1;
        } else {
            return false;
        }
        return true;
    }

    bool take_of_match(std::string_view name) {
        if (name == "timestamps") {
            each(';', [&](std::string_view one) { request_.timestamps.push_back(index(one)); });
        } else if (name == "gaps") {
            request_.splits_at_gaps = one_of({"split", "ignore"}) == 0;
        } else if (name == "tidy") {
            request_.tidy = boolean();
        } else {
            return false;
        }
        return true;
    }

    bool take_of_table(std::string_view name) {
        if (name == "sources") {
            indexes(request_.sources);
        } else if (name == "destinations") {
            indexes(request_.destinations);
        } else if (name == "annotations") {
            if (value_ == "true")
                request_.annotations = {"duration", "distance"};
            else if (value_ == "false")
                request_.annotations.clear();
            else
                annotations({"duration", "distance"});
        } else if (name == "fallback_speed") {
            request_.fallback_speed = positive(name);
        } else if (name == "fallback_coordinate") {
            request_.fallback_from_input = one_of({"input", "snapped"}) == 0;
        } else if (name == "scale_factor") {
            request_.scale_factor = positive(name);
        } else {
            return false;
        }
        return true;
    }

    // ---- values

    [[noreturn]] void fail() const { fail_query(position_); }

    void each(char separator, const std::function<void(std::string_view)>& use) {
        for (const std::string_view one : split(value_, separator)) use(one);
    }
    bool boolean() const {
        if (value_ != "true" && value_ != "false") fail();
        return value_ == "true";
    }
    std::size_t index(std::string_view text) const {
        const auto value = number_in<std::uint32_t>(text);
        if (!value) fail();
        return *value;
    }
    double positive(std::string_view name) const {
        const auto value = number_in<double>(value_);
        if (!value) fail();
        if (*value <= 0) fail_options(format("{} must be > 0", name));
        return *value;
    }
    std::size_t one_of(std::initializer_list<std::string_view> names) const {
        const auto* const found = std::ranges::find(names, value_);
        if (found == names.end()) fail();
        return static_cast<std::size_t>(found - names.begin());
    }
    std::string one_language() const {
        const auto& known = instruction_languages();
        if (std::ranges::find(known, value_) == known.end()) {
            fail_options(format("Unknown language '{}'; expected {}", value_, joined(known)));
        }
        return std::string(value_);
    }
    void annotations(std::initializer_list<std::string_view> known) {
        request_.annotations.clear();
        each(',', [&](std::string_view one) {
            if (std::ranges::find(known, one) == known.end()) fail();
            request_.annotations.emplace_back(one);
        });
    }
    void indexes(std::vector<std::size_t>& found) {
        if (value_ == "all") return;
        each(';', [&](std::string_view one) { found.push_back(index(one)); });
        if (found.size() > limits_.table_coordinates) {
            throw ServiceError("TooBig",
                               format("Too many table coordinates, at most {} are allowed", limits_.table_coordinates));
        }
    }
    std::optional<BearingRange> bearing(std::string_view text) const {
        if (text.empty()) return {};
        const auto both = split(text, ',');
        const auto of = number_in<double>(both[0]);
        const auto range = both.size() == 2 ? number_in<double>(both[1]) : std::nullopt;
        if (!of || !range) fail();
        if (*of < 0 || *of > 360 || *range < 0 || *range > 180) {
            fail_options("Bearings are 0 to 360 degrees, their ranges 0 to 180.");
        }
        return BearingRange{*of, *range};
    }
    std::optional<double> radius(std::string_view text) const {
        if (text.empty()) return {};
        if (text == "unlimited") return std::numeric_limits<double>::infinity();
        const auto value = number_in<double>(text);
        if (!value || *value < 0) fail();
        return *value;
    }
    std::optional<Approach> approach(std::string_view text) const {
        if (text.empty()) return {};
        if (text == "unrestricted") return Approach::unrestricted;
        if (text == "curb") return Approach::curb;
        if (text == "opposite") return Approach::opposite;
        fail();
    }

    OsrmRequest& request_;
    const ServiceLimits& limits_;
    std::string_view value_;
    std::size_t position_ = 0;
};

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
        (void)OptionParser(request, limits).take(name, as_text(value, separator), 0);  // unknown keys are ignored
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

OsrmRequest parse_osrm_request(const Url& url, const ServiceRequest& asked, const ServiceLimits& limits) {
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
        if (!OptionParser(request, limits).take(option.name, option.value, option.value_position))
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
