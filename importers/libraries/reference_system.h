// Coordinate reference systems: what they are, lengths on their ellipsoid, and the way to longitude and latitude.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "allways/network/coordinate.h"

namespace allways {

// x is longitude or easting and y latitude or northing, whatever the axis order of the definition says. Copies share
// the system; the methods are safe to call from one thread at a time.
class ReferenceSystem {
public:
    // "EPSG:2223", "OGC:CRS84", WKT or PROJ text. Throws InvalidArgument where PROJ does not know it, naming it.
    explicit ReferenceSystem(const std::string& definition);

    // "EPSG:2223" where PROJ recognises one, else WKT in one line: what Provenance::crs holds.
    const std::string& text() const;
    // "NAD83 / Arizona Central (ft)"
    const std::string& name() const;
    bool is_geographic() const;  // degrees
    // Of the coordinates; 1 for degrees.
    double metres_per_unit() const;

    // Along a line of two or more points on the system's ellipsoid, in metres: the geodesics between its points (Karney
    // 2013, PROJ's geodesic.h). Points of a projected system go through its own geographic system. NaN where a point
    // lies outside what the system covers.
    double length_m(std::span<const Coordinate> line) const;

    // WGS 84 longitude and latitude in degrees, and back. Throws InvalidArgument for a point the system does not cover.
    Coordinate to_lon_lat(Coordinate point) const;
    Coordinate from_lon_lat(Coordinate lon_lat) const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace allways
