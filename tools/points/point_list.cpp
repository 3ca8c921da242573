// SPDX-License-Identifier: Apache-2.0
#include "allways/points/point_list.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/ids.h"
#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "allways/points/standard_input.h"
#include "attributes/point_columns.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/vector_layer.h"
#include "points/node_argument.h"
#include "points/zones.h"
#include "text/csv_reader.h"

namespace allways {

// ---- lists of nodes and positions

using namespace importers;

using namespace tools;

namespace {

// The columns of a file of nodes that its first line names.
struct NodeColumns {
    std::size_t node = 0;
    std::optional<std::size_t> id = {};     // of the point at the node
    std::optional<std::size_t> share = {};  // of the node in its zone
    bool has_zones = false;                 // the ids are those of zones
    bool guessed = false;                   // a column id or zone_id beside others, none of which is node_id
};

// Nothing: the first line names no column of nodes.
std::optional<NodeColumns> node_columns(const std::vector<std::string_view>& heading, const PointOptions& options,
                                        const std::string& path) {
    const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find(heading, name, lower_case);
        if (found == heading.end()) return std::nullopt;
        return static_cast<std::size_t>(found - heading.begin());
    };
    const std::optional<std::size_t> stated =
        options.id_field.empty() ? std::nullopt : find(lower_case(options.id_field));
    if (!options.id_field.empty() && !stated) {
        throw InvalidArgument(format("{} has no column '{}' for the ids of points; it has: {}", path, options.id_field,
                                     joined(std::vector<std::string>(heading.begin(), heading.end()))));
    }
    if (const auto node = find("node_id")) {
        NodeColumns columns{.node = *node, .id = stated};
        for (const std::string_view usual : {"id", "point_id", "stop_id", "customer_id", "zone_id"}) {
            if (!columns.id) columns.id = find(usual);
        }
        if (columns.id == node) columns.id.reset();
        columns.has_zones = columns.id && columns.id == find("zone_id");
        if (columns.has_zones) columns.share = find("share");
        return columns;
    }
    if (stated) return NodeColumns{*stated};
    for (const std::string_view usual : {"id", "zone_id"}) {
        if (const auto id = find(usual)) return NodeColumns{.node = *id, .guessed = heading.size() > 1};
    }
    return std::nullopt;
}

std::string joined_fields(const std::vector<std::string_view>& fields) {
    return joined(std::vector<std::string>(fields.begin(), fields.end()));
}

// Returns true if two fields have decimals, as in "depot,7.41,43.73".
bool are_coordinates(const std::vector<std::string_view>& fields) {
    return std::ranges::count_if(fields, [](std::string_view field) {
               return field.find('.') != std::string_view::npos && parse_real(field);
           }) >= 2;
}

// The text of a node: its id or its position. The comma in "@7.41,43.73" does not separate fields.
std::string node_text(const std::vector<std::string_view>& fields, std::size_t column) {
    const std::string position = column + 1 < fields.size() ? format("{},{}", fields[column], fields[column + 1]) : "";
    if (position_length(position) > 0) return position;
    const std::string_view name = fields[column];
    const bool quoted = name.size() > 2 && name.front() == '"' && name.back() == '"';  // if blanks separate the fields
    return std::string(quoted ? name.substr(1, name.size() - 2) : name);
}

// `source`: the name of the file for messages.
PointSet read_node_file(const std::string& path, const std::string& source, const PointOptions& options) {
    const char delimiter = CsvReader::guess_delimiter(path, "#");
    CsvReader reader(path, delimiter, options, "#");
    reader.skip_blank_records();
    PointSet list{.source = source};
    std::vector<std::string> ids;
    NodeColumns columns;
    std::optional<PointValueColumns> values;
    std::vector<std::string_view> fields;
    for (bool first = true; reader.next(fields); first = false) {
        if (first) {
            list.first_line = joined_fields(fields);
            const auto named = node_columns(fields, options, source);
            values.emplace(options,
                           named ? std::vector<std::string>(fields.begin(), fields.end()) : std::vector<std::string>(),
                           source);
            if (named) {
                columns = *named;
                if (columns.id)
                    log(options.log, LogLevel::info,
                        format("{}: nodes by {}, ids by {}", source, fields[columns.node], fields[*columns.id]));
                reader.end_comments();
                continue;
            }
        }
        if (first && are_coordinates(fields) && !fields[0].starts_with('@')) {
            reader.fail(
                format("expected a first line with column names, such as id,lon,lat or id,x,y for points, or "
                       "node_id,name; found: {}",
                       list.first_line));
        }
        const std::size_t column = columns.node;
        for (const std::size_t needed : {column, columns.id.value_or(column)}) {
            if (needed < fields.size() && !fields[needed].empty()) continue;
            reader.fail(
                format("expected the id of a {} in column {}", needed == column ? "node" : "point", needed + 1));
        }
        if (columns.id) ids.emplace_back(fields[*columns.id]);
        if (columns.share) {
            const std::string_view text = *columns.share < fields.size() ? fields[*columns.share] : std::string_view();
            const std::optional<double> share = parse_real(trimmed(text));
            if (!share || !(*share > 0) || !std::isfinite(*share))
                reader.fail(format("expected the share of a node in its zone, above 0, found '{}'", text));
            list.shares.push_back(*share);
        }
        list.names.push_back(node_text(fields, column));
        list.lines.push_back(reader.line_number());
        values->add([&](std::size_t at) { return at < fields.size() ? std::string(fields[at]) : std::string(); },
                    delimiter != ',', [&](const std::string& what) { reader.fail(what); }, list.numbers, list.texts);
    }
    if (list.names.empty()) {
        throw InputError(path, 0,
                         "expected node ids or positions, one on each line, or points with column names, but there is "
                         "none");
    }
    reader.log_comments(options.log);
    list.ids = IdTable::from_texts(std::move(ids));
    if (columns.has_zones) list = as_zones(std::move(list), options);
    if (columns.guessed) {
        guess(options.log, Guess::points,
              format("{}: no column has positions or is called node_id, so its column id names {} of the network",
                     source, counted(list.names.size(), "node")));
    }
    return list;
}

}  // namespace

