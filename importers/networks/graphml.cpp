// SPDX-License-Identifier: Apache-2.0
// GraphML → RoadNetwork. Edges become arcs, undirected ones an arc in each direction under one id. Edge data become
// columns if every value is a number, otherwise texts. Files of OSMnx, recognised by the edges' osmid, use metres,
// seconds and km/h, and store numbers and lists as text, and lines as WKT.
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/network/road_network.h"
#include "attributes/node_coordinates.h"
#include "attributes/shared_shapes.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "libraries/line_geometry.h"
#include "libraries/reference_system.h"
#include "libraries/row_filter.h"
#include "networks/graphml_columns.h"
#include "networks/graphml_document.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

const GraphmlField* find_field(const std::vector<GraphmlField>& fields, std::string_view name) {
    const auto found = std::ranges::find(fields, name, &GraphmlField::name);
    return found == fields.end() ? nullptr : &*found;
}

// OSMnx writes "epsg:4326", PROJ text or WKT; its first versions wrote the dictionary {'init': 'epsg:4326'}.
std::string reference_system_text(std::string stated, const LogCallback& log_to) {
    constexpr std::string_view init = "'init': '";
    if (const auto at = stated.find(init); stated.starts_with('{') && at != stated.npos) {
        stated = stated.substr(at + init.size());
        stated.resize(std::min(stated.find('\''), stated.size()));
    }
    try {
        return ReferenceSystem(stated).text();
    } catch (const InvalidArgument& error) {
        log(log_to, LogLevel::loss, format("ignored the graph's crs: {}", error.what()));
        return "";
    }
}

// Reads Booleans as Python and XML write them.
bool is_true(std::string_view value) {
    const std::string word = lower_case(trimmed(value));
    return word == "true" || word == "1" || word == "yes";
}

class GraphmlNetwork {
public:
    GraphmlNetwork(const std::string& path, GraphmlDocument document, const ReadOptions& options)
        : path_(path), document_(std::move(document)), options_(options) {}

    RoadNetwork build() && {
        network_.node_ids = IdTable::from_texts(std::move(document_.node_ids));
        add_coordinates();
        add_listed_nodes(network_, "", options_);
        add_no_through();
        add_arcs();
        add_shapes();
        is_osmnx_ = find_field(document_.edges.fields, "osmid") != nullptr;
        add_graphml_columns(path_, document_, arcs_, is_osmnx_, options_, network_);
        state_units(network_, options_);
        add_notes();
        return std::move(network_);
    }

private:
    void add_coordinates() {
        const auto* x = find_field(document_.node_fields, "x");
        const auto* y = find_field(document_.node_fields, "y");
        const bool degrees = x == nullptr || y == nullptr;
        if (degrees) {
            x = first_field({"lon", "longitude", "lng"});
            y = first_field({"lat", "latitude"});
        }
        if (x == nullptr || y == nullptr) return;
        NodeCoordinates points(network_.node_count());
        for (std::size_t node = 0; node < network_.node_count(); ++node) {
            const auto x_value = parse_real(trimmed(x->values[node]));
            const auto y_value = parse_real(trimmed(y->values[node]));
            if (x_value && y_value) points.set(static_cast<NodeIndex>(node), {*x_value, *y_value});
        }
        network_.coordinates = std::move(points).take(path_, false, options_.log);
        if (network_.coordinates.empty()) return;
        const auto crs = std::ranges::find(document_.graph_data, "crs", [](const auto& entry) { return entry.first; });
        if (degrees) {
            network_.provenance.crs = "EPSG:4326";
        } else if (crs != document_.graph_data.end()) {
            network_.provenance.crs = reference_system_text(crs->second, options_.log);
        }
    }

    // Reads no-through nodes as Allways writes them.
    void add_no_through() {
        const auto* field = find_field(document_.node_fields, "no_through");
        if (field == nullptr || !field->is_boolean) return;
        const auto* barrier = find_field(document_.node_fields, "barrier");
        if (barrier != nullptr && !barrier->is_boolean) barrier = nullptr;
        const auto is_set = [](const GraphmlField* of, std::size_t node) {
            return of != nullptr && (of->values[node] == "true" || of->values[node] == "1");
        };
        network_.no_through.assign(network_.node_count(), NoThrough::passable);
        for (std::size_t node = 0; node < network_.node_count(); ++node) {
            if (is_set(field, node))
                network_.no_through[node] = is_set(barrier, node) ? NoThrough::barrier : NoThrough::centroid;
        }
        if (count_no_through(network_) == 0) network_.no_through.clear();
    }

