// SPDX-License-Identifier: Apache-2.0
// What a request to Valhalla's /route asks for besides its locations.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace allways::tools {

enum class ValhallaShape { polyline6, polyline5, geojson, none };

struct ValhallaRouteFields {
    struct Stop {
        std::string type;         // "break", "through", "via", "break_through"
        std::string name = {};    // repeated in the answer
        bool ends_leg = true;     // else the leg passes it
        bool turns_round = true;  // the route may leave it in the direction from which it came
    };
    std::vector<Stop> stops;  // one for each location
    bool maneuvers = true;
    bool instructions = true;  // maneuvers have a text
    bool roundabout_exits = true;
    std::size_t alternates = 0;
    ValhallaShape shape = ValhallaShape::polyline6;
    std::string language;      // of instruction_languages(); empty: English
    std::string language_tag;  // as the request states it: "de-DE"
};

// Throws ServiceError for values that are not supported. `accept_language`: the header, which counts if the request
// states no language.
ValhallaRouteFields read_route_fields(const nlohmann::json& request, std::string_view accept_language);

}  // namespace allways::tools
