#include "reach/areas.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/parallel.h"
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

// Sorted so that each `count` in a row lie near each other: in columns from left to right, and by height in each (sort-tile-
// recursive packing; Leutenegger et al. 1997).
std::vector<Line> in_neighbourhoods(std::vector<Line> lines, std::size_t count) {
    const auto columns = std::ceil(std::sqrt(static_cast<double>(lines.size()) / static_cast<double>(count)));
    const std::size_t height = count * static_cast<std::size_t>(columns);  // in lines, whole patches
    std::ranges::stable_sort(lines, {}, [](const Line& line) { return line[line.size() / 2].x; });
    for (std::size_t begin = 0; begin < lines.size(); begin += height) {
        const auto column = std::span(lines).subspan(begin, std::min(height, lines.size() - begin));
        std::ranges::stable_sort(column, {}, [](const Line& line) { return line[line.size() / 2].y; });
    }
    return lines;
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
    Line& added = lines_.emplace_back(line.begin(), line.end());
    if (!to_plane_) return;
    const gdal::QuietErrors quiet;
    for (Coordinate& at : added) {
        if (!to_plane_->Transform(1, &at.x, &at.y)) throw InvalidArgument(detail(quiet));
    }
}

// Neighbours first: uniting costs what the outlines are long, and most of them ends inside the unions of neighbours, which
// are made at once. Holes that are too small there stay so.
void ReachAreas::grow() {
    if (lines_.empty()) return;
    constexpr std::size_t lines_a_patch = 128;
    const std::vector<Line> lines = in_neighbourhoods(joined_lines(lines_), lines_a_patch);
    lines_.clear();
    std::vector<OGRGeometryUniquePtr> patches((lines.size() + lines_a_patch - 1) / lines_a_patch);
    parallel_for(patches.size(), [&](std::size_t i) {
        const auto rest = std::span(lines).subspan(i * lines_a_patch);
        patches[i] = without_small_holes(*around(rest.first(std::min(rest.size(), lines_a_patch))));
    });
    OGRMultiPolygon all;
    add_polygons(all, *area_);
    for (const OGRGeometryUniquePtr& patch : patches) add_polygons(all, *patch);
    area_ = without_small_holes(*unite(all));
}

OGRGeometryUniquePtr ReachAreas::around(std::span<const Line> lines) const {
    const gdal::QuietErrors quiet;
    OGRMultiPolygon buffers;
    for (const Line& line : lines) {
        OGRLineString way;
        for (const Coordinate at : line) way.addPoint(at.x, at.y);
        // A line without a length is a point, which has a buffer for sure.
        const OGRPoint first(line[0].x, line[0].y);
        const OGRGeometry& shape = way.get_Length() > 0 ? static_cast<const OGRGeometry&>(way) : first;
        const OGRGeometryUniquePtr buffer(shape.Buffer(buffer_, corners_of_a_quarter_circle));
        if (!buffer) throw InvalidArgument(detail(quiet));
        add_polygons(buffers, *buffer);
    }
    return unite(buffers);
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
