// Areas as lists of polygons.
#pragma once

#include <ogr_geometry.h>

namespace allways::tools {

// Adds the polygons that the geometry is made of. Points and lines that operations leave beside areas are left out.
void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry);

// The same areas without lines that cross themselves, which rounded corners can leave: a multipolygon. Throws
// InvalidArgument where GEOS does not know one.
OGRGeometryUniquePtr valid_areas(const OGRGeometry& areas);

}  // namespace allways::tools
