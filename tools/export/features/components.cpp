// SPDX-License-Identifier: Apache-2.0
// What hangs together in a network, and where it may not: components, and loose ends of lines.
#include <algorithm>
#include <array>
#include <cmath>

#include "allways/export/features.h"
#include "allways/result/provenance.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

namespace {

class ComponentWriter {
public:
    ComponentWriter(const RoadNetwork& network, const ComponentList& list, const FeatureOutput& output)
        : network_(network),
          list_(list),
          output_(output),
          file_(make_feature_file(output.path, {.format = output.format,
                                                .overwrite = output.overwrite,
                                                .crs = network.provenance.crs,
                                                .attribution = attribution_in(network.provenance.notes),
                                                .log = output.log,
                                                .progress = output.progress})) {}

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
    const auto file = make_feature_file(output.path, {.format = output.format,
                                                      .overwrite = output.overwrite,
                                                      .crs = crs,
                                                      .attribution = "",
                                                      .log = output.log,
                                                      .progress = output.progress});
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
