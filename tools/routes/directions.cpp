// SPDX-License-Identifier: Apache-2.0
#include "routes/directions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "allways/base/format.h"
#include "allways/routes/route_formats.h"
#include "routes/obvious_road.h"
#include "routes/road_classes.h"
#include "routes/road_names.h"
#include "routes/shorter_directions.h"

namespace allways::tools {

// ---- roundabouts

namespace {

constexpr double metres_of_a_rotary = 15;    // the radius from which a ring is a place; OSRM's limit
constexpr std::size_t legs_of_a_ring = 200;  // a longer ring is no roundabout

// Degrees from one bearing clockwise to another, 0 … 360.
double clockwise_between(double from, double to) {
    const double turn = turn_between(from, to);
    return turn < 0 ? turn + 360 : turn;
}

}  // namespace

std::size_t Roundabouts::exit(std::span<const PathLeg> legs, std::size_t first, std::size_t end) const {
    const auto ring = legs.subspan(first, end - first);
    if (std::ranges::any_of(ring, [&](const PathLeg& leg) { return facts_.is_reversed(leg); })) return 0;
    std::size_t count = first > 0 && leads_out_at_entry(legs[first - 1], ring[0]) ? 1 : 0;
    for (const PathLeg& leg : ring.first(ring.size() - 1)) count += leads_out(leg) ? 1 : 0;
    return count + 1;
}

std::size_t Roundabouts::last_exit(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    return static_cast<std::size_t>(std::ranges::count_if(legs, [&](const PathLeg& leg) { return leads_out(leg); }));
}

bool Roundabouts::runs_left(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    double sum = 0;
    for (std::size_t at = 0; at < legs.size(); ++at) {
        const auto out = headings_.leaving(legs[at]);
        const auto in = headings_.arriving(legs[at]);
        if (out && in) sum += turn_between(*out, *in);
        sum += headings_.turn(legs[at], legs[(at + 1) % legs.size()]).value_or(0);
    }
    return sum < 0;
}

bool Roundabouts::is_minor_leg(const PathLeg& leg) const {
    return is_minor(road_class(facts_.kind(leg)));
}

// Service roads beside the entry count, as in OSRM; driveways and the like do not.
bool Roundabouts::is_exit_at_entry(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const {
    const PathLeg way{node, source_.arcs().head[arc], arc, 0};
    constexpr std::array<std::string_view, 4> yards{"driveway", "parking_aisle", "drive-through", "emergency_access"};
    const bool is_road = facts_.kind(way) == "service" && std::ranges::find(yards, facts_.service(way)) == yards.end();
    return is_exit(arc, in_ring, node) ||
           (is_road && junctions_.is_usable(arc) && way.to != node && !facts_.is_roundabout(arc));
}

bool Roundabouts::is_exit(std::uint64_t arc, const PathLeg& in_ring, NodeIndex node) const {
    const TableArcs& arcs = source_.arcs();
    const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
    return usable && arcs.head[arc] != node && !facts_.is_roundabout(arc) &&
           (is_minor_leg(in_ring) || !is_minor_leg({node, arcs.head[arc], arc, 0}));
}

bool Roundabouts::leads_out(const PathLeg& in_ring) const {
    const TableArcs& arcs = source_.arcs();
    const NodeIndex node = in_ring.to;
    for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
        if (is_exit(arc, in_ring, node)) return true;
    }
    return false;
}

// Round the node of the entry, the roads outside the ring lie between the ring's next leg and its previous one. Exits
// nearer to the next leg than the entry are passed; the others come last.
bool Roundabouts::leads_out_at_entry(const PathLeg& entry, const PathLeg& next) const {
    const TableArcs& arcs = source_.arcs();
    const auto legs = ring(next);
    if (legs.empty()) return false;
    const auto ahead = headings_.leaving(next);
    const auto from_behind = headings_.arriving(legs.back());
    const auto from_entry = headings_.arriving(entry);
    if (!ahead || !from_behind || !from_entry) return false;
    const double to_entry = *from_entry + 180;
    const bool clockwise = clockwise_between(*ahead, to_entry) < clockwise_between(*ahead, *from_behind + 180);
    const auto past_ring = [&](double bearing) {
        return clockwise ? clockwise_between(*ahead, bearing) : clockwise_between(bearing, *ahead);
    };
    for (std::uint64_t arc = arcs.first_out[next.from]; arc < arcs.first_out[next.from + 1]; ++arc) {
        const PathLeg way{next.from, arcs.head[arc], arc, 0};
        if (!is_exit_at_entry(arc, next, next.from) || way.to == entry.from) continue;
        const auto out = headings_.leaving(way);
        if (out && past_ring(*out) < past_ring(to_entry)) return true;
    }
    return false;
}

std::vector<PathLeg> Roundabouts::ring(const PathLeg& in_ring) const {
    const TableArcs& arcs = source_.arcs();
    std::vector<PathLeg> legs{in_ring};
    while (legs.back().to != in_ring.from) {
        const NodeIndex node = legs.back().to;
        std::uint64_t next = arcs.first_out[node];
        while (next < arcs.first_out[node + 1] &&
               (!facts_.is_roundabout(next) || arcs.head[next] == legs.back().from)) {
            ++next;
        }
        if (next == arcs.first_out[node + 1] || legs.size() == legs_of_a_ring) return {};
        legs.push_back({node, arcs.head[next], next, 0});
    }
    return legs;
}

bool Roundabouts::meets_road_named(const std::vector<PathLeg>& ring, std::string_view name) const {
    const TableArcs& arcs = source_.arcs();
    for (const PathLeg& leg : ring) {
        for (std::uint64_t arc = arcs.first_out[leg.from]; arc < arcs.first_out[leg.from + 1]; ++arc) {
            const PathLeg way{leg.from, arcs.head[arc], arc, 0};
            if (!facts_.is_roundabout(arc) && facts_.name(way) == name) return true;
        }
    }
    return false;
}

std::string Roundabouts::rotary(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    const auto length = headings_.length(legs);
    if (legs.empty() || !length) return "";
    std::string_view name;
    for (const PathLeg& leg : legs) {
        const std::string_view one = facts_.name(leg);
        if (one.empty() || one == name) continue;
        if (!name.empty()) return "";
        name = one;
    }
    if (name.empty()) return "";
    if (facts_.is_circular(in_ring)) return std::string(name);
    const bool is_large = *length > 2 * std::numbers::pi * metres_of_a_rotary;
    return is_large && !meets_road_named(legs, name) ? std::string(name) : "";
}

bool Roundabouts::is_junction(const PathLeg& in_ring) const {
    const auto legs = ring(in_ring);
    const auto length = headings_.length(legs);
    if (legs.empty() || !length || facts_.is_circular(in_ring) || !rotary(in_ring).empty()) return false;
    if (*length >= 2 * std::numbers::pi * metres_of_a_rotary) return false;
    std::vector<double> arms;
    std::size_t nodes = 0;
    for (const PathLeg& leg : legs) {
        const Junction roads = junctions_.at_end_of(leg);
        if (roads.size() > 3) return false;
        const auto arm = std::ranges::find_if(roads, [](const JunctionRoad& road) { return !road.is_ring; });
        if (arm == roads.end()) continue;
        arms.push_back(arm->bearing);
        ++nodes;
    }
    if (nodes == 0 || nodes > 4) return false;
    std::ranges::sort(arms);
    for (std::size_t at = 0; at < arms.size() && arms.size() > 1; ++at) {
        if (std::abs(turn_between(arms[at], arms[(at + 1) % arms.size()])) <= narrow_turn) return false;
    }
    return true;
}

// ---- directions

namespace {

constexpr double metres_to_a_name = 60;  // a shorter unnamed stretch counts as the beginning of the next road

class DirectionWriter {
public:
    struct Parts {
        const PathSource& source;
        const RoadFacts& facts;
        const Headings& headings;
        const Guidance& guidance;
        const Roundabouts& roundabouts;
        const Junctions& junctions;
        const Language& language;
        bool names_stops;
    };
    DirectionWriter(const Parts& parts, const Route& route)
        : source_(parts.source),
          facts_(parts.facts),
          headings_(parts.headings),
          guidance_(parts.guidance),
          roundabouts_(parts.roundabouts),
          language_(parts.language),
          names_stops_(parts.names_stops),
          turn_(parts.language),
          route_(route),
          legs_(route.legs) {
        for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
            const PathLeg* after = leg + 1 < legs_.size() ? &legs_[leg + 1] : nullptr;
            crossings_.push_back(parts.junctions.at_end_of(legs_[leg], after));
        }
    }

