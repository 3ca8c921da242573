// SPDX-License-Identifier: Apache-2.0
#include "areas/areas.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "areas/outlines.h"
#include "export/features/polygons.h"
#include "libraries/gdal_library.h"
#include "libraries/spatial_reference.h"

namespace allways::tools {

using namespace importers;

namespace {

std::string detail(const gdal::QuietErrors& errors) {
    return format("areas could not be made{}", errors.detail());
}

std::unique_ptr<OGRCoordinateTransformation> transformation(const OGRSpatialReference& from,
                                                            const OGRSpatialReference& to) {
    const gdal::QuietErrors quiet;
    std::unique_ptr<OGRCoordinateTransformation> made(OGRCreateCoordinateTransformation(&from, &to));
    if (!made) throw InvalidArgument(detail(quiet));
    return made;
}

// Areas in degrees are cut at the antimeridian.
OGRGeometryUniquePtr transformed(const OGRMultiPolygon& areas, OGRCoordinateTransformation& to,
                                 const gdal::QuietErrors& errors) {
    char cut[] = "WRAPDATELINE=YES";
    char* options[] = {cut, nullptr};
    const bool degrees = to.GetTargetCS()->IsGeographic() != 0;
    OGRGeometryUniquePtr made(OGRGeometryFactory::transformWithOptions(&areas, &to, degrees ? options : nullptr));
    if (!made) throw InvalidArgument(detail(errors));
    return made;
}

void add_ring(OGRPolygon& polygon, const std::vector<Coordinate>& corners) {
    auto ring = std::make_unique<OGRLinearRing>();
    ring->setNumPoints(static_cast<int>(corners.size()) + 1, FALSE);
    for (std::size_t i = 0; i <= corners.size(); ++i) {
        const Coordinate at = corners[i % corners.size()];
        ring->setPoint(static_cast<int>(i), at.x, at.y);
    }
    polygon.addRingDirectly(ring.release());
}

}  // namespace

AreaSystem area_system(const std::string& crs, double tolerance) {
    constexpr double centimetre = 0.01;
    constexpr double steps = 1000;
    constexpr double earth_radius_m = 6378137;
    double size = tolerance / steps;
    if (!crs.empty()) {
        const OGRSpatialReference own = gdal::spatial_reference(crs);
        const double metres_per_unit =
            own.IsGeographic() != 0 ? own.GetAngularUnits() * earth_radius_m : own.GetLinearUnits();
        size = std::min(size, centimetre) / metres_per_unit;
    }
    return {crs, std::pow(10, std::round(std::log10(size)))};
}

AreaSystem area_system_in_degrees(const std::string& crs, int decimals) {
    return {crs.empty() ? "" : "EPSG:4326", std::pow(10, -decimals)};
}

AreaPlane::AreaPlane(const std::string& crs, Coordinate centre, AreaSystem written) : grid_(written.grid) {
    if (crs.empty()) return;
    const OGRSpatialReference own = gdal::spatial_reference(crs);
    transformation(own, gdal::spatial_reference("EPSG:4326"))->Transform(1, &centre.x, &centre.y);
    const OGRSpatialReference plane = gdal::spatial_reference(
        format("+proj=laea +lat_0={} +lon_0={} +datum=WGS84 +units=m +no_defs", centre.y, centre.x));
    to_plane_ = transformation(own, plane);
    from_plane_ = transformation(plane, gdal::spatial_reference(written.crs));
}

bool AreaPlane::suits(Coordinate place) const {
    constexpr double near_m = 100'000;
    if (!to_plane_) return true;
    const gdal::QuietErrors quiet;
    return to_plane_->Transform(1, &place.x, &place.y) && std::hypot(place.x, place.y) <= near_m;
}

void AreaPlane::take(std::vector<Line>& lines) const {
    if (!to_plane_) return;
    std::vector<double> x, y;
    for (const Line& line : lines) {
        for (const Coordinate at : line) {
            x.push_back(at.x);
            y.push_back(at.y);
        }
    }
    const gdal::QuietErrors quiet;
    if (!to_plane_->Transform(static_cast<int>(x.size()), x.data(), y.data())) throw InvalidArgument(detail(quiet));
    std::size_t next = 0;
    for (Line& line : lines) {
        for (Coordinate& at : line) {
            at = {x[next], y[next]};
            ++next;
        }
    }
}

std::vector<OGRGeometryUniquePtr> AreaPlane::written(std::span<const OGRGeometryUniquePtr> areas, bool rings) const {
    std::vector<OGRGeometryUniquePtr> whole;
    for (const OGRGeometryUniquePtr& area : areas) {
        OGRMultiPolygon parts;  // always a multipolygon: a layer has one geometry type
        add_polygons(parts, *area);
        const gdal::QuietErrors quiet;
        const OGRGeometryUniquePtr placed = from_plane_ ? transformed(parts, *from_plane_, quiet) : nullptr;
        whole.push_back(areas_on_grid(placed ? *placed : parts, grid_));
    }
    nest_on_grid(whole, grid_);
    if (rings) {
        for (std::size_t i = whole.size(); i-- > 1;) whole[i] = difference_on_grid(*whole[i], *whole[i - 1], grid_);
    }
    return whole;
}

std::vector<OGRGeometryUniquePtr> isochrone_areas(std::span<const std::vector<Line>> lines,
                                                  const AreaOptions& options) {
    std::vector<OGRGeometryUniquePtr> areas;
    for (const auto& level :
         outlines(lines, {options.buffer, options.tolerance, options.hole_limit(), options.progress})) {
        auto area = std::make_unique<OGRMultiPolygon>();
        for (const OutlinedPolygon& outlined : level) {
            auto polygon = std::make_unique<OGRPolygon>();
            add_ring(*polygon, outlined.outer);
            for (const auto& hole : outlined.holes) add_ring(*polygon, hole);
            area->addGeometryDirectly(polygon.release());
        }
        areas.emplace_back(area.release());
    }
    return areas;
}

double area_size(const OGRGeometry& area) {
    OGRMultiPolygon parts;
    add_polygons(parts, area);
    return parts.get_Area();
}

}  // namespace allways::tools
