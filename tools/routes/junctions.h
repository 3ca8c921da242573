// SPDX-License-Identifier: Apache-2.0
// The roads at a node as a traveller who arrives there sees them, and the lanes before it.
#pragma once

#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "allways/routes/road_facts.h"
#include "routes/headings.h"
#include "routes/road_classes.h"

namespace allways::tools {

struct JunctionRoad {
    PathLeg leg;         // from the node, by the road's arc; an arc that leads only in is named with its ends exchanged
    double bearing = 0;  // away from the node
    double angle = 0;    // from the direction of arrival, -180 … 180; positive to the right
    bool leads_out = false;  // the arc is open to traffic away from the node
    bool enterable = false;  // it leads out, and no turn restriction forbids it
    bool is_back = false;    // the road of arrival
    bool is_ring = false;    // part of a roundabout
    RoadRank rank;

    double deviation() const { return angle < 0 ? -angle : angle; }
};

using Junction = std::vector<JunctionRoad>;

// Borrows all its arguments. Safe to use from several threads at once.
class Junctions {
public:
    Junctions(const PathSource& source, const RoadFacts& facts, const Headings& headings);

    // The roads at the end of the leg, by angle from left to right; the road of arrival comes first. Roads without a
    // line are missing. An arc on which a stop lies and its sections up to there are one road, shown as the leg `after`
    // if that is one of them. The first call makes an index of all arcs, O(m).
    Junction at_end_of(const PathLeg& before, const PathLeg* after = nullptr) const;

    bool is_usable(std::uint64_t arc) const;  // it has a cost
    RoadRank rank(const PathLeg& leg) const;
    // The leg leads back along the road of arrival. A road that meets itself leads on.
    bool is_way_back(const PathLeg& before, const PathLeg& way) const;
    const IncomingArcs& incoming() const { return headings_.incoming(); }

private:
    bool is_same_line(std::uint64_t arc, std::uint64_t other) const;
    // Returns true if the road, away from the node, is another section of the arc whose section the traveller uses.
    bool is_cut_by(const JunctionRoad& road, const PathLeg& before, const PathLeg* after) const;
    bool may_turn(std::uint64_t from, std::uint64_t to) const;
    void read_restrictions() const;

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const TextColumn* kinds_;
    std::vector<RoadRank> ranks_;  // by text of kinds_
    // Rules about two arcs, by the first one: the second, and the kind. Longer ones bind paths, but nobody sees them at
    // a junction.
    mutable std::once_flag restrictions_read_;
    mutable std::multimap<ArcIndex, std::pair<ArcIndex, TurnRules::Kind>> restrictions_;
};

struct TurnLane {
    std::vector<std::string_view> indications;  // in OSRM's words and order: "none", "straight", "left"
    bool valid = false;                         // it leads along the way that is taken
};

// The lanes from left to right, of OpenStreetMap's text ("left|through;right"), for the road `out` of the junction.
// Arrows belong to the roads in order, and a lane without one leads straight on or where no arrow points; of those
// beside a road straight on only the outermost one leads aside. Empty if there is no text or no lane leads that way. If
// only one road leads on, lanes count only where all of them turn into it: others are for a later junction. Borrows no
// text.
std::vector<TurnLane> turn_lanes(std::string_view text, const Junction& roads, const JunctionRoad& out);

// An arrow points aside where no road leads: these lanes are for a later junction.
bool turn_elsewhere(std::string_view text, const Junction& roads);

}  // namespace allways::tools