    std::vector<Instruction> make() {
        for (std::size_t part = 0; part < route_.parts.size(); ++part) {
            const std::size_t begin = route_.parts[part].first_leg;
            const std::size_t end = begin + route_.parts[part].leg_count;
            const std::size_t told = all_.size();
            next_ = {Maneuver::depart};
            for (std::size_t at = begin; at < end;) at = add_road(at, begin, end);
            shorten(all_, told, {legs_, crossings_, facts_, headings_, guidance_});
            for (std::size_t one = told; one < all_.size(); ++one) complete(all_[one], one == told);
            add_stop(part, end);
        }
        return std::move(all_);
    }

private:
    // Adds one instruction that begins at leg `at`; returns the first leg after it.
    std::size_t add_road(std::size_t at, std::size_t begin, std::size_t end) {
        std::size_t road = at;
        while (road < end && facts_.is_roundabout(legs_[road])) ++road;
        Instruction one{.maneuver = next_.maneuver, .side = next_.side, .first_leg = at};
        if (at > 0) one.angle = headings_.turn(legs_[at - 1], legs_[std::min(road, end - 1)]);
        if (next_.turns_round) one.angle = 180;
        if (next_.angle) one.angle = next_.angle;
        one.exit = next_.exit;
        if (one.side && (one.maneuver == Maneuver::turn || one.maneuver == Maneuver::keep_road)) {
            one.angle = *one.side == Side::left ? -straight_up_to : straight_up_to;
            one.side.reset();
        }
        if (one.maneuver == Maneuver::exit_roundabout && at > begin && facts_.is_roundabout(legs_[at - 1])) {
            if (!roundabouts_.rotary(legs_[at - 1]).empty()) one.maneuver = Maneuver::exit_rotary;
            one.exit = roundabouts_.exit(legs_.subspan(begin, end - begin), 0, at - begin);
        }
        const bool starts_inside = at == begin && road > at && road < end;
        if (road > at && at > begin) enter(one, road, end);
        std::size_t next = end;
        if (starts_inside) {
            next_ = {Maneuver::exit_roundabout};
            next = road;
        } else if (road < end) {
            next = end_of_road(road, end);
        }
        one.leg_count = next - at;
        all_.push_back(std::move(one));
        return next;
    }

