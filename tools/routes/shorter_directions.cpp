// SPDX-License-Identifier: Apache-2.0
#include "routes/shorter_directions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace allways::tools {

namespace {

constexpr double metres_of_a_jog = 30;
constexpr double reversed_from = 160;       // degrees
constexpr double metres_of_a_crossing = 3;  // between two arms of one crossing; farther apart they are two turns
constexpr double metres_of_a_lane = 120;    // longest turning lane beside a junction
constexpr double metres_of_a_name = 105;    // the name of a shorter stretch is not mentioned

class Shortener {
public:
    Shortener(std::vector<Instruction>& all, const Travelled& way)
        : all_(all),
          legs_(way.legs),
          crossings_(way.crossings),
          facts_(way.facts),
          headings_(way.headings),
          guidance_(way.guidance) {}

    void shorten(std::size_t first) {
        for (std::size_t at = first + 1; at < all_.size();) {
            if (at + 1 < all_.size() && joins(at)) {
                is_straight(all_[at]) && !is_straight(all_[at + 1]) ? take_later(at) : join(at);
                at = std::max(at - 1, first + 1);
            } else if (const bool is_short = is_short_name(at); is_short || is_road_before(at)) {
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

    bool joins(std::size_t at) const {
        const Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        const auto legs = legs_of(one);
        const auto length = headings_.length(legs);
        if (!length) return false;
        const PathLeg& then = legs_[next.first_leg];
        const bool ramp_beside_junction = (one.maneuver == Maneuver::on_ramp || one.maneuver == Maneuver::off_ramp) &&
                                          !guidance_.is_motorway(then) && !leaves_motorway(one);
        const bool lane_joins = next.maneuver == Maneuver::merge && !guidance_.is_motorway(then);
        if (!(is_turn(one) || ramp_beside_junction) || !(is_turn(next) || lane_joins)) return false;
        if (std::ranges::all_of(legs, [&](const PathLeg& leg) { return guidance_.is_link(leg); })) {
            if (is_loop(at) || forks_on(*length, next)) return false;
            const bool turns_again = is_wide(next) && next.maneuver != Maneuver::new_name;
            // A turn into a link that then leads on as before is not straight.
            const auto angle = headings_.turn(before(one), then);
            const bool turns_back = is_wide(one) && angle && std::abs(*angle) < slight_up_to;
            return *length < (turns_again || turns_back ? metres_of_a_jog : metres_of_a_lane);
        }
        const bool goes_back = is_wide(one) && is_wide(next) && std::abs(*one.angle + *next.angle) >= reversed_from;
        if (goes_back && is_undisturbed(one) && is_only_way(next) && leads_back(at)) return true;
        if (*length >= metres_of_a_jog) return false;
        const double sum = std::abs(*one.angle + *next.angle);
        if (*one.angle * *next.angle < 0 && sum < slight_up_to) return *length < metres_of_a_crossing;
        // The road that swings out before a turn to the other side is part of that turn.
        const bool swings = !is_wide(one) && is_wide(next) && *one.angle * *next.angle < 0;
        if (swings && guidance_.is_same_road(road_before(at), road(one))) return true;
        if (is_undisturbed(one) && (is_straight(one) != is_straight(next))) return true;
        const bool unnamed = std::ranges::all_of(legs, [&](const PathLeg& leg) { return facts_.is_unnamed(leg); });
        if (is_wide(one) && is_wide(next)) return sum >= reversed_from && leads_back(at);
        return unnamed;
    }

    bool leaves_motorway(const Instruction& one) const {
        return road_class(facts_.kind(before(one))) == RoadClass::motorway;
    }

    // Returns true if the link, after these metres, leads into another one that does not end like a turning lane.
    bool forks_on(double metres, const Instruction& next) const {
        const PathLeg& then = legs_[next.first_leg];
        if (!guidance_.is_link(then) || guidance_.is_ramp(then)) return guidance_.is_ramp(then);
        const auto links = legs_of(next);
        const auto end = std::ranges::find_if(links, [&](const PathLeg& leg) { return !guidance_.is_link(leg); });
        const auto further = headings_.length(links.first(static_cast<std::size_t>(end - links.begin())));
        return further && metres + *further >= metres_of_a_lane;
    }

    // Returns true if the traveller leaves the road by a link, on the one side or the other.
    bool takes_link(const Instruction& one) const {
        return one.side || (guidance_.is_link(legs_of(one)[0]) && !is_straight(one));
    }

    // Returns true if the traveller goes round by the instruction's legs: turning to the right, say, they end up in a
    // direction on the left of the one before. A U-turn is none.
    bool is_loop(std::size_t at) const {
        const Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        const auto legs = legs_of(one);
        double turned = *one.angle + *next.angle;
        for (std::size_t leg = 0; leg < legs.size(); ++leg) {
            const auto out = headings_.leaving(legs[leg]);
            const auto in = headings_.arriving(legs[leg]);
            if (out && in) turned += turn_between(*out, *in);
            if (leg > 0) turned += headings_.turn(legs[leg - 1], legs[leg]).value_or(0);
        }
        const auto angle = headings_.turn(before(one), legs_[next.first_leg]);
        if (!angle || (std::abs(*angle) >= reversed_from && leads_back(at))) return false;
        return std::abs(turned - *angle) >= 180;
    }

    // Returns true if no other road leaves or joins between the instruction's place and the next one.
    bool is_undisturbed(const Instruction& one) const {
        for (std::size_t leg = one.first_leg; leg + 1 < one.first_leg + one.leg_count; ++leg) {
            if (crossings_[leg].size() > 2) return false;
        }
        return true;
    }

    bool is_only_way(const Instruction& one) const {
        return std::ranges::count_if(crossings_[one.first_leg - 1],
                                     [](const JunctionRoad& road) { return road.enterable; }) == 1;
    }

    // Returns true if the instruction says no more than the name of the road ahead.
    static bool is_straight(const Instruction& one) {
        const bool is_ahead = !one.side && std::abs(*one.angle) < straight_up_to;
        return one.maneuver == Maneuver::new_name ||
               (is_ahead && (one.maneuver == Maneuver::turn || one.maneuver == Maneuver::keep_road));
    }

    static bool is_wide(const Instruction& one) { return std::abs(*one.angle) >= slight_up_to; }

    // Returns true for a U-turn from one carriageway to the other.
    bool leads_back(std::size_t at) const {
        const PathLeg& first = road_before(at);
        const PathLeg& last = road(all_[at + 1]);
        return guidance_.is_same_road(first, last) || (facts_.is_unnamed(first) && facts_.is_unnamed(last));
    }

    // Joins two instructions that are one movement; the joined one is at the place where the movement begins.
    void join(std::size_t at) {
        Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        const auto angle = headings_.turn(before(one), legs_[next.first_leg]);
        const bool goes_back =
            is_wide(one) && is_wide(next) && std::abs(angle.value_or(0)) >= reversed_from && leads_back(at);
        if (takes_link(one) && !one.side) {
            // A turn into a link on one side that ends up on the other is a turn to that one.
            const double net = angle.value_or(0);
            if (std::abs(net) < straight_up_to || net * *one.angle > 0) {
                one.side = *one.angle < 0 ? Side::left : Side::right;
            }
        }
        one.maneuver = joined_maneuver(at, std::abs(angle.value_or(0)));
        one.angle = goes_back ? std::optional(180.0) : angle;
        if (one.maneuver != Maneuver::fork && one.maneuver != Maneuver::off_ramp) one.side.reset();
        one.connector = one.leg_count;
        one.leg_count += next.leg_count;
        all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }

    // Joins a change of name and the turn after it; the joined one is where the traveller turns.
    void take_later(std::size_t at) {
        Instruction& next = all_[at + 1];
        const Instruction& one = all_[at];
        const auto angle = headings_.turn(before(one), legs_[next.first_leg]);
        next.maneuver = joined_maneuver(at, std::abs(angle.value_or(0)));
        if (next.maneuver != Maneuver::fork) next.angle = angle;
        drop(at, true);
    }

    Maneuver joined_maneuver(std::size_t at, double angle) const {
        const Instruction& one = all_[at];
        const Instruction& next = all_[at + 1];
        const bool is_staggered = !guidance_.is_link(legs_of(one)[0]) && is_wide(one) && is_wide(next) &&
                                  *one.angle * *next.angle < 0 && angle < slight_up_to;
        if (is_staggered) return Maneuver::new_name;
        if (next.maneuver == Maneuver::fork && is_straight(one)) return Maneuver::fork;
        // The traveller still needs the side of a branch or ramp that leads straight on.
        if (one.side && angle < slight_up_to) {
            return one.maneuver == Maneuver::off_ramp ? Maneuver::off_ramp : Maneuver::fork;
        }
        const bool same = guidance_.is_same_road(road_before(at), road(next));
        const bool off_named_road = facts_.is_unnamed(road(next)) && !facts_.is_unnamed(road_before(at));
        const double straight = guidance_.is_link(legs_of(one)[0]) ? straight_up_to : slight_up_to;
        const bool turns = is_wide(one) || is_wide(next) || angle >= straight || (off_named_road && !same);
        if (!turns) return Maneuver::new_name;
        return same ? Maneuver::keep_road : Maneuver::turn;
    }

    // Returns true for a name that lasts for a few metres.
    bool is_short_name(std::size_t at) const {
        const Instruction& one = all_[at];
        if (one.maneuver != Maneuver::new_name || std::abs(one.angle.value_or(slight_up_to)) >= slight_up_to)
            return false;
        if (!facts_.lanes(before(one)).empty()) return false;  // the traveller has to choose one
        const auto length = headings_.length(legs_of(one));
        return length && *length < metres_of_a_name;
    }

    // Returns true if the instruction goes straight on along the previous road or an unnamed one.
    bool is_road_before(std::size_t at) const {
        const Instruction& one = all_[at];
        if (one.maneuver != Maneuver::new_name || std::abs(one.angle.value_or(0)) >= slight_up_to) return false;
        return guidance_.is_same_road(road_before(at), road(one)) || facts_.is_unnamed(road(one));
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
    std::span<const Junction> crossings_;
    const RoadFacts& facts_;
    const Headings& headings_;
    const Guidance& guidance_;
};

}  // namespace

void shorten(std::vector<Instruction>& all, std::size_t first, const Travelled& way) {
    Shortener(all, way).shorten(first);
}

}  // namespace allways::tools
