// Areas as lists of polygons.
#pragma once

#include <ogr_geometry.h>

namespace allways::tools {

// Adds the polygons of the geometry and drops the points and lines that operations leave beside areas.
void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry);

// The same areas without self-intersections, which rounding can cause: a multipolygon. Throws InvalidArgument if GEOS
// cannot repair them.
OGRGeometryUniquePtr valid_areas(const OGRGeometry& areas);

}  // namespace allways::tools