    // Completes the instruction for a roundabout that the route leaves by leg `road`, or not at all.
    void enter(Instruction& one, std::size_t road, std::size_t end) const {
        one.rotary = roundabouts_.rotary(legs_[one.first_leg]);
        one.maneuver = one.rotary.empty() ? Maneuver::roundabout : Maneuver::rotary;
        if (road == end) return;
        if (roundabouts_.is_junction(legs_[one.first_leg])) one.maneuver = Maneuver::roundabout_turn;
        one.exit = roundabouts_.exit(legs_, one.first_leg, road);
        one.connector = road - one.first_leg;
    }

    // Returns the leg where the road that begins with leg `first` ends; sets next_ to the maneuver there.
    std::size_t end_of_road(std::size_t first, std::size_t end) {
        std::size_t told = first;
        for (std::size_t at = first + 1; at < end; ++at) {
            if (facts_.is_roundabout(legs_[at])) {
                next_ = {Maneuver::roundabout};
                return at;
            }
            auto next = guidance_.between(legs_[at - 1], legs_[at], legs_[told], crossings_[at - 1]);
            if (const auto past = past_roundabout(at)) next = past;
            if (next && next->maneuver == Maneuver::end_of_road && !passes_junction(first, at)) {
                // Without a junction on the way, nobody needs to hear that the road ends.
                next->maneuver = guidance_.is_same_road(legs_[told], legs_[at]) ? Maneuver::keep_road : Maneuver::turn;
            }
            if (next && !begins_road(next->maneuver, first, at, told)) {
                next_ = *next;
                return at;
            }
            if (!facts_.is_unnamed(legs_[at])) told = at;
        }
        return end;
    }

