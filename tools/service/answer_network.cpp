// SPDX-License-Identifier: Apache-2.0
// The roads of the map. network: the data that the page draws. /network gives its bounds and the styles of road
// classes, /network/roads the roads in a box, with their names if asked for. tile: the roads of a square of the map.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "allways/base/format.h"
#include "allways/draw/colours.h"
#include "base/text.h"
#include "draw/base_map.h"
#include "export/json.h"
#include "service/answers.h"
#include "service/map/road_map.h"
#include "service/map/vector_tile.h"

namespace allways::tools {

namespace {

constexpr double metres_per_degree = 111195;  // one degree of latitude

void write_theme(JsonWriter& json, const Theme& theme) {
    constexpr std::size_t most_contours = 10;
    json.begin_object();
    for (const auto& [name, colour] : {std::pair("paper", theme.paper),
                                       {"ground", theme.ground},
                                       {"ink", theme.ink},
                                       {"faint", theme.faint_ink},
                                       {"frame", theme.frame},
                                       {"road", theme.road}}) {
        json.key(name).string(hex_text(colour));
    }
    json.key("values").list(value_colours(most_contours, theme),
                            [&](const Colour& colour) { json.string(hex_text(colour)); });
    json.key("classes").begin_array();
    for (std::size_t i = 0; i < road_class_count; ++i) {
        const auto road_class = static_cast<RoadClass>(i);
        const LineStyle style = style_of(road_class, theme);
        json.begin_object().key("name").string(name(road_class)).key("colour").string(hex_text(style.colour));
        json.key("width").number(style.width, 2).key("dashed").boolean(style.dashed).end_object();
    }
    json.end_array().end_object();
}

double number_of(std::string_view text, std::string_view option) {
    const auto value = number_in<double>(text);
    if (!value) throw ServiceError("InvalidQuery", format("`{}` needs numbers", option));
    return *value;
}

BoundingBox box_of(const std::string& text) {
    std::vector<double> numbers;
    for (const std::string_view side : split(text, ',')) numbers.push_back(number_of(side, "bbox"));
    if (numbers.size() != 4 || numbers[0] > numbers[2] || numbers[1] > numbers[3])
        throw ServiceError("InvalidOptions", "`bbox` needs west,south,east,north in degrees");
    return {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

// Writes all points in millionths of a degree, as differences from the previous point.
void write_roads(JsonWriter& json, const DrawnRoads& roads) {
    json.key("class")
        .integer(static_cast<std::int64_t>(roads.road_class))
        .key("counts")
        .list(roads.lines, [&](const auto& line) { json.integer(line.size()); });
    json.key("points").begin_array();
    std::int64_t x = 0;
    std::int64_t y = 0;
    for (const auto& line : roads.lines) {
        for (const Coordinate& point : line) {
            const std::int64_t next_x = std::llround(point.x * 1e6);
            const std::int64_t next_y = std::llround(point.y * 1e6);
            json.integer(next_x - x).integer(next_y - y);
            x = next_x;
            y = next_y;
        }
    }
    json.end_array();
}

// Writes each name once, and for each line the index of its name; -1: it has none. A road's number stands for its name.
void write_names(JsonWriter& json, const MapSnapshot& map, const DrawnRoads& roads) {
    const TextColumn* names = map.arcs().text("name");
    const TextColumn* refs = map.arcs().text("ref");
    std::unordered_map<std::string_view, std::int64_t> known;
    JsonWriter distinct;
    json.key("name_of").begin_array();
    for (const ArcIndex arc : roads.roads) {
        std::string_view name = names != nullptr ? names->text(arc) : std::string_view{};
        if (name.empty() && refs != nullptr) name = refs->text(arc);
        if (name.empty()) {
            json.integer(-1);
            continue;
        }
        const auto [place, is_new] = known.emplace(name, known.size());
        if (is_new) distinct.string(name);
        json.integer(place->second);
    }
    json.end_array().key("names").begin_array().elements(distinct).end_array();
}

std::string answer_description(const MapSnapshot& map, const ServiceOptions& options,
                               const std::vector<std::string>& profiles) {
    JsonWriter json;
    json.begin_object().key("code").string("Ok");
    write_box(json.key("bounds"), map.roads().extent());
    write_box(json.key("view"), map.roads().shown());
    json.key("profiles").list(profiles);
    json.key("exclude").list(options.excludable, [&](const auto& combination) { json.list(combination); });
    json.key("attribution").string(map.source().attribution());
    json.key("roads").integer(map.roads().roads().size()).key("themes").begin_object();
    for (const char* name : {"light", "dark"}) write_theme(json.key(name), theme_named(name));
    return std::move(json.end_object().end_object()).take();
}

}  // namespace

void write_box(JsonWriter& json, const BoundingBox& box) {
    json.begin_array();
    for (const double bound : {box.low.x, box.low.y, box.high.x, box.high.y}) json.number(bound, 6);
    json.end_array();
}

std::string answer_network(const MapSnapshot& map, const Url& url, const ServiceOptions& options,
                           const std::vector<std::string>& profiles) {
    if (url.parts.size() == 1) return answer_description(map, options, profiles);
    if (url.parts.size() != 2 || url.parts[1] != "roads")
        throw ServiceError("InvalidUrl", "Expected /network or /network/roads?bbox=west,south,east,north", 404);
    BoundingBox box = map.roads().extent();
    double resolution_m = 0;
    bool has_names = false;
    for (const Url::Option& option : url.options) {
        if (option.name == "bbox")
            box = box_of(option.value);
        else if (option.name == "resolution")
            resolution_m = number_of(option.value, "resolution");
        else if (option.name == "names" && (option.value == "true" || option.value == "false"))
            has_names = option.value == "true";
        else
            throw ServiceError("InvalidOptions",
                               "Expected the options `bbox`, `resolution`, and `names=true` or `=false`");
    }
    constexpr double finest_m = 0.01;  // the finest rounding of lines
    const double resolution = resolution_m < finest_m ? 0 : std::min(resolution_m, 1e5) / metres_per_degree;
    const auto drawn = map.roads().within(box, resolution, options.limits.network_points);
    JsonWriter json;
    json.begin_object().key("code").string("Ok").key("left_out").list(drawn, [&](const DrawnRoads& roads) {
        if (roads.lines.empty()) json.string(name(roads.road_class));
    });
    json.key("roads").list(drawn, [&](const DrawnRoads& roads) {
        if (roads.lines.empty()) return;
        write_roads(json.begin_object(), roads);
        if (has_names) write_names(json, map, roads);
        json.end_object();
    });
    return std::move(json.end_object()).take();
}

// ---- tile: a vector tile, one line for each arc

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
