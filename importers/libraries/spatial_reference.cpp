// SPDX-License-Identifier: Apache-2.0
#include "libraries/spatial_reference.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "libraries/gdal_library.h"

namespace allways::importers::gdal {

OGRSpatialReference spatial_reference(const std::string& definition) {
    OGRSpatialReference system;
    const QuietErrors quiet;
    if (system.SetFromUserInput(definition.c_str()) != OGRERR_NONE) {
        throw InvalidArgument(format("'{}' is not a reference system that PROJ knows; use EPSG:<code> or WKT{}",
                                     definition, quiet.detail()));
    }
    system.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

}  // namespace allways::importers::gdal
