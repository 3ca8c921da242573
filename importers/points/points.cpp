// SPDX-License-Identifier: Apache-2.0
// Files of points: CSV, and layers through GDAL.
#include "allways/importers/points.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/arc_table.h"
#include "attributes/point_columns.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "text/csv_reader.h"

namespace allways {

// ---- options

const std::vector<PointOptionRow>& point_options() {
    static const std::vector<PointOptionRow> rows{
        {"id_field", &PointOptions::id_field, "FIELD",
         "Field with the ids of points (default: id, name and the like, else row numbers)", "", "--points-id"},
        {"layer", &PointOptions::layer, "NAME", "Layer of points to read, if the file has several", "",
         "--points-layer"},
        {"x_field", &PointOptions::x_field, "FIELD",
         "Column with x or the longitude in CSV (default: lon, x and other usual names); for pairs two, such as "
         "from_x,to_x"},
        {"y_field", &PointOptions::y_field, "FIELD", "Column with y or the latitude, in the same form"},
        {"crs", &PointOptions::crs, "CRS",
         "Reference system of x and y columns, and of layers and geometries that state none, such as EPSG:2056 "
         "(default: the network's)",
         "", "--points-crs"},
        {"encoding", &PointOptions::encoding, "NAME",
         "Encoding of points and pairs, such as windows-1252 (default: UTF-8, else windows-1252)", "",
         "--points-encoding"},
        {"where", &PointOptions::where, "FILTER", "Read only points that match, as in \"open = 1\"", "", no_flag},
    };
    return rows;
}

// ---- reading

using namespace importers;

namespace {

constexpr const char* lon_lat_system = "EPSG:4326";
constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

using KnownNames = std::vector<std::string_view>;

const KnownNames id_names{"id", "point_id", "stop_id", "customer_id", "zone_id", "node_id", "node", "name"};
const KnownNames layer_suffixes{".gpkg", ".geojson", ".json", ".geojsonl", ".shp",    ".zip",
                                ".fgb",  ".gml",     ".kml",  ".gpx",      ".sqlite", ".gdb"};

// Finds the column with the ids of points: that of the option, or the first of the usual names, in any case.
std::optional<std::size_t> find_ids(const FieldNames& names, const PointOptions& options) {
    return options.id_field.empty() ? names.usual(id_names) : names.usual(lower_case(options.id_field));
}

// Returns the problem of a position; empty if it is valid.
std::string problem_of(Coordinate place, bool degrees) {
    if (!is_finite(place)) return "its coordinates are not finite";
    if (!degrees || (std::abs(place.x) <= 180 && std::abs(place.y) <= 90)) return "";
    const bool swapped = std::abs(place.y) <= 180 && std::abs(place.x) <= 90;
    return format("longitude {} and latitude {} are outside -180 to 180 and -90 to 90{}", place.x, place.y,
                  swapped ? "; are they swapped?" : "");
}

class Collector {
public:
    Collector(const std::string& path, bool is_layer) {
        points_.source = path;
        points_.is_layer = is_layer;
    }
    PointSet& points() { return points_; }
    // A guessed id column is not used if some point has no id: then all points are named by their numbers.
    void add(std::string id, Coordinate place, std::string problem, std::uint64_t line) {
        nameless_ += id.empty() ? 1 : 0;
        ids_.push_back(std::move(id));
        points_.places.push_back(problem.empty() ? place : Coordinate{nowhere, nowhere});
        points_.problems.push_back(std::move(problem));
        points_.lines.push_back(line);
    }
    std::size_t size() const { return ids_.size(); }
    // Adds the further values of the point added last, as PointValueColumns::add.
    void add_values(const PointValueColumns& columns, const std::function<std::string(std::size_t)>& text_of,
                    bool commas, const std::function<void(const std::string&)>& fail) {
        columns.add(text_of, commas, fail, points_.numbers, points_.texts);
    }

