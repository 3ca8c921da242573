// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/osrm_options.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>

#include "allways/base/format.h"
#include "allways/routes/languages.h"
#include "base/text.h"
#include "service/http/service_error.h"
#include "service/osrm/request_text.h"

namespace allways::tools {

namespace {

constexpr std::size_t most_alternatives = 3;

class OptionParser {
public:
    OptionParser(OsrmRequest& request, const ServiceLimits& limits) : request_(request), limits_(limits) {}

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

}  // namespace

bool take_osrm_option(OsrmRequest& request, const ServiceLimits& limits, std::string_view name, std::string_view value,
                      std::size_t position) {
    return OptionParser(request, limits).take(name, value, position);
}

}  // namespace allways::tools
