// SPDX-License-Identifier: Apache-2.0
#include "routes/shorter_directions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace allways::tools {

namespace {

constexpr double metres_of_a_jog = 30;
constexpr double metres_of_a_crossing = 20;  // between two arms of one crossing; farther apart they are two turns
constexpr double metres_of_a_lane = 120;     // longest turning lane beside a junction
constexpr double metres_of_a_name = 100;     // the name of a shorter stretch is not mentioned

class Shortener {
public:
    Shortener(std::vector<Instruction>& all, std::span<const PathLeg> legs, const RoadFacts& facts,
              const Headings& headings, const Guidance& guidance)
        : all_(all), legs_(legs), facts_(facts), headings_(headings), guidance_(guidance) {}

    void shorten(std::size_t first) {
        for (std::size_t at = first + 1; at < all_.size();) {
            if (at + 1 < all_.size() && joins(all_[at], all_[at + 1])) {
                join(at);
            } else if (const bool is_short = is_short_name(at); is_short || is_road_before(at) || is_short_branch(at)) {
                drop(at, is_short);
                at = std::max(at - 1, first + 1);
            } else {
                ++at;
            }
        }
    }

private:
    std::span<const PathLeg> legs_of(const Instruction& one) const {
        return legs_.subspan(one.first_leg, one.leg_count);
    }
    const PathLeg& before(const Instruction& one) const { return legs_[one.first_leg - 1]; }

    // The last named leg of the previous instruction, not counting names that were left out.
    const PathLeg& road_before(std::size_t at) const {
        const auto legs = legs_of(all_[at - 1]);
        for (std::size_t leg = legs.size() - untold_of(all_[at - 1]); leg-- > all_[at - 1].connector;) {
            if (!facts_.is_unnamed(legs[leg])) return legs[leg];
        }
        return legs.back();
    }
    std::size_t untold_of(const Instruction& one) const {
        const auto found = untold_.find(one.first_leg);
        return found == untold_.end() ? 0 : found->second;
    }
    const PathLeg& road(const Instruction& one) const {
        const auto legs = legs_of(one).subspan(one.connector);
        const auto found = std::ranges::find_if(legs, [&](const PathLeg& leg) { return !facts_.is_unnamed(leg); });
        return found == legs.end() ? legs.front() : *found;
    }

    static bool is_turn(const Instruction& one) {
        return one.angle && (one.maneuver == Maneuver::turn || one.maneuver == Maneuver::end_of_road ||
                             one.maneuver == Maneuver::fork || one.maneuver == Maneuver::new_name ||
                             one.maneuver == Maneuver::keep_road);
    }

    bool joins(const Instruction& one, const Instruction& next) const {
        const auto legs = legs_of(one);
        const auto length = headings_.length(legs);
        if (!length) return false;
        const bool ramp_beside_junction = (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) &&
                                          !guidance_.is_motorway(legs_[next.first_leg]);
        const bool lane_joins = next.maneuver == Maneuver::merge && !guidance_.is_motorway(legs_[next.first_leg]);
        if (!(is_turn(one) || ramp_beside_junction) || !(is_turn(next) || lane_joins)) return false;
        if (std::ranges::all_of(legs, [&](const PathLeg& leg) { return guidance_.is_link(leg); })) {
            const bool turns_again = is_wide(next) && next.maneuver != Maneuver::new_name;
            return *length < (turns_again ? metres_of_a_jog : metres_of_a_lane);
        }
        if (*length >= metres_of_a_jog) return false;
        const double sum = std::abs(*one.angle + *next.angle);
        if (*one.angle * *next.angle < 0 && sum < slight_up_to) return *length < metres_of_a_crossing;
        const bool unnamed = std::ranges::all_of(legs, [&](const PathLeg& leg) { return facts_.is_unnamed(leg); });
        if (is_wide(one) && is_wide(next)) return sum >= sharp_up_to && leads_back(one, next);
        return unnamed;
    }

    static bool is_wide(const Instruction& one) { return std::abs(*one.angle) >= slight_up_to; }

    // Returns true for a U-turn from one carriageway to the other.
    bool leads_back(const Instruction& one, const Instruction& next) const {
        const PathLeg& first = before(one);
        const PathLeg& last = legs_[next.first_leg];
        return guidance_.is_same_road(first, last) || (facts_.is_unnamed(first) && facts_.is_unnamed(last));
    }

    // Joins two instructions that are one movement; the joined one is at the place where the movement begins.
    void join(std::size_t at) {
        Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        const auto angle = headings_.turn(before(one), legs_[next.first_leg]);
        one.maneuver = joined_maneuver(at, std::abs(angle.value_or(0)));
        one.angle = angle;
        if (one.maneuver != Maneuver::fork) one.side.reset();
        one.connector = one.leg_count;
        one.leg_count += next.leg_count;
        all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }

    Maneuver joined_maneuver(std::size_t at, double angle) const {
        const Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        // The traveller still needs the side of a branch or ramp that leads straight on.
        if (one.side && angle < slight_up_to) return Maneuver::fork;
        const bool same = guidance_.is_same_road(road_before(at), road(next));
        const bool off_named_road = facts_.is_unnamed(road(next)) && !facts_.is_unnamed(road_before(at));
        const double straight = guidance_.is_link(legs_of(one)[0]) ? straight_up_to : slight_up_to;
        const bool turns = is_wide(one) || is_wide(next) || angle >= straight || (off_named_road && !same);
        if (!turns) return Maneuver::new_name;
        return same ? Maneuver::keep_road : Maneuver::turn;
    }

    // Returns true for a name that lasts for a few metres on the way; the name at the arrival is kept.
    bool is_short_name(std::size_t at) const {
        if (at + 1 == all_.size()) return false;
        const Instruction& one = all_[at];
        if (one.maneuver != Maneuver::new_name || std::abs(one.angle.value_or(slight_up_to)) >= slight_up_to)
            return false;
        const auto length = headings_.length(legs_of(one));
        return length && *length < metres_of_a_name;
    }

    // Returns true if the instruction goes straight on along the previous road or an unnamed one.
    bool is_road_before(std::size_t at) const {
        const Instruction& one = all_[at];
        if (one.maneuver != Maneuver::new_name || std::abs(one.angle.value_or(0)) >= slight_up_to) return false;
        return guidance_.is_same_road(road_before(at), road(one)) || facts_.is_unnamed(road(one));
    }

    // Returns true if the branches are the two sides of a traffic island, as before a roundabout.
    bool is_short_branch(std::size_t at) const {
        const Instruction& one = all_[at];
        if (one.maneuver != Maneuver::fork || !guidance_.is_same_road(road_before(at), road(one))) return false;
        const auto length = headings_.length(legs_of(one));
        return length && *length < metres_of_a_name;
    }

    void drop(std::size_t at, bool is_short_name) {
        untold_[all_[at - 1].first_leg] = is_short_name ? untold_of(all_[at - 1]) + all_[at].leg_count : 0;
        all_[at - 1].leg_count += all_[at].leg_count;
        all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at));
    }

    std::vector<Instruction>& all_;
    std::map<std::size_t, std::size_t>
        untold_;  // first leg of an instruction → number of its last legs whose names are left out
    std::span<const PathLeg> legs_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Guidance& guidance_;
};

}  // namespace

void shorten(std::vector<Instruction>& all, std::size_t first, std::span<const PathLeg> legs, const RoadFacts& facts,
             const Headings& headings, const Guidance& guidance) {
    Shortener(all, legs, facts, headings, guidance).shorten(first);
}

}  // namespace allways::tools