    const GraphmlField* first_field(std::initializer_list<std::string_view> names) const {
        for (const auto name : names) {
            if (const auto* field = find_field(document_.node_fields, name)) return field;
        }
        return nullptr;
    }

    // Fields are compared as numbers if all their values are numbers.
    RowFilter filter() const {
        if (options_.where.empty()) return {};
        std::vector<RowFilter::Field> fields;
        for (const auto& field : document_.edges.fields) {
            bool is_number = !field.is_boolean;
            for (std::size_t edge = 0; is_number && edge < field.values.size(); ++edge) {
                is_number = is_missing_word(trimmed(field.values[edge])) || parse_real(trimmed(field.values[edge]));
            }
            fields.push_back({field.name, is_number});
        }
        return RowFilter(options_.where, fields);
    }

    // Returns the field that makes undirected edges one-way streets, if the options name one.
    const GraphmlField* oneway_field() const {
        if (options_.oneway_field.value_or("").empty()) return nullptr;
        if (document_.directed)
            throw InvalidArgument(
                "`oneway_field` applies to undirected graphs; the edges of a directed graph are one-way");
        if (const auto* field = find_field(document_.edges.fields, *options_.oneway_field)) return field;
        throw InvalidArgument(format("`oneway_field`: the edges have no data '{}'", *options_.oneway_field));
    }

    // OSMnx states the direction of an undirected edge in its data `from`.
    bool runs_against(std::size_t edge) const {
        const auto* from = find_field(document_.edges.fields, "from");
        const NodeIndex target = document_.edges.target[edge];
        return from != nullptr && document_.edges.source[edge] != target &&
               from->values[edge] == network_.node_ids.text(target);
    }

    void add_arcs() {
        const auto& edges = document_.edges;
        const RowFilter filter = this->filter();
        const GraphmlField* oneway = oneway_field();
        for (std::size_t edge = 0; edge < edges.source.size(); ++edge) {
            if (!filter.keeps([&](std::size_t field) { return edges.fields[field].values[edge]; })) continue;
            const bool one_way = oneway != nullptr && edges.directed[edge] == 0 && is_true(oneway->values[edge]);
            const bool against = one_way && runs_against(edge);
            if (!against) arcs_.push_back({edge, false});
            if (against || (edges.directed[edge] == 0 && !one_way)) arcs_.push_back({edge, true});
        }
        if (arcs_.empty() && filter.has_condition()) {
            throw InputError(
                path_, 0, format("none of its {} edges passes the filter \"{}\"", edges.source.size(), options_.where));
        }
        if (arcs_.size() >= no_arc) throw InputError(path_, 0, "a network has at most 2^32 - 2 arcs");
        std::vector<std::uint32_t> edge_of_arc;
        for (const auto& [edge, back] : arcs_) {
            network_.tail.push_back(back ? edges.target[edge] : edges.source[edge]);
            network_.head.push_back(back ? edges.source[edge] : edges.target[edge]);
            network_.reversed.push_back(back ? 1 : 0);
            edge_of_arc.push_back(static_cast<std::uint32_t>(edge));
        }
        network_.arc_ids = edge_ids().selection(edge_of_arc);
        if (std::ranges::count(network_.reversed, 1) == 0) network_.reversed.clear();
    }

    static bool is_complete(const GraphmlField& field) {
        for (std::size_t i = 0; i < field.values.size(); ++i) {
            if (field.values[i].empty()) return false;
        }
        return true;
    }

    // Returns the ids from the field that the user names, from Allways' own field, or the edges' own ids if they are
    // unique: OSMnx's and NetworkX's only distinguish parallel edges.
    IdTable edge_ids() const {
        const auto& edges = document_.edges;
        const std::string named = options_.id_field.value_or("");
        const auto* field = find_field(edges.fields, named.empty() ? graphml_arc_id_name : std::string_view(named));
        if (field == nullptr && !named.empty()) {
            std::vector<std::string> names;
            for (const auto& known : edges.fields) names.push_back(known.name);
            throw InvalidArgument(
                format("`id_field`: the edges have no data '{}'; they have: {}", named, joined(names)));
        }
        if (named.empty() && field != nullptr && !is_complete(*field)) field = nullptr;
        const TextList& ids = field != nullptr ? field->values : edges.ids;
        std::vector<std::string> texts;
        for (std::size_t edge = 0; edge < ids.size() && !ids[edge].empty(); ++edge) texts.emplace_back(ids[edge]);
        if (texts.size() == ids.size()) {
            IdTable table = IdTable::from_texts(std::move(texts));
            if (field != nullptr || !table.first_repeated()) return table;
            log(options_.log, LogLevel::info, format("{}: ids of edges repeat: edges are numbered from 1", path_));
        } else if (!named.empty()) {
            throw InputError(path_, edges.lines[texts.size()], format("the id field '{}' is empty", named));
        }
        return IdTable::consecutive(ids.size());
    }

