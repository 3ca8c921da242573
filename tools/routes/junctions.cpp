// SPDX-License-Identifier: Apache-2.0
#include "routes/junctions.h"

#include <algorithm>
#include <cmath>

namespace allways::tools {

namespace {

constexpr double back_along_from = 179;  // degrees between the two directions of one road

}  // namespace

Junctions::Junctions(const PathSource& source, const RoadFacts& facts, const Headings& headings)
    : source_(source), facts_(facts), headings_(headings), kinds_(source.arcs().text("facility_type")) {
    if (kinds_ == nullptr) return;
    for (const std::string& kind : kinds_->texts()) ranks_.push_back(road_rank(kind));
}

RoadRank Junctions::rank(const PathLeg& leg) const {
    if (kinds_ == nullptr || leg.arc >= kinds_->size()) return {};
    const std::uint32_t kind = kinds_->indexes()[leg.arc];
    return kind < ranks_.size() ? ranks_[kind] : RoadRank{};
}

bool Junctions::is_usable(std::uint64_t arc) const {
    return std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, source_.arcs().cost);
}

bool Junctions::is_same_line(std::uint64_t arc, std::uint64_t other) const {
    const ArcShapes& shapes = source_.arcs().shapes;
    return shapes.empty() || shapes.shape(static_cast<ArcIndex>(arc)) == shapes.shape(static_cast<ArcIndex>(other));
}

void Junctions::read_restrictions() const {
    const TurnRules& turns = source_.arcs().turns;
    for (std::size_t rule = 0; rule < turns.size(); ++rule) {
        const auto arcs = turns.sequence(rule);
        if (arcs.size() == 2) restrictions_.emplace(arcs[0], Restriction{arcs[1], turns.kinds[rule]});
    }
}

bool Junctions::may_turn(std::uint64_t from, std::uint64_t to) const {
    std::call_once(restrictions_read_, [this] { read_restrictions(); });
    const auto [first, last] = restrictions_.equal_range(static_cast<ArcIndex>(from));
    bool is_mandatory = false;
    for (auto rule = first; rule != last; ++rule) {
        if (rule->second.kind == TurnRules::Kind::forbidden) {
            if (rule->second.to == to) return false;
        } else {
            if (rule->second.to == to) return true;
            is_mandatory = true;
        }
    }
    return !is_mandatory;
}

bool Junctions::is_way_back(const PathLeg& before, const PathLeg& way) const {
    if (way.to != before.from || way.arc == before.arc) return false;
    if (is_same_line(way.arc, before.arc)) return true;
    const auto angle = headings_.turn(before, way);  // the pieces of a road that a stop divides have lines of their own
    return !angle || std::abs(*angle) >= back_along_from;
}

bool Junctions::is_cut_by(const JunctionRoad& road, const PathLeg& before, const PathLeg* after) const {
    const PathLeg& leg = road.leg;
    const auto is_section = [&](const PathLeg& used, bool arrives) {
        const IdTable& ids = source_.arcs().arc_ids;
        const auto id = [&](std::uint64_t arc) { return ids.text(static_cast<std::uint32_t>(arc)); };
        if (id(leg.arc) != id(used.arc)) return false;
        const auto one = road.leads_out ? headings_.away(leg) : headings_.away_back({leg.to, leg.from, leg.arc, 0});
        const auto other = arrives ? headings_.away_back(used) : headings_.away(used);
        return one && other && std::abs(turn_between(*one, *other)) < 180 - back_along_from;
    };
    if (source_.is_point(before.from) && leg.to != before.from && is_section(before, true)) return true;
    if (after == nullptr || leg.to == after->to || leg.to == before.from) return false;
    return source_.is_point(leg.to) || (source_.is_point(after->to) && is_section(*after, false));
}

Junction Junctions::at_end_of(const PathLeg& before, const PathLeg* after) const {
    Junction roads;
    const TableArcs& arcs = source_.arcs();
    const NodeIndex node = before.to;
    const auto arrived = headings_.arriving(before);
    const auto add = [&](const PathLeg& leg, std::optional<double> bearing, bool leads_out) {
        if (!bearing || !arrived) return;
        JunctionRoad& road = roads.emplace_back();
        road.leg = leg;
        road.bearing = *bearing;
        road.angle = turn_between(*arrived, *bearing);
        road.is_back = leads_out ? is_way_back(before, leg) : leg.to == before.from && leg.arc == before.arc;
        road.leads_out = leads_out;
        road.enterable = leads_out && !road.is_back && may_turn(before.arc, leg.arc);
        road.is_ring = facts_.is_roundabout(leg.arc);
        road.rank = rank(leg);
    };
    for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
        const PathLeg leg{node, arcs.head[arc], arc, 0};
        if (is_usable(arc)) add(leg, headings_.leaving(leg), true);
    }
    const std::size_t out_count = roads.size();
    for (const ArcIndex arc : incoming().into(node)) {
        const NodeIndex tail = incoming().tail(arc);
        const auto is_other_direction = [&](const JunctionRoad& road) {
            return road.leg.to == tail && road.leg.arc != arc && is_same_line(road.leg.arc, arc);
        };
        // Of a loop for one direction the end is shown only to those who come out of it.
        if ((tail == node && arc != before.arc) || !is_usable(arc)) continue;
        if (std::any_of(roads.begin(), roads.begin() + static_cast<std::ptrdiff_t>(out_count), is_other_direction)) {
            continue;
        }
        const auto bearing = headings_.arriving({tail, node, arc, 0});
        add({node, tail, arc, 0}, bearing ? std::optional(*bearing < 180 ? *bearing + 180 : *bearing - 180) : bearing,
            false);
    }
    std::erase_if(roads, [&](const JunctionRoad& road) { return is_cut_by(road, before, after); });
    std::ranges::sort(roads, [](const JunctionRoad& a, const JunctionRoad& b) {
        return std::pair(!a.is_back, a.angle) < std::pair(!b.is_back, b.angle);
    });
    return roads;
}

}  // namespace allways::tools
