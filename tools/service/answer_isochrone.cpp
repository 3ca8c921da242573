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
#include "service/http/service_error.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

constexpr double buffer_m = 50;         // around roads
constexpr double location_grid = 1e-6;  // the decimals of write_location

// The contours of one metric, the smallest first, and what their areas are made of.
class ContourAreas {
public:
    ContourAreas(const MapSnapshot& map, const ValhallaRequest& request, const Waypoint& place, bool are_distances)
        : map_(map), request_(request), place_(place), are_distances_(are_distances) {
        for (const auto& contour : request.contours) {
            if (contour.is_distance == are_distances) limits_.push_back(natural_limit(contour));
        }
        std::ranges::reverse(limits_);
    }

    // The areas, the largest first.
    std::vector<OGRGeometryUniquePtr> areas() const {
        if (limits_.empty()) return {};
        IsochroneOptions options{.progress = request_.deadline.callback()};
        if (request_.reverse) options.direction = IsochroneDirection::to_starts;
        if (are_distances_) options.column = map_.length_field();
        const Isochrone reach(map_.router(), place_.place, limits_.back(), options);
        auto lines = lines_by_contour(reach);
        const std::string& crs = map_.source().crs();
        const AreaPlane plane(crs, place_.snapped.place, {crs, location_grid});
        for (auto& level : lines) plane.take(level);
        auto areas = plane.written(
            isochrone_areas(lines, {buffer_m, request_.tolerance_m, request_.deadline.callback()}), false);
        std::ranges::reverse(areas);
        return areas;
    }

private:
    // In raw costs, or in the unit of the lengths.
    double natural_limit(const ValhallaRequest::Contour& contour) const {
        return contour.limit / (are_distances_ ? map_.metres(1) : map_.seconds(1));
    }

    // The lines that each contour adds to the smaller contours, in the network's reference system.
    std::vector<std::vector<Line>> lines_by_contour(const Isochrone& reach) const {
        std::vector<std::vector<Line>> lines;
        double above = -1;
        for (const double limit : limits_) {
            request_.deadline.require();
            lines.emplace_back();
            for (const ReachedPart& part : reach.parts(above, limit)) {
                const auto line = network::line_part(map_.line(part.arc), part.begin, part.end, network::Space::sphere);
                lines.back().emplace_back(line.begin(), line.end());
            }
            above = limit;
        }
        return lines;
    }

    const MapSnapshot& map_;
    const ValhallaRequest& request_;
    const Waypoint& place_;
    bool are_distances_;
    std::vector<double> limits_;
};

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
void write_area(JsonWriter& json, const OGRMultiPolygon& area, const ValhallaRequest& request) {
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

void write_properties(JsonWriter& json, const ValhallaRequest& request, std::size_t i) {
    constexpr double opacity = 0.33;
    const auto& contour = request.contours[i];
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
std::string answer_isochrone(const MapSnapshot& map, const ValhallaRequest& request, const ServiceOptions& options) {
    OsrmRequest nearest;
    nearest.coordinates = request.sources;
    auto found = nearest_waypoints(map, nearest, 0, 1, NearRoads::of_component, options);
    if (found.empty()) found = nearest_waypoints(map, nearest, 0, 1, NearRoads::all, options);
    if (found.empty()) throw ServiceError("171", "No suitable edges near location");
    std::vector<OGRGeometryUniquePtr> areas = ContourAreas(map, request, found[0], true).areas();
    std::ranges::move(ContourAreas(map, request, found[0], false).areas(), std::back_inserter(areas));

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
    json.end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
