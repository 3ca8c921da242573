// SPDX-License-Identifier: Apache-2.0
// isochrone: Valhalla's contours, the area within a time from a place.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "allways/base/format.h"
#include "allways/query/isochrone.h"
#include "areas/areas.h"
#include "network/snap/segment.h"
#include "service/answers.h"

namespace allways::tools {

namespace {

constexpr double buffer_m = 50;         // around roads
constexpr double location_grid = 1e-6;  // the decimals of write_location

// The areas of the contours of one metric, the largest first.
std::vector<OGRGeometryUniquePtr> contour_areas(const MapSnapshot& map, const RoadRequest& request,
                                                const Waypoint& place, bool are_distances) {
    std::vector<double> limits;  // in raw costs, or in the unit of the lengths, ascending
    for (const Contour& contour : request.contours) {
        if (contour.is_distance != are_distances) continue;
        limits.push_back(contour.limit / (are_distances ? map.metres(1) : map.seconds(1)));
    }
    if (limits.empty()) return {};
    std::ranges::reverse(limits);
    IsochroneOptions options{.progress = request.deadline.callback()};
    if (request.reverse) options.direction = IsochroneDirection::to_starts;
    if (are_distances) options.column = map.length_field();
    const Isochrone reach(map.router(), place.place, limits.back(), options);
    // The lines that each contour adds to the smaller contours, in the network's reference system.
    std::vector<std::vector<Line>> lines;
    double above = -1;
    for (const double limit : limits) {
        request.deadline.require();
        lines.emplace_back();
        for (const ReachedPart& part : reach.parts(above, limit)) {
            const auto line = network::line_part(map.line(part.arc), part.begin, part.end, network::Space::sphere);
            lines.back().emplace_back(line.begin(), line.end());
        }
        above = limit;
    }
    const std::string& crs = map.source().crs();
    const AreaPlane plane(crs, place.snapped.place, {crs, location_grid});
    for (auto& level : lines) plane.take(level);
    auto areas =
        plane.written(isochrone_areas(lines, buffer_m, request.tolerance_m, request.deadline.callback()), false);
    std::ranges::reverse(areas);
    return areas;
}

void write_ring(JsonWriter& json, const OGRLinearRing& ring) {
    json.begin_array();
    for (int i = 0; i < ring.getNumPoints(); ++i) write_location(json, {ring.getX(i), ring.getY(i)});
    json.end_array();
}

// Keeps the shapes whose area is at least this share of the largest one's.
template <class Shape>
void drop_small(std::vector<const Shape*>& shapes, double share) {
    double largest = 0;
    for (const Shape* shape : shapes) largest = std::max(largest, shape->get_Area());
    std::erase_if(shapes, [&](const Shape* shape) { return shape->get_Area() < share * largest; });
}

// "Polygon" of one shape, "MultiPolygon" of several.
template <class Shape, class Write>
void write_shapes(JsonWriter& json, std::string_view type, std::vector<const Shape*> shapes, const Write& write) {
    json.begin_object().key("type").string(shapes.size() == 1 ? std::string(type) : format("Multi{}", type));
    json.key("coordinates");
    if (shapes.size() != 1) json.begin_array();
    for (const Shape* shape : shapes) write(*shape);
    if (shapes.size() != 1) json.end_array();
    json.end_object();
}

// Writes polygons, or their outer rings and holes as lines.
void write_area(JsonWriter& json, const OGRMultiPolygon& area, const RoadRequest& request) {
    std::vector<const OGRPolygon*> polygons(area.begin(), area.end());
    std::vector<const OGRLinearRing*> rings;
    for (const OGRPolygon* polygon : polygons) rings.insert(rings.end(), polygon->begin(), polygon->end());
    drop_small(polygons, request.denoise);
    drop_small(rings, request.denoise);
    const auto write_line = [&](const OGRLinearRing& ring) { write_ring(json, ring); };
    if (!request.polygons) return write_shapes(json, "LineString", rings, write_line);
    write_shapes(json, "Polygon", polygons, [&](const OGRPolygon& polygon) {
        json.begin_array();
        for (const OGRLinearRing* ring : polygon) write_line(*ring);
        json.end_array();
    });
}

// Valhalla's colour of the i-th of `count` contours without one: from red to green.
std::string usual_colour(std::size_t i, std::size_t count) {
    constexpr double chroma = 0.5, least = 0.25;
    const double hue = static_cast<double>(i) * 150 / static_cast<double>(count);
    const double second = least + chroma * (1 - std::abs(std::fmod(hue / 60, 2) - 1));
    const double most = least + chroma;
    const auto text = [](double red, double green, double blue) {
        std::string digits;
        for (const double part : {red, green, blue}) digits += format("{:02x}", static_cast<int>(255 * part + 0.5));
        return digits;
    };
    if (hue < 60) return text(most, second, least);
    return hue < 120 ? text(second, most, least) : text(least, most, second);
}

void write_properties(JsonWriter& json, const RoadRequest& request, std::size_t i) {
    constexpr double opacity = 0.33;
    const Contour& contour = request.contours[i];
    const std::string colour =
        "#" + (contour.colour.empty() ? usual_colour(i, request.contours.size()) : contour.colour);
    json.key("properties").begin_object();
    for (const char* name : {"fill", "fillColor", "color"}) json.key(name).string(colour);
    for (const char* name : {"fill-opacity", "fillOpacity", "opacity"}) json.key(name).number(opacity, 2);
    json.key("contour").number(contour.stated, 3);
    json.key("metric").string(contour.is_distance ? "distance" : "time").end_object();
}

}  // namespace

// The largest contours come first, so that smaller ones lie on top.
std::string answer_isochrone(const MapSnapshot& map, const RoadRequest& request, const ServiceOptions& options) {
    auto found = nearest_waypoints(map, request, 0, 1, NearRoads::of_component, options);
    if (found.empty()) found = nearest_waypoints(map, request, 0, 1, NearRoads::all, options);
    if (found.empty()) throw ServiceError("171", "No suitable edges near location");
    std::vector<OGRGeometryUniquePtr> areas = contour_areas(map, request, found[0], true);
    std::ranges::move(contour_areas(map, request, found[0], false), std::back_inserter(areas));

    JsonWriter json;
    json.begin_object().key("type").string("FeatureCollection").key("features").begin_array();
    for (std::size_t i = 0; i < request.contours.size(); ++i) {
        request.deadline.require();
        json.begin_object().key("type").string("Feature");
        write_properties(json, request, i);
        write_area(json.key("geometry"), *areas[i]->toMultiPolygon(), request);
        json.end_object();
    }
    json.end_array().key("distance").number(found[0].snapped.distance, 3);
    if (request.id) json.key("id").string(*request.id);
    return std::move(json.end_object()).take();
}

}  // namespace allways::tools
