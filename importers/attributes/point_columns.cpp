// SPDX-License-Identifier: Apache-2.0
#include "attributes/point_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "base/text.h"
#include "libraries/line_geometry.h"

namespace allways::importers {

namespace {

using Form = PositionColumns::Form;
using Names = std::vector<std::string>;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Names words(std::string_view text) {
    std::vector<std::string_view> words;
    split_blanks(text, words);
    return {words.begin(), words.end()};
}

// Returns the names themselves, followed by the names with words before or behind them.
Names with_affixes(const Names& plain) {
    Names names = plain;
    for (const char* prefix : {"geo_", "geo", "gps_", "stop_", "point_", "coord_", "coord", "decimal_", "decimal"}) {
        for (const std::string& name : plain) names.push_back(prefix + name);
    }
    for (const char* suffix : {"_wgs84", "_deg", "_dd"}) {
        for (const std::string& name : plain) names.push_back(name + suffix);
    }
    return names;
}

// Names are in lower case, with '_' for blanks, hyphens and dots.
const Names longitudes =
    with_affixes({"lon", "longitude", "lng", "long", "longitud", "längengrad", "laengengrad", "länge", "laenge"});
const Names latitudes = with_affixes({"lat", "latitude", "latitud", "breitengrad", "breite"});
const Names eastings = words(
    "x x_coord xcoord coord_x coordx point_x x_coordinate easting east e gkode e_lv95 rechtswert ostwert "
    "x_koordinate xkoordinate koordinate_x koord_x x_koord abscisse coordonnee_x coordonnée_x x_lambert93 x_l93 "
    "coordenada_x este utm_x utm_e pos_x x_pos shape_x x_lon centroid_x xcentroid");
const Names northings = words(
    "y y_coord ycoord coord_y coordy point_y y_coordinate northing north n gkodn n_lv95 hochwert nordwert "
    "y_koordinate ykoordinate koordinate_y koord_y y_koord ordonnee ordonnée coordonnee_y coordonnée_y y_lambert93 "
    "y_l93 coordenada_y norte utm_y utm_n pos_y y_pos shape_y y_lat centroid_y ycentroid");
const Names lat_lon_columns = words(
    "lat,lon lat_lon latlon latlng lat_lng latlong lat_long lat,lng latitude,longitude latitude_longitude "
    "geo_point_2d geo_point geopoint coordinates coordinate coords coord koordinaten coordonnees coordonnées "
    "coordenadas location gps position");
const Names lon_lat_columns =
    words("lon,lat lon_lat lonlat lnglat lng_lat longlat long_lat lng,lat longitude,latitude longitude_latitude");
const Names geometry_columns = words(
    "geometry geom the_geom wkt wkt_geom geom_wkt wkt_geometry geojson shape st_asgeojson st_astext geo_shape "
    "geometrie géométrie geometria geometría wkb_geometry ewkt");

std::string normalised(std::string_view name) {
    std::string text = lower_case(trimmed(name));
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {  // capitals with accents, "Ä", which UTF-8 has behind a C3
        const auto next = static_cast<unsigned char>(text[i + 1]);
        if (text[i] == '\xC3' && next >= 0x80 && next <= 0x9E && next != 0x97)
            text[i + 1] = static_cast<char>(next + 0x20);
    }
    std::ranges::replace_if(
        text, [](char c) { return c == ' ' || c == '-' || c == '.'; }, '_');
    return text;
}

// Returns the column with the first of these names.
std::optional<std::size_t> find_named(std::span<const std::string> names, const Names& wanted) {
    for (const std::string& name : wanted) {
        const auto found = std::ranges::find(names, name, normalised);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    }
    return std::nullopt;
}

bool is_among(const Names& wanted, const std::string& name) {
    return std::ranges::find(wanted, normalised(name)) != wanted.end();
}

std::string listed(std::span<const std::string> names) {
    return joined(std::vector<std::string>(names.begin(), names.end()));
}

std::optional<double> parse_number(std::string_view text, bool decimal_comma) {
    if (const auto number = parse_real(text)) return number;
    if (!decimal_comma || text.find('.') != text.npos || std::ranges::count(text, ',') != 1) return std::nullopt;
    std::string with_point(text);
    with_point[text.find(',')] = '.';
    return parse_real(with_point);
}

std::string_view field_at(std::span<const std::string_view> fields, std::size_t column) {
    return column < fields.size() ? fields[column] : std::string_view{};
}

StatedPosition problem(std::string text) {
    return {{none, none}, std::move(text), "", ""};
}

StatedPosition two_numbers(std::string_view x, std::string_view y, std::string_view x_name, std::string_view y_name,
                           bool decimal_comma) {
    const auto number = [&](std::string_view text, std::string_view name, std::string& wrong) {
        if (const auto value = parse_number(text, decimal_comma)) return *value;
        if (wrong.empty())
            wrong = text.empty() ? format("{} is empty", name) : format("{} '{}' is not a number", name, text);
        return none;
    };
    std::string wrong;
    const Coordinate place{number(x, x_name, wrong), number(y, y_name, wrong)};
    if (!wrong.empty()) return problem(std::move(wrong));
    const auto with_point = [](std::string_view text) {
        std::string written(text);
        std::ranges::replace(written, ',', '.');
        return written;
    };
    return {place, "", "", format("{},{}", with_point(x), with_point(y))};
}

// Reads "43.73, 7.41", "(43.73 7.41)", "43,73; 7,41".
StatedPosition both_in_one(std::string_view text, std::string_view name, bool lat_first) {
    std::string_view inner = trimmed(text);
    if (inner.empty()) return problem(format("{} is empty", name));
    if (inner.find_first_of("([") == 0 && inner.find_last_of(")]") == inner.size() - 1)
        inner = trimmed(inner.substr(1, inner.size() - 2));
    const bool one_comma = std::ranges::count(inner, ',') == 1;
    const std::size_t at = inner.find(';') != inner.npos ? inner.find(';')
                           : one_comma                   ? inner.find(',')
                                                         : inner.find(' ');
    const std::string wrong =
        format("{} '{}' is not '{}'", name, text, lat_first ? "latitude,longitude" : "longitude,latitude");
    if (at == inner.npos) return problem(wrong);
    const std::string_view first = trimmed(inner.substr(0, at));
    const std::string_view second = trimmed(inner.substr(at + 1));
    StatedPosition found = two_numbers(lat_first ? second : first, lat_first ? first : second, name, name, true);
    return found.problem.empty() ? found : problem(wrong);
}

StatedPosition geometry(std::string_view text, std::string_view name) {
    if (text.empty()) return problem(format("{} is empty", name));
    const auto point = parse_point_geometry(text);
    if (!point) return problem(format("{} is not a point as WKT or GeoJSON: '{}'", name, text.substr(0, 40)));
    const auto& [place, srid] = *point;
    return {place, "", srid > 0 ? format("EPSG:{}", srid) : "", format("{:.12g},{:.12g}", place.x, place.y)};
}

}  // namespace

std::string PositionColumns::description(std::span<const std::string> names) const {
    switch (form) {
        case Form::numbers: return format("{} and {}", names[x], names[y]);
        case Form::lat_lon: return format("{} (latitude, longitude)", names[x]);
        case Form::lon_lat: return format("{} (longitude, latitude)", names[x]);
        case Form::geometry: break;
    }
    return format("{} (WKT or GeoJSON)", names[x]);
}

std::optional<PositionColumns> find_position_columns(std::span<const std::string> names) {
    const auto two = [&](const Names& of_x, const Names& of_y, bool degrees) -> std::optional<PositionColumns> {
        const auto x = find_named(names, of_x);
        const auto y = find_named(names, of_y);
        if (!x || !y) return std::nullopt;
        return PositionColumns{Form::numbers, *x, *y, degrees};
    };
    const auto one = [&](const Names& wanted, Form form) -> std::optional<PositionColumns> {
        const auto column = find_named(names, wanted);
        if (!column) return std::nullopt;
        return PositionColumns{form, *column, *column, form != Form::geometry};
    };
    if (auto found = two(longitudes, latitudes, true)) return found;
    if (auto found = two(eastings, northings, false)) return found;
    if (auto found = one(lon_lat_columns, Form::lon_lat)) return found;
    if (auto found = one(geometry_columns, Form::geometry)) return found;
    return one(lat_lon_columns, Form::lat_lon);
}

PositionColumns named_position_columns(std::span<const std::string> names, const std::string& x_field,
                                       const std::string& y_field, const std::string& file) {
    if (x_field.empty() || y_field.empty()) {
        throw InvalidArgument("`points.x_field` and `points.y_field` name the two columns of a position; give both");
    }
    const auto column = [&](const std::string& wanted) {
        const auto found = std::ranges::find(names, normalised(wanted), normalised);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        throw InvalidArgument(format("{} has no column '{}' for positions; it has: {}", file, wanted, listed(names)));
    };
    const bool degrees = is_among(longitudes, x_field) && is_among(latitudes, y_field);
    return {Form::numbers, column(x_field), column(y_field), degrees};
}

bool has_position_name(std::span<const std::string> names) {
    static const Names unmistakable{"lon", "longitude", "lng",     "lat",     "latitude", "x",
                                    "y",   "x_coord",   "y_coord", "easting", "northing"};
    const auto columns = find_position_columns(names);
    return (columns && columns->form == Form::numbers) || find_named(names, unmistakable);
}

std::vector<std::string> names_of_end(std::span<const std::string> names, bool is_start) {
    const Names ends = is_start ? Names{"from", "origin", "orig", "start", "source", "o"}
                                : Names{"to", "destination", "dest", "end", "target", "d"};
    std::vector<std::string> stripped(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = normalised(names[i]);
        for (const std::string& end : ends) {
            const std::string prefix = format("{}_", end);
            const std::string suffix = format("_{}", end);
            if (name.starts_with(prefix)) stripped[i] = name.substr(prefix.size());
            if (name.ends_with(suffix)) stripped[i] = name.substr(0, name.size() - suffix.size());
        }
    }
    return stripped;
}

StatedPosition read_position(const PositionColumns& columns, std::span<const std::string_view> fields,
                             std::span<const std::string> names, bool decimal_comma) {
    const std::string_view x = field_at(fields, columns.x);
    switch (columns.form) {
        case Form::numbers:
            return two_numbers(x, field_at(fields, columns.y), names[columns.x], names[columns.y], decimal_comma);
        case Form::lat_lon:
        case Form::lon_lat: return both_in_one(x, names[columns.x], columns.form == Form::lat_lon);
        case Form::geometry: break;
    }
    return geometry(x, names[columns.x]);
}

PointValueColumns::PointValueColumns(const PointOptions& options, const std::vector<std::string>& known,
                                     const std::string& path)
    : names_(options.number_fields), may_miss_(options.missing_numbers) {
    const FieldNames fields(known);
    const auto find = [&](const std::string& name) {
        if (const auto found = fields.find(name)) return *found;
        throw InvalidArgument(
            format("{} has no field '{}'; it has: {}", path, name, known.empty() ? "none" : joined(known)));
    };
    for (const std::string& name : names_) numbers_.push_back(find(name));
    if (!options.text_field.empty()) text_ = find(options.text_field);
}

void PointValueColumns::add(const std::function<std::string(std::size_t)>& text_of, bool commas,
                            const std::function<void(const std::string&)>& fail,
                            std::vector<std::vector<double>>& numbers, std::vector<std::string>& texts) const {
    numbers.resize(numbers_.size());
    for (std::size_t f = 0; f < numbers_.size(); ++f) {
        std::string text = text_of(numbers_[f]);
        if (may_miss_ && trimmed(text).empty()) {
            numbers[f].push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        if (commas) std::ranges::replace(text, ',', '.');
        const auto number = parse_real(trimmed(text));
        if (!number || !std::isfinite(*number)) {
            fail(format("expected a number in {}, found '{}'", names_[f], text));
        }
        numbers[f].push_back(*number);
    }
    if (text_) texts.push_back(text_of(*text_));
}

}  // namespace allways::importers
