#include "reach/areas.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/polygons.h"
#include "gdal_library.h"
#include "spatial_reference.h"

namespace allways::tools {

namespace {

constexpr int corners_of_a_quarter_circle = 4;

std::string detail(const gdal::QuietErrors& errors) {
    return format("areas could not be made{}", errors.detail());
}

std::unique_ptr<OGRCoordinateTransformation> transformation(const OGRSpatialReference& from, const OGRSpatialReference& to) {
    const gdal::QuietErrors quiet;
    std::unique_ptr<OGRCoordinateTransformation> made(OGRCreateCoordinateTransformation(&from, &to));
    if (!made) throw InvalidArgument(detail(quiet));
    return made;
}

void transform(OGRGeometry& geometry, OGRCoordinateTransformation* by) {
    const gdal::QuietErrors quiet;
    if (by != nullptr && geometry.transform(by) != OGRERR_NONE) throw InvalidArgument(detail(quiet));
}

OGRGeometryUniquePtr unite(const OGRMultiPolygon& parts) {
    const gdal::QuietErrors quiet;
    OGRGeometryUniquePtr made(parts.UnionCascaded());
    if (!made) throw InvalidArgument(detail(quiet));
    return made;
}

}  // namespace

ReachAreas::ReachAreas(const std::string& crs, Coordinate centre, double buffer)
    : buffer_(buffer), area_(new OGRMultiPolygon) {
    if (crs.empty()) return;
    const OGRSpatialReference own = gdal::spatial_reference(crs);
    transformation(own, gdal::spatial_reference("EPSG:4326"))->Transform(1, &centre.x, &centre.y);
    const OGRSpatialReference plane =
        gdal::spatial_reference(format("+proj=aeqd +lat_0={} +lon_0={} +datum=WGS84 +units=m +no_defs", centre.y, centre.x));
    to_plane_ = transformation(own, plane);
    from_plane_ = transformation(plane, own);
}

void ReachAreas::add(std::span<const Coordinate> line) {
    OGRLineString way;
    for (const Coordinate at : line) way.addPoint(at.x, at.y);
    transform(way, to_plane_.get());
    // A line without a length is a point, which has a buffer for sure.
    OGRPoint first;
    way.getPoint(0, &first);
    const OGRGeometry& shape = way.get_Length() > 0 ? static_cast<const OGRGeometry&>(way) : first;
    const gdal::QuietErrors quiet;
    const OGRGeometryUniquePtr around(shape.Buffer(buffer_, corners_of_a_quarter_circle));
    if (!around) throw InvalidArgument(detail(quiet));
    add_polygons(parts_, *around);
}

void ReachAreas::grow() {
    if (parts_.IsEmpty()) return;
    area_ = without_small_holes(*unite(parts_));
    parts_.empty();
    add_polygons(parts_, *area_);
}

// What lies inside a hole that is closed becomes one with it.
OGRGeometryUniquePtr ReachAreas::without_small_holes(const OGRGeometry& area) const {
    OGRMultiPolygon found;
    add_polygons(found, area);
    OGRMultiPolygon filled;
    for (OGRPolygon* part : found) {
        OGRPolygon without;
        without.addRing(part->getExteriorRing());
        for (int i = 0; i < part->getNumInteriorRings(); ++i) {
            OGRLinearRing* hole = part->getInteriorRing(i);
            if (hole->get_Area() >= hole_limit()) without.addRing(hole);
        }
        filled.addGeometry(&without);
    }
    return unite(filled);
}

double ReachAreas::size(const OGRGeometry& area) {
    OGRMultiPolygon parts;
    add_polygons(parts, area);
    return parts.get_Area();
}

OGRGeometryUniquePtr ReachAreas::in_network_system(const OGRGeometry& area) const {
    OGRMultiPolygon parts;  // whatever it is made of, the layer has one type
    add_polygons(parts, area);
    transform(parts, from_plane_.get());
    return valid_areas(parts);
}

}  // namespace allways::tools
