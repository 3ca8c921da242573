// SPDX-License-Identifier: Apache-2.0
// Points: depots, customers, stops. They lie at positions or at nodes of a network; files of both.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/network/coordinate.h"

namespace allways {

// Each option is also a row of point_options().
struct PointOptions {
    std::string layer = {};     // for files with several layers of points
    std::string where = {};     // an attribute filter in OGR SQL
    std::string id_field = {};  // empty: id, point_id, name … (logged); else numbers from 1
    std::string x_field = {};   // CSV: the column with x or longitudes, together with y_field; empty: by usual names
    std::string y_field = {};
    std::string crs =
        {};  // reference system of x and y and of geometries without one, "EPSG:2056"; empty: the network's
    std::string encoding = {};                    // of texts, as ReadOptions::encoding
    std::vector<std::string> number_fields = {};  // also to read, by name: PointSet::numbers
    bool missing_numbers = false;                 // an empty number is NaN, not an error
    std::string text_field = {};                  // also to read, by name; empty: none: PointSet::texts
    LogCallback log = {};
};

// Points at positions, or points at nodes that they name. Arrays are parallel, in the order of the file.
struct ALLWAYS_API PointSet {
    std::string source = {};  // the file; empty: the command line
    IdTable ids = {};         // at nodes: empty, or other ids than the nodes', such as those of zones
    // Positions in `crs`, NaN for a bad point; empty for points at nodes.
    std::vector<Coordinate> places = {};
    std::vector<std::string> problems =
        {};                                 // empty: the position is valid; else its fault: "lat 'n/a' is not a number"
    std::vector<std::uint64_t> lines = {};  // line numbers of the file, or feature ids of a layer
    std::string crs = {};                   // EPSG:<code> or WKT; empty if the file states none
    bool is_layer = false;                  // lines are feature ids
    // The values of PointOptions::number_fields, by field; and those of text_field, if it is given.
    std::vector<std::vector<double>> numbers = {};
    std::vector<std::string> texts = {};
    // Names of points at nodes, in the order given; they may repeat. A name is the id of a node or a position
    // "@7.4166,43.7311", unless a node has that text as its id; or several nodes (expand in allways/points).
    std::vector<std::string> names = {};
    // Empty, or the shares of nodes in zones: points with one id, which follow each other, are one zone, and share
    // it in proportion to these.
    std::vector<double> shares = {};
    std::string first_line = {};  // of a file of names, for messages; of pairs: empty if it names columns
    bool are_single = false;      // each name is one node or position, never a range or "centroids"

    std::size_t size() const { return names.empty() ? places.size() : names.size(); }
    // Returns the origin of a point: "shops.csv:12", "shops.gpkg, feature 12".
    std::string where(std::size_t point) const;
    // The points at these indexes, in this order; an index may occur several times.
    PointSet selection(std::span<const std::uint32_t> indexes) const;
};

// Makes points from coordinates in `crs`: "EPSG:4326" for longitudes and latitudes; empty for the network's own units.
// Without ids, points are named 1, 2, …. Throws InvalidArgument unless there is one id per point.
ALLWAYS_API PointSet make_points(std::vector<Coordinate> places, std::string crs = "EPSG:4326", IdTable ids = {});

// Returns true if a file contains points rather than node ids: a layer by its suffix or name, or CSV whose first line
// names columns of positions and no node_id. Throws InputError if it cannot be read.
ALLWAYS_API bool holds_points(const std::string& path, const PointOptions& options = {});

// Reads CSV (commas, semicolons, tabs) with columns lon and lat, degrees of WGS 84; x and y; both in one column; or
// WKT or GeoJSON, by the names that docs/formats.md lists; or a layer of points from GeoPackage, GeoJSON, Shapefile or
// any other format that GDAL opens. Between semicolons and tabs a comma may be the decimal sign. Keeps a row whose
// coordinates are missing, not numbers or outside the globe as a point with a problem. Throws InputError (file, line or
// feature) for a file that cannot be read or has no valid points, or where a number field has no number, and
// InvalidArgument for an unknown field, layer or reference system.
ALLWAYS_API PointSet read_points(const std::string& path, const PointOptions& options = {});

// ---- the options of reading points as rows, from which the command and Python make theirs

using PointOptionRow = OptionRow<PointOptions, std::string>;

// In the order of the command's help.
ALLWAYS_API const std::vector<PointOptionRow>& point_options();

}  // namespace allways
