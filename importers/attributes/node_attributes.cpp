// SPDX-License-Identifier: Apache-2.0
#include "attributes/node_attributes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/network/road_network.h"
#include "attributes/arc_table.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/blocks.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"
#include "text/csv_reader.h"
#include "text/line_reader.h"

namespace allways::importers {

bool NodeCoordinates::within_degrees() const {
    return std::ranges::all_of(points_, [](Coordinate p) { return std::abs(p.x) <= 180 && std::abs(p.y) <= 90; });
}

void NodeCoordinates::divide(double divisor) {
    for (auto& point : points_) point = {point.x / divisor, point.y / divisor};
}

std::vector<Coordinate> NodeCoordinates::take(const std::string& path, bool named_by_user,
                                              const LogCallback& log_to) && {
    const auto unknown = static_cast<std::uint64_t>(std::ranges::count(known_, 0));
    if (unknown == 0) return std::move(points_);
    if (unknown == points_.size() && !named_by_user) return {};
    const auto message = format("{} of {} {} no coordinates in it", count_text(unknown),
                                counted(points_.size(), "node"), by_count(unknown, "has", "have"));
    if (named_by_user) throw InputError(path, 0, message);
    log(log_to, LogLevel::loss, format("{}: {}; the network is read without coordinates", path, message));
    return {};
}

void check_places(const std::string& path, std::span<const Coordinate> nodes, std::span<const Coordinate> shapes) {
    const auto refuse = [&](Coordinate at) {
        throw InputError(path, 0,
                         format("{},{} is not valid in any reference system: coordinates are at most {}", at.x, at.y,
                                largest_coordinate));
    };
    const auto is_node = [](Coordinate at) { return is_within_bounds(at) || std::isnan(at.x); };
    if (!holds_for_each(nodes.size(), [&](std::size_t i) { return is_node(nodes[i]); })) {
        refuse(*std::ranges::find_if_not(nodes, is_node));
    }
    if (!holds_for_each(shapes.size(), [&](std::size_t i) { return is_within_bounds(shapes[i]); })) {
        refuse(*std::ranges::find_if_not(shapes, is_within_bounds));
    }
}

void add_coordinates(RoadNetwork& network, const std::string& beside,
                     NodeCoordinates (*read)(const std::string& path, const IdTable& ids), const ReadOptions& options) {
    const bool named = !options.node_file.empty();
    const std::string file = named ? options.node_file : beside;
    if (file.empty()) return;
    if (named && is_node_list(file)) return add_listed_nodes(network, "", options);
    network.coordinates = read(file, network.node_ids).take(file, named, options.log);
    if (network.coordinates.empty()) return;
    log(options.log, LogLevel::info,
        format("coordinates are read from {}{}", file,
               options.crs.empty() ? "; their reference system is not stated" : ""));
}

std::string sibling_of(const std::string& path, const std::vector<std::string>& names) {
    const auto folder = std::filesystem::path(path).parent_path();
    for (const auto& name : names) {
        std::error_code error;
        if (std::filesystem::is_regular_file(folder / name, error)) return (folder / name).string();
    }
    return "";
}

std::string companion_file(const std::string& path, std::string_view suffix, std::string_view companion) {
    std::filesystem::path name = std::filesystem::path(path).filename();
    if (lower_case(name.extension().string()) == ".gz") name = name.stem();
    if (lower_case(name.extension().string()) == suffix) name = name.stem();
    const std::string plain = name.string() + std::string(companion);
    return sibling_of(path, {plain, plain + ".gz"});
}

// ---- lists of nodes

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::array<std::string_view, 6> node_id_names{"node_id", "node", "id", "osmid", "vertex", "n"};

struct NodeColumns {
    std::size_t id = 0;
    std::size_t x = 1;
    std::size_t y = 2;
    bool degrees = false;
};

NodeColumns columns_of(const CsvReader& records, const Fields& header) {
    constexpr std::array<std::string_view, 3> eastings{"x", "x_coord", "easting"};
    constexpr std::array<std::string_view, 3> northings{"y", "y_coord", "northing"};
    constexpr std::array<std::string_view, 4> longitudes{"lon", "longitude", "lng", "long"};
    constexpr std::array<std::string_view, 2> latitudes{"lat", "latitude"};
    const FieldNames names(header);
    const auto id = names.usual(node_id_names);
    const auto lon = names.usual(longitudes);
    const auto lat = names.usual(latitudes);
    const auto x = names.usual(eastings);
    const auto y = names.usual(northings);
    if (id && lon && lat) return {*id, *lon, *lat, true};
    if (id && x && y) return {*id, *x, *y, false};
    records.fail(format("expected a list of nodes with the fields id, x and y (or lon and lat); found: {}",
                        joined(names.all())));
}

struct NodeList {
    NodeCoordinates points;
    std::string crs = {};
    std::uint64_t not_in_network = 0;
};

NodeList read_node_list(const std::string& path, const IdTable& ids, const ReadOptions& options) {
    CsvReader records(path, CsvReader::guess_delimiter(path, edge_list_comments), options, edge_list_comments);
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
    const FieldNames names(layer.field_names());
    const auto id = names.usual(node_id_names);
    if (!id)
        throw InputError(path, 0,
                         format("expected points with a field node_id or id; the fields are: {}", joined(names.all())));
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

// ---- nodes that paths may not pass

namespace {

void mark_item(RoadNetwork& network, std::string_view item) {
    if (const auto node = network.node_ids.find(item)) {
        network.no_through[*node] = NoThrough::centroid;
        return;
    }
    const auto range = find_range(network.node_ids, item);
    if (!range) throw InvalidArgument(format("no-through nodes: no node has the id '{}'", item));
    if (range->empty()) throw InvalidArgument("no-through nodes: " + empty_range_text(item));
    for (const NodeIndex node : *range) network.no_through[node] = NoThrough::centroid;
}

void mark_file(RoadNetwork& network, const std::string& path) {
    LineReader lines(path);
    std::string_view line;
    while (lines.next(line)) {
        if (!network.node_ids.find(trimmed(line))) line = line.substr(0, line.find('#'));
        if (line.find('@') != std::string_view::npos) lines.fail("expected a node id or range, found '@'");
        try {
            for (const std::string_view item : items_in(line, ", \t")) mark_item(network, item);
        } catch (const InvalidArgument& error) {
            lines.fail(error.what());
        }
    }
}

}  // namespace

std::uint8_t no_through_of(std::string_view node_type) {
    if (node_type == "centroid") return NoThrough::centroid;
    return node_type == "barrier" ? NoThrough::barrier : NoThrough::passable;
}

std::string_view node_type(const RoadNetwork& network, NodeIndex node) {
    if (!network.is_no_through(node)) return "";
    return is_centroid(network, node) ? "centroid" : "barrier";
}

void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to) {
    if (network.no_through.empty()) network.no_through.assign(network.node_count(), 0);
    for (const std::string_view item : items_in(selection, ",")) {
        item.starts_with('@') ? mark_file(network, std::string(item.substr(1))) : mark_item(network, item);
    }
    std::erase_if(network.elimination_order, [&](NodeIndex node) { return network.is_no_through(node); });
    log(log_to, LogLevel::info,
        format("{} of {} {} no-through: paths start and end there but do not pass through", count_no_through(network),
               counted(network.node_count(), "node"), by_count(count_no_through(network), "is", "are")));
}

}  // namespace allways::importers
