// SPDX-License-Identifier: Apache-2.0
#include "routes/directions.h"

#include <algorithm>
#include <cmath>

#include "allways/base/format.h"
#include "allways/routes/route_formats.h"
#include "routes/shorter_directions.h"

namespace allways::tools {

namespace {

constexpr double metres_to_a_name = 60;  // a shorter unnamed stretch counts as the beginning of the next road

class DirectionWriter {
public:
    DirectionWriter(const PathSource& source, const RoadFacts& facts, const Headings& headings,
                    const Guidance& guidance, const Route& route)
        : source_(source), facts_(facts), headings_(headings), guidance_(guidance), route_(route), legs_(route.legs) {}

    std::vector<Instruction> make() {
        for (std::size_t part = 0; part < route_.parts.size(); ++part) {
            const std::size_t begin = route_.parts[part].first_leg;
            const std::size_t end = begin + route_.parts[part].leg_count;
            const std::size_t told = all_.size();
            for (std::size_t at = begin; at < end;) at = add_road(at, begin, end);
            shorten(all_, told, legs_, facts_, headings_, guidance_);
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
        Instruction one{.maneuver = road > at ? Maneuver::roundabout : next_, .first_leg = at};
        if (at == begin) one.maneuver = Maneuver::depart;
        if (at > 0) one.angle = headings_.turn(legs_[at - 1], legs_[std::min(road, end - 1)]);
        if (road > at && road < end && at > 0) one.exit = exits(at, road);
        const std::size_t next = road == end ? end : end_of_road(road, end);
        one.leg_count = next - at;
        all_.push_back(std::move(one));
        return next;
    }

    // Returns the leg where the road that begins with leg `first` ends; sets next_ to the maneuver there.
    std::size_t end_of_road(std::size_t first, std::size_t end) {
        std::size_t told = first;
        for (std::size_t at = first + 1; at < end; ++at) {
            if (facts_.is_roundabout(legs_[at])) return at;
            const auto next = guidance_.between(legs_[at - 1], legs_[at], legs_[told]);
            if (next && !begins_road(*next, first, at, told)) {
                next_ = *next;
                return at;
            }
            if (!facts_.is_unnamed(legs_[at])) told = at;
        }
        return end;
    }

    bool begins_road(Maneuver next, std::size_t first, std::size_t at, std::size_t told) const {
        if (next != Maneuver::new_name || !facts_.is_unnamed(legs_[told]) || guidance_.is_link(legs_[told]))
            return false;
        const auto turn = headings_.turn(legs_[at - 1], legs_[at]);
        const auto length = headings_.length(legs_.subspan(first, at - first));
        return length && *length < metres_to_a_name && turn && std::abs(*turn) < slight_up_to;
    }

    // The number of the exit by which the route leaves a roundabout; 0 if the route runs against its direction, where
    // other exits count.
    std::size_t exits(std::size_t at, std::size_t exit) const {
        std::size_t count = 0;
        for (; at < exit; ++at) {
            if (facts_.is_reversed(legs_[at])) return 0;
            count += leads_out(legs_[at].to) ? 1 : 0;
        }
        return count;
    }

    bool leads_out(NodeIndex node) const {
        const TableArcs& arcs = source_.arcs();
        for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
            const bool usable = std::visit([&](const auto& cost) { return is_reachable(cost[arc]); }, arcs.cost);
            if (usable && arcs.head[arc] != node && !facts_.is_roundabout(arc)) return true;
        }
        return false;
    }

    // Sets node, bearings, road and text.
    void complete(Instruction& one, bool first_of_part) const {
        const auto legs = legs_.subspan(one.first_leg, one.leg_count);
        one.node = legs[0].from;
        one.bearing_after = headings_.leaving(legs[0]);
        if (one.first_leg > 0) one.bearing_before = headings_.arriving(legs_[one.first_leg - 1]);
        const PathLeg& told = leg_with_name(one, legs);
        one.road = facts_.road(told);
        one.named = !facts_.is_unnamed(told);
        one.text = text(one, first_of_part, legs);
    }

    // Ramps take the name of the road that they lead to.
    const PathLeg& leg_with_name(const Instruction& one, std::span<const PathLeg> legs) const {
        std::size_t first = one.connector;
        while (first + 1 < legs.size() && facts_.is_roundabout(legs[first])) ++first;
        if (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) {
            for (std::size_t at = one.first_leg; at < legs_.size(); ++at) {
                if (!facts_.is_unnamed(legs_[at])) return legs_[at];
                if (!guidance_.is_link(legs_[at])) break;
            }
        }
        for (std::size_t at = first; at < legs.size(); ++at) {
            if (facts_.is_unnamed(legs[at])) continue;
            const auto length = headings_.length(legs.subspan(first, at - first));
            return at == first || (length && *length < metres_to_a_name) ? legs[at] : legs[first];
        }
        return legs[first];
    }

    std::string text(const Instruction& one, bool first_of_part, std::span<const PathLeg> legs) const {
        const bool in_roundabout = facts_.is_roundabout(legs[0]);
        if (in_roundabout && facts_.is_roundabout(legs.back())) {
            return one.first_leg == 0 ? "start in the roundabout" : "enter the roundabout";
        }
        if (in_roundabout) {
            if (one.first_leg == 0) return "leave the roundabout onto " + one.road;
            if (one.exit == 0) return "through the roundabout onto " + one.road;
            return format("at the roundabout take exit {} onto {}", one.exit, one.road);
        }
        if (facts_.is_ferry(legs[0])) return "take the ferry" + (one.named ? " " + one.road : "");
        if (one.maneuver == Maneuver::notification) return "leave the ferry onto " + one.road;
        if (one.first_leg == 0) {
            return one.bearing_after ? format("head {} on {}", compass_text(*one.bearing_after), one.road)
                                     : "start on " + one.road;
        }
        return first_of_part ? text_after_stop(one) : turn_text(one);
    }

    std::string text_after_stop(Instruction one) const {
        const bool same = facts_.road(legs_[one.first_leg - 1]) == one.road;
        const double angle = std::abs(one.angle.value_or(0));
        if (same && (angle < slight_up_to || angle >= sharp_up_to)) {
            return (angle < slight_up_to ? "continue on " : "make a U-turn on ") + one.road;
        }
        one.maneuver = Maneuver::turn;
        return turn_text(one);
    }

    void add_stop(std::size_t part, std::size_t end) {
        const bool last = part + 1 == route_.parts.size();
        const Stop& stop = route_.stops[part + 1];
        Instruction one{.maneuver = Maneuver::arrive, .first_leg = end, .node = stop.node};
        if (route_.parts[part].leg_count > 0) {
            one.bearing_before = headings_.arriving(legs_[end - 1]);
            if (const auto side = headings_.side(stop, legs_[end - 1])) one.angle = *side < 0 ? -90 : 90;
        }
        one.text = (last ? "arrive at " : "pass ") + stop_text(source_, stop);
        if (one.angle) one.text += *one.angle < 0 ? ", on the left" : ", on the right";
        all_.push_back(std::move(one));
    }

    const PathSource& source_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Guidance& guidance_;
    const Route& route_;
    std::span<const PathLeg> legs_;
    std::vector<Instruction> all_;
    Maneuver next_ = Maneuver::turn;
};

}  // namespace

std::vector<Instruction> Directions::of(const Route& route) const {
    return DirectionWriter(source_, facts_, headings_, guidance_, route).make();
}

}  // namespace allways::tools
