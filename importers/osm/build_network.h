// SPDX-License-Identifier: Apache-2.0
// Ways and nodes → RoadNetwork.
#pragma once

#include <span>

#include "allways/network/road_network.h"
#include "osm/areas/crossings.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

// Splits ways where they meet or end, at places for turning round, at closed barriers, which become no-through nodes,
// and at gates for destinations only, whose roads become such streets. Nodes are in order of OSM id; sections by way
// id, then along the way, followed by the lines across areas, whose ends are nodes too; arcs by section, forward first.
// Missing nodes cut a way in two. Fills the turn rules, without places for turning round if `turn_round` is true: paths
// may then do so everywhere. Prices of nodes inside a section are added to the times of its arcs. Counts missing
// references, ways that are too short, closed barriers and turn restrictions. Throws CapacityError for more arcs than
// an index holds.
RoadNetwork build_network(const Ways& ways, const Nodes& nodes, std::span<const AreaLine> lines_across, bool turn_round,
                          Counts& counts);

// Drops the text by which heights are found (WayTexts::structure).
void drop_structures(RoadNetwork& network);

}  // namespace allways::importers::osm
