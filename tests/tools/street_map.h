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
    std::vector<Coordinate> bends = {};  // between its ends
};

// Nodes 1 … 11 by metres to the east and the north of a corner.
inline RoadNetwork street_map(const std::vector<Coordinate>& places, const std::vector<Street>& streets) {
    TownBuilder town("EPSG:4326");
    TextColumn refs("ref");
    const auto lon_lat = [](Coordinate at) { return Coordinate{7 + at.x / 81323, 43 + at.y / 111195}; };
    for (const Street& one : streets) {
        std::vector<Coordinate> shape;
        if (!one.bends.empty()) shape.push_back(lon_lat(places[one.from - 1]));
        for (const Coordinate bend : one.bends) shape.push_back(lon_lat(bend));
        if (!one.bends.empty()) shape.push_back(lon_lat(places[one.to - 1]));
        town.street(one.from, one.to, one.name, one.kind, one.both_ways, shape, one.junction);
        for (int arc = 0; arc < (one.both_ways ? 2 : 1); ++arc) refs.add(one.ref);
    }
    RoadNetwork network = town.finish();
    network.texts.push_back(std::move(refs));
    for (std::size_t at = 0; at < places.size(); ++at) {
        network.coordinates[at] = lon_lat(places[at]);
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
