// SPDX-License-Identifier: Apache-2.0
#include "service/osrm/leg_guidance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "routes/headings.h"
#include "routes/phrases.h"

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

// ---- lanes

namespace {

constexpr double metres_of_a_lane_change = 200;
constexpr double rounded_metres = 0.1;           // sums of rounded lengths that differ by less are equal
constexpr double metres_of_a_carried_lane = 30;  // past a junction that the leg crosses straight on

using Lanes = std::vector<TurnLane>;

// The lanes of the leg's junctions, each by itself.
class LaneFinder {
public:
    LaneFinder(const MapSnapshot& map, const RouteLeg& leg, const std::vector<Junction>& crossings)
        : map_(map), leg_(leg), legs_(leg.path.legs), crossings_(crossings), found_(legs_.size()) {}

    // From the end, because lanes of a junction may be for the next one.
    std::vector<Lanes> find() {
        std::vector<Lanes> for_next(legs_.size());
        for (std::size_t at = legs_.size(); at-- > 1;) {
            const JunctionRoad* out = road_out(at);
            if (out == nullptr || out->is_back || enters_ring(*out, at)) continue;
            const std::string_view text = text_before(at - 1);
            found_[at] = turn_lanes(text, crossings_[at - 1], *out);
            if (!for_next[at].empty()) found_[at] = for_next[at];
            const std::size_t first = first_of_road(at - 1);
            if (!crosses_straight(first, at)) continue;
            const std::string_view earlier = text_before(first - 1);
            if (earlier.empty() || !turn_elsewhere(earlier, crossings_[first - 1])) continue;
            for_next[first] = turn_lanes(earlier, crossings_[at - 1], *out);
            if (text.empty()) found_[at] = for_next[first];
        }
        return std::move(found_);
    }

private:
    const JunctionRoad* road_out(std::size_t at) const {
        const Junction& roads = crossings_[at - 1];
        const auto out =
            std::ranges::find_if(roads, [&](const JunctionRoad& road) { return road.leg.arc == legs_[at].arc; });
        return out == roads.end() ? nullptr : &*out;
    }

    // Lanes before a roundabout are for its exits, not for its entry.
    bool enters_ring(const JunctionRoad& out, std::size_t at) const {
        return out.is_ring && !map_.facts().is_roundabout(legs_[at - 1]);
    }

    // The first arc of the stretch without a junction that ends with this one.
    std::size_t first_of_road(std::size_t arc) const {
        while (arc > 0 && crossings_[arc - 1].size() <= 2) --arc;
        return arc;
    }

    // The lanes of the arc, or of those before it on the same road.
    std::string_view text_before(std::size_t arc) const {
        const std::size_t first = first_of_road(arc);
        while (arc > first && map_.facts().lanes(legs_[arc]).empty()) --arc;
        return map_.facts().lanes(legs_[arc]);
    }

    // The arcs up to `end` are a short stretch behind a junction that the leg crosses without a turn.
    bool crosses_straight(std::size_t first, std::size_t end) const {
        if (first == 0 || leg_.metres(map_, first, end - first) > metres_of_a_carried_lane) return false;
        const JunctionRoad* road = road_out(first);
        return road != nullptr && !road->is_ring && road->deviation() < straight_up_to;
    }

    const MapSnapshot& map_;
    const RouteLeg& leg_;
    const std::vector<PathLeg>& legs_;
    const std::vector<Junction>& crossings_;
    std::vector<Lanes> found_;
};

// A maneuver, or a junction with lanes that the leg crosses.
struct LaneJunction {
    std::size_t at;  // the arc after it
    Side side;       // to which it leads
    bool is_maneuver;
    double metres = 0;  // to the next one
};

Side side_of(std::string_view modifier) {
    if (modifier.ends_with("left")) return Side::left;
    return modifier.ends_with("right") ? Side::right : Side::middle;
}

// The valid lanes, if they lie beside each other: [begin, end) from the left.
struct LaneRange {
    std::size_t begin = 0, end = 0, all = 0;

