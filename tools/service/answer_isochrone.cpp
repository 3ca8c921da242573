// SPDX-License-Identifier: Apache-2.0
// isochrone: Valhalla's contours, the area within a time from a place.
#include <algorithm>
#include <cmath>

#include "allways/base/format.h"
#include "allways/query/road_reach.h"
#include "areas/areas.h"
#include "network/snap/line_part.h"
#include "service/answers.h"
#include "service/http/service_error.h"
#include "service/osrm/waypoints.h"

namespace allways::tools {

namespace {

constexpr double buffer_m = 50;  // around roads
constexpr double tolerance_m = 10;
constexpr double location_grid = 1e-6;  // the decimals of write_location

// The lines that each contour adds to the smaller contours, in the network's reference system.
std::vector<std::vector<Line>> lines_by_contour(const MapSnapshot& map, const RoadReach& reach,
                                                const ValhallaRequest& request) {
    std::vector<std::vector<Line>> lines;
    double above = -1;
    for (const auto& contour : request.contours) {
        request.deadline.require();
        const double limit = contour.seconds / map.seconds(1);
        lines.emplace_back();
        for (const ReachedPart& part : reach.parts(above, limit)) {
            const auto line = network::line_part(map.line(part.arc), part.begin, part.end, network::Space::sphere);
            lines.back().emplace_back(line.begin(), line.end());
        }
        above = limit;
    }
    return lines;
}

void write_ring(AnswerWriter& json, const OGRLinearRing& ring) {
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
void write_shapes(AnswerWriter& json, std::string_view type, std::vector<const Shape*> shapes, const Write& write) {
    json.begin_object().key("type").string(shapes.size() == 1 ? std::string(type) : format("Multi{}", type));
    json.key("coordinates");
    if (shapes.size() != 1) json.begin_array();
    for (const Shape* shape : shapes) write(*shape);
    if (shapes.size() != 1) json.end_array();
    json.end_object();
}

// Writes polygons, or their outer rings and holes as lines.
void write_area(AnswerWriter& json, const OGRMultiPolygon& area, const ValhallaRequest& request) {
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

}  // namespace

std::string answer_isochrone(const MapSnapshot& map, const ValhallaRequest& request, const ServiceOptions& options) {
    OsrmRequest nearest;
    nearest.coordinates = request.sources;
    const auto found = nearest_waypoints(map, nearest, 0, 1, options);
    if (found.empty()) throw ServiceError("171", "No suitable edges near location");
    const double limit = request.contours.back().seconds / map.seconds(1);
    const RoadReach reach(map.router(), found[0].place, limit, request.deadline.callback());
    auto lines = lines_by_contour(map, reach, request);
    const AreaPlane plane(map.source().crs(), found[0].snapped.place, {map.source().crs(), location_grid});
    for (auto& level : lines) plane.take(level);
    const auto areas =
        plane.written(isochrone_areas(lines, {buffer_m, tolerance_m, request.deadline.callback()}), false);

    AnswerWriter json;
    json.begin_object().key("type").string("FeatureCollection").key("features").begin_array();
    for (std::size_t i = request.contours.size(); i-- > 0;) {  // the largest first, so that smaller ones lie on top
        request.deadline.require();
        const auto& contour = request.contours[i];
        json.begin_object().key("type").string("Feature").key("properties").begin_object();
        json.key("contour").number(contour.seconds / 60, 3).key("metric").string("time");
        if (!contour.colour.empty()) json.key("color").string("#" + contour.colour);
        json.end_object().key("geometry");
        write_area(json, *areas[i]->toMultiPolygon(), request);
        json.end_object();
    }
    json.end_array().end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
