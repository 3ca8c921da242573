// SPDX-License-Identifier: Apache-2.0
// The criteria are those of OSRM 26's guidance: deviations, names, categories and what lies across.
#include "routes/obvious_road.h"

#include <algorithm>
#include <cmath>

#include "routes/road_names.h"
#include "routes/turn_text.h"

namespace allways::tools {

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

}  // namespace allways::tools
