// Reference systems as GDAL has them, for those that hand it geometries.
#pragma once

#include <string>

#include <ogr_spatialref.h>

namespace allways::gdal {

// x is longitude or easting and y latitude or northing, whatever the axis order of the definition says: "EPSG:2223",
// "OGC:CRS84", WKT or PROJ text. Throws InvalidArgument where PROJ does not know it, naming it.
OGRSpatialReference spatial_reference(const std::string& definition);

}  // namespace allways::gdal