    explicit LaneRange(const Lanes& lanes) : all(lanes.size()) {
        const auto valid = [](const TurnLane& lane) { return lane.valid; };
        const auto first = std::ranges::find_if(lanes, valid);
        const auto last = std::find_if_not(first, lanes.end(), valid);
        if (std::any_of(last, lanes.end(), valid)) return;
        begin = static_cast<std::size_t>(first - lanes.begin());
        end = static_cast<std::size_t>(last - lanes.begin());
    }
    std::size_t count() const { return end - begin; }
    std::size_t right() const { return all - end; }
};

// Leaves valid only `count` lanes from `begin` on.
void keep_lanes(Lanes& lanes, std::size_t begin, std::size_t count) {
    for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i].valid = i >= begin && i < begin + count;
}

// Keeps, of the valid lanes, those on the side of the next junction, which has fewer.
void narrow(Lanes& lanes, const LaneRange& now, const LaneRange& next, bool to_left) {
    const std::size_t count = next.count();
    const std::size_t spare = now.count() - count;
    const std::size_t beside = std::min(to_left ? next.begin : next.right(), std::min(count, spare));
    keep_lanes(lanes, to_left ? now.begin + beside : now.end - count - beside, count);
}

// From the last junction to the first.
void anticipate(const std::vector<LaneJunction>& junctions, std::vector<Lanes>& lanes) {
    double passed = 0;          // along junctions without a maneuver, up to the one that limits the lanes
    Side later = Side::middle;  // to which the next maneuver leads
    for (std::size_t i = junctions.size(); i-- > 1;) {
        const LaneJunction& one = junctions[i - 1];
        const LaneJunction& next = junctions[i];
        if (next.side != Side::middle) later = next.side;
        const LaneRange now(lanes[one.at]);
        const LaneRange then(lanes[next.at]);
        passed = one.is_maneuver ? 0 : passed + one.metres;
        if (then.count() == 0 || now.count() < 2 || now.count() <= then.count()) {
            if (lanes[next.at].empty()) later = Side::middle;
            continue;
        }
        const auto to_cross = static_cast<double>(std::max(now.begin, now.right()));
        const auto fewer = static_cast<double>(now.count() - then.count());
        const auto is_enough = [](double metres, double changes) {
            return metres >= changes * metres_of_a_lane_change - rounded_metres;
        };
        if (is_enough(one.metres, 1 + to_cross) || is_enough(passed, fewer)) continue;
        narrow(lanes[one.at], now, then, later == Side::left);
    }
}

// Keeps, for a U-turn over several arcs, the lanes with its arrow, if there are any.
void keep_uturn_lanes(Lanes& lanes) {
    const auto has_arrow = [](const TurnLane& lane) {
        return std::ranges::find(lane.indications, "uturn") != lane.indications.end();
    };
    if (std::ranges::none_of(lanes, has_arrow)) return;
    for (TurnLane& lane : lanes) lane.valid = has_arrow(lane);
}

}  // namespace

std::vector<Lanes> leg_lanes(const MapSnapshot& map, const RouteLeg& leg, const std::vector<Junction>& crossings,
                             const std::vector<Instruction>& instructions) {
    std::vector<Lanes> lanes = LaneFinder(map, leg, crossings).find();
    for (const Instruction& one : instructions) {
        const bool turns_round = modifier_text(one) == std::string_view("uturn");
        if (turns_round && one.first_leg < lanes.size()) keep_uturn_lanes(lanes[one.first_leg]);
    }
    std::vector<LaneJunction> junctions;
    auto one = instructions.begin();
    for (std::size_t at = 1; at < lanes.size(); ++at) {
        while (one != instructions.end() && one->first_leg < at) ++one;
        const bool is_maneuver = one != instructions.end() && one->first_leg == at;
        if (!is_maneuver && lanes[at].empty()) continue;
        if (!junctions.empty())
            junctions.back().metres = leg.metres(map, junctions.back().at, at - junctions.back().at);
        junctions.push_back({at, is_maneuver ? side_of(modifier_text(*one)) : Side::middle, is_maneuver});
    }
    anticipate(junctions, lanes);
    return lanes;
}

}  // namespace allways::tools
