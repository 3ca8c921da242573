// SPDX-License-Identifier: Apache-2.0
#include "allways/export/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/distance_table.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

// ---- columns of nodes and arcs

namespace {

class ColumnWriter {
public:
    ColumnWriter(const RoadNetwork& network, const NetworkColumns& columns, const FeatureOutput& output)
        : network_(network), columns_(columns), output_(output) {
        file_ = make_feature_file(output, network.provenance.crs, attribution_in(network.provenance.notes));
    }

    void write_arcs() {
        std::vector<const TextColumn*> texts;
        for (const char* name : {"name", "ref", "facility_type"}) {
            if (const TextColumn* column = network_.text(name)) texts.push_back(column);
        }
        std::vector<FeatureField> fields{id_field("arc_id", network_.arc_ids),
                                         id_field("from_node_id", network_.node_ids),
                                         id_field("to_node_id", network_.node_ids)};
        add_fields(columns_.of_arcs, fields);
        for (const TextColumn* text : texts) fields.push_back({text->name()});
        file_->begin_layer({columns_.layer + "_arc", wkbLineString, fields});
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            std::vector<FeatureValue> values{id_value(network_.arc_ids, arc), end_value(network_.tail[arc]),
                                             end_value(network_.head[arc])};
            add_values(columns_.of_arcs, arc, values);
            for (const TextColumn* text : texts) {
                const std::string_view known = text->text(arc);
                known.empty() ? values.emplace_back() : values.emplace_back(std::string(known));
            }
            const std::unique_ptr<OGRLineString> line = line_of(arc);
            add(values, line.get());
        }
    }

    void write_nodes() {
        std::vector<FeatureField> fields{id_field("node_id", network_.node_ids)};
        add_fields(columns_.of_nodes, fields);
        file_->begin_layer({columns_.layer + "_node", wkbPoint, fields});
        for (NodeIndex node = 0; node < columns_.own_nodes; ++node) {
            std::vector<FeatureValue> values{id_value(network_.node_ids, node)};
            add_values(columns_.of_nodes, node, values);
            const Coordinate at = network_.coordinates.empty() ? Coordinate{NAN, NAN} : network_.coordinates[node];
            const OGRPoint point(at.x, at.y);
            add(values, is_finite(at) ? &point : nullptr);
        }
    }

    void commit() { file_->commit(); }

private:
    using Columns = std::vector<NetworkColumns::Column>;

    static void add_fields(const Columns& columns, std::vector<FeatureField>& fields) {
        for (const auto& column : columns) fields.push_back({column.name, FeatureField::Type::real});
    }
    static void add_values(const Columns& columns, std::size_t at, std::vector<FeatureValue>& values) {
        for (const auto& column : columns) {
            std::isnan(column.values[at]) ? values.emplace_back() : values.emplace_back(column.values[at]);
        }
    }
    FeatureValue end_value(NodeIndex node) const {
        return node < columns_.own_nodes ? id_value(network_.node_ids, node) : FeatureValue();
    }
    // The arc's shape, else the straight line between its nodes; null if they have no coordinates.
    std::unique_ptr<OGRLineString> line_of(ArcIndex arc) const {
        std::vector<Coordinate> points = network_.shapes.points(arc);
        if (points.empty() && !network_.coordinates.empty()) {
            points = {network_.coordinates[network_.tail[arc]], network_.coordinates[network_.head[arc]]};
        }
        if (points.empty() || !std::ranges::all_of(points, is_finite)) return nullptr;
        auto line = std::make_unique<OGRLineString>();
        for (const Coordinate at : points) line->addPoint(at.x, at.y);
        return line;
    }
    void add(std::span<const FeatureValue> values, const OGRGeometry* shape) {
        constexpr std::uint64_t step = 1 << 14;
        if (rows_++ % step == 0) report(output_.progress, "write", rows_ - 1, 0);
        file_->add(values, shape);
    }

    const RoadNetwork& network_;
    const NetworkColumns& columns_;
    const FeatureOutput& output_;
    std::unique_ptr<FeatureFile> file_;
    std::uint64_t rows_ = 0;
};

}  // namespace

