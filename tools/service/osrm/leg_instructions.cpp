// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/leg_instructions.h"

#include <cmath>
#include <numbers>

#include "routes/headings.h"
#include "routes/turn_text.h"

namespace allways::tools {

namespace {

// A ring that the path only touches has no leg, but its exit.
bool leaves_ring(const MapSnapshot& map, const RouteLeg& leg, const Instruction& one) {
    if (one.maneuver != Maneuver::roundabout && one.maneuver != Maneuver::rotary) return false;
    if (one.connector > 0) return true;
    return one.exit > 0 && one.leg_count > 0 && !map.facts().is_roundabout(leg.path.legs[one.first_leg]);
}

// The bearing at which the ring arrives at the end of the arc.
std::optional<double> out_of_ring(const MapSnapshot& map, const PathLeg& before) {
    for (const JunctionRoad& road : map.directions().junctions().at_end_of(before)) {
        if (road.is_ring && !road.enterable) return road.bearing < 180 ? road.bearing + 180 : road.bearing - 180;
    }
    return std::nullopt;
}

// The instruction for the road behind the ring.
Instruction way_out(const MapSnapshot& map, const RouteLeg& leg, const Language& language, const Instruction& through) {
    Instruction out = through;
    out.maneuver = through.maneuver == Maneuver::rotary ? Maneuver::exit_rotary : Maneuver::exit_roundabout;
    out.first_leg += through.connector;
    out.leg_count -= through.connector;
    const PathLeg& ring = leg.path.legs[out.first_leg - 1];
    const PathLeg& road = leg.path.legs[out.first_leg];
    out.bearing_before = through.connector > 0 ? map.headings().arriving(ring) : out_of_ring(map, ring);
    out.bearing_after = map.headings().leaving(road);
    if (out.bearing_before && out.bearing_after) out.angle = turn_between(*out.bearing_before, *out.bearing_after);
    out.text = Language::finished(TurnText(language).onto(language.text("roundabout leave"), through));
    return out;
}

// The direction at the place where the leg begins, which may lie inside a road that bends before it.
void set_departure(const MapSnapshot& map, const RouteLeg& leg, const Language& language, Instruction& one) {
    const TurnText turn(language);
    const auto text = [&] {
        const std::string direction = language.text(compass_text(*one.bearing_after));
        return Language::finished(turn.on(language.text("head", {{"direction", direction}}), one));
    };
    const bool says_direction = one.bearing_after && one.text == text();
    const auto line = leg.line(map, one.first_leg, one.leg_count);
    one.bearing_after = bearing_between(line[0], line[1]);
    if (says_direction) one.text = text();
}

// The side of the road where the requested place lies.
void set_arrival(const MapSnapshot& map, const RouteLeg& leg, const Language& language, Instruction& one) {
    if (!leg.asked) return;
    constexpr double metres_of_a_degree = 111'195;
    const auto line = leg.line(map, leg.path.legs.size() - 1, 1);
    const double narrowing = std::cos(leg.to.y * std::numbers::pi / 180) * metres_of_a_degree;
    const Coordinate away{(leg.asked->x - leg.to.x) * narrowing, (leg.asked->y - leg.to.y) * metres_of_a_degree};
    const auto side = side_angle(bearing_between(line[line.size() - 2], line.back()), away);
    if (!side) return;
    one.angle = *side < 0 ? -90 : 90;
    one.text = language.text(*side < 0 ? "on the left" : "on the right", {{"instruction", one.text}});
}

}  // namespace

std::vector<Instruction> leg_instructions(const MapSnapshot& map, const RouteLeg& leg, const Language& language,
                                          bool splits_rings) {
    const auto& arcs = leg.path.legs;
    if (arcs.empty()) return {};
    Route route;
    route.legs = arcs;
    route.stops = {{arcs.front().from, {}}, {arcs.back().to, {}}};
    route.parts = {{arcs.front().from, arcs.back().to, leg.path.raw_distance, 0, arcs.size()}};
    std::vector<Instruction> all;
    for (Instruction& one : map.directions().of(route, language, false)) {
        if (one.maneuver == Maneuver::depart) set_departure(map, leg, language, one);
        if (one.maneuver == Maneuver::arrive) set_arrival(map, leg, language, one);
        const bool splits = splits_rings && leaves_ring(map, leg, one);
        std::optional<Instruction> out;
        if (splits) {
            out = way_out(map, leg, language, one);
            one.leg_count = one.connector;
        }
        all.push_back(std::move(one));
        if (out) all.push_back(std::move(*out));
    }
    return all;
}

}  // namespace allways::tools
