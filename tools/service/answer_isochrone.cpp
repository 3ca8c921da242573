// isochrone: Valhalla's contours, the area within a time from a place.
#include <cmath>

#include "allways/query/road_reach.h"
#include "areas/areas.h"
#include "network/line_part.h"
#include "service/answers.h"
#include "service/service_error.h"
#include "service/waypoints.h"

namespace allways::tools {

namespace {

constexpr double buffer_m = 50;  // around roads
constexpr double tolerance_m = 10;

// The lines that each contour adds to those before it, in the network's system.
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

// A MultiPolygon, or its outlines as a MultiLineString.
void write_area(AnswerWriter& json, const OGRMultiPolygon& area, bool polygons) {
    json.begin_object().key("type").string(polygons ? "MultiPolygon" : "MultiLineString");
    json.key("coordinates").begin_array();
    for (const OGRPolygon* polygon : area) {
        if (polygons) json.begin_array();
        for (const OGRLinearRing* ring : *polygon) write_ring(json, *ring);
        if (polygons) json.end_array();
    }
    json.end_array().end_object();
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
    const AreaPlane plane(map.source().crs(), found[0].snapped.place);
    for (auto& level : lines) plane.take(level);
    const auto areas = isochrone_areas(lines, {buffer_m, tolerance_m, request.deadline.callback()});

    AnswerWriter json;
    json.begin_object().key("type").string("FeatureCollection").key("features").begin_array();
    for (std::size_t i = request.contours.size(); i-- > 0;) {  // the largest first, so that the others lie on top
        request.deadline.require();
        const auto& contour = request.contours[i];
        const auto area = plane.in_network_system(*areas[i]);
        json.begin_object().key("type").string("Feature").key("properties").begin_object();
        json.key("contour").number(contour.seconds / 60, 3).key("metric").string("time");
        if (!contour.colour.empty()) json.key("color").string("#" + contour.colour);
        json.end_object().key("geometry");
        write_area(json, *area->toMultiPolygon(), request.polygons);
        json.end_object();
    }
    json.end_array().end_object();
    return std::move(json).take();
}

}  // namespace allways::tools
