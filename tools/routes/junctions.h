// SPDX-License-Identifier: Apache-2.0
// The roads at a node as a traveller who arrives there sees them, roundabouts, and the lanes before a junction.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>
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

// ---- roundabouts

// Exits and names of roundabouts. Borrows all its arguments.
class Roundabouts {
public:
    Roundabouts(const PathSource& source, const RoadFacts& facts, const Headings& headings, const Junctions& junctions)
        : source_(source), facts_(facts), headings_(headings), junctions_(junctions) {}

    // The number of the exit by which the path leaves a roundabout, which it passes on legs [first, end); leg `end` is
    // the exit. Counts the nodes from which a road leads out; service roads and paths count only where the path takes
    // them or the ring is one. 0 if the path runs against the ring's direction, where other exits count.
    std::size_t exit(std::span<const PathLeg> legs, std::size_t first, std::size_t end) const;

    // The number of the last exit for a traveller who enters by this leg: at the node where it begins.
    std::size_t last_exit(const PathLeg& in_ring) const;

    bool runs_left(const PathLeg& in_ring) const;  // counterclockwise, as where traffic drives on the right

    // The name of the ring, if it is a place of its own: a traffic circle, or large and named differently from the
    // roads that meet it. Empty otherwise.
    std::string rotary(const PathLeg& in_ring) const;

    // The ring looks like a junction: it is small, and up to four roads meet it in clearly different directions.
    bool is_junction(const PathLeg& in_ring) const;

private:
    bool is_minor_leg(const PathLeg& leg) const;
    bool is_exit(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const;
    bool is_exit_at_entry(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const;
    bool leads_out(const PathLeg& in_ring) const;  // at its end
    bool leads_out_at_entry(const PathLeg& entry, const PathLeg& next) const;
    // All legs of the ring, from this one round to it; empty if they do not close.
    std::vector<PathLeg> ring(const PathLeg& in_ring) const;
    bool meets_road_named(const std::vector<PathLeg>& ring, std::string_view name) const;

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Junctions& junctions_;
};

// ---- lanes

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
