// SPDX-License-Identifier: Apache-2.0
#include "allways/network/road_network.h"

namespace allways {

RoadNetwork::RoadNetwork() = default;
RoadNetwork::RoadNetwork(const RoadNetwork&) = default;
RoadNetwork::RoadNetwork(RoadNetwork&&) noexcept = default;
RoadNetwork& RoadNetwork::operator=(const RoadNetwork&) = default;
RoadNetwork& RoadNetwork::operator=(RoadNetwork&&) noexcept = default;
RoadNetwork::~RoadNetwork() = default;

const ArcColumn* RoadNetwork::column(std::string_view name) const {
    for (const ArcColumn& column : columns) {
        if (column.name == name) return &column;
    }
    return nullptr;
}

const TextColumn* RoadNetwork::text(std::string_view name) const {
    for (const TextColumn& column : texts) {
        if (column.name() == name) return &column;
    }
    return nullptr;
}

}  // namespace allways
