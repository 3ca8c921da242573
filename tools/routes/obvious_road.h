// SPDX-License-Identifier: Apache-2.0
// The road of a junction that a traveller takes without a thought, and the roads of a fork, where no road is obvious.
#pragma once

#include <optional>
#include <span>

#include "allways/routes/road_facts.h"
#include "routes/junctions.h"

namespace allways::tools {

// Angles in degrees, as in OSRM.
inline constexpr double narrow_turn = 40;
inline constexpr double group_angle = 60;  // roads that differ by less are hard to tell apart
inline constexpr double fuzzy_angle = 25;

// Borrows its arguments.
class ObviousRoad {
public:
    // `before` arrives at the junction.
    ObviousRoad(const RoadFacts& facts, const PathLeg& before, const RoadRank& rank, const Junction& roads)
        : facts_(facts), before_(before), rank_(rank), roads_(roads) {}

    // The road that a traveller follows: the road ahead of the same name if no other looks alike, else the straightest
    // one of its category, else the straightest. Null if none stands out.
    const JunctionRoad* find() const;

    // Two or three neighbouring roads, about straight ahead, of similar categories, with no other road near them and
    // none of them obvious; from left to right. Empty if there is no fork.
    std::span<const JunctionRoad> fork() const;

    // The roads are the arms of a T, with nothing ahead.
    bool is_end_of_road() const;
    // Another road leads straight across the junction into this one, of the same name and category.
    bool continues_another(const JunctionRoad& road) const;

private:
    template <typename Test>
    const JunctionRoad* straightest(const Test& keep) const;
    bool keeps_name(const JunctionRoad& road) const;
    bool stands_out(const JunctionRoad& road) const;
    bool looks_alike(const JunctionRoad& road, const JunctionRoad& other) const;
    bool crosses(const JunctionRoad& other) const;
    bool is_obvious_beside(const JunctionRoad& road, const JunctionRoad& other) const;
    bool is_isolated(std::size_t first, std::size_t last) const;
    bool are_similar(std::span<const JunctionRoad> branches) const;

    const RoadFacts& facts_;
    const PathLeg& before_;
    const RoadRank& rank_;
    const Junction& roads_;
};

}  // namespace allways::tools
