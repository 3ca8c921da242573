// SPDX-License-Identifier: Apache-2.0
// Sections of ways → arcs with length, speed, time, texts and shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/road_network.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

// Consecutive nodes of a way, all of them in the file; or a line across an area.
struct RoadSection {
    std::uint32_t way = 0;    // into Ways::ways, and behind them into Ways::areas
    std::uint32_t count = 0;  // of nodes, at least 2
    std::size_t first = 0;    // into RoadSections::nodes
};

// The sections of the network, by ascending way, in the order of its nodes.
struct RoadSections {
    std::vector<std::uint32_t> nodes;  // into Nodes
    std::vector<RoadSection> sections;
    std::vector<NodeIndex> index;  // of the network by node, or no_node

    std::span<const std::uint32_t> nodes_of(const RoadSection& section) const {
        return std::span(nodes).subspan(section.first, section.count);
    }
};

// Adds the arcs and their columns, texts, shapes and marks for destinations only to a network that has its nodes; arcs
// by section, forward first. All threads do it. Counts arcs with prices of nodes. Returns the first arc of each way,
// and the end of the last one's. Throws CapacityError for more arcs than an index holds.
std::vector<ArcIndex> add_arcs(const Ways& ways, const Nodes& nodes, const RoadSections& sections, RoadNetwork& network,
                               Counts& counts);

}  // namespace allways::importers::osm
