// SPDX-License-Identifier: Apache-2.0
// Columns of files of points: those of a text file that state positions (two numbers, "lat,lon" in one column, or a
// geometry as text), and further values of points and of nodes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/points.h"
#include "allways/network/coordinate.h"

namespace allways::importers {

struct PositionColumns {
    enum class Form { numbers, lat_lon, lon_lat, geometry };
    Form form = Form::numbers;
    std::size_t x = 0;
    std::size_t y = 0;     // equal to x unless there are two columns
    bool degrees = false;  // longitude and latitude of WGS 84, by their names

    // The text for messages: "lon and lat", "geometry (WKT or GeoJSON)".
    std::string description(std::span<const std::string> names) const;
};

// Finds the columns of positions by the usual names in English, German, French and Spanish and of ArcGIS, QGIS and
// PostGIS (docs/formats.md), in any case: longitude and latitude are preferred, followed by x and y, both in one
// column, and geometries. Empty names match nothing.
std::optional<PositionColumns> find_position_columns(std::span<const std::string> names);

// Returns the columns that a user names; degrees if these are usual names of longitude and latitude. Throws
// InvalidArgument if a name is missing or is not among `names`, listing those that `file` has.
PositionColumns named_position_columns(std::span<const std::string> names, const std::string& x_field,
                                       const std::string& y_field, const std::string& file);

// Returns true for two columns of positions, or for one with an unambiguous name, so that a misspelt name of the other
// one is noticed.
bool has_position_name(std::span<const std::string> names);

// A description of the columns that find_position_columns() accepts, for messages.
inline constexpr std::string_view position_columns_text =
    "lon and lat, x and y, 'lat,lon' in a column such as coordinates, or WKT or GeoJSON in a column such as geometry";

// Returns the columns of one end of pairs: names without a prefix "from_", "origin_", "start_" or "o_", or without such
// a suffix ("x_from"); with `is_start` false the words are "to", "destination", "dest", "end" and "d". Other names
// become empty.
std::vector<std::string> names_of_end(std::span<const std::string> names, bool is_start);

// A position as a row states it.
struct StatedPosition {
    Coordinate place;       // NaN if there is a problem
    std::string problem;    // "lat 'n/a' is not a number"; empty: no problem
    std::string crs = {};   // stated by the text of a geometry; empty: not stated
    std::string text = {};  // its numbers as written, "7.4166,43.7311"
};

// `decimal_comma`: "7,4166" is a number, too, because commas do not separate the fields.
StatedPosition read_position(const PositionColumns& columns, std::span<const std::string_view> fields,
                             std::span<const std::string> names, bool decimal_comma);

// Further values of points and of nodes, which PointOptions names by their columns.
class PointValueColumns {
public:
    // Finds number_fields and text_field by name among the columns or fields that a file has. Throws InvalidArgument
    // for an unknown name.
    PointValueColumns(const PointOptions& options, const std::vector<std::string>& known, const std::string& path);

    // Adds a point's values, in the order of PointSet::numbers. `text_of` gives a column's text, `fail` throws for what
    // is no number. `commas`: the decimal sign may be a comma.
    void add(const std::function<std::string(std::size_t)>& text_of, bool commas,
             const std::function<void(const std::string&)>& fail, std::vector<std::vector<double>>& numbers,
             std::vector<std::string>& texts) const;

private:
    std::vector<std::string> names_;    // of the numbers
    std::vector<std::size_t> numbers_;  // columns
    std::optional<std::size_t> text_;
    bool may_miss_ = false;  // a number
};

}  // namespace allways::importers
