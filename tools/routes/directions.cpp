// SPDX-License-Identifier: Apache-2.0
#include "routes/directions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "allways/routes/route_formats.h"
#include "routes/road_classes.h"

namespace allways::tools {

// ---- shorter directions

namespace {

constexpr double metres_of_a_jog = 30;
constexpr double reversed_from = 160;       // degrees
constexpr double metres_of_a_crossing = 3;  // between two arms of one crossing; farther apart they are two turns
constexpr double metres_of_a_lane = 120;    // longest turning lane beside a junction
constexpr double metres_of_a_name = 105;    // the name of a shorter stretch is not mentioned

// Joins instructions that a traveller perceives as one movement, and drops unnecessary ones: two turns of a staggered
// crossing, a U-turn across a dual carriageway's median, turning lanes, and names that last for a few metres.
class Shortener {
public:
    // `crossings`: the junctions at the end of each leg.
    Shortener(std::vector<Instruction>& all, std::span<const PathLeg> legs, std::span<const Junction> crossings,
              const RoadFacts& facts, const Headings& headings, const Guidance& guidance)
        : all_(all), legs_(legs), crossings_(crossings), facts_(facts), headings_(headings), guidance_(guidance) {}

    // Shortens the instructions from number `first` on.
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

// ---- directions

namespace {

constexpr double metres_to_a_name = 60;  // a shorter unnamed stretch counts as the beginning of the next road

}  // namespace

// Writes the instructions of one route.
class Directions::Writer {
public:
    Writer(const Directions& of, const Language& language, bool names_stops, const Route& route)
        : source_(of.source_),
          facts_(of.facts_),
          headings_(of.headings_),
          guidance_(of.guidance_),
          roundabouts_(of.roundabouts_),
          language_(language),
          names_stops_(names_stops),
          turn_(language),
          route_(route),
          legs_(route.legs) {
        for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
            const PathLeg* after = leg + 1 < legs_.size() ? &legs_[leg + 1] : nullptr;
            crossings_.push_back(of.junctions_.at_end_of(legs_[leg], after));
        }
    }

    std::vector<Instruction> make() {
        for (std::size_t part = 0; part < route_.parts.size(); ++part) {
            const std::size_t begin = route_.parts[part].first_leg;
            const std::size_t end = begin + route_.parts[part].leg_count;
            const std::size_t told = all_.size();
            next_ = {Maneuver::depart};
            for (std::size_t at = begin; at < end;) at = add_road(at, begin, end);
            Shortener(all_, legs_, crossings_, facts_, headings_, guidance_).shorten(told);
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

std::vector<Instruction> Directions::of(const Route& route, const Language& language, bool names_stops) const {
    return Writer(*this, language, names_stops, route).make();
}

}  // namespace allways::tools
