// SPDX-License-Identifier: Apache-2.0
// GDAL's reference systems, for code that passes geometries to GDAL.
#pragma once

#include <string>

#include <ogr_spatialref.h>

namespace allways::importers::gdal {

// x is longitude or easting and y latitude or northing, whatever the axis order of the definition: "EPSG:2223",
// "OGC:CRS84", WKT or PROJ text, which opens no file and no address. Throws InvalidArgument, naming it, if PROJ does
// not know it.
OGRSpatialReference spatial_reference(const std::string& definition);

}  // namespace allways::importers::gdal
