// SPDX-License-Identifier: Apache-2.0
// A list of nodes → coordinates.
#include "attributes/listed_nodes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/arc_table.h"
#include "attributes/node_coordinates.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "text/csv_reader.h"

namespace allways::importers {

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::array<std::string_view, 6> node_id_names{"node_id", "node", "id", "osmid", "vertex", "n"};

struct NodeColumns {
    std::size_t id = 0;
    std::size_t x = 1;
    std::size_t y = 2;
    bool degrees = false;
};

template <std::size_t count>
std::optional<std::size_t> find_any(const Fields& header, const std::array<std::string_view, count>& names) {
    for (const auto name : names) {
        const auto found = std::ranges::find(header, name, [](auto field) { return lower_case(field); });
        if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    }
    return std::nullopt;
}

NodeColumns columns_of(const CsvReader& records, const Fields& header) {
    constexpr std::array<std::string_view, 3> eastings{"x", "x_coord", "easting"};
    constexpr std::array<std::string_view, 3> northings{"y", "y_coord", "northing"};
    constexpr std::array<std::string_view, 4> longitudes{"lon", "longitude", "lng", "long"};
    constexpr std::array<std::string_view, 2> latitudes{"lat", "latitude"};
    const auto id = find_any(header, node_id_names);
    const auto lon = find_any(header, longitudes);
    const auto lat = find_any(header, latitudes);
    const auto x = find_any(header, eastings);
    const auto y = find_any(header, northings);
    if (id && lon && lat) return {*id, *lon, *lat, true};
    if (id && x && y) return {*id, *x, *y, false};
    records.fail(format("expected a list of nodes with the fields id, x and y (or lon and lat); found: {}",
                        joined({header.begin(), header.end()})));
}

struct NodeList {
    NodeCoordinates points;
    std::string crs = {};
    std::uint64_t not_in_network = 0;
};

NodeList read_node_list(const std::string& path, const IdTable& ids, const ReadOptions& options) {
    CsvReader records(path, CsvReader::guess_delimiter(path, edge_list_comments), options);
    records.set_comment_marks(std::string(edge_list_comments));
    NodeList list{NodeCoordinates(ids.size()), {}, 0};
    Fields fields;
    if (!records.next(fields)) throw InputError(path, 0, "expected a list of nodes, but the file has no rows");
    NodeColumns columns;
    const std::size_t width = fields.size();
    const bool has_header = std::ranges::none_of(fields, [](auto field) { return parse_real(field).has_value(); });
    if (has_header) {
        columns = columns_of(records, fields);
        records.end_comments();
    }
    if (columns.degrees) list.crs = "EPSG:4326";
    for (bool more = !has_header || records.next(fields); more; more = records.next(fields)) {
        if (fields.size() != width || width < 3) {
            records.fail(format("expected a row 'id x y' of {} fields, found {}", std::max<std::size_t>(width, 3),
                                fields.size()));
        }
        const auto x = parse_real(fields[columns.x]);
        const auto y = parse_real(fields[columns.y]);
        if (!x || !y) {
            records.fail(format("coordinates need numbers, found '{}' and '{}'", shortened(fields[columns.x]),
                                shortened(fields[columns.y])));
        }
        if (const auto node = ids.find(fields[columns.id])) {
            list.points.set(*node, {*x, *y});
        } else {
            ++list.not_in_network;
        }
    }
    records.log_comments(options.log);
    return list;
}

bool is_layer(const std::string& path) {
    const std::string name = lower_case(path);
    return is_node_list(path) && !name.ends_with(".csv") && !name.ends_with(".tsv");
}

// Reads a layer of points that has a field with the node ids.
NodeList read_node_layer(const std::string& path, const IdTable& ids, const ReadOptions& options) {
    VectorLayer layer(path, "", "", VectorLayer::Holds::points, options);
    std::vector<std::string> names;
    for (const auto& field : layer.fields()) names.push_back(field.name);
    const auto id = find_any({names.begin(), names.end()}, node_id_names);
    if (!id)
        throw InputError(path, 0,
                         format("expected points with a field node_id or id; the fields are: {}", joined(names)));
    NodeList list{NodeCoordinates(ids.size()), {}, 0};
    const std::string system = layer.reference_system();
    if (!system.empty()) list.crs = ReferenceSystem(system).text();
    while (layer.next()) {
        const auto point = layer.is_area() ? std::nullopt : layer.point();  // a centroid is no node
        const auto node = point ? ids.find(layer.text(*id)) : std::nullopt;
        if (node)
            list.points.set(*node, *point);
        else
            ++list.not_in_network;
    }
    return list;
}

}  // namespace

bool is_node_list(const std::string& path) {
    constexpr std::array<std::string_view, 11> suffixes{".csv", ".tsv", ".geojson", ".geojsonl", ".json",  ".gpkg",
                                                        ".shp", ".fgb", ".gml",     ".kml",      ".sqlite"};
    const std::string name = lower_case(path);
    return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

void add_listed_nodes(RoadNetwork& network, const std::string& beside, const ReadOptions& options) {
    const bool named = !options.node_file.empty();
    const std::string file = named ? options.node_file : beside;
    if (file.empty() || (!named && !network.coordinates.empty())) return;
    try {
        NodeList list = is_layer(file) ? read_node_layer(file, network.node_ids, options)
                                       : read_node_list(file, network.node_ids, options);
        auto coordinates = std::move(list.points).take(file, named, options.log);
        if (coordinates.empty()) return;
        network.coordinates = std::move(coordinates);
        network.provenance.crs = list.crs;
        log(options.log, LogLevel::info,
            format("coordinates are read from {}{}{}", file,
                   list.crs.empty() && options.crs.empty() ? "; their reference system is not stated" : "",
                   list.not_in_network == 0 ? "" : format("; {} of its nodes have no arc", list.not_in_network)));
    } catch (const InputError& error) {
        if (named) throw;
        log(options.log, LogLevel::loss,
            format("coordinates are not read: {}; set `node_file` to use another file", error.what()));
    }
}

}  // namespace allways::importers
