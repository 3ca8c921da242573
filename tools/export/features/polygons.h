// SPDX-License-Identifier: Apache-2.0
// Areas as lists of polygons, with corners on a square grid, so that writing their coordinates with few digits cannot
// make them invalid.
#pragma once

#include <span>

#include <ogr_geometry.h>

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

}  // namespace allways::tools
