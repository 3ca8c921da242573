// SPDX-License-Identifier: Apache-2.0
#include "service/valhalla/route_fields.h"

#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/routes/languages.h"
#include "base/text.h"
#include "service/http/service_error.h"
#include "service/valhalla/valhalla_fields.h"

namespace allways::tools {

namespace {

using Json = nlohmann::json;
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
