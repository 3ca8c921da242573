// SPDX-License-Identifier: Apache-2.0
#include "routes/roundabouts.h"

#include <algorithm>
#include <numbers>

#include "routes/road_classes.h"

namespace allways::tools {

namespace {

constexpr double metres_of_a_rotary = 15;    // the radius from which a ring is a place; OSRM's limit
constexpr std::size_t legs_of_a_ring = 200;  // a longer ring is no roundabout

}  // namespace

std::size_t Roundabouts::exit(std::span<const PathLeg> legs, std::size_t first, std::size_t end) const {
    const auto ring = legs.subspan(first, end - first);
    if (std::ranges::any_of(ring, [&](const PathLeg& leg) { return facts_.is_reversed(leg); })) return 0;
    std::size_t count = first > 0 && leads_out_at_entry(legs[first - 1], ring[0]) ? 1 : 0;
    for (const PathLeg& leg : ring.first(ring.size() - 1)) count += leads_out(leg.to) ? 1 : 0;
    return count + 1;
}

bool Roundabouts::is_exit(std::uint64_t arc, NodeIndex node) const {
    const TableArcs& arcs = source_.arcs();
    const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
    return usable && arcs.head[arc] != node && !facts_.is_roundabout(arc) &&
           !is_minor(road_class(facts_.kind({node, arcs.head[arc], arc, 0})));
}

bool Roundabouts::leads_out(NodeIndex node) const {
    const TableArcs& arcs = source_.arcs();
    for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
        if (is_exit(arc, node)) return true;
    }
    return false;
}

// An exit at the entry lies between the entry and the ring's first leg; one on the other side of the entry is passed
// last.
bool Roundabouts::leads_out_at_entry(const PathLeg& entry, const PathLeg& ring) const {
    const TableArcs& arcs = source_.arcs();
    const auto along = headings_.turn(entry, ring);
    if (!along) return false;
    for (std::uint64_t arc = arcs.first_out[ring.from]; arc < arcs.first_out[ring.from + 1]; ++arc) {
        const PathLeg way{ring.from, arcs.head[arc], arc, 0};
        if (!is_exit(arc, ring.from) || way.to == entry.from) continue;
        const auto out = headings_.turn(entry, way);
        if (out && (*along < 0 ? *out < *along : *out > *along)) return true;
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
    const std::string_view name = facts_.name(in_ring);
    if (name.empty()) return "";
    const auto legs = ring(in_ring);
    const auto length = headings_.length(legs);
    if (!length || *length < 2 * std::numbers::pi * metres_of_a_rotary) return "";
    const bool one_name = std::ranges::all_of(legs, [&](const PathLeg& leg) { return facts_.name(leg) == name; });
    return one_name && !meets_road_named(legs, name) ? std::string(name) : "";
}

}  // namespace allways::tools
