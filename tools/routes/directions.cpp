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
    struct Parts {
        const PathSource& source;
        const RoadFacts& facts;
        const Headings& headings;
        const Guidance& guidance;
        const Roundabouts& roundabouts;
    };
    DirectionWriter(const Parts& parts, const Route& route)
        : source_(parts.source),
          facts_(parts.facts),
          headings_(parts.headings),
          guidance_(parts.guidance),
          roundabouts_(parts.roundabouts),
          route_(route),
          legs_(route.legs) {}

    std::vector<Instruction> make() {
        for (std::size_t part = 0; part < route_.parts.size(); ++part) {
            const std::size_t begin = route_.parts[part].first_leg;
            const std::size_t end = begin + route_.parts[part].leg_count;
            const std::size_t told = all_.size();
            next_ = {Maneuver::depart};
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
        Instruction one{.maneuver = next_.maneuver, .side = next_.side, .first_leg = at};
        if (at > 0) one.angle = headings_.turn(legs_[at - 1], legs_[std::min(road, end - 1)]);
        if (next_.turns_round) one.angle = 180;
        if (one.maneuver == Maneuver::exit_roundabout) {
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
            const auto next = guidance_.between(legs_[at - 1], legs_[at], legs_[told]);
            if (next && !begins_road(next->maneuver, first, at, told)) {
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

    // Sets node, bearings, road and text.
    void complete(Instruction& one, bool first_of_part) const {
        const auto legs = legs_.subspan(one.first_leg, one.leg_count);
        one.node = legs[0].from;
        one.bearing_after = headings_.leaving(legs[0]);
        if (one.first_leg > 0) one.bearing_before = headings_.arriving(legs_[one.first_leg - 1]);
        one.road_leg = leg_with_name(one);
        const PathLeg& told = legs_[one.road_leg];
        one.road = facts_.road(told);
        one.named = !facts_.is_unnamed(told);
        one.stays = one.first_leg > 0 && guidance_.is_same_road(legs_[one.first_leg - 1], told);
        one.destinations = facts_.destinations(legs_[one.first_leg + one.connector]);
        one.exits = facts_.exits(legs_[one.first_leg + one.connector]);
        if (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) {
            one.towards = one.destinations.empty() ? end_of_ramp(one) : one.destinations;
        }
        one.text = text(one, first_of_part, legs);
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
        return is_named ? facts_.road(legs_[at]) : "";
    }

    std::string text(const Instruction& one, bool first_of_part, std::span<const PathLeg> legs) const {
        const bool in_roundabout = facts_.is_roundabout(legs[0]);
        if (in_roundabout && facts_.is_roundabout(legs.back())) {
            return one.maneuver == Maneuver::depart ? "start in the roundabout" : "enter the roundabout";
        }
        if (in_roundabout) {
            if (one.exit == 0) return "through the roundabout onto " + one.road;
            return format("at {} take exit {} onto {}", one.rotary.empty() ? "the roundabout" : one.rotary, one.exit,
                          one.road);
        }
        if (one.maneuver == Maneuver::exit_roundabout) {
            return "leave the roundabout " + (one.exit > 0 ? format("at exit {} ", one.exit) : "") + "onto " + one.road;
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
        one.road_leg = end > 0 ? end - 1 : 0;
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
    const Roundabouts& roundabouts_;
    const Route& route_;
    std::span<const PathLeg> legs_;
    std::vector<Instruction> all_;
    Choice next_{Maneuver::depart};  // at the beginning of the next road
};

}  // namespace

std::vector<Instruction> Directions::of(const Route& route) const {
    return DirectionWriter({source_, facts_, headings_, guidance_, roundabouts_}, route).make();
}

}  // namespace allways::tools
