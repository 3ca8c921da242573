// SPDX-License-Identifier: Apache-2.0
// RoadNetwork → Shapefile or FlatGeobuf: one line per arc, in the direction of travel, and a second file NAME_node with
// the nodes.
#include <ogr_geometry.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "attributes/node_attributes.h"
#include "base/text.h"
#include "export/features/feature_file.h"
#include "export/formats/formats.h"
#include "export/formats/losses.h"

namespace allways::tools {

namespace {

constexpr const char* node_layer = "node";

// Returns true for field names that the line layer itself uses, or that change how it is read.
bool is_layer_field(std::string_view name, bool) {
    constexpr std::array<std::string_view, 9> own{"link_id", "from_node", "to_node", "fid",         "geometry",
                                                  "oneway",  "one_way",   "geom",    "shape_length"};
    return std::ranges::find(own, name) != own.end();
}

// NAME.shp → NAME_node.shp
std::string node_file(const std::string& path) {
    const std::filesystem::path file(path);
    return (file.parent_path() / (file.stem().string() + "_" + node_layer + file.extension().string())).string();
}

bool is_whole(const ArcColumn& column) {
    return std::ranges::all_of(column.values,
                               [](const Decimal& value) { return value.is_missing() || value.fixed_point(0); });
}

class LayerWriter {
public:
    LayerWriter(const RoadNetwork& network, FeatureFile& file, const ExportOptions& options)
        : network_(network), file_(file), options_(options) {}

    void write() {
        write_links();
        write_nodes();
        file_.commit();
    }

private:
    void write_links() {
        const std::vector<std::string> names = field_names(network_, is_layer_field);
        FeatureLayer layer{"link",
                           wkbLineString,
                           {id_field("link_id", network_.arc_ids), id_field("from_node", network_.node_ids),
                            id_field("to_node", network_.node_ids)}};
        std::vector<bool> whole;
        for (std::size_t i = 0; i < network_.columns.size(); ++i) {
            whole.push_back(is_whole(network_.columns[i]));
            layer.fields.push_back({names[i], whole[i] ? FeatureField::Type::integer : FeatureField::Type::real});
        }
        for (std::size_t i = network_.columns.size(); i < names.size(); ++i) layer.fields.push_back({names[i]});
        file_.begin_layer(layer);
        std::vector<FeatureValue> values;
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            if (arc % 16384 == 0) tick(arc);
            values = {id_value(network_.arc_ids, arc), id_value(network_.node_ids, network_.tail[arc]),
                      id_value(network_.node_ids, network_.head[arc])};
            for (std::size_t i = 0; i < network_.columns.size(); ++i) {
                const Decimal& value = network_.columns[i].values[arc];
                values.push_back(value.is_missing() ? FeatureValue()
                                 : whole[i]         ? FeatureValue(*value.fixed_point(0))
                                                    : FeatureValue(value.to_double()));
            }
            for (const TextColumn& texts : network_.texts) values.push_back(text_value(texts.text(arc)));
            file_.add_line(values, arc_line(network_, arc));
        }
    }

    void write_nodes() {
        file_.begin_layer({node_layer, wkbPoint, {id_field("node_id", network_.node_ids), {"node_type"}}});
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            if (node % 16384 == 0) tick(network_.arc_count() + node);
            const std::array values{id_value(network_.node_ids, node),
                                    text_value(importers::node_type(network_, node))};
            file_.add_point(values, network_.coordinates[node]);
        }
    }

    void tick(std::size_t done) const {
        report(options_.progress, "write", done, network_.arc_count() + network_.node_count());
    }

    const RoadNetwork& network_;
    FeatureFile& file_;
    const ExportOptions& options_;
};

void write_layers(const std::string& format_name, const RoadNetwork& network, const std::string& path,
                  const ExportOptions& options) {
    if (network.coordinates.empty())
        throw InputError(path, 0,
                         format("cannot be written: {} holds lines, but the network has no coordinates", format_name));
    const auto file = make_feature_file({path, format_name, options.overwrite, options.progress, options.log},
                                        network.provenance.crs);
    LayerWriter(network, *file, options).write();
}

// Readers find the written columns and a `length` measured on the lines.
std::string layer_default_cost(const RoadNetwork& network) {
    std::vector<std::string> names{"length"};
    const std::vector<std::string> fields = field_names(network, is_layer_field);
    for (const std::string& name : std::span(fields).first(network.columns.size())) {
        if (lower_case(name) != "length") names.push_back(name);
    }
    const auto cost = choose_cost(names).column;
    return cost ? names[*cost] : "";
}

FormatWriter layer_output(const char* name, const char* description, const char* suffix) {
    using enum FormatTrait;
    FormatWriter format{{name, description, {suffix}, {node_ids, arc_ids, parallel_arcs, coordinates, shapes, texts}}};
    format.files = [](const std::string& path) { return std::vector<std::string>{path, node_file(path)}; };
    format.is_reserved = is_layer_field;
    format.default_cost = layer_default_cost;
    return format;
}

}  // namespace

FormatWriter shapefile_output() {
    FormatWriter format = layer_output("shp", "network, a Shapefile of lines, with NAME_node beside it", ".shp");
    format.write_network = [](const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
        write_layers("shp", network, path, options);
    };
    return format;
}

FormatWriter flatgeobuf_output() {
    FormatWriter format = layer_output("fgb", "network, a FlatGeobuf of lines, with NAME_node beside it", ".fgb");
    format.write_network = [](const RoadNetwork& network, const std::string& path, const ExportOptions& options) {
        write_layers("fgb", network, path, options);
    };
    return format;
}

}  // namespace allways::tools