    // The path enters and leaves a ring at one node, and does not cross it.
    std::optional<Choice> past_roundabout(std::size_t at) const {
        const Junction& roads = crossings_[at - 1];
        const auto turn = headings_.turn(legs_[at - 1], legs_[at]);
        const auto is_ring = [](const JunctionRoad& road) { return road.is_ring; };
        if (!turn || std::ranges::none_of(roads, is_ring) || legs_[at].to == legs_[at - 1].from) return std::nullopt;
        if (std::abs(*turn) < fuzzy_angle) return std::nullopt;
        const auto ring =
            std::ranges::find_if(roads, [](const JunctionRoad& road) { return road.is_ring && road.enterable; });
        if (ring == roads.end()) return std::nullopt;
        const bool is_rotary = !roundabouts_.rotary(ring->leg).empty();
        // Where the ring runs to the left, roads on the right are left before it; for the others the traveller goes
        // round.
        const bool before_ring = roundabouts_.runs_left(ring->leg) == (*turn > 0);
        if (before_ring) return Choice{is_rotary ? Maneuver::exit_rotary : Maneuver::exit_roundabout};
        Choice round{is_rotary ? Maneuver::rotary : Maneuver::roundabout};
        round.exit = roundabouts_.last_exit(ring->leg);
        return round;
    }

    bool passes_junction(std::size_t first, std::size_t at) const {
        return std::any_of(crossings_.begin() + static_cast<std::ptrdiff_t>(first),
                           crossings_.begin() + static_cast<std::ptrdiff_t>(at - 1),
                           [](const Junction& roads) { return roads.size() > 2; });
    }

    bool begins_road(Maneuver next, std::size_t first, std::size_t at, std::size_t told) const {
        if (next != Maneuver::new_name || !facts_.is_unnamed(legs_[told]) || guidance_.is_link(legs_[told]))
            return false;
        const auto turn = headings_.turn(legs_[at - 1], legs_[at]);
        const auto length = headings_.length(legs_.subspan(first, at - first));
        return length && *length < metres_to_a_name && turn && std::abs(*turn) < slight_up_to;
    }

    // Sets node, bearings, road and text.
    void complete(Instruction& one, bool first_of_part) const {
        const auto legs = legs_.subspan(one.first_leg, one.leg_count);
        one.node = legs[0].from;
        one.bearing_after = headings_.leaving(legs[0]);
        if (one.first_leg > 0) one.bearing_before = headings_.arriving(legs_[one.first_leg - 1]);
        one.road_leg = leg_with_name(one);
        const PathLeg& told = legs_[one.road_leg];
        one.road = road(told);
        one.named = !facts_.is_unnamed(told);
        one.stays = one.first_leg > 0 && guidance_.is_same_road(legs_[one.first_leg - 1], told);
        const PathLeg& signs = legs_[one.first_leg + (one.maneuver == Maneuver::off_ramp ? 0 : one.connector)];
        one.destinations = facts_.destinations(signs);
        one.exits = facts_.exits(signs);
        if (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) {
            one.towards = one.destinations.empty() ? end_of_ramp(one) : one.destinations;
        }
        one.text = Language::finished(text(one, first_of_part, legs));
    }

    std::size_t leg_with_name(const Instruction& one) const {
        const std::size_t first = one.first_leg + one.connector;
        const std::size_t end = one.first_leg + one.leg_count;
        for (std::size_t at = first; at < end; ++at) {
            if (facts_.is_unnamed(legs_[at])) continue;
            const auto length = headings_.length(legs_.subspan(first, at - first));
            return at == first || (length && *length < metres_to_a_name) ? at : first;
        }
        return first;
    }

    // The road to which a ramp without a name leads; empty if it has none either.
    std::string end_of_ramp(const Instruction& one) const {
        std::size_t at = one.road_leg;
        while (at < legs_.size() && facts_.is_unnamed(legs_[at]) && guidance_.is_link(legs_[at])) ++at;
        const bool is_named = at > one.road_leg && at < legs_.size() && !facts_.is_unnamed(legs_[at]);
        return is_named ? road(legs_[at]) : "";
    }

