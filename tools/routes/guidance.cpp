// SPDX-License-Identifier: Apache-2.0
#include "routes/guidance.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include "routes/phrases.h"
#include "routes/road_classes.h"

namespace allways::tools {

// ---- the obvious road

// The road of a junction that a traveller takes without a thought, and the roads of a fork, where no road is obvious.
// The criteria are those of OSRM 26's guidance: deviations, names, categories and what lies across. Borrows its
// arguments.
class ObviousRoad {
public:
    // `before` arrives at the junction.
    ObviousRoad(const RoadFacts& facts, const PathLeg& before, const RoadRank& rank, const Junction& roads)
        : facts_(facts), before_(before), rank_(rank), roads_(roads) {}

    // The road that a traveller follows: the road ahead of the same name if no other looks alike, else the straightest
    // one of its category, else the straightest. Null if none stands out.
    const JunctionRoad* find() const;

    // Two or three neighbouring roads, about straight ahead, of similar categories, with no other road near them and
    // none of them obvious; from left to right. Empty if there is no fork.
    std::span<const JunctionRoad> fork() const;

    // The roads are the arms of a T, with nothing ahead.
    bool is_end_of_road() const;
    // Another road leads straight across the junction into this one, of the same name and category.
    bool continues_another(const JunctionRoad& road) const;

private:
    template <typename Test>
    const JunctionRoad* straightest(const Test& keep) const;
    bool keeps_name(const JunctionRoad& road) const;
    bool stands_out(const JunctionRoad& road) const;
    bool looks_alike(const JunctionRoad& road, const JunctionRoad& other) const;
    bool crosses(const JunctionRoad& other) const;
    bool is_obvious_beside(const JunctionRoad& road, const JunctionRoad& other) const;
    bool is_isolated(std::size_t first, std::size_t last) const;
    bool are_similar(std::span<const JunctionRoad> branches) const;

