// SPDX-License-Identifier: Apache-2.0
// Columns of a text file that state positions: two numbers, "lat,lon" in one column, or a geometry as text.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/network/coordinate.h"

namespace allways::importers {

struct PositionColumns {
    enum class Form { numbers, lat_lon, lon_lat, geometry };
    Form form = Form::numbers;
    std::size_t x = 0;
    std::size_t y = 0;     // equal to x unless there are two columns
    bool degrees = false;  // longitude and latitude of WGS 84, by their names

    // "lon and lat", "geometry (WKT or GeoJSON)": for messages.
    std::string description(std::span<const std::string> names) const;
};

// Finds the columns of positions by the usual names in English, German, French and Spanish and of ArcGIS, QGIS and
// PostGIS (docs/formats.md), whatever their case: longitude and latitude first, then x and y, both in one column, and
// geometries. Empty names match nothing.
std::optional<PositionColumns> find_position_columns(std::span<const std::string> names);

// The columns that a user names; degrees if these are usual names of longitude and latitude. Throws InvalidArgument if
// a name is missing or is not among `names`, with those that `file` has.
PositionColumns named_position_columns(std::span<const std::string> names, const std::string& x_field,
                                       const std::string& y_field, const std::string& file);

// Returns true for two columns of positions, or one whose name leaves no doubt, so that a misspelt other one is
// noticed.
bool has_position_name(std::span<const std::string> names);

// What find_position_columns() looks for, for messages.
inline constexpr std::string_view position_columns_text =
    "lon and lat, x and y, 'lat,lon' in a column such as coordinates, or WKT or GeoJSON in a column such as geometry";

// The columns of one end of pairs: their names without "from_", "origin_", "start_" or "o_", or the same behind them
// ("x_from"), and with "to", "destination", "dest", "end" or "d" for `is_start` false; other names become empty.
std::vector<std::string> names_of_end(std::span<const std::string> names, bool is_start);

// A position as a row states it.
struct StatedPosition {
    Coordinate place;       // NaN with a problem
    std::string problem;    // "lat 'n/a' is not a number"; empty: none
    std::string crs = {};   // that the text of a geometry states; empty: none
    std::string text = {};  // its numbers as written, "7.4166,43.7311"
};

// `decimal_comma`: "7,4166" is a number too, because commas do not separate the fields.
StatedPosition read_position(const PositionColumns& columns, std::span<const std::string_view> fields,
                             std::span<const std::string> names, bool decimal_comma);

}  // namespace allways::importers
