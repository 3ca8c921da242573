// SPDX-License-Identifier: Apache-2.0
#include "allways/routes/route_formats.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/files.h"
#include "allways/result/natural_scale.h"
#include "routes/formats.h"
#include "routes/phrases.h"
#include "text/input_file.h"

namespace allways {

using namespace tools;

namespace {

std::string known_route_formats() {
    std::string list;
    for (const RouteFormat& known : route_formats()) {
        list += format("{}{} ({})", list.empty() ? "" : ", ", known.name, known.suffixes.front());
    }
    return list;
}

const RouteFormat& look_up(const RouteOutput& output) {
    const bool by_name = !output.format.empty() || output.path == standard_output;
    const std::string name = output.format.empty() ? "text" : output.format;
    for (const RouteFormat& known : route_formats()) {
        if (by_name ? known.name == name : std::ranges::any_of(known.suffixes, [&](const std::string& suffix) {
                return output.path.ends_with(suffix);
            })) {
            return known;
        }
    }
    if (importers::names_parquet(output.path, output.format)) throw InvalidArgument(importers::how_to_write_parquet);
    throw InvalidArgument(format(
        "no format for paths {}; known are {}",
        output.format.empty() ? format("by the name '{}'", output.path) : format("is called '{}'", output.format),
        known_route_formats()));
}

}  // namespace

const std::vector<RouteFormat>& route_formats() {
    static const std::vector<RouteFormat> formats = {
        route_text(), route_csv(), route_json(), route_geojson(), route_gpkg(), route_shapefile(), route_flatgeobuf()};
    return formats;
}

const RouteFormat& find_route_format(const RouteOutput& output) {
    const RouteFormat& found = look_up(output);
    check_unit(output.unit);
    Language::find(output.language);
    if (output.path == standard_output && !found.standard_output) {
        throw InvalidArgument(format("format {} cannot go to standard output; give a file name (`path`)", found.name));
    }
    if (!output.steps.empty() && !found.steps) {
        throw InvalidArgument(format("`steps` does not apply to format {}", found.name));
    }
    return found;
}

std::vector<std::string> tools::road_names(const RoadFacts& facts, const Route& route) {
    std::vector<std::string> names;
    for (const PathLeg& leg : route.legs) {
        if (facts.is_unnamed(leg)) continue;
        if (names.empty() || names.back() != facts.road(leg)) names.push_back(facts.road(leg));
    }
    return names;
}

std::string stop_text(const PathSource& source, const Stop& stop) {
    return stop.asked ? stop.asked->name : source.node_text(stop.node);
}

}  // namespace allways