    // Reads lines from the field "geometry", which run in either direction between an edge's nodes.
    void add_shapes() {
        const auto* field = find_field(document_.edges.fields, geometry_field_name);
        if (field == nullptr || !holds_graphml_lines(*field)) return;
        SharedShapes shapes;
        for (std::size_t arc = 0; arc < arcs_.size(); ++arc) {
            const std::size_t edge = arcs_[arc].edge;
            if (field->values[edge].empty()) {
                shapes.add_straight_arc();
                continue;
            }
            auto line = parse_line_geometry(field->values[edge]);
            if (!line) {
                throw InputError(
                    path_, document_.edges.lines[edge],
                    format("geometry needs {}; found '{}'", line_geometry_words, shortened(field->values[edge])));
            }
            if (line->points.empty()) {
                shapes.add_straight_arc();
                continue;
            }
            if (is_backward(line->points, arc)) std::ranges::reverse(line->points);
            shapes.add_arc(line->points);
        }
        network_.shapes = std::move(shapes).take();
    }

    bool is_backward(const std::vector<Coordinate>& points, std::size_t arc) const {
        if (network_.coordinates.empty()) return arcs_[arc].back;
        const NodeIndex tail = network_.tail[arc];
        const NodeIndex head = network_.head[arc];
        if (tail == head) return arcs_[arc].back;
        return runs_backward(points, network_.coordinates[tail], network_.coordinates[head]);
    }

    void add_notes() {
        const auto say = [&](LogLevel level, const std::string& what) {
            log(options_.log, level, path_ + ": " + what);
        };
        if (document_.data_with_elements > 0) {
            say(LogLevel::loss, format("skipped {} data that contain further elements (drawings, as yEd writes them)",
                                       document_.data_with_elements));
        }
        if (!is_osmnx_) return;
        const auto made =
            std::ranges::find(document_.graph_data, "created_with", [](const auto& entry) { return entry.first; });
        if (made != document_.graph_data.end()) network_.provenance.notes.emplace_back(made->first, made->second);
        network_.provenance.notes.emplace_back("attribution", "© OpenStreetMap contributors, ODbL 1.0");
        const auto* oneway = find_field(document_.edges.fields, "oneway");
        if (document_.directed || oneway == nullptr || options_.oneway_field) return;
        std::size_t one_way_edges = 0;
        for (std::size_t edge = 0; edge < oneway->values.size(); ++edge) one_way_edges += is_true(oneway->values[edge]);
        if (one_way_edges > 0) {
            guess(options_.log, Guess::directions,
                  format("{}: the graph is undirected: its {} one-way edges are open both ways", path_,
                         count_text(one_way_edges)));
        }
    }

    const std::string& path_;
    GraphmlDocument document_;
    const ReadOptions& options_;
    RoadNetwork network_;
    std::vector<GraphmlArc> arcs_;
    bool is_osmnx_ = false;
};

RoadNetwork read_graphml(const std::string& path, const ReadOptions& options, ImportReport& found) {
    GraphmlDocument document = read_graphml_document(path, options.progress);
    found.nodes = document.node_ids.size();
    return GraphmlNetwork(path, std::move(document), options).build();
}

bool recognise_graphml(const FileSample& sample) {
    const std::string_view text = sample.text;
    return trimmed(text.substr(0, 4096)).starts_with('<') && text.substr(0, 4096).find("<graphml") != text.npos;
}

}  // namespace

Format graphml_format() {
    Format format;
    format.info = {"graphml", "GraphML, of OSMnx, NetworkX and others", {".graphml"}, FormatInfo::Holds::network};
    format.recognises = recognise_graphml;
    format.read_network = read_graphml;
    return format;
}

}  // namespace allways::importers
