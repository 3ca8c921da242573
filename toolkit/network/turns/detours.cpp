// SPDX-License-Identifier: Apache-2.0
#include "network/turns/detours.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <unordered_map>

namespace allways::network {

namespace {

using State = TurnAutomaton::State;
using WaysBack = std::vector<std::pair<ArcIndex, ArcIndex>>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t visits_per_arc = 64;
constexpr std::size_t least_arcs = 1024;
constexpr std::size_t few_drives = 32;
constexpr std::uint8_t unknown = 2;
constexpr double nothing_to_undo = -1;

// Sums of float costs may be off by this share. Limits are raised by it, which can only list more arcs.
constexpr double rounding_share = 1e-6;

class Detours {
public:
    Detours(const TurnLegality& legality, const ArcColumn& costs)
        : legality_(legality),
          network_(legality.network()),
          costs_(costs),
          forbids_(network_.arc_count(), unknown),
          visits_left_(visits_per_arc * (network_.arc_count() + least_arcs)) {}

    bool has_negative_costs() const {
        const auto is_negative = [](const Decimal& cost) { return !cost.is_missing() && cost.digits() < 0; };
        return std::ranges::any_of(costs_.values, is_negative);
    }

    WaysBack all() {
        WaysBack found;
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) add(arc, found);
        return found;
    }

    // Marks the arcs after which turning round could pay, for all histories. Returns false if the search became too
    // long.
    bool add_for_histories(std::vector<std::uint8_t>& listed) {
        const std::vector<double> reach = reach_of_histories();
        limit_.assign(reach.size(), nothing_to_undo);
        // Longer histories have higher numbers, and shorter ones need the limits of longer ones.
        for (auto history = static_cast<State>(reach.size()); --history > TurnAutomaton::start;) {
            if (reach[history] < 0) continue;
            limit_[history] = shortest_way_on(history, reach[history]);
            if (limit_[history] < 0) continue;
            drive_out_and_back(history, limit_[history] * (1 + rounding_share), [&](ArcIndex arc, double) {
                listed[arc] = 1;
                return take_visit();
            });
        }
        return visits_left_ > 0;
    }

    // Turning round where both directions are free gains nothing, but must not be chosen either.
    void add_free(std::vector<std::uint8_t>& listed) const {
        for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
            if (legality_.is_usable(arc) && least_out_and_back(arc) <= 0) listed[arc] = 1;
        }
    }

    void add(ArcIndex arc, WaysBack& found) {
        if (!forbids(arc)) return;
        for (const ArcIndex back : legality_.ways_back(arc)) found.emplace_back(arc, back);
    }

private:
    // The cost of an arc as stated and as rounded: the type of the costs decides later which one applies.
    std::pair<double, double> both_costs(ArcIndex arc) const {
        const Decimal& value = costs_.values[arc];
        if (value.is_missing()) return {infinity, infinity};
        const double stated = value.to_double();
        if (!costs_.resolution_digits) return {stated, stated};
        const auto fixed = value.rounded_fixed_point(*costs_.resolution_digits);
        return {stated, fixed ? Decimal(*fixed, *costs_.resolution_digits).to_double() : stated};
    }
    double least(ArcIndex arc) const {
        const auto [stated, rounded] = both_costs(arc);
        return std::min(stated, rounded);
    }
    double most(ArcIndex arc) const {
        const auto [stated, rounded] = both_costs(arc);
        return std::max(stated, rounded);
    }
    double least_out_and_back(ArcIndex arc) const {
        double back = infinity;
        for (const ArcIndex way : legality_.ways_back(arc)) back = std::min(back, least(way));
        return back == infinity ? infinity : least(arc) + back;
    }
    bool forbids(ArcIndex arc) {
        std::uint8_t& known = forbids_[arc];
        if (known == unknown) known = legality_.is_usable(arc) && legality_.forbids_turning_round(arc);
        return known != 0;
    }
    bool take_visit() {
        if (visits_left_ > 0) --visits_left_;
        return visits_left_ > 0;
    }

    NodeIndex end_of(State history) const { return network_.head[legality_.automaton().last_arc(history)]; }
    bool may_leave_by(State history, ArcIndex arc) {
        return legality_.automaton().next(history, arc) && may_follow(legality_.automaton().last_arc(history), arc);
    }

