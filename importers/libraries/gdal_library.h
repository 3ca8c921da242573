// SPDX-License-Identifier: Apache-2.0
// GDAL without its side effects: nothing is printed, drivers are registered once, errors become texts, and reference
// systems open no file.
#pragma once

#include <string>
#include <string_view>

#include <ogr_spatialref.h>

namespace allways::importers::gdal {

// Registers the drivers, and switches PROJ's network off. Call it before the first use, from any thread.
void start();

// Keeps GDAL's and PROJ's messages of this thread instead of printing them, during the object's lifetime.
class QuietErrors {
public:
    QuietErrors();
    ~QuietErrors();
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

    // The last failure or warning since construction, in one line; empty if there was none.
    std::string message() const;
    // Returns " (<message>)", or an empty text.
    std::string detail() const;
    // Returns true if anything failed (warnings do not count).
    bool failed() const;
};

// A reference system for code that passes geometries to GDAL. x is longitude or easting and y latitude or northing,
// whatever the axis order of the definition: "EPSG:2223", "OGC:CRS84", WKT or PROJ text, which opens no file and no
// address. Throws InvalidArgument, naming it, if PROJ does not know it.
OGRSpatialReference spatial_reference(const std::string& definition);

}  // namespace allways::importers::gdal
