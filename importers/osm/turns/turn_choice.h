// SPDX-License-Identifier: Apache-2.0
// Which pairs of arcs a turn restriction means where its ways pass through the place of the turn: the name of the turn
// and the angles decide.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::importers::osm {

// A way to make the turn: out of the arc `from`, along the via arcs number `via`, into the arc `to`.
struct TurnCandidate {
    ArcIndex from = no_arc;
    ArcIndex to = no_arc;
    std::size_t via = 0;
};

class TurnChoice {
public:
    // Borrows the network, whose arcs have shapes in degrees.
    explicit TurnChoice(const RoadNetwork& network) : network_(&network) {}

    // Returns the candidates that the value ("no_left_turn", "only_u_turn;only_left_turn") means. The way back counts
    // only for U-turns. A value that names no direction ("no_entry") means all; if `one_each`, they must be one for
    // each arc `from`, else none is returned.
    std::vector<TurnCandidate> choose(const std::vector<TurnCandidate>& candidates, std::string_view value,
                                      bool one_each);

private:
    // Degrees counterclockwise, above -180 to 180: 90 is a left turn. NaN where an arc has no extent.
    double angle(const TurnCandidate& candidate);
    double heading(ArcIndex arc, bool at_end);

    const RoadNetwork* network_;
    std::unordered_map<std::uint64_t, double> headings_;  // known ones, by arc and end: long shapes are read once
};

}  // namespace allways::importers::osm
