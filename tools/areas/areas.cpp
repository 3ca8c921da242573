// SPDX-License-Identifier: Apache-2.0
#include "areas/areas.h"

#include <algorithm>
#include <cmath>

#include <geos_c.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "areas/outlines.h"
#include "libraries/gdal_library.h"

namespace allways::tools {

namespace {

// A context of GEOS. OGR's own wrapper of GEOS has no grids in older releases and needs a GDAL built with GEOS.
class Geos {
public:
    using Geometry = std::shared_ptr<GEOSGeometry>;

    Geos() : context_(GEOS_init_r()) {
        GEOSContext_setErrorMessageHandler_r(
            context_, [](const char* text, void* kept) { *static_cast<std::string*>(kept) = text; }, &problem_);
    }
    ~Geos() { GEOS_finish_r(context_); }
    Geos(const Geos&) = delete;
    Geos& operator=(const Geos&) = delete;

    Geometry read(const OGRGeometry& areas) {
        std::vector<unsigned char> bytes(static_cast<std::size_t>(areas.WkbSize()));
        areas.exportToWkb(wkbNDR, bytes.data());
        GEOSWKBReader* const reader = GEOSWKBReader_create_r(context_);
        GEOSGeometry* const geometry = GEOSWKBReader_read_r(context_, reader, bytes.data(), bytes.size());
        GEOSWKBReader_destroy_r(context_, reader);
        return made(geometry);
    }

    OGRGeometryUniquePtr written(const Geometry& geometry) {
        GEOSWKBWriter* const writer = GEOSWKBWriter_create_r(context_);
        std::size_t size = 0;
        unsigned char* const bytes = GEOSWKBWriter_write_r(context_, writer, geometry.get(), &size);
        GEOSWKBWriter_destroy_r(context_, writer);
        require(bytes != nullptr);
        OGRGeometry* whole = nullptr;
        OGRGeometryFactory::createFromWkb(bytes, nullptr, &whole, size);
        GEOSFree_r(context_, bytes);
        const OGRGeometryUniquePtr owned(whole);
        require(owned != nullptr);
        auto parts = std::make_unique<OGRMultiPolygon>();
        add_polygons(*parts, *owned);
        return OGRGeometryUniquePtr(parts.release());
    }

    Geometry valid(Geometry geometry) {
        if (GEOSisValid_r(context_, geometry.get()) == 1) return geometry;
        GEOSMakeValidParams* const params = GEOSMakeValidParams_create_r(context_);
        GEOSMakeValidParams_setMethod_r(context_, params, GEOS_MAKE_VALID_STRUCTURE);  // the other one fills holes
        GEOSMakeValidParams_setKeepCollapsed_r(context_, params, 0);
        GEOSGeometry* const mended = GEOSMakeValidWithParams_r(context_, geometry.get(), params);
        GEOSMakeValidParams_destroy_r(context_, params);
        return made(mended);
    }
    Geometry on_grid(const Geometry& geometry, double grid) {
        return made(GEOSGeom_setPrecision_r(context_, geometry.get(), grid, 0));
    }
    bool covers(const Geometry& outer, const Geometry& inner) {
        return GEOSCovers_r(context_, outer.get(), inner.get()) == 1;
    }
    Geometry intersection(const Geometry& one, const Geometry& other, double grid) {
        return made(GEOSIntersectionPrec_r(context_, one.get(), other.get(), grid));
    }
    Geometry joined(const Geometry& one, const Geometry& other, double grid) {
        return made(GEOSUnionPrec_r(context_, one.get(), other.get(), grid));
    }
    Geometry difference(const Geometry& geometry, const Geometry& less, double grid) {
        return made(GEOSDifferencePrec_r(context_, geometry.get(), less.get(), grid));
    }

private:
    Geometry made(GEOSGeometry* geometry) {
        require(geometry != nullptr);
        return {geometry, [context = context_](GEOSGeometry* one) { GEOSGeom_destroy_r(context, one); }};
    }
    void require(bool ok) const {
        if (!ok) throw InvalidArgument(format("an area could not be made valid: {}", problem_));
    }

    GEOSContextHandle_t context_;
    std::string problem_;
};

}  // namespace

void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry) {
    if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection)) {
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) add_polygons(parts, *part);
    } else if (wkbFlatten(geometry.getGeometryType()) == wkbPolygon && !geometry.IsEmpty()) {
        parts.addGeometry(&geometry);
    }
}

OGRGeometryUniquePtr areas_on_grid(const OGRGeometry& areas, double grid) {
    Geos geos;
    return geos.written(geos.on_grid(geos.valid(geos.read(areas)), grid));
}

// Intersection and union of two areas share the corners that the grid gives to their crossings, so one contains the
// other. These corners may bend a side across the next area's, which another pass mends.
void nest_on_grid(std::span<OGRGeometryUniquePtr> areas, double grid) {
    constexpr int most_passes = 10;
    Geos geos;
    std::vector<Geos::Geometry> nested;
    for (const OGRGeometryUniquePtr& area : areas) nested.push_back(geos.read(*area));
    bool changed = true;
    for (int pass = 0; changed && pass < most_passes; ++pass) {
        changed = false;
        for (std::size_t i = 1; i < nested.size(); ++i) {
            if (geos.covers(nested[i], nested[i - 1])) continue;
            const auto inner = geos.written(geos.intersection(nested[i - 1], nested[i], grid));  // without lines
            nested[i] = geos.joined(nested[i - 1], nested[i], grid);
            nested[i - 1] = geos.read(*inner);
            changed = true;
        }
    }
    for (std::size_t i = 0; i < areas.size(); ++i) areas[i] = geos.written(nested[i]);
}

OGRGeometryUniquePtr difference_on_grid(const OGRGeometry& areas, const OGRGeometry& less, double grid) {
    Geos geos;
    return geos.written(geos.difference(geos.read(areas), geos.read(less), grid));
}

// ---- Areas around reached roads, in a plane and in the network's reference system

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

std::vector<OGRGeometryUniquePtr> isochrone_areas(std::span<const std::vector<Line>> lines, double buffer,
                                                  double tolerance, const ProgressCallback& progress) {
    // Smaller holes are closed: the limit is a square whose side is four buffers, a typical city block.
    const double hole_limit = 16 * buffer * buffer;
    std::vector<OGRGeometryUniquePtr> areas;
    for (const auto& level : outlines(lines, buffer, tolerance, hole_limit, progress)) {
        auto area = std::make_unique<OGRMultiPolygon>();
        for (const OutlinedPolygon& outlined : level) {
            auto polygon = std::make_unique<OGRPolygon>();
            for (const auto& ring : outlined) add_ring(*polygon, ring);
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
