// SPDX-License-Identifier: Apache-2.0
// Routes as GeoJSON (RFC 7946): one feature per route, its line in WGS 84 longitudes and latitudes.
#include "export/features/geojson.h"

#include <nlohmann/json.hpp>
#include "allways/routes/route.h"
#include "allways/routes/route_formats.h"
#include "export/files/output_file.h"
#include "routes/formats.h"
#include "routes/lon_lat_line.h"
#include "routes/values.h"

namespace allways::tools {

namespace {

using Json = nlohmann::ordered_json;

// Null for a route without length: a line needs two points.
void put_geometry(OutputFile& out, const std::vector<std::vector<Coordinate>>& parts) {
    if (parts.empty()) return out.put("null");
    const bool several = parts.size() > 1;
    out.put(several ? "{\"type\":\"MultiLineString\",\"coordinates\":[" : "{\"type\":\"LineString\",\"coordinates\":");
    for (const auto& line : parts) {
        if (&line != &parts.front()) out.put(',');
        char before = '[';
        for (const Coordinate point : line) {
            out.put(before);
            put_position(out, point);
            before = ',';
        }
        out.put(']');
    }
    out.put(several ? "]}" : "}");
}

Json properties(const PathSource& source, const RouteValues& values, const Route& route, const RouteOutput& output,
                std::size_t at) {
    Json json{{"cost", source.scale().name}, {"unit", values.scale().unit()}, {"arcs", route.legs.size()}};
    json["roads"] = road_names(values.facts(), route);
    json.update(values.of(route, output, at));
    return json;
}

void write_geojson(const PathSource& source, const std::vector<Route>& routes, const RouteOutput& output) {
    require_coordinates(source);
    const RouteValues values(source, output.unit, {});
    const ToLonLat to_lon_lat(source, output.log);
    OutputFile out(output.path, output.overwrite);
    out.put(geojson_begin(source.attribution()));
    for (std::size_t at = 0; at < routes.size(); ++at) {
        report(output.progress, "write", at, routes.size());
        out.put(at == 0 ? "\n" : ",\n");
        out.put("{\"type\":\"Feature\",\"geometry\":");
        const std::vector<Coordinate> line = to_lon_lat(line_of(source, routes[at]));
        put_geometry(out, source.crs().empty() ? std::vector(line.empty() ? 0 : 1, line) : cut_at_antimeridian(line));
        out.put(",\"properties\":" + json_text(properties(source, values, routes[at], output, at)) + "}");
    }
    out.put(geojson_end);
    out.commit();
}

}  // namespace

RouteFormat route_geojson() {
    return {.name = "geojson", .suffixes = {".geojson"}, .write = write_geojson, .needs_coordinates = true};
}

}  // namespace allways::tools
