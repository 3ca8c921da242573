// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → GraphML, directed, as NetworkX and OSMnx read it: nodes with x and y; arcs with every column and text,
// and with WKT lines if the network has shapes. The graph states its reference system as crs.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "allways/base/format.h"
#include "allways/network/road_network.h"
#include "base/text.h"
#include "export/files/output_file.h"
#include "export/formats/formats.h"
#include "export/formats/id_file.h"
#include "export/formats/losses.h"

namespace allways::tools {

namespace {

// Text that XML 1.0 can hold: U+FFFD replaces invalid UTF-8 and control characters.
std::string xml_text(std::string_view raw) {
    std::string text;
    for (const char c : valid_utf8(raw)) {
        const bool control = static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
        control ? text += "\ufffd" : text += c;
    }
    return text;
}

// Escapes the characters that are special in XML.
void put_escaped(OutputFile& file, std::string_view raw) {
    for (const char c : xml_text(raw)) {
        switch (c) {
            case '&': file.put("&amp;"); break;
            case '<': file.put("&lt;"); break;
            case '>': file.put("&gt;"); break;
            case '"': file.put("&quot;"); break;
            case '\t': file.put("&#9;"); break;
            case '\n': file.put("&#10;"); break;
            case '\r': file.put("&#13;"); break;
            default: file.put(c);
        }
    }
}

void put_key(OutputFile& file, const std::string& id, const char* of, const std::string& name, const char* type) {
    file.put(format("<key id=\"{}\" for=\"{}\" attr.name=\"", id, of));
    put_escaped(file, name);
    file.put(format("\" attr.type=\"{}\"/>\n", type));
}

void put_data(OutputFile& file, const std::string& key, std::string_view text) {
    file.put(format("<data key=\"{}\">", key));
    put_escaped(file, text);
    file.put("</data>");
}

// Data keys are short, because every arc repeats them: c0, c1 … are columns, t0, t1 … texts.
std::string numbered(char kind, std::size_t i) {
    return format("{}{}", kind, i);
}

// Returns true for fields to which OSMnx gives a meaning of its own.
bool is_graphml_field(std::string_view name, bool) {
    return name == "arc_id" || name == "geometry" || name == "osmid";
}

void put_keys(const RoadNetwork& network, OutputFile& file) {
    const std::vector<std::string> names = field_names(network, is_graphml_field);
    put_key(file, "crs", "graph", "crs", "string");
    if (!network.coordinates.empty()) {
        put_key(file, "x", "node", "x", "double");
        put_key(file, "y", "node", "y", "double");
    }
    put_key(file, "through", "node", "no_through", "boolean");
    if (std::ranges::count(network.no_through, NoThrough::barrier) > 0)
        put_key(file, "barrier", "node", "barrier", "boolean");
    for (std::size_t i = 0; i < network.columns.size(); ++i) {
        put_key(file, numbered('c', i), "edge", names[i], "double");
    }
    for (std::size_t i = 0; i < network.texts.size(); ++i) {
        put_key(file, numbered('t', i), "edge", names[network.columns.size() + i], "string");
    }
    put_key(file, "id", "edge", "arc_id", network.arc_ids.is_numeric() ? "long" : "string");
    if (!network.shapes.empty()) put_key(file, "g", "edge", "geometry", "string");
}

void put_graphml_nodes(const RoadNetwork& network, OutputFile& file) {
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        file.put("<node id=\"");
        put_escaped(file, network.node_ids.text(node));
        file.put("\">");
        const Coordinate place = network.coordinates.empty() ? Coordinate{NAN, NAN} : network.coordinates[node];
        if (std::isfinite(place.x) && std::isfinite(place.y)) {
            file.put("<data key=\"x\">");
            file.put_plain_number(place.x);
            file.put("</data><data key=\"y\">");
            file.put_plain_number(place.y);
            file.put("</data>");
        }
        if (network.is_no_through(node)) put_data(file, "through", "true");
        if (network.is_no_through(node) && !is_centroid(network, node)) put_data(file, "barrier", "true");
        file.put("</node>\n");
    }
}

void put_line(OutputFile& file, const std::vector<Coordinate>& points) {
    file.put("<data key=\"g\">LINESTRING (");
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (i > 0) file.put(", ");
        file.put_plain_number(points[i].x);
        file.put(' ');
        file.put_plain_number(points[i].y);
    }
    file.put(")</data>");
}

// Edges are numbered, because OSMnx reads edge ids as numbers, and both directions share the id of their road.
void put_arc(const RoadNetwork& network, ArcIndex arc, OutputFile& file) {
    file.put(format("<edge id=\"{}\" source=\"", arc));
    put_escaped(file, network.node_ids.text(network.tail[arc]));
    file.put("\" target=\"");
    put_escaped(file, network.node_ids.text(network.head[arc]));
    file.put("\">");
    put_data(file, "id", network.arc_ids.text(arc));
    for (std::size_t i = 0; i < network.columns.size(); ++i) {
        const Decimal& value = network.columns[i].values[arc];
        if (!value.is_missing()) put_data(file, numbered('c', i), value.to_string());
    }
    for (std::size_t i = 0; i < network.texts.size(); ++i) {
        const std::string_view text = network.texts[i].text(arc);
        if (!text.empty()) put_data(file, numbered('t', i), text);
    }
    if (network.shapes.has_shape(arc)) put_line(file, network.shapes.points(arc));
    file.put("</edge>\n");
}

void write_graphml(const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
    require_distinct_ids(network.node_ids, path, xml_text);  // edges refer to nodes by id
    OutputFile file(path, options.overwrite);
    file.put("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    put_keys(network, file);
    file.put("<graph edgedefault=\"directed\">\n");
    if (!network.provenance.crs.empty()) put_data(file, "crs", network.provenance.crs);
    put_graphml_nodes(network, file);
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (arc % 65536 == 0) report(options.progress, "write", arc, network.arc_count());
        put_arc(network, arc, file);
    }
    file.put("</graph>\n</graphml>\n");
    file.commit();
}

}  // namespace

FormatWriter graphml_output() {
    using enum FormatTrait;
    FormatWriter format{
        {"graphml",
         "network, XML with every column and text, for NetworkX and OSMnx",
         {".graphml"},
         {standard_output, node_ids, arc_ids, isolated_nodes, no_through, coordinates, parallel_arcs, shapes, texts}}};
    format.write_network = write_graphml;
    format.is_reserved = is_graphml_field;
    return format;
}

}  // namespace allways::tools
