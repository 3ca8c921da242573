// SPDX-License-Identifier: Apache-2.0
// Decides which maneuver, if any, leads from one leg of a path to the next.
#pragma once

#include <optional>
#include <vector>

#include "allways/routes/road_facts.h"
#include "routes/headings.h"
#include "routes/turn_text.h"

namespace allways::tools {

// Borrows all its arguments.
class Guidance {
public:
    Guidance(const PathSource& source, const RoadFacts& facts, const Headings& headings)
        : source_(source), facts_(facts), headings_(headings) {}

    // The maneuver from `before` onto `after`, neither in a roundabout; `told` is the last named leg, whose road the
    // traveller is on. Nothing if the traveller simply follows the road.
    std::optional<Maneuver> between(const PathLeg& before, const PathLeg& after, const PathLeg& told) const;

    // Compares names, ignoring case; one may extend the other ("High Street", "High Street North"). If one has no name,
    // compares numbers.
    bool is_same_road(const PathLeg& one, const PathLeg& other) const;

    bool is_ramp(const PathLeg& leg) const;      // of a motorway or trunk road
    bool is_link(const PathLeg& leg) const;      // ramps, and turning lanes at other junctions
    bool is_motorway(const PathLeg& leg) const;  // or trunk road; excludes its ramps

private:
    bool has_same_number(const PathLeg& one, const PathLeg& other) const;

    struct Way {
        PathLeg leg;
        double angle = 0;
    };
    // The other ways to go on, without turning back, and without ways that nobody mistakes for the road: service roads
    // and paths beside a street.
    std::vector<Way> other_ways(const PathLeg& before, const PathLeg& after, double angle) const;
    std::optional<Maneuver> along_ramps(const PathLeg& before, const PathLeg& after, double angle,
                                        const std::vector<Way>& others) const;
    std::optional<Maneuver> along_roads(const PathLeg& after, const PathLeg& told, double angle,
                                        const std::vector<Way>& others) const;

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
};

}  // namespace allways::tools
