// SPDX-License-Identifier: Apache-2.0
#include "allways/export/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/distance_table.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

namespace {

constexpr std::uint64_t rows_between_reports = 1 << 14;

// Adds the first `count` nodes as points, with their ids and what add_values(node, values) appends. Calls tick(node)
// before each.
template <class AddValues, class Tick>
void add_nodes(FeatureFile& file, const RoadNetwork& network, std::size_t count, const AddValues& add_values,
               const Tick& tick) {
    std::vector<FeatureValue> values;
    for (NodeIndex node = 0; node < count; ++node) {
        tick(node);
        values.assign(1, id_value(network.node_ids, node));
        add_values(node, values);
        file.add_point(values, node_place(network, node));
    }
}

// Adds all arcs as lines: their shape, else the straight line between their nodes. They have their ids, those of their
// nodes, of which only the first `own_nodes` have one, and what add_values(arc, values) appends.
template <class AddValues, class Tick>
void add_arcs(FeatureFile& file, const RoadNetwork& network, std::size_t own_nodes, const AddValues& add_values,
              const Tick& tick) {
    const auto end_value = [&](NodeIndex node) {
        return node < own_nodes ? id_value(network.node_ids, node) : FeatureValue();
    };
    std::vector<FeatureValue> values;
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        tick(arc);
        values = {id_value(network.arc_ids, arc), end_value(network.tail[arc]), end_value(network.head[arc])};
        add_values(arc, values);
        const std::vector<Coordinate> line = arc_line(network, arc);
        line.empty() ? file.add(values, nullptr) : file.add_line(values, line);
    }
}

FeatureLayer layer_of_nodes(std::string name, const RoadNetwork& network, std::vector<FeatureField> fields) {
    fields.insert(fields.begin(), id_field("node_id", network.node_ids));
    return {std::move(name), wkbPoint, std::move(fields)};
}

FeatureLayer layer_of_arcs(std::string name, const RoadNetwork& network, std::vector<FeatureField> fields) {
    fields.insert(fields.begin(), {id_field("arc_id", network.arc_ids), id_field("from_node_id", network.node_ids),
                                   id_field("to_node_id", network.node_ids)});
    return {std::move(name), wkbLineString, std::move(fields)};
}

bool holds_one_layer(const FeatureOutput& output) {
    const std::string format = feature_format(output.path, output.format);
    return format == "geojson" || format == "csv";
}

// ---- columns of nodes and arcs

using Columns = std::vector<NetworkColumns::Column>;

std::vector<FeatureField> fields_of(const Columns& columns) {
    std::vector<FeatureField> fields;
    for (const auto& column : columns) fields.push_back({column.name, FeatureField::Type::real});
    return fields;
}

void append_values(const Columns& columns, std::size_t at, std::vector<FeatureValue>& values) {
    for (const auto& column : columns) {
        std::isnan(column.values[at]) ? values.emplace_back() : values.emplace_back(column.values[at]);
    }
}

}  // namespace

void write_network_columns(const RoadNetwork& network, const NetworkColumns& columns, const FeatureOutput& output,
                           FeatureLayers layers) {
    if ((layers == FeatureLayers::arcs && columns.of_arcs.empty()) ||
        (layers == FeatureLayers::nodes && columns.of_nodes.empty())) {
        throw InvalidArgument(format("there are no columns of {}", words_of(layers)[static_cast<std::size_t>(layers)]));
    }
    const bool one_layer = holds_one_layer(output);
    const auto file = make_feature_file(output, network.provenance.crs, attribution_in(network.provenance.notes));
    std::uint64_t rows = 0;
    const auto tick = [&](std::uint64_t) {
        if (rows++ % rows_between_reports == 0) report(output.progress, "write", rows - 1, 0);
    };
    const bool arcs = layers != FeatureLayers::nodes && !columns.of_arcs.empty();
    if (arcs) {
        const std::vector<const TextColumn*> texts = road_texts(network);
        std::vector<FeatureField> fields = fields_of(columns.of_arcs);
        for (const TextColumn* text : texts) fields.push_back({text->name()});
        file->begin_layer(layer_of_arcs(columns.layer + "_arc", network, std::move(fields)));
        const auto add_values = [&](ArcIndex arc, std::vector<FeatureValue>& values) {
            append_values(columns.of_arcs, arc, values);
            for (const TextColumn* text : texts) values.push_back(text_value(text->text(arc)));
        };
        add_arcs(*file, network, columns.own_nodes, add_values, tick);
    }
    if (layers != FeatureLayers::arcs && !columns.of_nodes.empty() && !(arcs && one_layer)) {
        file->begin_layer(layer_of_nodes(columns.layer + "_node", network, fields_of(columns.of_nodes)));
        const auto add_values = [&](NodeIndex node, std::vector<FeatureValue>& values) {
            append_values(columns.of_nodes, node, values);
        };
        add_nodes(*file, network, columns.own_nodes, add_values, tick);
    }
    file->commit();
}

// ---- components, and loose ends of lines

void write_components(const RoadNetwork& network, const ComponentList& list, const FeatureOutput& output,
                      FeatureLayers layers) {
    const bool one_layer = holds_one_layer(output);
    const auto file = make_feature_file(output, network.provenance.crs, attribution_in(network.provenance.notes));
    const std::vector<FeatureField> fields{{"component", FeatureField::Type::integer},
                                           {"nodes", FeatureField::Type::integer}};
    const auto append = [&](std::uint32_t component, std::vector<FeatureValue>& values) {
        values.emplace_back(std::int64_t{component} + 1);
        values.emplace_back(static_cast<std::int64_t>(list.components[component].nodes));
    };
    const auto tick_to = [&](std::uint64_t all) {
        return [&output, all](std::uint64_t done) {
            if (done % rows_between_reports == 0) report(output.progress, "write", done, all);
        };
    };
    if (layers != FeatureLayers::arcs) {
        file->begin_layer(layer_of_nodes("component_node", network, fields));
        const auto add_values = [&](NodeIndex node, std::vector<FeatureValue>& values) {
            append(list.of[node], values);
        };
        add_nodes(*file, network, network.node_count(), add_values, tick_to(network.node_count()));
    }
    if (layers == FeatureLayers::arcs || (layers == FeatureLayers::all && !one_layer)) {
        file->begin_layer(layer_of_arcs("component_arc", network, fields));
        const auto add_values = [&](ArcIndex arc, std::vector<FeatureValue>& values) {
            const std::uint32_t component = list.of[network.tail[arc]];
            if (component == list.of[network.head[arc]])
                append(component, values);
            else
                values.resize(values.size() + 2);
        };
        add_arcs(*file, network, network.node_count(), add_values, tick_to(network.arc_count()));
    }
    file->commit();
}

void write_loose_ends(const std::vector<ImportReport::LooseEnd>& places, const std::string& crs,
                      const FeatureOutput& output) {
    constexpr std::array<const char*, 3> kinds{"crossing", "gap", "dangle"};
    const auto file = make_feature_file(output, crs, "");
    file->begin_layer(
        {"loose_end", wkbPoint, {{"kind"}, {"x", FeatureField::Type::real}, {"y", FeatureField::Type::real}}});
    for (const ImportReport::LooseEnd& end : places) {
        const FeatureValue values[] = {std::string(kinds[static_cast<std::size_t>(end.kind)]), end.place.x,
                                       end.place.y};
        file->add_point(values, end.place);
    }
    file->commit();
}

}  // namespace allways
