// SPDX-License-Identifier: Apache-2.0
// Turn restrictions by ways and nodes → sequences of arcs that are forbidden or mandatory.
#pragma once

#include <span>

#include "allways/network/road_network.h"
#include "osm/ways/relations.h"
#include "osm/ways/ways.h"

namespace allways::importers::osm {

// Fills network.turns with the restrictions of ways.turns, by ascending relation id. `first_arc`: the first arc of each
// way, and the number of arcs. Time and memory grow with the relations, the sections of their ways, and the sections of
// via ways that each relation lists (at most 500).
TurnCounts apply_turn_relations(const Ways& ways, std::span<const ArcIndex> first_arc, RoadNetwork& network);

}  // namespace allways::importers::osm
