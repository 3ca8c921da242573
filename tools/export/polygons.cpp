#include "export/polygons.h"

#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "libraries/gdal_library.h"

namespace allways::tools {

using namespace importers;

void add_polygons(OGRMultiPolygon& parts, const OGRGeometry& geometry) {
    if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection)) {
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) add_polygons(parts, *part);
    } else if (wkbFlatten(geometry.getGeometryType()) == wkbPolygon && !geometry.IsEmpty()) {
        parts.addGeometry(&geometry);
    }
}

OGRGeometryUniquePtr valid_areas(const OGRGeometry& areas) {
    const gdal::QuietErrors quiet;
    const OGRGeometryUniquePtr valid(areas.IsValid() ? areas.clone() : areas.MakeValid());
    if (!valid) throw InvalidArgument(format("an area could not be made valid{}", quiet.detail()));
    auto parts = std::make_unique<OGRMultiPolygon>();
    add_polygons(*parts, *valid);
    return OGRGeometryUniquePtr(parts.release());
}

}  // namespace allways::tools
