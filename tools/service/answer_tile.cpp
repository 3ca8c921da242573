// SPDX-License-Identifier: Apache-2.0
// tile: the roads of a square of the map as a vector tile, one line for each arc.
#include <algorithm>
#include <cmath>

#include "allways/base/format.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/map/road_map.h"
#include "service/map/vector_tile.h"
#include "service/osrm/request_text.h"

namespace allways::tools {

namespace {

constexpr std::uint32_t lowest_zoom = 12;
constexpr std::uint32_t highest_zoom = 22;
constexpr double km_h = 3.6;

// Parses "tile(8529,5974,14).mvt".
TileAddress address_of(std::string_view text, std::size_t position) {
    constexpr std::string_view begin = "tile(";
    constexpr std::string_view end = ").mvt";
    if (!text.starts_with(begin) || !text.ends_with(end)) fail_query(position);
    text = text.substr(begin.size(), text.size() - begin.size() - end.size());
    const auto numbers = split(text, ',');
    if (numbers.size() != 3) fail_query(position);
    std::uint32_t values[3];
    for (std::size_t i = 0; i < 3; ++i) {
        const auto value = number_in<std::uint32_t>(numbers[i]);
        if (!value) fail_query(position + begin.size());
        values[i] = *value;
    }
    const TileAddress tile{values[0], values[1], values[2]};
    const bool is_known = tile.zoom >= lowest_zoom && tile.zoom <= highest_zoom;
    if (is_known && tile.x < 1u << tile.zoom && tile.y < 1u << tile.zoom) return tile;
    throw ServiceError("InvalidOptions",
                       format("Tiles have zoom levels {} to {}, and x and y below 2 to the power of the zoom level.",
                              lowest_zoom, highest_zoom));
}

// The properties are those of OSRM's layer "speeds", and the class of the road.
void add_arc(TileLayer& layer, const TileAddress& tile, const MapSnapshot& map, ArcIndex arc) {
    const double raw =
        std::visit([&](const auto& costs) { return is_reachable(costs[arc]) ? static_cast<double>(costs[arc]) : -1; },
                   map.arcs().cost);
    if (raw < 0) return;  // closed
    const double seconds = map.seconds(raw);
    const double metres = map.arc_metres(arc);
    const double rate = seconds > 0 && std::isfinite(metres) ? metres / seconds : 0;
    const PathLeg leg{.arc = arc};
    layer.add_line(tile, map.line(arc),
                   {{"speed", static_cast<std::uint64_t>(std::lround(rate * km_h))},
                    {"is_small", map.roads().is_in_small_component(arc)},
                    {"datasource", std::string("network")},
                    {"duration", static_cast<float>(seconds)},
                    {"weight", static_cast<float>(seconds)},
                    {"rate", static_cast<float>(rate)},
                    {"name", std::string(map.facts().name(leg))},
                    {"class", std::string(map.facts().kind(leg))}});
}

}  // namespace

std::string answer_tile(const MapSnapshot& map, const Url& url, const ServiceOptions& options) {
    if (url.parts[1] != "v1") throw ServiceError("InvalidVersion", "Service tile not found!");
    const TileAddress tile = address_of(url.parts[3], url.last_part_position);
    if (!url.options.empty()) fail_query(url.options.front().position);
    const Coordinate north_west = tile.to_degrees({-tile_margin, -tile_margin});
    const Coordinate south_east = tile.to_degrees({tile_extent + tile_margin, tile_extent + tile_margin});
    const Deadline deadline(options.limits.seconds);
    TileLayer layer("speeds");
    for (const ArcIndex road : map.roads().roads_within({north_west.x, south_east.y, south_east.x, north_west.y})) {
        deadline.require();
        for (const ArcIndex arc : map.roads().both_directions(road)) add_arc(layer, tile, map, arc);
    }
    return layer.tile();
}

}  // namespace allways::tools