    // `id_column`: the name of the column of ids, if the ids are from one.
    PointSet finish(const LogCallback& callback, const std::string& id_column) && {
        if (ids_.empty()) throw InputError(points_.source, 0, "expected points, but there are none");
        if (nameless_ > 0) {
            guess(callback, Guess::points,
                  format("{}: the column {} is empty for {} of {}, so the ids of points are {}", points_.source,
                         id_column, count_text(nameless_), counted(ids_.size(), "point"),
                         points_.is_layer ? "the feature numbers" : "their numbers"));
            for (std::size_t i = 0; i < ids_.size(); ++i)
                ids_[i] = std::to_string(points_.is_layer ? points_.lines[i] : i + 1);
        }
        const auto fine = std::ranges::find(points_.problems, "");
        if (fine == points_.problems.end()) {
            throw InputError(points_.source, points_.is_layer ? 0 : points_.lines.front(),
                             format("none of its {} has valid coordinates; the first: {}",
                                    counted(ids_.size(), "point"), points_.problems.front()));
        }
        points_.ids = IdTable::from_texts(std::move(ids_));
        tell_repeated(callback);
        return std::move(points_);
    }

private:
    void tell_repeated(const LogCallback& callback) const {
        const auto first = points_.ids.first_repeated();
        if (!first) return;
        std::unordered_map<std::string, std::uint32_t> count_of;
        for (std::uint32_t i = 0; i < points_.ids.size(); ++i) ++count_of[points_.ids.text(i)];
        std::erase_if(count_of, [](const auto& one) { return one.second == 1; });
        std::uint64_t points = 0;
        for (const auto& [id, count] : count_of) points += count;
        log(callback, LogLevel::warning,
            format("{}: {} for {}, such as {}; rows and columns go by the order of the file", points_.where(*first),
                   counted(count_of.size(), "id repeats", "ids repeat"), counted(points, "point"),
                   points_.ids.text(*first)));
    }

    PointSet points_;
    std::vector<std::string> ids_;
    std::size_t nameless_ = 0;
};

// ---- CSV

// Returns the columns of the positions and of the ids, found in the first line of a file.
std::pair<PositionColumns, std::optional<std::size_t>> decide_columns(const CsvReader& reader, const FieldNames& fields,
                                                                      const PointOptions& options) {
    const std::vector<std::string>& names = fields.all();
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (name->empty() || std::find(names.begin(), name, *name) == name) continue;
        log(options.log, LogLevel::loss,
            format("{}: the column {} occurs twice; the first is used", reader.path(), *name));
    }
    PositionColumns position;
    if (!options.x_field.empty() || !options.y_field.empty()) {
        position = named_position_columns(names, options.x_field, options.y_field, reader.path());
    } else if (const auto found = find_position_columns(names)) {
        position = *found;
    } else {
        reader.fail(
            format("expected columns of positions in the first line: {}; it has: {}; `points.x_field` and "
                   "`points.y_field` name others",
                   position_columns_text, joined(names)));
    }
    const auto id = find_ids(fields, options);
    if (!id && !options.id_field.empty()) {
        throw InvalidArgument(format("{} has no column '{}' for the ids of points; it has: {}", reader.path(),
                                     options.id_field, joined(names)));
    }
    log(options.log, LogLevel::info,
        format("{}: points by {}, ids by {}", reader.path(), position.description(names),
               id ? names[*id] : "their number"));
    return {position, id};
}

// The reference system of a file's positions: that of its columns, `points.crs`, or the one that its geometries state.
class CsvSystem {
public:
    CsvSystem(const PositionColumns& columns, const PointOptions& options, const std::string& path) {
        const bool named = !options.x_field.empty();
        if (columns.degrees && !options.crs.empty() && !named) {
            throw InvalidArgument(
                format("{} has longitudes and latitudes of WGS 84; `points.crs` applies to columns x and y", path));
        }
        if (!options.crs.empty())
            set(options.crs);
        else if (columns.degrees)
            set(lon_lat_system);
    }
    const std::string& crs() const { return crs_; }

