// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/features.h"
#include "allways/result/provenance.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

namespace {

class ColumnWriter {
public:
    ColumnWriter(const RoadNetwork& network, const NetworkColumns& columns, const FeatureOutput& output)
        : network_(network), columns_(columns), output_(output) {
        file_ = make_feature_file(output.path, {.format = output.format,
                                                .overwrite = output.overwrite,
                                                .crs = network.provenance.crs,
                                                .attribution = attribution_in(network.provenance.notes),
                                                .log = output.log,
                                                .progress = output.progress});
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

}  // namespace allways