PointSet read_node_list(const std::string& text, const std::string& option, const PointOptions& options) {
    if (text.starts_with('@') && position_length(text) == 0) {
        const std::string file = text.substr(1);
        return read_file_or_pipe(
            file, [&](const std::string& copy) { return read_node_file(copy, source_name(file), options); });
    }
    PointSet list;
    for (std::string_view rest = text;;) {
        const std::size_t position = position_length(rest);
        const std::size_t end = position > 0 ? position : std::min(rest.find(','), rest.size());
        const std::string_view name = trimmed(rest.substr(0, end));
        if (name.empty()) {
            throw InvalidArgument(format(
                "{} '{}': expected comma-separated node ids or positions such as @7.41,43.73, or @FILE", option, text));
        }
        list.names.emplace_back(name);
        if (end == rest.size()) return list;
        rest.remove_prefix(end + 1);
    }
}

namespace {

// A hint for an unknown name: it may be in a first line of column names that were not recognised. Empty: no hint.
std::string heading_hint(const PointSet& list, std::size_t at) {
    const bool is_first = at == 0 && !parse_real(list.names[at]);
    if (list.are_single) {
        if (!is_first || list.first_line.empty()) return "";
        return format(
            "; the first line of pairs may name columns from and to, or origin and destination, or from_lon, "
            "from_lat, to_lon and to_lat; found: {}",
            list.first_line);
    }
    const bool has_columns = list.first_line.find(',') != std::string::npos;
    if (!is_first && !has_columns) return "";
    return format("; {}the first line of a file of points must name columns lon and lat, or x and y; found: {}",
                  is_first ? "the ids of nodes are in a column named node_id or id, or without a name; " : "",
                  list.first_line);
}

// The nodes of a range or of "centroids"; nothing for an id, a position or any other text.
std::optional<std::vector<NodeIndex>> several_nodes(const std::string& name, const NodeNames& nodes,
                                                    const std::string& source) {
    if (name.starts_with('@') || nodes.ids.find(name)) return std::nullopt;
    if (auto range = find_range(nodes.ids, name)) {
        if (range->empty()) throw InputError(source, 0, empty_range_text(name));
        return range;
    }
    if (name != all_centroids) return std::nullopt;
    std::vector<NodeIndex> found;
    for (NodeIndex node = 0; node < nodes.no_through.size(); ++node) {
        if (nodes.no_through[node] == NoThrough::centroid) found.push_back(node);
    }
    if (found.empty() && !nodes.zones.empty()) return find_range(nodes.ids, nodes.zones);
    const bool is_marked = !found.empty();
    for (NodeIndex node = 0; !is_marked && node < nodes.zone_ids.size(); ++node) {
        if (!nodes.zone_ids[node].empty()) found.push_back(node);
    }
    if (found.empty()) {
        throw InputError(
            source, 0,
            format("'{}' names all zone centroids, but there are none: paths may pass all of its nodes. Name the zones "
                   "by their ids, such as 1-24 or @FILE",
                   all_centroids));
    }
    return found;
}

}  // namespace