    // By history: larger limits change nothing, since no drive out and back from it, or from a shorter history that
    // leads to it, is longer. Below 0 if no limit is needed.
    std::vector<double> reach_of_histories() {
        const TurnAutomaton& automaton = legality_.automaton();
        std::vector<double> reach(automaton.size(), nothing_to_undo);
        for (State history = 1; history < automaton.size(); ++history) {
            const NodeIndex node = end_of(history);
            if (network_.is_no_through(node)) continue;
            reach[history] = std::max(reach[history], farthest_out_and_back(history));
            if (reach[history] < 0) continue;
            for (const ArcIndex arc : legality_.adjacency().out_arcs(node)) {
                const auto next = automaton.next(history, arc);
                if (next && automaton.depth(*next) > automaton.depth(history))
                    reach[*next] = std::max(reach[*next], reach[history]);
            }
        }
        return reach;
    }

    // The longest drive out and back with that history; infinite if there are many, below 0 if there is none.
    double farthest_out_and_back(State history) {
        double farthest = nothing_to_undo;
        std::size_t left = few_drives;
        drive_out_and_back(history, infinity, [&](ArcIndex, double out_and_back) {
            farthest = --left > 0 ? std::max(farthest, out_and_back) : infinity;
            return left > 0;
        });
        return farthest;
    }

    // An arc that a history forbids, or that leads on to a longer history. To take it as if the drive began at its
    // tail, a drive only has to find a legal way back to that tail; it can also accept a longer history, at the cost of
    // undoing it.
    struct Wanted {
        ArcIndex arc;
        double bound;
    };

    std::vector<Wanted> wanted_after(State history, NodeIndex node) {
        const TurnAutomaton& automaton = legality_.automaton();
        std::vector<Wanted> wanted;
        for (const ArcIndex arc : legality_.adjacency().out_arcs(node)) {
            take_visit();
            if (!legality_.is_usable(arc)) continue;
            const auto next = automaton.next(history, arc);
            if (!next)
                wanted.push_back({arc, infinity});
            else if (*next != automaton.after(TurnAutomaton::start, arc))
                wanted.push_back({arc, automaton.depth(*next) > automaton.depth(history) ? limit_[*next] : infinity});
        }
        return wanted;
    }

    // Returns an upper bound on the cost of undoing the history without turning round; below 0 if there is nothing to
    // undo. Since a bound suffices, ways use only arcs that do not change a drive's phase, in any phase.
    double shortest_way_on(State history, double reach) {
        const NodeIndex node = end_of(history);
        std::vector<Wanted> wanted = wanted_after(history, node);
        double limit = nothing_to_undo;
        // Drops arcs whose tail is reached at this distance, or whose history costs less to undo.
        const auto settle = [&](double distance, const auto& is_reached) {
            std::erase_if(wanted, [&](const Wanted& one) {
                const bool reached = is_reached(one.arc);
                if (!reached && one.bound > distance) return false;
                limit = std::max(limit, reached ? std::min(distance, one.bound) : one.bound);
                return true;
            });
            return wanted.empty();
        };
        if (settle(nothing_to_undo, [](ArcIndex) { return false; })) return limit;

        // Outside zones, and inside them if open streets alone led there, a drive may have to keep to open streets.
        const bool inside = legality_.is_inside(node);
        const bool keeps_open = !inside || legality_.zones().has_open_entrance[node] != 0;
        using Key = std::uint64_t;  // last arc, history
        const auto key_of = [](ArcIndex arc, State state) { return Key{arc} << 32 | state; };
        using Entry = std::pair<double, Key>;
        std::unordered_map<Key, double> reached;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        const Key root = key_of(legality_.automaton().last_arc(history), history);
        reached[root] = 0;
        queue.emplace(0, root);
        while (!queue.empty()) {
            const auto [distance, key] = queue.top();
            queue.pop();
            if (distance > reach) break;
            if (distance != reached[key]) continue;
            const auto last = static_cast<ArcIndex>(key >> 32);
            const auto state = static_cast<State>(key);
            const NodeIndex at = network_.head[last];
            const auto is_reached = [&](ArcIndex arc) {
                return at == node && is_fresh(state, arc) && may_follow(last, arc);
            };
            if (settle(distance, is_reached)) return limit;
            for (const ArcIndex arc : legality_.adjacency().out_arcs(at)) {
                if (!take_visit()) return infinity;
                const NodeIndex head = network_.head[arc];
                if (!legality_.is_usable(arc) || network_.is_no_through(head)) continue;
                if ((inside && !legality_.is_inside(head)) || (keeps_open && is_for_destinations(arc))) continue;
                if (!may_follow(last, arc)) continue;
                const auto next = legality_.automaton().next(state, arc);
                if (!next) continue;
                const Key next_key = key_of(arc, *next);
                const auto [known, is_new] = reached.try_emplace(next_key, infinity);
                const double sum = distance + most(arc);
                if (sum >= known->second) continue;
                known->second = sum;
                queue.emplace(sum, next_key);
            }
        }
        settle(infinity, [](ArcIndex) { return false; });
        return limit;
    }

