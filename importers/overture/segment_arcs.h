// SPDX-License-Identifier: Apache-2.0
// The arcs of each segment, to which transitions and signs refer by connectors and headings.
#pragma once

#include <optional>
#include <vector>

#include "allways/network/road_network.h"
#include "osm/ways/relations.h"
#include "overture/segments.h"

namespace allways::importers::overture {

// Borrows its arguments. The network is that of the segments' ways, and its nodes still have the ids of Segments.
class SegmentArcs {
public:
    SegmentArcs(const Segments& segments, const RoadNetwork& network);

    // Returns nothing for a connector that is no node of the network: only one usable segment touches it.
    std::optional<NodeIndex> node(std::uint32_t connector) const;
    // The arcs of the segment in this heading that begin or end at the node.
    std::vector<ArcIndex> leaving(std::size_t segment, NodeIndex node, bool forward) const;
    std::vector<ArcIndex> arriving(std::size_t segment, NodeIndex node, bool forward) const;
    // The arcs from one node to the next along the segment; empty if the traffic cannot go there.
    std::vector<ArcIndex> along(std::size_t segment, NodeIndex from, NodeIndex to, bool forward) const;
    // The segment to which an arc belongs.
    std::size_t segment_of(ArcIndex arc) const;

private:
    // In the order of travel.
    std::vector<ArcIndex> arcs_of(std::size_t segment, bool forward) const;

    const Segments& segments_;
    const RoadNetwork& network_;
    std::vector<ArcIndex> first_arc_;  // of each way, and the number of arcs
};

// Forbids the transitions of the segments; counts their outcomes, named by segments.
osm::TurnCounts add_transitions(const Segments& segments, const SegmentArcs& arcs, RoadNetwork& network);

// Adds the texts "destination" and "destination:ref" of the arcs to which signs refer, if there are any.
void add_signs(const Segments& segments, const SegmentArcs& arcs, RoadNetwork& network);

}  // namespace allways::importers::overture
