// Files of points: depots, customers, stops.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"

namespace allways {

struct PointOptions {
    std::string layer = {};     // of files with several layers of points
    std::string where = {};     // an attribute filter in OGR SQL
    std::string id_field = {};  // empty: id, point_id, name …, said through `log`; else numbers from 1
    std::string crs = {};       // of columns x and y, "EPSG:2056"; empty: the network's
    LogCallback log = {};
};

// Arrays are parallel, in the order of the file.
struct PointSet {
    std::string source;
    IdTable ids;
    std::vector<Coordinate> places;  // in `crs`; of a bad point NaN
    std::vector<std::string>
        problems;                      // empty: the point is fine; else why its place is none, "lat 'n/a' is no number"
    std::vector<std::uint64_t> lines;  // of the file, or feature ids of a layer
    std::string crs;                   // EPSG:<code> or WKT; empty where the file states none
    bool is_layer = false;             // lines are feature ids

    std::size_t size() const { return places.size(); }
    // "shops.csv:12", "shops.gpkg, feature 12"
    std::string where(std::size_t point) const;
};

// Places of a program, in `crs`: "EPSG:4326" are longitudes and latitudes; empty, the network's own numbers. Without
// ids they are called 1, 2, …. Throws InvalidArgument where there is not one id for each.
PointSet make_points(std::vector<Coordinate> places, std::string crs = "EPSG:4326", IdTable ids = {});

// Whether a file holds points rather than ids of nodes: a layer by its suffix or name, or CSV whose first line names a
// column of coordinates and none node_id. Throws InputError where it cannot be read.
bool holds_points(const std::string& path);

// CSV (commas, semicolons, tabs) with columns lon and lat (also longitude, lng, long, latitude), degrees of WGS 84, or
// x and y; GeoPackage, GeoJSON, Shapefile and whatever else GDAL opens, a layer of points. A row whose coordinates are
// missing, no numbers or outside the globe is kept as a point with a problem. Throws InputError (file, line or feature)
// for a file that cannot be read, has no points or none that is fine, and InvalidArgument for an unknown field, layer
// or reference system.
PointSet read_points(const std::string& path, const PointOptions& options = {});

}  // namespace allways
