// SPDX-License-Identifier: Apache-2.0
// Areas around reached roads, in a plane and in the network's reference system: lists of polygons with corners on a
// square grid, so that writing their coordinates with few digits cannot make them invalid.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ogr_geometry.h>
#include <ogr_spatialref.h>

#include "allways/base/progress.h"
#include "allways/network/coordinate.h"
#include "areas/contour_grid.h"

namespace allways::tools {

// Adds the polygons of the geometry to `parts`. Drops points and lines, which operations may leave in addition to
// areas.
void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry);

// The areas as a valid multipolygon whose coordinates are multiples of `grid`: no corner moves farther than `grid`, and
// areas narrower than that may vanish. Throws InvalidArgument if GEOS cannot make it.
OGRGeometryUniquePtr areas_on_grid(const OGRGeometry& areas, double grid);

// Makes each area contain the one before it, to the last digit: rounding may have moved a corner across the other's
// side, by less than `grid`. All must be results of areas_on_grid with this grid.
void nest_on_grid(std::span<OGRGeometryUniquePtr> areas, double grid);

// The area in `areas` but not in `less`, on the same grid. Both must be results of areas_on_grid with this grid.
OGRGeometryUniquePtr difference_on_grid(const OGRGeometry& areas, const OGRGeometry& less, double grid);

// The reference system in which areas are written, and the grid of their corners' coordinates.
struct AreaSystem {
    std::string crs;  // empty: unknown
    double grid = 0;
};
// A network's reference system, with a grid of the power of ten nearest to a centimetre, or to a thousandth of
// `tolerance` (the tolerance of outlines, in metres or units of the coordinates) if that is less.
AreaSystem area_system(const std::string& crs, double tolerance);
// Degrees of WGS 84 (or the network's own coordinates if its system is unknown) with this many decimals.
AreaSystem area_system_in_degrees(const std::string& crs, int decimals);

// An equal-area plane (Lambert azimuthal, centred on `centre`), so that buffers are in metres whatever the reference
// system: accurate to 0.1 % within 500 km. If the system is unknown, coordinates stay as they are.
class AreaPlane {
public:
    // `crs`: of the network and of `centre`; empty: unknown.
    AreaPlane(const std::string& crs, Coordinate centre, AreaSystem written);

    // Returns true if the place is near enough to the centre for this plane to be as accurate there as a plane centred
    // on it.
    bool suits(Coordinate place) const;
    // Transforms all points of the lines from the network's reference system to the plane.
    void take(std::vector<Line>& lines) const;
    // Converts areas from the plane to the system in which they are written: valid multipolygons on the grid. `rings`:
    // subtracts from each area the one before it.
    std::vector<OGRGeometryUniquePtr> written(std::span<const OGRGeometryUniquePtr> areas, bool rings) const;

private:
    std::unique_ptr<OGRCoordinateTransformation> to_plane_;  // null: coordinates stay as they are
    std::unique_ptr<OGRCoordinateTransformation> from_plane_;
    double grid_;
};

// For each level, a multipolygon in the plane: the area within the buffer of the lines of all levels up to it, as in
// outlines.h. `lines` are in the plane; level k adds lines[k]. The buffer is in metres, or units of the coordinates;
// the tolerance is above 0 and at most the buffer.
std::vector<OGRGeometryUniquePtr> isochrone_areas(std::span<const std::vector<Line>> lines, double buffer,
                                                  double tolerance, const ProgressCallback& progress);

// Square metres in the plane, or squares of the coordinates' unit.
double area_size(const OGRGeometry& area);

}  // namespace allways::tools
