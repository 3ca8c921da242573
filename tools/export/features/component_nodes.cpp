// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "allways/export/features.h"
#include "allways/result/provenance.h"
#include "export/features/feature_file.h"

namespace allways {

using namespace tools;

void write_component_nodes(const RoadNetwork& network, const ComponentList& list, const FeatureOutput& output) {
    const auto file = make_feature_file(output.path, {.format = output.format,
                                                      .overwrite = output.overwrite,
                                                      .crs = network.provenance.crs,
                                                      .attribution = attribution_in(network.provenance.notes),
                                                      .log = output.log,
                                                      .progress = output.progress});
    file->begin_layer({"component_node",
                       wkbPoint,
                       {id_field("node_id", network.node_ids),
                        {"component", FeatureField::Type::integer},
                        {"nodes", FeatureField::Type::integer}}});
    for (NodeIndex node = 0; node < network.node_count(); ++node) {
        constexpr NodeIndex step = 1 << 14;
        if (node % step == 0) report(output.progress, "write", node, network.node_count());
        const std::uint32_t component = list.of[node];
        const FeatureValue values[] = {id_value(network.node_ids, node), std::int64_t{component} + 1,
                                       static_cast<std::int64_t>(list.components[component].nodes)};
        const Coordinate at = network.coordinates.empty() ? Coordinate{NAN, NAN} : network.coordinates[node];
        const OGRPoint point(at.x, at.y);
        file->add(values, std::isfinite(at.x) && std::isfinite(at.y) ? &point : nullptr);
    }
    file->commit();
}

}  // namespace allways
