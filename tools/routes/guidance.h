// What people are told where one leg of a path goes over into the next.
#pragma once

#include <optional>
#include <vector>

#include "allways/routes/road_facts.h"
#include "routes/headings.h"
#include "routes/turn_text.h"

namespace allways::tools {

// Borrows them all.
class Guidance {
public:
    Guidance(const PathSource& source, const RoadFacts& facts, const Headings& headings)
        : source_(source), facts_(facts), headings_(headings) {}

    // From `before` onto `after`, neither in a roundabout; `told` is the leg by whose road one goes: the last one that
    // has a name. Nothing where one just follows the road.
    std::optional<Maneuver> between(const PathLeg& before, const PathLeg& after, const PathLeg& told) const;

    // By their names, of which one may be longer ("High Street", "High Street North"), whatever the case of letters;
    // where one has none, by their numbers.
    bool is_same_road(const PathLeg& one, const PathLeg& other) const;

    bool is_ramp(const PathLeg& leg) const;      // of a motorway or trunk road
    bool is_link(const PathLeg& leg) const;      // those, and lanes for turning beside other junctions
    bool is_motorway(const PathLeg& leg) const;  // or trunk road; its ramps are not

private:
    bool has_same_number(const PathLeg& one, const PathLeg& other) const;

    struct Way {
        PathLeg leg;
        double angle = 0;
    };
    // Where else one might go, apart from back, and from ways that nobody takes for the road: service roads and paths
    // beside a street.
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
