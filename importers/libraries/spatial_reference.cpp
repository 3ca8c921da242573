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
        if (quiet.detail().find("DATABASE.LAYOUT.VERSION") != std::string::npos) {
            throw InputError(
                "proj.db", 0,
                format("the database that PROJ found belongs to another version of it; let PROJ_DATA (before PROJ 9.1: "
                       "PROJ_LIB) name the folder of its own, or unset it{}",
                       quiet.detail()));
        }
        if (quiet.detail().find("proj.db") != std::string::npos) {
            throw InputError(
                "proj.db", 0,
                format("PROJ does not find its database, which '{}' needs; let PROJ_DATA (before PROJ 9.1: "
                       "PROJ_LIB) name its folder, or unset it",
                       definition));
        }
        throw InvalidArgument(format("'{}' is not a reference system that PROJ knows; use EPSG:<code> or WKT{}",
                                     definition, quiet.detail()));
    }
    system.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

}  // namespace allways::importers::gdal
