// SPDX-License-Identifier: Apache-2.0
// link.csv → arcs with their ids, columns, texts and shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allways/importers/read.h"
#include "allways/network/road_network.h"
#include "networks/gmns_geometry.h"
#include "networks/gmns_uses.h"

namespace allways::importers {

struct GmnsNodes {
    std::unordered_map<std::string, NodeIndex> index;
    std::vector<std::string> ids;
    std::vector<std::optional<Coordinate>> points;
    std::vector<std::uint8_t> no_through;
    std::size_t with_zone = 0;  // nodes that state a zone_id
    std::size_t with_type = 0;  // nodes that state a node_type
};

// Appends the links that match options.where and are open to the mode. Fields have the specification's names, possibly
// cut to ten characters as in Shapefiles, or the names that the options give. Throws InputError with the line, and
// InvalidArgument for an option that names a missing field.
void read_gmns_links(const std::string& path, const GmnsNodes& nodes, GmnsGeometries geometries, GmnsUses& uses,
                     const ReadOptions& options, RoadNetwork& network);

}  // namespace allways::importers
