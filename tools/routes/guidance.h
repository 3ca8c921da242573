// SPDX-License-Identifier: Apache-2.0
// Decides which maneuver, if any, leads from one leg of a path to the next.
#pragma once

#include <optional>
#include <vector>

#include "allways/routes/road_facts.h"
#include "routes/headings.h"
#include "routes/junctions.h"
#include "routes/phrases.h"

namespace allways::tools {

struct Choice {
    Maneuver maneuver;
    std::optional<Side> side{};  // of forks, ramps and merges
    bool turns_round = false;    // whatever the angle at which two carriageways join

    std::optional<double> angle{};  // instead of the road's own, to tell it from another one

    std::size_t exit = 0;  // of a roundabout that the path only touches

    friend bool operator==(const Choice&, const Choice&) = default;
};

class ObviousRoad;

// Borrows all its arguments. Safe to use from several threads at once.
class Guidance {
public:
    Guidance(const PathSource& source, const RoadFacts& facts, const Headings& headings, const Junctions& junctions)
        : source_(source), facts_(facts), headings_(headings), junctions_(junctions) {}

    // The maneuver from `before` onto `after`, neither in a roundabout; `told` is the last named leg, whose road the
    // traveller is on, and `roads` are those at the end of `before`. Nothing if the traveller simply follows the road.
    std::optional<Choice> between(const PathLeg& before, const PathLeg& after, const PathLeg& told,
                                  const Junction& roads) const;

    bool is_same_road(const PathLeg& one, const PathLeg& other) const;

    bool is_ramp(const PathLeg& leg) const;      // of a motorway or trunk road
    bool is_link(const PathLeg& leg) const;      // ramps, and turning lanes at other junctions
    bool is_motorway(const PathLeg& leg) const;  // or trunk road; excludes its ramps

private:
    struct Way {
        PathLeg leg;
        double angle = 0;             // from the direction of arrival
        std::optional<double> apart;  // from the chosen way: negative if this one is on its left; nothing: unknown
    };
    using Ways = std::vector<Way>;

    // The other ways to go on, without turning back. Service roads and paths beside a street are a choice only where
    // the street turns: nobody mistakes them for the road ahead.
    Ways other_ways(const PathLeg& before, const PathLeg& after, double angle, const Junction& roads) const;
    bool is_one_way(const PathLeg& leg) const;

    template <typename Test>
    static Ways those(const Ways& ways, const Test& keep);
    // The side of the chosen way among these others; nothing if one of them looks like the chosen way, or there is
    // none.
    static std::optional<Side> side_among(const Ways& others);
    // The side of a ramp, beside the road that goes on or, if there is none, the other ramps. A ramp into which the
    // traveller turns lies where it turns to.
    std::optional<Side> side_of_ramp(double angle, const Ways& others) const;

    std::optional<Choice> turned_round(const PathLeg& before, const PathLeg& after, const PathLeg& told, double angle,
                                       const Ways& others) const;
    std::optional<Choice> onto_ramp(const PathLeg& before, double angle, const Ways& others) const;
    std::optional<Choice> merge(const PathLeg& before, const PathLeg& after) const;
    // The way through a junction of roads, neither onto a ramp nor off it.
    struct Passing {
        const PathLeg& before;
        const PathLeg& told;
        const Junction& roads;
        const JunctionRoad& road;  // the one taken
        const Ways& others;
    };
    std::optional<Choice> turned(const Passing& at) const;
    std::optional<Choice> onto_new_name(const Passing& at, const ObviousRoad& obvious) const;
    static std::optional<double> distinct_angle(const Passing& at, const JunctionRoad* ahead);
    std::optional<Choice> onward(const Passing& at) const;

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Junctions& junctions_;
};

}  // namespace allways::tools
