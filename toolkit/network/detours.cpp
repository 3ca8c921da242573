#include "network/detours.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
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

// Sums of float costs may be off by this share; a limit is raised by it, which only lists more.
constexpr double rounding_share = 1e-6;

class Detours {
public:
    Detours(const TurnLegality& legality, const ArcColumn& costs)
        : legality_(legality),
          network_(legality.network()),
          visits_left_(visits_per_arc * (network_.arc_count() + least_arcs)) {
        for (const Decimal& value : costs.values) add_cost(value, costs.resolution_digits);
        forbids_.resize(most_.size());
        for (ArcIndex arc = 0; arc < most_.size(); ++arc) {
            forbids_[arc] = legality.is_usable(arc) && legality.forbids_turning_round(arc);
        }
    }

    bool has_negative_costs() const {
        return std::ranges::any_of(least_, [](double cost) { return cost < 0; });
    }

    WaysBack all() const {
        WaysBack found;
        for (ArcIndex arc = 0; arc < forbids_.size(); ++arc) add(arc, found);
        return found;
    }

    // Marks the arcs after which turning round could pay, for all histories. Returns false if that became too long.
    bool add_for_histories(std::vector<std::uint8_t>& listed) {
        const TurnAutomaton& automaton = legality_.automaton();
        std::vector<State> histories(automaton.size() - 1);
        std::iota(histories.begin(), histories.end(), State{1});
        // Longer ones first: shorter ones need their limits.
        std::ranges::stable_sort(histories, std::greater<>(), [&](State state) { return automaton.depth(state); });
        limit_.assign(automaton.size(), infinity);
        for (const State history : histories) {
            const NodeIndex node = network_.head[automaton.last_arc(history)];
            limit_[history] = network_.is_no_through(node) ? -1 : shortest_way_on(history, node);
            if (limit_[history] >= 0 && !add_out_and_back(node, limit_[history], listed)) return false;
        }
        return visits_left_ > 0;
    }

    // Leaving the zone of the start and coming back into it gains nothing, but must not be chosen where it costs
    // nothing. Returns false if the search became too long.
    bool add_for_zones(std::vector<std::uint8_t>& listed) {
        const auto& inside = legality_.zones().node;
        for (NodeIndex node = 0; node < inside.size(); ++node) {
            if (inside[node] && !add_out_and_back(node, 0, listed)) return false;
        }
        return true;
    }

    void add(ArcIndex arc, WaysBack& found) const {
        if (!forbids_[arc]) return;
        for (const ArcIndex back : legality_.ways_back(arc)) found.emplace_back(arc, back);
    }

private:
    // The type of the costs decides later whether they are rounded.
    void add_cost(const Decimal& value, std::optional<int> digits) {
        const double stated = value.is_missing() ? infinity : value.to_double();
        double rounded = stated;
        if (digits && !value.is_missing()) {
            if (const auto fixed = value.rounded_fixed_point(*digits)) rounded = Decimal(*fixed, *digits).to_double();
        }
        least_.push_back(std::min(stated, rounded));
        most_.push_back(std::max(stated, rounded));
    }
    bool take_visit() {
        if (visits_left_ > 0) --visits_left_;
        return visits_left_ > 0;
    }

    // An arc that a history forbids, or that leads on to a longer history. To take it as if the drive began there, it
    // is enough to find a legal way back to its tail; a longer history can also be borne, for what undoing it costs.
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

    // What undoing the history costs at most, if turning round is left out; below 0 if there is nothing to undo. Only a
    // bound from above is needed, so ways stay inside or outside of zones.
    double shortest_way_on(State history, NodeIndex node) {
        std::vector<Wanted> wanted = wanted_after(history, node);
        double limit = -1;
        // Drops what is reached at this distance, or borne for less.
        const auto settle = [&](double distance, const auto& is_reached) {
            std::erase_if(wanted, [&](const Wanted& one) {
                const bool reached = is_reached(one.arc);
                if (!reached && one.bound > distance) return false;
                limit = std::max(limit, reached ? std::min(distance, one.bound) : one.bound);
                return true;
            });
            return wanted.empty();
        };
        if (settle(-1, [](ArcIndex) { return false; })) return limit;

        const bool inside = is_inside(node);
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
                if (!legality_.zones().empty() && (legality_.zones().arc[arc] != 0) != inside) continue;
                if (is_inside(head) != inside || !may_follow(last, arc)) continue;
                const auto next = legality_.automaton().next(state, arc);
                if (!next) continue;
                const Key next_key = key_of(arc, *next);
                const auto [known, is_new] = reached.try_emplace(next_key, infinity);
                const double sum = distance + most_[arc];
                if (sum >= known->second) continue;
                known->second = sum;
                queue.emplace(sum, next_key);
            }
        }
        settle(infinity, [](ArcIndex) { return false; });
        return limit;
    }

    bool is_inside(NodeIndex node) const { return !legality_.zones().empty() && legality_.zones().node[node] != 0; }
    bool is_fresh(State state, ArcIndex arc) const {
        const auto next = legality_.automaton().next(state, arc);
        return next && *next == legality_.automaton().after(TurnAutomaton::start, arc);
    }
    bool may_follow(ArcIndex last, ArcIndex arc) const {
        return !forbids_[last] || std::ranges::find(legality_.ways_back(last), arc) == legality_.ways_back(last).end();
    }

    // Marks the arcs at whose heads a drive from `node` could turn round and be back within `limit`.
    bool add_out_and_back(NodeIndex node, double limit, std::vector<std::uint8_t>& listed) {
        limit *= 1 + rounding_share;
        using Entry = std::pair<double, NodeIndex>;
        std::unordered_map<NodeIndex, double> reached{{node, 0}};
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        queue.emplace(0, node);
        while (!queue.empty()) {
            const auto [distance, at] = queue.top();
            queue.pop();
            if (distance != reached[at]) continue;
            for (const ArcIndex arc : legality_.adjacency().out_arcs(at)) {
                if (!legality_.is_usable(arc)) continue;
                if (!take_visit()) return false;
                double back = infinity;
                for (const ArcIndex way : legality_.ways_back(arc)) back = std::min(back, least_[way]);
                const double sum = distance + least_[arc] + back;
                if (!(sum <= limit) || sum == infinity) continue;
                listed[arc] = 1;
                const NodeIndex head = network_.head[arc];
                const auto [known, is_new] = reached.try_emplace(head, infinity);
                if (network_.is_no_through(head) || sum >= known->second) continue;
                known->second = sum;
                queue.emplace(sum, head);
            }
        }
        return true;
    }

    const TurnLegality& legality_;
    const RoadNetwork& network_;
    std::vector<double> least_;  // by arc: the cost as stated or as rounded, whichever is less
    std::vector<double> most_;
    std::vector<std::uint8_t> forbids_;
    std::vector<double> limit_;  // by history
    std::size_t visits_left_;
};

}  // namespace

WaysBack ways_back_to_forbid(const TurnLegality& legality, const ArcColumn& costs, bool only_paying) {
    if (legality.network().turns.may_turn_round.empty()) return {};
    Detours detours(legality, costs);
    if (!only_paying || detours.has_negative_costs()) return detours.all();
    std::vector<std::uint8_t> listed(legality.network().arc_count(), 0);
    if (!detours.add_for_histories(listed) || !detours.add_for_zones(listed)) return detours.all();
    WaysBack found;
    for (ArcIndex arc = 0; arc < listed.size(); ++arc) {
        if (listed[arc]) detours.add(arc, found);
    }
    return found;
}

}  // namespace allways::network
