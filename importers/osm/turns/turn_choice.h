// SPDX-License-Identifier: Apache-2.0
// Decides by the name of the turn and the angles which pairs of arcs a turn restriction means if its ways pass through
// the node of the turn.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/network/road_network.h"

namespace allways::importers::osm {

// One possible turn: out of the arc `from`, along the via arcs number `via`, into the arc `to`.
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
    // only for U-turns. A value without a direction ("no_entry") means all; if `one_each`, there must be one for each
    // arc `from`, otherwise the result is empty.
    std::vector<TurnCandidate> choose(const std::vector<TurnCandidate>& candidates, std::string_view value,
                                      bool one_each);

private:
    // The angle in degrees counterclockwise, above -180 to 180: 90 is a left turn. NaN if an arc has no extent.
    double angle(const TurnCandidate& candidate);
    double heading(ArcIndex arc, bool at_end);

    const RoadNetwork* network_;
    std::unordered_map<std::uint64_t, double> headings_;  // by arc and end, kept so that long shapes are read once
};

}  // namespace allways::importers::osm