    const RoadFacts& facts_;
    const PathLeg& before_;
    const RoadRank& rank_;
    const Junction& roads_;
};

namespace {

double between(const JunctionRoad& one, const JunctionRoad& other) {
    return std::abs(turn_between(one.angle, other.angle));
}

// One category is so far above the other that nobody hesitates.
bool is_above(const RoadRank& from, const RoadRank& road, const RoadRank& other) {
    constexpr double distinction = 1.75;
    return (distinction * road.rank < other.rank && from == road) ||
           (!road.is_minor && !from.is_minor && other.is_minor);
}

}  // namespace

template <typename Test>
const JunctionRoad* ObviousRoad::straightest(const Test& keep) const {
    const JunctionRoad* best = nullptr;
    for (const JunctionRoad& road : roads_) {
        if (road.is_back || !keep(road)) continue;
        if (best == nullptr || road.deviation() < best->deviation()) best = &road;
    }
    return best;
}

bool ObviousRoad::keeps_name(const JunctionRoad& road) const {
    return !changes_name(facts_, before_, road.leg);
}

const JunctionRoad* ObviousRoad::find() const {
    const bool in_ring = facts_.is_roundabout(before_);
    const auto found = [&](const JunctionRoad* road) { return road->is_ring == in_ring ? road : nullptr; };
    const auto others = std::ranges::count_if(roads_, [](const JunctionRoad& road) { return !road.is_back; });
    if (others == 0) return nullptr;
    const JunctionRoad* ahead = straightest([](const JunctionRoad& road) { return road.enterable; });
    if (ahead == nullptr) return nullptr;
    if (others == 1) return ahead;
    const auto of_category = [&](const JunctionRoad& road) {
        return road.enterable && !road.rank.is_below(rank_) && !road.rank.is_link_of(rank_);
    };
    const bool is_named = !facts_.name(before_).empty() || rank_.is_minor;
    const JunctionRoad* same = straightest([&](const JunctionRoad& road) {
        const bool has_name = !facts_.name(road.leg).empty() || road.rank.is_minor;
        return of_category(road) && is_named && has_name &&
               facts_.name(before_).empty() == facts_.name(road.leg).empty() && keeps_name(road);
    });
    if (same != nullptr && stands_out(*same)) return found(same);
    const JunctionRoad* main = straightest(of_category);
    if (main != nullptr && stands_out(*main)) return found(main);
    const auto is_forward = [](const JunctionRoad& road) { return !road.is_back && road.deviation() <= 90; };
    const bool is_only_forward = ahead->deviation() <= 90 && std::ranges::count_if(roads_, is_forward) == 1;
    if (ahead != main && (ahead->deviation() <= group_angle || is_only_forward) && !ahead->rank.is_minor &&
        stands_out(*ahead)) {
        return found(ahead);
    }
    const auto enterable = std::ranges::count_if(roads_, [](const JunctionRoad& road) { return road.enterable; });
    if (enterable != 1) return nullptr;
    if (ahead->rank.is_main_motorway() && ahead->deviation() <= group_angle) return found(ahead);
    const bool one_name = std::ranges::all_of(roads_, [&](const JunctionRoad& road) {
        return !facts_.name(road.leg).empty() && facts_.name(road.leg) == facts_.name(before_);
    });
    return others == 2 && one_name && !is_end_of_road() ? found(ahead) : nullptr;
}

bool ObviousRoad::stands_out(const JunctionRoad& road) const {
    return std::ranges::none_of(roads_, [&](const JunctionRoad& other) {
        return !other.is_back && &other != &road && looks_alike(road, other);
    });
}

bool ObviousRoad::looks_alike(const JunctionRoad& road, const JunctionRoad& other) const {
    const double own = road.deviation();
    const double its = other.deviation();
    const bool is_links = other.rank.is_link_of(rank_) && other.rank.is_link_of(road.rank);
    if (own >= group_angle) return !(its > straight_up_to && is_links) && its <= 2 * own;
    if (own < narrow_turn && !other.enterable) return false;
    const bool is_distinct = its > 2 * own && std::abs(its - own) > fuzzy_angle / 2;
    const bool is_slightly = its > 1.4 * own;
    const bool in_ring = facts_.is_roundabout(before_);
    if (in_ring == road.is_ring && in_ring != other.is_ring && own < its) return false;
    const bool keeps = keeps_name(road);
    const bool other_name = !keeps_name(other);
    const bool is_crossing = roads_.size() >= 4;
    if (is_distinct && (keeps || other_name || (is_crossing && crosses(other)) || rank_.rank > 6)) return false;
    const bool same_rank = rank_.rank == road.rank.rank;
    const bool is_other_class = road.rank.rank < other.rank.rank || road.rank.rank > other.rank.rank + 4;
    if (same_rank && is_other_class && keeps && is_slightly) return false;
    if (is_links || (same_rank && other.rank.is_link)) return false;
    return !(same_rank && rank_.group < other.rank.group && other_name && changes_name(facts_, road.leg, other.leg));
}

// The road comes from the opposite side of the junction.
bool ObviousRoad::crosses(const JunctionRoad& other) const {
    const auto opposite =
        std::ranges::max_element(roads_, {}, [&](const JunctionRoad& road) { return between(road, other); });
    return between(*opposite, other) > 180 - narrow_turn || !changes_name(facts_, opposite->leg, other.leg);
}

bool ObviousRoad::is_obvious_beside(const JunctionRoad& road, const JunctionRoad& other) const {
    if (is_above(rank_, road.rank, other.rank)) return true;
    if (is_above(rank_, other.rank, road.rank)) return false;
    if (road.deviation() < 1e-6 && !facts_.name(before_).empty() && keeps_name(road)) return true;
    return other.deviation() > 1.4 * road.deviation() && other.deviation() - road.deviation() > fuzzy_angle;
}

std::span<const JunctionRoad> ObviousRoad::fork() const {
    const JunctionRoad* ahead = straightest([](const JunctionRoad&) { return true; });
    if (ahead == nullptr || ahead->deviation() > narrow_turn) return {};
    const auto is_branch = [&](const JunctionRoad& last, const JunctionRoad& next) {
        if (next.is_back) return false;
        return next.deviation() <= narrow_turn ||
               (between(last, next) <= narrow_turn && last.deviation() <= group_angle);
    };
    std::size_t first = static_cast<std::size_t>(ahead - roads_.data());
    std::size_t last = first;
    while (first > 0 && is_branch(roads_[first], roads_[first - 1])) --first;
    while (last + 1 < roads_.size() && is_branch(roads_[last], roads_[last + 1])) ++last;
    const std::span branches = std::span(roads_).subspan(first, last - first + 1);
    if (branches.size() < 2 || branches.size() > 3 || !is_isolated(first, last) || !are_similar(branches)) return {};
    return branches;
}

bool ObviousRoad::is_isolated(std::size_t first, std::size_t last) const {
    const auto is_far = [&](std::size_t road, std::size_t branch) {
        return road >= roads_.size() || roads_[road].is_back || between(roads_[road], roads_[branch]) >= group_angle;
    };
    return is_far(first - 1, first) && is_far(last + 1, last);
}

bool ObviousRoad::are_similar(std::span<const JunctionRoad> branches) const {
    for (std::size_t at = 0; at < branches.size(); ++at) {
        const JunctionRoad& road = branches[at];
        if (!road.enterable || road.rank.is_link != branches.back().rank.is_link) return false;
        if (facts_.is_ferry(road.leg) != facts_.is_ferry(before_)) return false;
        for (const JunctionRoad& other : branches) {
            if (&other != &road && is_above(rank_, road.rank, other.rank)) return false;
        }
        if (at == 0) continue;
        if (is_obvious_beside(road, branches[at - 1]) || is_obvious_beside(branches[at - 1], road)) return false;
    }
    return true;
}

bool ObviousRoad::is_end_of_road() const {
    const auto is_arm = [](const JunctionRoad& road) {
        return road.is_back || std::abs(road.deviation() - 90) < narrow_turn;
    };
    if (roads_.size() != 3 || !roads_[0].is_back || !std::ranges::all_of(roads_, is_arm)) return false;
    return roads_[1].angle < 0 && roads_[2].angle > 0 && between(roads_[1], roads_[2]) > 2 * narrow_turn;
}

bool ObviousRoad::continues_another(const JunctionRoad& road) const {
    if (facts_.name(road.leg).empty()) return false;
    return std::ranges::any_of(roads_, [&](const JunctionRoad& other) {
        return !other.is_back && &other != &road && between(road, other) > 180 - fuzzy_angle &&
               facts_.name(other.leg) == facts_.name(road.leg) && other.rank == road.rank;
    });
}

// ---- maneuvers

namespace {

constexpr double fork_up_to = 80;    // degrees between the branches of a fork
constexpr double branch_up_to = 50;  // degrees by which a branch of a fork bends
constexpr double ramp_up_to = 60;    // degrees; a sharper way into a ramp is a turn
constexpr double back_from = 160;    // degrees; who turns farther goes back
constexpr double joined_from = 130;  // degrees between carriageways that join, which narrow towards each other

RoadClass class_of(const RoadFacts& facts, const PathLeg& leg) {
    return road_class(facts.kind(leg));
}

}  // namespace

bool Guidance::is_same_road(const PathLeg& one, const PathLeg& other) const {
    return tools::is_same_road(facts_, one, other);
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

bool Guidance::is_one_way(const PathLeg& leg) const {
    const TableArcs& arcs = source_.arcs();
    for (std::uint64_t arc = arcs.first_out[leg.to]; arc < arcs.first_out[leg.to + 1]; ++arc) {
        if (arcs.head[arc] == leg.from && arc != leg.arc && junctions_.is_usable(arc)) return false;
    }
    return true;
}

Guidance::Ways Guidance::other_ways(const PathLeg& before, const PathLeg& after, double angle,
                                    const Junction& roads) const {
    Ways ways;
    const bool is_turn = std::abs(angle) >= slight_up_to;
    const bool on_street = !is_minor(class_of(facts_, before)) && !is_minor(class_of(facts_, after));
    for (const JunctionRoad& road : roads) {
        const PathLeg& way = road.leg;
        if (!road.leads_out || road.is_back || way.arc == after.arc) continue;
        if (on_street && !is_turn && is_minor(class_of(facts_, way))) continue;
        if (!is_turn && std::abs(road.angle) >= back_from) continue;
        const double between = road.angle - angle;
        const auto apart = std::abs(between) < branch_up_to ? headings_.apart(after, way) : between;
        const bool is_drawn_twice = !apart && way.to == after.to;
        if (!is_drawn_twice) ways.push_back({way, road.angle, apart});
    }
    return ways;
}

template <typename Test>
Guidance::Ways Guidance::those(const Ways& ways, const Test& keep) {
    Ways kept;
    std::ranges::copy_if(ways, std::back_inserter(kept), keep);
    return kept;
}

std::optional<Side> Guidance::side_among(const Ways& others) {
    const auto is_right = [](const Way& way) { return *way.apart > 0; };
    if (others.empty() || std::ranges::any_of(others, [](const Way& way) { return !way.apart; })) return std::nullopt;
    if (std::ranges::all_of(others, is_right)) return Side::left;
    return std::ranges::none_of(others, is_right) ? Side::right : Side::middle;
}

std::optional<Side> Guidance::side_of_ramp(double angle, const Ways& others) const {
    const Ways roads = those(others, [&](const Way& way) { return !is_link(way.leg); });
    const Ways beside = those(roads, [](const Way& way) {
        return std::abs(way.apart.value_or(0)) < ramp_up_to && std::abs(way.angle) < ramp_up_to;
    });
    if (std::abs(angle) >= (beside.empty() ? slight_up_to : ramp_up_to)) return angle < 0 ? Side::left : Side::right;
    return side_among(!beside.empty() ? beside : roads.empty() ? others : roads);
}

std::optional<Choice> Guidance::between(const PathLeg& before, const PathLeg& after, const PathLeg& told,
                                        const Junction& roads) const {
    const bool other_name = !facts_.is_unnamed(after) && !is_same_road(told, after);
    const auto turn = headings_.turn(before, after);
    if (facts_.is_ferry(before) != facts_.is_ferry(after)) {
        const bool turns = turn && roads.size() > 2 && std::abs(*turn) >= slight_up_to;
        return Choice{turns ? Maneuver::turn : Maneuver::notification};
    }
    if (facts_.is_ferry(after)) return other_name ? std::optional(Choice{Maneuver::notification}) : std::nullopt;
    if (!turn) return other_name ? std::optional(Choice{Maneuver::new_name}) : std::nullopt;
    const auto others = other_ways(before, after, *turn, roads);
    if (const auto back = turned_round(before, after, told, *turn, others)) return back;
    const bool joins = (is_link(before) && !is_link(after)) || (is_motorway(after) && !is_same_road(before, after));
    if (joins && std::abs(*turn) < ramp_up_to && (others.empty() || (is_ramp(before) && is_motorway(after)))) {
        if (const auto joined = merge(before, after)) return joined;
    }
    if (is_ramp(after)) {
        const auto ramp = onto_ramp(before, *turn, others);
        if (ramp || others.empty()) return ramp;
    }
    const auto road = std::ranges::find_if(roads, [&](const JunctionRoad& one) { return one.leg.arc == after.arc; });
    if (road == roads.end()) return other_name ? std::optional(Choice{Maneuver::new_name}) : std::nullopt;
    const Passing passing{before, told, roads, *road, others};
    return std::abs(*turn) < slight_up_to ? onward(passing) : turned(passing);
}

// Turning round on a road, or from one carriageway to the other where they join.
std::optional<Choice> Guidance::turned_round(const PathLeg& before, const PathLeg& after, const PathLeg& told,
                                             double angle, const Ways& others) const {
    if (after.to == before.from && std::abs(angle) >= back_from) return Choice{Maneuver::keep_road, std::nullopt, true};
    if (others.empty() || std::abs(angle) < joined_from || !is_same_road(told, after)) return std::nullopt;
    if (!is_one_way(before) || !is_one_way(after)) return std::nullopt;
    return Choice{Maneuver::keep_road, std::nullopt, true};
}

// Every way out of a motorway is an exit; from a trunk road, one may also turn at a crossing.
std::optional<Choice> Guidance::onto_ramp(const PathLeg& before, double angle, const Ways& others) const {
    if (others.empty()) return std::nullopt;
    if (is_ramp(before)) {
        const Ways branches = those(others, [&](const Way& way) {
            const bool turns_off = !is_link(way.leg) && std::abs(way.angle) >= ramp_up_to;
            return !turns_off && std::abs(way.angle - angle) < fork_up_to;
        });
        if (branches.empty()) return std::nullopt;  // a ramp beside which others turn off is a road like any other
        return Choice{Maneuver::fork, side_among(branches)};
    }
    if (!is_motorway(before)) return Choice{Maneuver::on_ramp, side_of_ramp(angle, others)};
    const bool is_exit = class_of(facts_, before) == RoadClass::motorway || std::abs(angle) < ramp_up_to;
    return is_exit ? Choice{Maneuver::off_ramp, side_of_ramp(angle, others)} : Choice{Maneuver::turn};
}

// A ramp, a lane or a street joins the main road: of the other roads that lead in, the one that bends least. Without
// one it joins nothing; a street joins only a road that keeps its name.
std::optional<Choice> Guidance::merge(const PathLeg& before, const PathLeg& after) const {
    std::optional<PathLeg> main;
    double least = slight_up_to;
    for (const ArcIndex arc : junctions_.incoming().into(after.from)) {
        const NodeIndex tail = junctions_.incoming().tail(arc);
        const PathLeg road{tail, after.from, arc, 0};
        if (arc == before.arc || tail == after.to || is_link(road) || !junctions_.is_usable(arc)) continue;
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

// Tells every turn where other roads leave, also one along the same road.
std::optional<Choice> Guidance::turned(const Passing& at) const {
    const PathLeg& after = at.road.leg;
    const bool same = is_same_road(at.told, after);
    const RoadRank rank = junctions_.rank(at.before);
    const ObviousRoad obvious(facts_, at.before, rank, at.roads);
    const bool follows = at.roads.size() <= 2 || obvious.find() == &at.road;
    if (follows && at.others.empty()) {
        if (same || facts_.is_unnamed(after)) return std::nullopt;
        return onto_new_name(at, obvious);
    }
    if (!follows && obvious.find() == nullptr && obvious.is_end_of_road()) return Choice{Maneuver::end_of_road};
    return Choice{same ? Maneuver::keep_road : Maneuver::turn, std::nullopt, false, distinct_angle(at, obvious.find())};
}

// The road ahead has another name. One that comes from across the junction is joined: a motorway by merging.
std::optional<Choice> Guidance::onto_new_name(const Passing& at, const ObviousRoad& obvious) const {
    if (!obvious.continues_another(at.road)) return Choice{Maneuver::new_name};
    if (at.road.rank.is_main_motorway()) {
        if (const auto joined = merge(at.before, at.road.leg)) return joined;
    }
    return Choice{Maneuver::turn};
}

// Two roads on one side that have the same word for their angles are told apart: one of them keeps the word that fits
// it best, and the other moves on.
std::optional<double> Guidance::distinct_angle(const Passing& at, const JunctionRoad* ahead) {
    constexpr double slight = 30, plain = 90, sharp = 140, nearly = 3, usual = 95;
    std::vector<const JunctionRoad*> side;
    for (const JunctionRoad& road : at.roads) {
        const bool is_beside = road.angle * at.road.angle > 0 && road.deviation() >= straight_up_to;
        if (is_beside && !road.is_back && &road != ahead) side.push_back(&road);
    }
    if (side.size() != 2 || !side[0]->enterable || !side[1]->enterable) return std::nullopt;
    const auto word = [](const JunctionRoad& road) {
        return road.deviation() < slight_up_to ? slight : road.deviation() < turn_up_to ? plain : sharp;
    };
    if (word(*side[0]) != word(*side[1]) || word(*side[0]) == slight) return std::nullopt;
    std::ranges::sort(side, {}, &JunctionRoad::deviation);
    const auto off = [&](const JunctionRoad& road, double from) { return std::abs(road.deviation() - from); };
    const bool inner_keeps = off(*side[0], plain) < nearly || word(*side[1]) == sharp ||
                             (off(*side[1], plain) >= nearly && off(*side[0], usual) < off(*side[1], usual));
    const bool is_inner = side[0] == &at.road;
    const double angle = is_inner ? (inner_keeps ? plain : slight) : inner_keeps ? sharp : plain;
    return at.road.angle < 0 ? -angle : angle;
}

std::optional<Choice> Guidance::onward(const Passing& at) const {
    const PathLeg& after = at.road.leg;
    const RoadRank rank = junctions_.rank(at.before);
    const ObviousRoad obvious(facts_, at.before, rank, at.roads);
    const JunctionRoad* ahead = obvious.find();
    const bool same = is_same_road(at.told, after);
    const auto branches = obvious.fork();
    const auto is_branch = [&](const JunctionRoad& road) {
        return &road >= branches.data() && &road < branches.data() + branches.size();
    };
    const bool all_links = std::ranges::all_of(at.roads, [](const JunctionRoad& road) { return road.rank.is_link; });
    if (is_branch(at.road) && (ahead == nullptr || all_links)) {
        return Choice{Maneuver::fork, side_among(those(at.others, [&](const Way& way) {
                          return std::ranges::any_of(
                              branches, [&](const JunctionRoad& road) { return road.leg.arc == way.leg.arc; });
                      }))};
    }
    if (ahead == &at.road || at.others.empty()) {
        if (same || facts_.is_unnamed(after)) return std::nullopt;
        return onto_new_name(at, obvious);
    }
    Choice choice{same ? Maneuver::keep_road : Maneuver::turn};
    // Beside the road that goes straight on, an almost straight one lies on a side.
    if (ahead != nullptr && ahead->deviation() < straight_up_to && at.road.deviation() < straight_up_to) {
        choice.side = side_among(those(at.others, [&](const Way& way) { return way.leg.arc == ahead->leg.arc; }));
    }
    return choice;
}

}  // namespace allways::tools
