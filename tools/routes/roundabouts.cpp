// SPDX-License-Identifier: Apache-2.0
#include "routes/roundabouts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "routes/obvious_road.h"
#include "routes/road_classes.h"

namespace allways::tools {

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

}  // namespace allways::tools