    // Returns the problem of a position; empty if it is valid.
    std::string check(const StatedPosition& position) {
        if (!position.problem.empty()) return position.problem;
        if (!position.crs.empty() && position.crs != crs_) {
            if (!crs_.empty()) return format("its geometry is in {}, but the points are in {}", position.crs, crs_);
            set(position.crs);
        }
        return problem_of(position.place, degrees_);
    }

private:
    void set(const std::string& crs) {
        const ReferenceSystem system(crs);
        crs_ = system.text();
        degrees_ = system.is_geographic();
    }
    std::string crs_;
    bool degrees_ = false;
};

PointSet read_csv(const std::string& path, const PointOptions& options) {
    if (!options.layer.empty() || !options.where.empty()) {
        throw InvalidArgument(format("{} is CSV, which has no layers to choose or to filter", path));
    }
    const char delimiter = CsvReader::guess_delimiter(path, "#");
    CsvReader reader(path, delimiter, options, "#");
    reader.skip_blank_records();
    std::vector<std::string_view> fields;
    if (!reader.next(fields)) throw InputError(path, 0, "expected points, but the file is empty");
    reader.end_comments();
    const FieldNames found(fields);
    const std::vector<std::string>& names = found.all();
    const auto [columns, id_column] = decide_columns(reader, found, options);
    CsvSystem system(columns, options, path);
    const PointValueColumns values(options, names, path);
    const auto text_of = [&](std::size_t column) {
        return column < fields.size() ? std::string(fields[column]) : std::string();
    };
    Collector collector(path, false);
    while (reader.next(fields)) {
        if (fields.size() > names.size())
            reader.fail(format("expected {} fields, found {}", names.size(), fields.size()));
        const StatedPosition position = read_position(columns, fields, names, delimiter != ',');
        std::string problem = system.check(position);
        std::string id = id_column ? text_of(*id_column) : std::to_string(collector.size() + 1);
        if (id.empty() && !options.id_field.empty()) reader.fail("expected the id of a point");
        collector.add(std::move(id), position.place, std::move(problem), reader.line_number());
        collector.add_values(values, text_of, delimiter != ',', [&](const std::string& what) { reader.fail(what); });
    }
    collector.points().crs = system.crs();
    return std::move(collector).finish(options.log, id_column ? names[*id_column] : "");
}

// Returns true if the first row of a file has a position in one of these columns.
bool begins_with_position(CsvReader& reader, const PositionColumns& columns, const std::vector<std::string>& names) {
    std::vector<std::string_view> fields;
    return reader.next(fields) && read_position(columns, fields, names, true).problem.empty();
}

// ---- layers

PointSet read_layer(const std::string& path, const PointOptions& options) {
    if (!options.x_field.empty() || !options.y_field.empty()) {
        throw InvalidArgument(
            format("`points.x_field` and `points.y_field` name columns of CSV; the points of {} have "
                   "geometries",
                   without_password(path)));
    }
    VectorLayer layer(path, options.layer, options.where, VectorLayer::Holds::points, options);
    const FieldNames names(layer.field_names());
    const auto id = find_ids(names, options);
    if (!id && !options.id_field.empty()) {
        throw InvalidArgument(format("layer '{}' of {} has no field '{}' for the ids of points; it has: {}",
                                     layer.name(), path, options.id_field,
                                     names.size() == 0 ? "none" : joined(names.all())));
    }
    log(options.log, LogLevel::info,
        format("{}: points of layer '{}', ids by {}", path, layer.name(), id ? names[*id] : "feature number"));
    const PointValueColumns values(options, names.all(), without_password(path));
    Collector collector(without_password(path), true);
    const std::string stated = layer.reference_system();
    bool degrees = false;
    if (!stated.empty()) {
        const ReferenceSystem system(stated);
        if (!options.crs.empty() && ReferenceSystem(options.crs).text() != system.text()) {
            throw InvalidArgument(format("layer '{}' of {} states its reference system, {}; remove `points.crs`",
                                         layer.name(), path, system.name()));
        }
        collector.points().crs = system.text();
        degrees = system.is_geographic();
    } else if (!options.crs.empty()) {
        const ReferenceSystem system(options.crs);
        collector.points().crs = system.text();
        degrees = system.is_geographic();
    } else {
        guess(options.log, Guess::points_crs,
              format("{}: layer '{}' states no reference system, so its points are in the network's",
                     without_password(path), layer.name()));
    }
    std::uint64_t areas = 0;
    while (layer.next()) {
        const auto place = layer.point();
        areas += layer.is_area() ? 1 : 0;
        std::string problem = place ? problem_of(*place, degrees)
                                    : format("expected a point, but its geometry is {}", layer.geometry_name());
        std::string name = id ? layer.text(*id) : std::to_string(layer.feature_id());
        if (name.empty() && !options.id_field.empty())
            layer.fail(format("expected the id of a point in field {}", names[*id]));
        collector.add(std::move(name), place.value_or(Coordinate{nowhere, nowhere}), std::move(problem),
                      static_cast<std::uint64_t>(layer.feature_id()));
        collector.add_values(
            values, [&](std::size_t field) { return layer.text(field); }, false,
            [&](const std::string& what) { layer.fail(what); });
    }
    if (areas > 0) {
        log(options.log, LogLevel::info,
            format("{}: {} of layer '{}' {} at {}", without_password(path), counted(areas, "polygon"), layer.name(),
                   by_count(areas, "is a point", "are points"), by_count(areas, "its centroid", "their centroids")));
    }
    return std::move(collector).finish(options.log, id ? names[*id] : "");
}

// A file without a suffix, such as a copy of standard input, may also be GeoJSON.
bool begins_as_json(const std::string& path) {
    std::ifstream file(path);
    char first = 0;
    return std::filesystem::path(path).extension().empty() && file >> first && first == '{';
}

bool is_layer_file(const std::string& path) {
    if (is_vector_source(path) || begins_as_json(path)) return true;
    const std::string name = lower_case(path);
    return std::ranges::any_of(layer_suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

}  // namespace

std::string PointSet::where(std::size_t point) const {
    return is_layer ? format("{}, feature {}", source, lines[point]) : format("{}:{}", source, lines[point]);
}

PointSet PointSet::selection(std::span<const std::uint32_t> indexes) const {
    const auto chosen = [&](const auto& all) {
        std::decay_t<decltype(all)> found;
        for (const std::uint32_t i : indexes) {
            if (!all.empty()) found.push_back(all[i]);
        }
        return found;
    };
    PointSet found{source,         ids.size() == 0 ? IdTable() : ids.selection(indexes),
                   chosen(places), chosen(problems),
                   chosen(lines),  crs,
                   is_layer};
    for (const std::vector<double>& field : numbers) found.numbers.push_back(chosen(field));
    found.texts = chosen(texts);
    found.names = chosen(names);
    found.shares = chosen(shares);
    found.first_line = first_line;
    found.are_single = are_single;
    return found;
}

bool holds_points(const std::string& path, const PointOptions& options) {
    if (is_layer_file(path)) return true;
    CsvReader reader(path, CsvReader::guess_delimiter(path, "#"), {}, "#");
    reader.skip_blank_records();
    std::vector<std::string_view> fields;
    if (!reader.next(fields)) return false;
    reader.end_comments();
    const FieldNames found(fields);
    const std::vector<std::string>& names = found.all();
    if (!options.x_field.empty()) return true;
    if (found.usual("node_id")) {
        if (has_position_name(names) && lower_case(options.id_field) != "node_id") {
            guess(options.log, Guess::points,
                  format("{}: points are the nodes that its column node_id names, and its columns of positions are not "
                         "used",
                         path));
        }
        return false;
    }
    if (has_position_name(names)) return true;
    const auto columns = find_position_columns(names);  // a single column, whose name may have another meaning
    return columns && begins_with_position(reader, *columns, names);
}

PointSet make_points(std::vector<Coordinate> places, std::string crs, IdTable ids) {
    if (ids.size() == 0) ids = IdTable::consecutive(places.size());
    if (ids.size() != places.size()) throw InvalidArgument(format("{} ids for {} points", ids.size(), places.size()));
    PointSet points;
    points.source = "points";
    points.ids = std::move(ids);
    points.problems.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) points.lines.push_back(i + 1);
    points.places = std::move(places);
    points.crs = std::move(crs);
    return points;
}

PointSet read_points(const std::string& path, const PointOptions& options) {
    return is_layer_file(path) ? read_layer(path, options) : read_csv(path, options);
}

}  // namespace allways
