// SPDX-License-Identifier: Apache-2.0
#include "allways/network/road_network.h"

namespace allways {

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
