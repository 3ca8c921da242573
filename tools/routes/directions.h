// SPDX-License-Identifier: Apache-2.0
// Directions for a route: stretches where the traveller has no choice form one instruction.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "allways/routes/road_facts.h"
#include "allways/routes/route.h"
#include "routes/guidance.h"
#include "routes/headings.h"
#include "routes/junctions.h"
#include "routes/turn_text.h"

namespace allways::tools {

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

// Borrows source and facts. The first route makes an index of all arcs, which further routes share.
class Directions {
public:
    Directions(const PathSource& source, const RoadFacts& facts)
        : source_(source),
          facts_(facts),
          headings_(source),
          junctions_(source, facts, headings_),
          guidance_(source, facts, headings_, junctions_),
          roundabouts_(source, facts, headings_, junctions_) {}

    // Instructions in order of travel: the start, each turn or choice, stops on the way, the arrival. With coordinates,
    // turns have the angle between the lines of the roads. Together the instructions cover all legs. Empty for an
    // unreachable route. `names_stops`: arrivals say the stop as it was asked for, else only that it is the
    // destination.
    std::vector<Instruction> of(const Route& route, const Language& language, bool names_stops = true) const;
    std::vector<Instruction> of(const Route& route) const { return of(route, Language::find("")); }

    const Junctions& junctions() const { return junctions_; }
    const Headings& headings() const { return headings_; }

private:
    const PathSource& source_;
    const RoadFacts& facts_;
    Headings headings_;
    Junctions junctions_;
    Guidance guidance_;
    Roundabouts roundabouts_;
};

}  // namespace allways::tools
