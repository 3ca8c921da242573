// SPDX-License-Identifier: Apache-2.0
// Zones: streets for destinations only, and what only they lead to.
//
// Rules of destinations never cut a place off: wherever a legal drive leads from one place to another that obeys all
// other rules, one that also obeys zones does. Zones are found by drives, since a turn restriction or a barrier can
// close a way that streets alone would leave open:
//
// - An *open drive* takes no street for destinations only. In each part of the network that streets join in any
//   direction, without passing no-through nodes, the *main streets* are the largest strong component of open drives.
// - A drive *cannot leave* where no open drive leads on to the main streets. Nodes are inside a zone where a drive may
//   be that cannot leave, and could not since it began.
// - A place is *cut off* if no open drive leads from the main streets to it: to a node, into a no-through node, or into
//   a road (no connector of a centroid), in which places may lie. Nodes are inside a zone where a drive may be on its
//   way to a cut-off place, if no open drive from the main streets could go on from there in its stead.
//
// Drives begin and end at places of both kinds without leaving the zone, so a way out, and a way in, are always left.
#pragma once

#include <cstdint>
#include <vector>

#include "network/turns/drive_rules.h"

namespace allways::network {

// Both empty if no usable arc is for destinations only.
struct DestinationZones {
    std::vector<std::uint8_t> inside;  // 1 for nodes inside a zone, and for no-through nodes, which only end drives
    // 1 for nodes inside a zone that open streets lead to from outside.
    std::vector<std::uint8_t> has_open_entrance;

    bool empty() const { return inside.empty(); }
};

// O(n + m d) for d out-arcs of a node.
DestinationZones destination_zones(const DriveRules& rules);

}  // namespace allways::network