    bool is_for_destinations(ArcIndex arc) const {
        return !legality_.zones().empty() && network_.turns.destination_only[arc] != 0;
    }
    bool is_fresh(State state, ArcIndex arc) const {
        const auto next = legality_.automaton().next(state, arc);
        return next && *next == legality_.automaton().after(TurnAutomaton::start, arc);
    }
    bool may_follow(ArcIndex last, ArcIndex arc) {
        return !forbids(last) || std::ranges::find(legality_.ways_back(last), arc) == legality_.ways_back(last).end();
    }

    // A node that is reached on the way out.
    struct Reached {
        ArcIndex first = no_arc;    // the arc by which it was reached first
        bool is_left_back = false;  // true: also reached by a way back of `first`
    };
    using Arrival = std::pair<double, ArcIndex>;  // out and back, and the arc

    // Calls visit(arc, out and back) for the arcs at whose heads a drive with that history could turn round and be back
    // within the limit, without turning earlier, until it returns false. Visits an arc again if a node is reached
    // again.
    template <class Visit>
    void drive_out_and_back(State history, double limit, const Visit& visit) {
        std::unordered_map<NodeIndex, Reached> places;
        std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> queue;
        const auto drive_on = [&](ArcIndex arc, double before) {
            if (!legality_.is_usable(arc)) return true;
            const double sum = before + least_out_and_back(arc);
            if (!(sum <= limit) || sum == infinity) return true;
            if (!visit(arc, sum)) return false;
            if (!network_.is_no_through(network_.head[arc])) queue.emplace(sum, arc);
            return true;
        };
        for (const ArcIndex arc : legality_.adjacency().out_arcs(end_of(history))) {
            if (may_leave_by(history, arc) && !drive_on(arc, 0)) return;
        }
        while (!queue.empty()) {
            const auto [sum, last] = queue.top();
            queue.pop();
            const NodeIndex at = network_.head[last];
            const auto [found, is_new] = places.try_emplace(at, Reached{last, false});
            Reached& place = found->second;
            if (!is_new && (place.is_left_back || place.first == last)) continue;
            for (const ArcIndex arc : legality_.adjacency().out_arcs(at)) {
                // The first arrival leaves by all roads but its own; the second one leaves by that road alone.
                if (may_follow(place.first, arc) != is_new || !may_follow(last, arc)) continue;
                if (!is_new) place.is_left_back = true;
                if (!drive_on(arc, sum)) return;
            }
        }
    }

    const TurnLegality& legality_;
    const RoadNetwork& network_;
    const ArcColumn& costs_;
    std::vector<std::uint8_t> forbids_;  // by arc, as far as requested
    std::vector<double> limit_;          // by history, as far as it is needed
    std::size_t visits_left_;
};

}  // namespace

WaysBack ways_back_to_forbid(const TurnLegality& legality, const ArcColumn& costs, bool only_paying) {
    if (legality.network().turns.may_turn_round.empty()) return {};
    Detours detours(legality, costs);
    if (!only_paying || detours.has_negative_costs()) return detours.all();
    std::vector<std::uint8_t> listed(legality.network().arc_count(), 0);
    if (!detours.add_for_histories(listed)) return detours.all();
    detours.add_free(listed);
    WaysBack found;
    for (ArcIndex arc = 0; arc < listed.size(); ++arc) {
        if (listed[arc]) detours.add(arc, found);
    }
    return found;
}

}  // namespace allways::network
