// SPDX-License-Identifier: Apache-2.0
// Turn rules → movement.csv of GMNS, which can only list the allowed turns from a link.
#pragma once

#include <cstdint>
#include <vector>

#include "allways/network/road_network.h"
#include "export/files/text_buffer.h"

namespace allways::tools {

struct GmnsMovement {
    ArcIndex from = no_arc;
    ArcIndex to = no_arc;
    Decimal penalty;  // seconds; may be missing
};

// The movements of all arcs that have rules or prices of turns: every turn from such an arc that is not forbidden.
// Readers forbid the other turns.
struct GmnsMovements {
    std::vector<GmnsMovement> movements;
    // The number of rules and prices that the list cannot express: those of three or more arcs, of an arc from which
    // every turn is forbidden, and of arcs that share their id with other arcs at the same node.
    std::uint64_t lost = 0;
};
GmnsMovements gmns_movements(const RoadNetwork& network);

// Writes movement.csv with its header.
void put_gmns_movements(const RoadNetwork& network, const std::vector<GmnsMovement>& movements, TextBuffer& file);

}  // namespace allways::tools