void write_network_columns(const RoadNetwork& network, const NetworkColumns& columns, const FeatureOutput& output,
                           FeatureLayers layers) {
    if ((layers == FeatureLayers::arcs && columns.of_arcs.empty()) ||
        (layers == FeatureLayers::nodes && columns.of_nodes.empty())) {
        throw InvalidArgument(format("there are no columns of {}", words_of(layers)[static_cast<std::size_t>(layers)]));
    }
    const std::string format = feature_format(output.path, output.format);
    const bool one_layer = format == "geojson" || format == "csv";
    ColumnWriter writer(network, columns, output);
    const bool arcs = layers != FeatureLayers::nodes && !columns.of_arcs.empty();
    if (arcs) writer.write_arcs();
    if (layers != FeatureLayers::arcs && !columns.of_nodes.empty() && !(arcs && one_layer)) writer.write_nodes();
    writer.commit();
}

// ---- components, and loose ends of lines

namespace {

class ComponentWriter {
public:
    ComponentWriter(const RoadNetwork& network, const ComponentList& list, const FeatureOutput& output)
        : network_(network),
          list_(list),
          output_(output),
          file_(make_feature_file(output, network.provenance.crs, attribution_in(network.provenance.notes))) {}

    void write_nodes() {
        file_->begin_layer({"component_node",
                            wkbPoint,
                            {id_field("node_id", network_.node_ids),
                             {"component", FeatureField::Type::integer},
                             {"nodes", FeatureField::Type::integer}}});
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            report_step(node, network_.node_count());
            const std::uint32_t component = list_.of[node];
            const FeatureValue values[] = {id_value(network_.node_ids, node), std::int64_t{component} + 1,
                                           size_of(component)};
            const Coordinate at = network_.coordinates.empty() ? Coordinate{NAN, NAN} : network_.coordinates[node];
            const OGRPoint point(at.x, at.y);
            file_->add(values, is_finite(at) ? &point : nullptr);
        }
    }

    void write_arcs() {
        file_->begin_layer({"component_arc",
                            wkbLineString,
                            {id_field("arc_id", network_.arc_ids),
                             id_field("from_node_id", network_.node_ids),
                             id_field("to_node_id", network_.node_ids),
                             {"component", FeatureField::Type::integer},
                             {"nodes", FeatureField::Type::integer}}});
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            report_step(arc, network_.arc_count());
            const NodeIndex tail = network_.tail[arc];
            const NodeIndex head = network_.head[arc];
            const std::uint32_t component = list_.of[tail];
            const bool inside = component == list_.of[head];
            const FeatureValue values[] = {id_value(network_.arc_ids, arc), id_value(network_.node_ids, tail),
                                           id_value(network_.node_ids, head),
                                           inside ? FeatureValue(std::int64_t{component} + 1) : FeatureValue(),
                                           inside ? size_of(component) : FeatureValue()};
            std::vector<Coordinate> points = network_.shapes.points(arc);
            if (points.empty() && !network_.coordinates.empty())
                points = {network_.coordinates[tail], network_.coordinates[head]};
            const bool is_drawn = !points.empty() && std::ranges::all_of(points, is_finite);
            OGRLineString line;
            for (const Coordinate at : points) line.addPoint(at.x, at.y);
            file_->add(values, is_drawn ? &line : nullptr);
        }
    }

    void commit() { file_->commit(); }

private:
    FeatureValue size_of(std::uint32_t component) const {
        return static_cast<std::int64_t>(list_.components[component].nodes);
    }
    void report_step(std::uint64_t done, std::uint64_t all) const {
        constexpr std::uint64_t step = 1 << 14;
        if (done % step == 0) report(output_.progress, "write", done, all);
    }

    const RoadNetwork& network_;
    const ComponentList& list_;
    const FeatureOutput& output_;
    std::unique_ptr<FeatureFile> file_;
};

}  // namespace

void write_components(const RoadNetwork& network, const ComponentList& list, const FeatureOutput& output,
                      FeatureLayers layers) {
    const std::string format = feature_format(output.path, output.format);
    const bool one_layer = format == "geojson" || format == "csv";
    ComponentWriter writer(network, list, output);
    if (layers != FeatureLayers::arcs) writer.write_nodes();
    if (layers == FeatureLayers::arcs || (layers == FeatureLayers::all && !one_layer)) writer.write_arcs();
    writer.commit();
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
        const OGRPoint point(end.place.x, end.place.y);
        file->add(values, &point);
    }
    file->commit();
}

}  // namespace allways
