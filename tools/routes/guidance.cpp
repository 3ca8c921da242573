// SPDX-License-Identifier: Apache-2.0
#include "routes/guidance.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "routes/road_classes.h"

namespace allways::tools {

namespace {

constexpr double clearly = 30;     // degrees by which the obvious way is straighter than others
constexpr double fork_up_to = 80;  // degrees between the branches of a fork
constexpr double one_line_of = 3;  // ways within this angle look like one line on a map
constexpr double ramp_up_to = 60;  // degrees; a sharper way into a ramp is a turn

RoadClass class_of(const RoadFacts& facts, const PathLeg& leg) {
    return road_class(facts.kind(leg));
}

bool is_minor(RoadClass kind) {
    return kind == RoadClass::service || kind == RoadClass::path;
}

// Returns true if two lists of road numbers have one in common: "A 1;E 35" and "E 35".
bool shares_number(std::string_view some, std::string_view others) {
    while (!some.empty()) {
        const std::string_view one = some.substr(0, some.find(';'));
        for (std::string_view rest = others; !rest.empty();) {
            const std::string_view other = rest.substr(0, rest.find(';'));
            if (one == other) return true;
            rest.remove_prefix(std::min(other.size() + 1, rest.size()));
        }
        some.remove_prefix(std::min(one.size() + 1, some.size()));
    }
    return false;
}

// Returns true if `longer` begins or ends with the words of `name`: "High Street North", "Triq Il-Mellieha".
bool holds_name(std::string_view longer, std::string_view name) {
    if (longer.size() <= name.size()) return longer == name;
    const auto parts = [&](std::size_t at) { return longer[at] == ' ' || longer[at] == '-'; };
    return (longer.starts_with(name) && parts(name.size())) ||
           (longer.ends_with(name) && parts(longer.size() - name.size() - 1));
}

}  // namespace

bool Guidance::is_same_road(const PathLeg& one, const PathLeg& other) const {
    const std::string a = lower_case(facts_.name(one));
    const std::string b = lower_case(facts_.name(other));
    if (!a.empty() && !b.empty()) return holds_name(a, b) || holds_name(b, a);
    return has_same_number(one, other);
}

bool Guidance::has_same_number(const PathLeg& one, const PathLeg& other) const {
    return shares_number(facts_.ref(one), facts_.ref(other));
}

bool Guidance::is_link(const PathLeg& leg) const {
    const std::string_view kind = facts_.kind(leg);
    return kind.ends_with("_link") || kind == "ramp";
}

bool Guidance::is_ramp(const PathLeg& leg) const {
    const std::string_view kind = facts_.kind(leg);
    return kind == "motorway_link" || kind == "trunk_link" || kind == "ramp";
}

bool Guidance::is_motorway(const PathLeg& leg) const {
    const RoadClass kind = class_of(facts_, leg);
    return (kind == RoadClass::motorway || kind == RoadClass::trunk) && !is_link(leg);
}

std::vector<Guidance::Way> Guidance::other_ways(const PathLeg& before, const PathLeg& after, double angle) const {
    std::vector<Way> ways;
    const TableArcs& arcs = source_.arcs();
    const bool on_street = !is_minor(class_of(facts_, before)) && !is_minor(class_of(facts_, after));
    for (std::uint64_t arc = arcs.first_out[after.from]; arc < arcs.first_out[after.from + 1]; ++arc) {
        const PathLeg way{after.from, arcs.head[arc], arc, 0};
        const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
        if (!usable || arc == after.arc || way.to == before.from || way.to == way.from) continue;
        if (on_street && is_minor(class_of(facts_, way))) continue;
        const auto turn = headings_.turn(before, way);
        if (!turn || std::abs(*turn) >= sharp_up_to || std::abs(*turn - angle) < one_line_of) continue;
        ways.push_back({way, *turn});
    }
    return ways;
}

std::optional<Maneuver> Guidance::between(const PathLeg& before, const PathLeg& after, const PathLeg& told) const {
    if (facts_.is_ferry(before) != facts_.is_ferry(after)) return Maneuver::notification;
    const bool other_name = !facts_.is_unnamed(after) && !is_same_road(told, after);
    if (facts_.is_ferry(after)) return other_name ? std::optional(Maneuver::notification) : std::nullopt;
    const auto turn = headings_.turn(before, after);
    if (!turn) return other_name ? std::optional(Maneuver::new_name) : std::nullopt;
    if (after.to == before.from && std::abs(*turn) >= sharp_up_to) return Maneuver::keep_road;
    const auto others = other_ways(before, after, *turn);
    if (is_ramp(before) || is_ramp(after)) {
        if (const auto ramp = along_ramps(before, after, *turn, others)) return ramp;
        if (is_ramp(after)) return std::nullopt;
    }
    return along_roads(after, told, *turn, others);
}

std::optional<Maneuver> Guidance::along_ramps(const PathLeg& before, const PathLeg& after, double angle,
                                              const std::vector<Way>& others) const {
    if (is_ramp(before) && !is_ramp(after)) {
        if (is_motorway(after) && std::abs(angle) < slight_up_to) return Maneuver::merge;
        return std::nullopt;
    }
    if (others.empty()) return std::nullopt;
    if (is_ramp(before)) {
        const auto branches = [&](const Way& way) { return std::abs(way.angle - angle) < fork_up_to; };
        return std::ranges::any_of(others, branches) ? std::optional(Maneuver::fork) : Maneuver::turn;
    }
    if (std::abs(angle) >= ramp_up_to) return is_motorway(before) ? Maneuver::turn : Maneuver::on_ramp;
    return is_motorway(before) ? Maneuver::off_ramp : Maneuver::on_ramp;
}

std::optional<Maneuver> Guidance::along_roads(const PathLeg& after, const PathLeg& told, double angle,
                                              const std::vector<Way>& others) const {
    const double turn = std::abs(angle);
    const bool same = is_same_road(told, after);
    const auto is_straighter = [&](const Way& way) { return std::abs(way.angle) + straight_up_to < turn; };
    const auto rivals = [&](const Way& way) {
        return std::abs(way.angle) < turn + clearly && class_of(facts_, way.leg) <= class_of(facts_, after);
    };
    const auto keeps_name = [&](const Way& way) { return is_same_road(told, way.leg); };
    if (same) {
        if (turn >= slight_up_to && std::ranges::any_of(others, is_straighter)) return Maneuver::keep_road;
        const auto splits = [&](const Way& way) { return rivals(way) && keeps_name(way) && !is_link(way.leg); };
        if (turn < slight_up_to && std::ranges::any_of(others, splits)) return Maneuver::fork;
        return std::nullopt;
    }
    const bool other_name = !facts_.is_unnamed(after);
    const bool obvious = turn < slight_up_to && std::ranges::none_of(others, [&](const Way& way) {
                             return (rivals(way) && !is_link(way.leg)) || keeps_name(way);
                         });
    // On a numbered road a change of name needs no instruction.
    if (turn < slight_up_to && (others.empty() || obvious) && has_same_number(told, after)) return std::nullopt;
    if (others.empty() || obvious) return other_name ? std::optional(Maneuver::new_name) : std::nullopt;
    if (turn < slight_up_to) {
        const auto branches = [&](const Way& way) {
            return std::abs(way.angle) < slight_up_to && std::abs(way.angle - angle) < fork_up_to;
        };
        // At a fork the traveller keeps to one side; if the road itself continues, the traveller leaves it instead.
        const bool fork = std::ranges::count_if(others, branches) == 1 && std::ranges::none_of(others, keeps_name) &&
                          std::ranges::none_of(others, [&](const Way& way) { return std::abs(way.angle) < 10; }) &&
                          turn >= 10;
        return fork ? Maneuver::fork : Maneuver::turn;
    }
    const bool ends = std::ranges::all_of(others, [](const Way& way) { return std::abs(way.angle) >= slight_up_to; }) &&
                      std::ranges::any_of(others, [&](const Way& way) { return way.angle * angle < 0; });
    return ends && turn < turn_up_to ? Maneuver::end_of_road : Maneuver::turn;
}

}  // namespace allways::tools
