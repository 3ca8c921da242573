// SPDX-License-Identifier: Apache-2.0
#include "network/named_column.h"

#include <algorithm>
#include <string>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::network {

const ArcColumn& named_column(const std::vector<ArcColumn>& columns, std::string_view name, std::string_view purpose) {
    const auto found = std::ranges::find(columns, name, &ArcColumn::name);
    if (found != columns.end()) return *found;
    std::string known;
    for (const ArcColumn& column : columns) known += (known.empty() ? "" : ", ") + column.name;
    throw InvalidArgument(
        format("no field '{}' {}; this network has: {}", name, purpose, known.empty() ? "none" : known));
}

RoadNetwork with_columns(const RoadNetwork& network, std::vector<ArcColumn> columns) {
    RoadNetwork made;
    made.node_ids = network.node_ids;
    made.coordinates = network.coordinates;
    made.no_through = network.no_through;
    made.zone_ids = network.zone_ids;
    made.elimination_order = network.elimination_order;
    made.tail = network.tail;
    made.head = network.head;
    made.arc_ids = network.arc_ids;
    made.reversed = network.reversed;
    made.turns = network.turns;
    made.provenance = network.provenance;
    made.columns = std::move(columns);
    return made;
}

}  // namespace allways::network
