// SPDX-License-Identifier: Apache-2.0
// Fields of Valhalla's requests that would change the answer but are not supported: they are refused by name, unless
// they have the value that Valhalla takes when they are missing. Fields without any effect are ignored. What a request
// to /route asks for besides its locations is read here, too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/network/coordinate.h"

namespace allways::tools {

// Throws ServiceError, with one of Valhalla's numbers, for such a field. `costing`: the one that the service answers.
void check_isochrone_fields(const nlohmann::json& request, std::string_view costing);
void check_matrix_fields(const nlohmann::json& request, std::string_view costing);
void check_route_fields(const nlohmann::json& request, std::string_view costing);

// The road classes that `costing_options` exclude: "motorway", "toll", "ferry".
std::vector<std::string> excluded_classes(const nlohmann::json& request, std::string_view costing);

// The rings of `exclude_polygons`, and of its older name `avoid_polygons`. Throws ServiceError for any other form.
std::vector<std::vector<Coordinate>> excluded_rings(const nlohmann::json& request);

// A field of the request, else of its `directions_options`, where Valhalla takes it, too; else null.
nlohmann::json directions_option(const nlohmann::json& request, const char* name);

// Values of fields that are supported. `otherwise`: the value if the field is missing. They throw ServiceError for a
// value of another type, and for a number outside the range.
bool flag_field(const nlohmann::json& object, const char* name, bool otherwise);
double number_field(const nlohmann::json& object, const char* name, double otherwise, double least, double most);

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