void expand(PointSet& list, const NodeNames& nodes, const std::string& source) {
    if (list.are_single || list.names.empty()) return;
    std::vector<std::string> names;
    std::vector<std::uint32_t> named_by;  // the entries of the list
    std::vector<double> parts;            // of their shares
    std::vector<std::string> ids;         // of zones, else of nodes
    bool has_zones = false;
    for (std::uint32_t at = 0; at < list.names.size(); ++at) {
        try {
            const auto several = several_nodes(list.names[at], nodes, source);
            const bool is_zone = several && list.names[at] == all_centroids && !nodes.zone_ids.empty();
            has_zones = has_zones || is_zone;
            if (!several) names.push_back(list.names[at]), ids.push_back(list.names[at]);
            for (const NodeIndex node : several.value_or(std::vector<NodeIndex>{})) {
                names.push_back(nodes.ids.text(node));
                ids.push_back(is_zone && !nodes.zone_ids[node].empty() ? nodes.zone_ids[node] : names.back());
            }
            parts.resize(names.size(), 1 / static_cast<double>(names.size() - named_by.size()));
            named_by.resize(names.size(), at);
        } catch (const Error& error) {
            fail_at(list, at, error);
        }
    }
    list = list.selection(named_by);
    list.names = std::move(names);
    for (std::size_t i = 0; i < list.shares.size(); ++i) {
        if (list.shares[i] < 1) list.shares[i] *= parts[i];  // 1: the zone's own, or one of equal shares
    }
    if (list.ids.size() > 0 || !has_zones) return;
    list.ids = IdTable::from_texts(std::move(ids));
    list = as_zones(std::move(list));
}

std::vector<NodeIndex> find_nodes(const PointSet& list, const IdTable& ids, const std::string& source) {
    std::vector<NodeIndex> nodes;
    nodes.reserve(list.names.size());
    for (std::size_t i = 0; i < list.names.size(); ++i) {
        try {
            nodes.push_back(find_node(ids, list.names[i], source));
        } catch (const Error& error) {
            fail_at(list, i, error);
        }
    }
    return nodes;
}

void fail_at(const PointSet& list, std::size_t at, const Error& error) {
    if (!list.source.empty()) throw InputError(list.source, list.lines[at], error.what() + heading_hint(list, at));
    if (looks_like_a_file(list.names[at]))
        throw InputError(list.names[at], 0, format("no such file; as an id, {}", error.what()));
    throw;
}

// ---- one side of a table

namespace {

bool is_file(const std::string& name) {
    std::error_code error;
    return std::filesystem::is_regular_file(name, error) || is_vector_source(name);
}

// The options of reading a temporary copy: messages name the pipe instead.
PointOptions options_of_copy(const std::string& copy, const std::string& pipe, PointOptions options) {
    options.log = [log = options.log, copy, pipe_name = source_name(pipe)](LogLevel level, std::string_view text) {
        std::string named(text);
        for (const std::string& name : {copy, std::filesystem::path(copy).filename().string()}) {
            for (std::size_t at = 0; (at = named.find(name, at)) != std::string::npos;)
                named.replace(at, name.size(), pipe_name);
        }
        allways::log(log, level, named);
    };
    return options;
}

// Reads a file of points or names, or a copy of a pipe with this content, by `read`.
template <class Read>
PointSet read_named(const std::string& name, const PointOptions& options, const Read& read) {
    const std::string pipe = is_standard_input(name) ? "-" : name;
    if (pipe != "-" && !is_pipe(pipe)) return read(name, options);
    return read_pipe(pipe, [&](const std::string& copy) {
        PointSet points = read(copy, options_of_copy(copy, pipe, options));
        points.source = source_name(pipe);
        return points;
    });
}

}  // namespace

NodeNames node_names(const RoadNetwork& network) {
    const auto& notes = network.provenance.notes;
    const auto zones = std::ranges::find(notes, "zones", &std::pair<std::string, std::string>::first);
    return {network.node_ids, network.no_through, zones == notes.end() ? std::string_view() : zones->second,
            network.zone_ids};
}

