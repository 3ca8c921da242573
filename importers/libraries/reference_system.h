// SPDX-License-Identifier: Apache-2.0
// Coordinate reference systems: names, units, lengths on the ellipsoid, and longitude and latitude.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "allways/network/coordinate.h"

namespace allways::importers {

// x is longitude or easting and y latitude or northing, whatever the axis order of the definition. Copies share the
// system; call the methods from one thread at a time, but for lengths in degrees, which any thread may ask for.
class ReferenceSystem {
public:
    // Takes "EPSG:2223", "OGC:CRS84", WKT or PROJ text. Throws InvalidArgument, naming it, if PROJ does not know it.
    explicit ReferenceSystem(const std::string& definition);

    // "EPSG:2223" if PROJ recognises a code, otherwise WKT in one line, as in Provenance::crs.
    const std::string& text() const;
    // For example "NAD83 / Arizona Central (ft)".
    const std::string& name() const;
    bool is_geographic() const;  // degrees
    // Metres per unit of the coordinates; 1 for degrees.
    double metres_per_unit() const;

    // Length of a line of two or more points on the system's ellipsoid, in metres: the geodesics between its points
    // (Karney 2013, PROJ's geodesic.h). Points of a projected system are first converted to its own geographic system.
    // NaN if a point lies outside the area of the system.
    double length_m(std::span<const Coordinate> line) const;

    // Returns length_m() but for an error. In degrees, segments of up to a kilometre take a twentieth of the time, by
    // Gauss' mid-latitude formula to the third order.
    struct Estimate {
        double length_m = 0;
        double error_m = 0;  // at most so far from length_m()
    };
    Estimate estimate_length(std::span<const Coordinate> line) const;

    // Convert to WGS 84 longitude and latitude in degrees, and back. Throw InvalidArgument for a point outside the area
    // of the system.
    Coordinate to_lon_lat(Coordinate point) const;
    Coordinate from_lon_lat(Coordinate lon_lat) const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace allways::importers
