// SPDX-License-Identifier: Apache-2.0
// ReadOptions::turns: a table of turn rules, in a separate CSV file → the turn rules of a network from any reader.
#pragma once

#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// Adds the rules in options.turns to those of the network; a price replaces an existing one for the same arcs. Arcs are
// named by their ids; the two directions of an edge share an id, and the direction is the one in which the arcs follow
// one another. The header determines the layout (docs/formats.md):
//   from_arc, to_arc [, via_arcs] [, kind] [, seconds] [, node] [, source]
//   path [, cost] [, id] [, node]                 restrictions of pgRouting 3.4 and later
//   target_id, via_path [, to_cost] [, node]      restrictions of earlier pgRouting
// Throws InputError with the line for unknown arcs or nodes, for arcs that do not follow one another or do so in
// several ways, for unexpected words and numbers, and for pairs of arcs with several prices. With options.lenient,
// rules of unknown arcs and nodes, and of arcs that do not follow one another, are skipped. Counts the added and
// skipped rules in `report`.
void add_turns(RoadNetwork& network, const ReadOptions& options, ImportReport& report);

}  // namespace allways::importers