NodeNames row_names(const Input& input) {
    if (const auto* network = std::get_if<RoadNetwork>(&input)) return node_names(*network);
    if (const auto* matrix = std::get_if<CostMatrix>(&input)) return {matrix->node_ids(), {}};
    if (const auto* table = std::get_if<DistanceTable>(&input)) return {table->node_ids(), table->no_through()};
    if (const auto* part = std::get_if<OriginDestinationTable>(&input)) return {part->origin_ids(), {}};
    const auto& factor = std::get<NetworkFactor>(input);
    return {factor.node_ids, {factor.no_through.data(), factor.no_through.size()}};
}

NodeNames column_names(const Input& input) {
    const auto* part = std::get_if<OriginDestinationTable>(&input);
    return part != nullptr ? NodeNames{part->destination_ids(), {}} : row_names(input);
}

bool names_several(const std::string& text) {
    if (is_standard_input(text)) return true;
    if (position_length(text) == text.size() && !text.empty()) return false;
    const bool marked = text.starts_with('@');
    const std::string name = marked ? text.substr(1) : text;
    if (is_file(name) || is_pipe(name) || looks_like_a_file(name)) return true;
    if (marked) return position_length(text) > 0;
    const bool forgot_sign = text.find('.') != text.npos && position_length("@" + text) == text.size() + 1;
    return !forgot_sign && (text.find_first_of(",-") != text.npos || text == all_centroids);
}

bool is_standard_input(std::string_view text) {
    return text == "-" || text == "@-";
}

PointSet read_point_file(const std::string& name, const PointOptions& options) {
    return read_named(name, options, read_points);
}

PointSet read_point_list(const std::string& text, const std::string& option, const PointOptions& options) {
    const bool marked = text.starts_with('@') && position_length(text) == 0;
    const std::string name = marked ? text.substr(1) : text;
    if (!is_standard_input(text) && !is_pipe(name)) {
        if (!marked && !is_file(text)) return read_node_list(text, option, options);
        if (name.find_first_of("+-.0123456789") == 0 && !is_file(name))
            throw InputError(name, 0, "no such file; a position is @longitude,latitude, as @7.4166,43.7311");
    }
    return read_named(name, options, [&](const std::string& path, const PointOptions& reading) {
        return holds_points(path, reading) ? read_points(path, reading) : read_node_list("@" + path, option, reading);
    });
}

void add_values(PointSet& points, const std::string& file, const PointOptions& options) {
    PointOptions reading = options;
    reading.id_field.clear();
    reading.log = {};  // ids are those of the points
    const PointSet values = read_node_list("@" + file, "", reading);
    const IdTable ids = values.ids.size() > 0 ? values.ids : IdTable::from_texts(values.names);
    if (const auto repeated = ids.first_repeated(); repeated && values.shares.empty())
        throw InputError(values.source, values.lines[*repeated],
                         format("the id '{}' has another row", ids.text(*repeated)));
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const std::string id = points.ids.size() > 0 ? points.ids.text(i) : points.names[i];
        const auto row = ids.find(id);
        if (!row) throw InputError(values.source, 0, format("expected a row for each point, found none for '{}'", id));
        rows.push_back(*row);
    }
    PointSet chosen = values.selection(rows);
    points.numbers = std::move(chosen.numbers);
    points.texts = std::move(chosen.texts);
}

TableSide side_at_nodes(const PointSet& list, const IdTable& ids, const std::string& source) {
    TableSide ends;
    ends.nodes = find_nodes(list, ids, source);
    ends.ids = list.ids.size() == 0 ? ids.selection(ends.nodes) : list.ids;
    return ends;
}

SnapDistances snap_distances(const TableSide& origins, const TableSide& destinations) {
    if (origins.distances.empty() && destinations.distances.empty()) return {};
    const auto of = [](const TableSide& side) {
        return side.distances.empty() ? std::vector<double>(side.nodes.size(), NAN) : side.distances;
    };
    return {of(origins), of(destinations), (origins.distances.empty() ? destinations : origins).in_metres};
}

bool has_positions(const PointSet& list, const IdTable& ids) {
    return !list.places.empty() ||
           std::ranges::any_of(list.names, [&](const std::string& name) { return names_position(ids, name); });
}

}  // namespace allways
