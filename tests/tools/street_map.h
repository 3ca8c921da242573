// SPDX-License-Identifier: Apache-2.0
// Junctions drawn in metres, and the directions through them.
#pragma once

#include "route_support.h"
#include "routes/directions.h"

namespace allways::test {

using Texts = std::vector<std::string>;

struct Street {
    NodeIndex from;
    NodeIndex to;
    const char* name;
    const char* kind = "residential";
    bool both_ways = true;
    const char* ref = "";
    const char* junction = "";
};

// Nodes 1 … 11 by metres to the east and the north of a corner.
inline RoadNetwork street_map(const std::vector<Coordinate>& places, const std::vector<Street>& streets) {
    TownBuilder town("EPSG:4326");
    TextColumn refs("ref");
    for (const Street& one : streets) {
        town.street(one.from, one.to, one.name, one.kind, one.both_ways, {}, one.junction);
        for (int arc = 0; arc < (one.both_ways ? 2 : 1); ++arc) refs.add(one.ref);
    }
    RoadNetwork network = town.finish();
    network.texts.push_back(std::move(refs));
    for (std::size_t at = 0; at < places.size(); ++at) {
        network.coordinates[at] = {7 + places[at].x / 81323, 43 + places[at].y / 111195};
    }
    return network;
}

// The instructions through the stops, from the start to the arrival.
inline std::vector<Instruction> directions_of(const RoadNetwork& network, const Texts& stops) {
    const auto found = asked(network, {stops});
    const RoadFacts facts(found.source.arcs(), found.source.scale());
    return tools::Directions(found.source, facts).of(found.routes[0]);
}

inline Texts told(const RoadNetwork& network, const Texts& stops) {
    Texts texts;
    for (const Instruction& one : directions_of(network, stops)) texts.push_back(one.text);
    return texts;
}

inline Texts told_in(const std::vector<Coordinate>& places, const std::vector<Street>& streets, const Texts& stops) {
    return told(street_map(places, streets), stops);
}

// Types and modifiers of the steps between the start and the arrival: "fork slight left".
inline Texts steps_in(const std::vector<Coordinate>& places, const std::vector<Street>& streets, const Texts& stops) {
    Texts steps;
    for (const Instruction& one : directions_of(street_map(places, streets), stops)) {
        if (one.maneuver == Maneuver::depart || one.maneuver == Maneuver::arrive) continue;
        steps.push_back(type_text(one.maneuver) + std::string(" ") + modifier_text(one));
    }
    return steps;
}

}  // namespace allways::test
