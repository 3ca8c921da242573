// SPDX-License-Identifier: Apache-2.0
#include "routes/guidance.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "routes/road_classes.h"

namespace allways::tools {

namespace {

constexpr double clearly = 30;       // degrees by which the obvious way is straighter than others
constexpr double fork_up_to = 80;    // degrees between the branches of a fork
constexpr double branch_up_to = 50;  // degrees by which a branch of a fork bends
constexpr double ramp_up_to = 60;    // degrees; a sharper way into a ramp is a turn
constexpr double joined_from = 130;  // degrees between carriageways that join, which narrow towards each other

RoadClass class_of(const RoadFacts& facts, const PathLeg& leg) {
    return road_class(facts.kind(leg));
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

bool Guidance::is_usable(std::uint64_t arc) const {
    return std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, source_.arcs().cost);
}

bool Guidance::is_one_way(const PathLeg& leg) const {
    const TableArcs& arcs = source_.arcs();
    for (std::uint64_t arc = arcs.first_out[leg.to]; arc < arcs.first_out[leg.to + 1]; ++arc) {
        if (arcs.head[arc] == leg.from && is_usable(arc)) return false;
    }
    return true;
}

Guidance::Ways Guidance::other_ways(const PathLeg& before, const PathLeg& after, double angle) const {
    Ways ways;
    const TableArcs& arcs = source_.arcs();
    const bool is_turn = std::abs(angle) >= slight_up_to;
    const bool on_street = !is_minor(class_of(facts_, before)) && !is_minor(class_of(facts_, after));
    for (std::uint64_t arc = arcs.first_out[after.from]; arc < arcs.first_out[after.from + 1]; ++arc) {
        const PathLeg way{after.from, arcs.head[arc], arc, 0};
        if (!is_usable(arc) || arc == after.arc || way.to == before.from || way.to == way.from) continue;
        if (on_street && !is_turn && is_minor(class_of(facts_, way))) continue;
        const auto turn = headings_.turn(before, way);
        if (!turn || (!is_turn && std::abs(*turn) >= sharp_up_to)) continue;
        const double between = *turn - angle;
        const auto apart = std::abs(between) < branch_up_to ? headings_.apart(after, way) : between;
        if (apart) ways.push_back({way, *turn, *apart});
    }
    return ways;
}

template <typename Test>
Guidance::Ways Guidance::those(const Ways& ways, const Test& keep) {
    Ways kept;
    std::ranges::copy_if(ways, std::back_inserter(kept), keep);
    return kept;
}

Side Guidance::side_among(const Ways& others) {
    const auto is_right = [](const Way& way) { return way.apart > 0; };
    if (std::ranges::all_of(others, is_right)) return Side::left;
    return std::ranges::none_of(others, is_right) ? Side::right : Side::middle;
}

Side Guidance::side_of_ramp(const Ways& others) const {
    const Ways roads = those(others, [&](const Way& way) { return !is_link(way.leg); });
    return side_among(roads.empty() ? others : roads);
}

std::optional<Choice> Guidance::between(const PathLeg& before, const PathLeg& after, const PathLeg& told) const {
    if (facts_.is_ferry(before) != facts_.is_ferry(after)) return Choice{Maneuver::notification};
    const bool other_name = !facts_.is_unnamed(after) && !is_same_road(told, after);
    if (facts_.is_ferry(after)) return other_name ? std::optional(Choice{Maneuver::notification}) : std::nullopt;
    const auto turn = headings_.turn(before, after);
    if (!turn) return other_name ? std::optional(Choice{Maneuver::new_name}) : std::nullopt;
    const auto others = other_ways(before, after, *turn);
    if (const auto back = turned_round(before, after, told, *turn, others)) return back;
    const bool joins = (is_link(before) && !is_link(after)) || (is_motorway(after) && !is_same_road(before, after));
    if (joins && std::abs(*turn) < ramp_up_to && (others.empty() || (is_ramp(before) && is_motorway(after)))) {
        if (const auto joined = merge(before, after)) return joined;
    }
    if (is_ramp(after)) return onto_ramp(before, *turn, others);
    return std::abs(*turn) < slight_up_to ? onward(after, told, *turn, others) : turned(after, told, *turn, others);
}

// Turning round on a road, or from one carriageway to the other where they join.
std::optional<Choice> Guidance::turned_round(const PathLeg& before, const PathLeg& after, const PathLeg& told,
                                             double angle, const Ways& others) const {
    if (after.to == before.from && std::abs(angle) >= sharp_up_to) return Choice{Maneuver::keep_road};
    if (others.empty() || std::abs(angle) < joined_from || !is_same_road(told, after)) return std::nullopt;
    if (!is_one_way(before) || !is_one_way(after)) return std::nullopt;
    return Choice{Maneuver::keep_road, std::nullopt, true};
}

std::optional<Choice> Guidance::onto_ramp(const PathLeg& before, double angle, const Ways& others) const {
    if (others.empty()) return std::nullopt;
    if (is_ramp(before)) {
        const Ways branches = those(others, [&](const Way& way) { return std::abs(way.angle - angle) < fork_up_to; });
        return branches.empty() ? Choice{Maneuver::turn} : Choice{Maneuver::fork, side_among(branches)};
    }
    if (!is_motorway(before)) return Choice{Maneuver::on_ramp, side_of_ramp(others)};
    return std::abs(angle) < ramp_up_to ? Choice{Maneuver::off_ramp, side_of_ramp(others)} : Choice{Maneuver::turn};
}

// A ramp, a lane or a street joins the main road: of the other roads that lead in, the one that bends least. Without
// one it joins nothing; a street joins only a road that keeps its name.
std::optional<Choice> Guidance::merge(const PathLeg& before, const PathLeg& after) const {
    std::optional<PathLeg> main;
    double least = slight_up_to;
    for (const ArcIndex arc : incoming_.into(after.from)) {
        const NodeIndex tail = incoming_.tail(arc);
        const PathLeg road{tail, after.from, arc, 0};
        if (arc == before.arc || tail == after.to || is_link(road) || !is_usable(arc)) continue;
        if (!is_link(before) && !is_same_road(road, after)) continue;
        const auto turn = headings_.turn(road, after);
        if (!turn || std::abs(*turn) >= least) continue;
        main = road;
        least = std::abs(*turn);
    }
    if (!main) return std::nullopt;
    const auto apart = headings_.apart_before(before, *main);
    if (!apart) return Choice{Maneuver::merge};
    return Choice{Maneuver::merge, *apart < 0 ? Side::left : Side::right};
}

// Where other roads leave, every turn is told, also one along the same road.
std::optional<Choice> Guidance::turned(const PathLeg& after, const PathLeg& told, double angle,
                                       const Ways& others) const {
    const bool same = is_same_road(told, after);
    if (others.empty()) {
        return same || facts_.is_unnamed(after) ? std::nullopt : std::optional(Choice{Maneuver::new_name});
    }
    if (same) return Choice{Maneuver::keep_road};
    const bool ends = std::ranges::all_of(others, [](const Way& way) { return std::abs(way.angle) >= slight_up_to; }) &&
                      std::ranges::any_of(others, [&](const Way& way) { return way.angle * angle < 0; });
    return Choice{ends && std::abs(angle) < turn_up_to ? Maneuver::end_of_road : Maneuver::turn};
}

std::optional<Choice> Guidance::onward(const PathLeg& after, const PathLeg& told, double angle,
                                       const Ways& others) const {
    const double turn = std::abs(angle);
    const auto keeps_name = [&](const Way& way) { return is_same_road(told, way.leg); };
    const auto rivals = [&](const Way& way) {
        return std::abs(way.angle) < turn + clearly && class_of(facts_, way.leg) <= class_of(facts_, after) &&
               (is_link(after) || !is_link(way.leg));
    };
    if (is_same_road(told, after)) {
        const Ways branches = those(others, [&](const Way& way) { return rivals(way) && keeps_name(way); });
        return branches.empty() ? std::nullopt : std::optional(Choice{Maneuver::fork, side_among(branches)});
    }
    const bool is_obvious =
        std::ranges::none_of(others, [&](const Way& way) { return rivals(way) || keeps_name(way); });
    if (is_obvious) return facts_.is_unnamed(after) ? std::nullopt : std::optional(Choice{Maneuver::new_name});
    // At a fork no branch is clearly straighter than the others.
    const Ways branches = those(others, [&](const Way& way) {
        return std::abs(way.angle) < branch_up_to && std::abs(std::abs(way.angle) - turn) < clearly;
    });
    return branches.empty() ? Choice{Maneuver::turn} : Choice{Maneuver::fork, side_among(branches)};
}

}  // namespace allways::tools