    std::string text(const Instruction& one, bool first_of_part, std::span<const PathLeg> legs) const {
        const bool in_roundabout = facts_.is_roundabout(legs[0]);
        if (in_roundabout && facts_.is_roundabout(legs.back())) {
            return language_.text(one.maneuver == Maneuver::depart ? "roundabout start" : "roundabout enter");
        }
        const std::string exit = std::to_string(one.exit);
        if (in_roundabout || one.maneuver == Maneuver::roundabout || one.maneuver == Maneuver::rotary) {
            if (one.exit == 0) return turn_.onto(language_.text("roundabout through"), one);
            const std::string ring = one.rotary.empty() ? language_.text("the roundabout") : one.rotary;
            return turn_.onto(language_.text("roundabout exit", {{"roundabout", ring}, {"exit", exit}}), one);
        }
        if (one.maneuver == Maneuver::exit_roundabout || one.maneuver == Maneuver::exit_rotary) {
            if (one.exit == 0) return turn_.onto(language_.text("roundabout leave"), one);
            return turn_.onto(language_.text("roundabout leave exit", {{"exit", exit}}), one);
        }
        if (facts_.is_ferry(legs[0])) {
            return one.named ? language_.text("ferry name", {{"road", one.road}}) : language_.text("ferry");
        }
        if (one.maneuver == Maneuver::notification) return turn_.onto(language_.text("ferry leave"), one);
        if (one.first_leg == 0) {
            if (!one.bearing_after) return turn_.on(language_.text("start"), one);
            const std::string direction = language_.text(compass_text(*one.bearing_after));
            return turn_.on(language_.text("head", {{"direction", direction}}), one);
        }
        return first_of_part ? text_after_stop(one) : turn_.of(one);
    }

    std::string text_after_stop(Instruction one) const {
        const bool same = facts_.road(legs_[one.first_leg - 1]) == facts_.road(legs_[one.road_leg]);
        const double angle = std::abs(one.angle.value_or(0));
        if (same && (angle < slight_up_to || angle >= sharp_up_to)) {
            return turn_.on(language_.text(angle < slight_up_to ? "continue" : "uturn"), one);
        }
        one.maneuver = Maneuver::turn;
        return turn_.of(one);
    }

    // The road's name and the number on its signs; of others English also says the class.
    std::string road(const PathLeg& leg) const {
        const std::string name = listed(facts_.name(leg));
        const std::string number = listed(facts_.ref(leg));
        if (!name.empty() && !number.empty() && name.find(number) == name.npos) return name + " (" + number + ")";
        if (!name.empty()) return name;
        if (!facts_.is_unnamed(leg) || language_.code() == "en") return facts_.road(leg);
        return language_.text(road_class(facts_.kind(leg)) == RoadClass::path ? "unnamed path" : "unnamed road");
    }

    void add_stop(std::size_t part, std::size_t end) {
        const bool last = part + 1 == route_.parts.size();
        const Stop& stop = route_.stops[part + 1];
        Instruction one{.maneuver = Maneuver::arrive, .first_leg = end, .node = stop.node};
        one.road_leg = end > 0 ? end - 1 : 0;
        if (route_.parts[part].leg_count > 0) {
            one.bearing_before = headings_.arriving(legs_[end - 1]);
            if (const auto side = headings_.side(stop, legs_[end - 1])) one.angle = *side < 0 ? -90 : 90;
        }
        one.text = language_.text(last ? "arrive" : "pass", {{"place", place_text(stop)}});
        if (one.angle) {
            one.text = language_.text(*one.angle < 0 ? "on the left" : "on the right", {{"instruction", one.text}});
        }
        all_.push_back(std::move(one));
    }

    std::string place_text(const Stop& stop) const {
        return names_stops_ ? stop_text(source_, stop) : language_.text("the destination");
    }

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Guidance& guidance_;
    const Roundabouts& roundabouts_;
    const Language& language_;
    bool names_stops_;
    TurnText turn_;
    const Route& route_;
    std::span<const PathLeg> legs_;
    std::vector<Junction> crossings_;  // at the end of each leg
    std::vector<Instruction> all_;
    Choice next_{Maneuver::depart};  // at the beginning of the next road
};

}  // namespace

std::vector<Instruction> Directions::of(const Route& route, const Language& language, bool names_stops) const {
    return DirectionWriter({source_, facts_, headings_, guidance_, roundabouts_, junctions_, language, names_stops},
                           route)
        .make();
}

}  // namespace allways::tools
