// SPDX-License-Identifier: Apache-2.0
#include "network/turns/build_turn_states.h"

#include <algorithm>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/counted.h"
#include "base/human.h"
#include "network/turns/destination_zones.h"
#include "network/turns/detours.h"

namespace allways::network {

namespace {

// Prices of turns by pair of arcs, in seconds. Empty if the cost is not a time.
class TurnPrices {
public:
    TurnPrices(const TurnRules& rules, const ArcColumn& costs) {
        require_unit(rules, costs);
        if (find_unit(costs.unit, Unit::Kind::time) == nullptr) return;
        sorted_ = rules.costs;
        std::ranges::stable_sort(sorted_, {},
                                 [](const TurnRules::Cost& cost) { return std::pair(cost.from, cost.to); });
    }
    bool empty() const { return sorted_.empty(); }
    using Some = std::span<const TurnRules::Cost>;
    Some after(ArcIndex from) const { return std::ranges::equal_range(sorted_, from, {}, &TurnRules::Cost::from); }
    // Returns 0 if no price is stated.
    static Decimal of(Some after_from, ArcIndex to) {
        const auto found = std::ranges::lower_bound(after_from, to, {}, &TurnRules::Cost::to);
        return found == after_from.end() || found->to != to ? Decimal() : found->seconds;
    }

private:
    // A cost of unknown unit may be a time, to which the prices belong.
    static void require_unit(const TurnRules& rules, const ArcColumn& costs) {
        const auto priced =
            std::ranges::count_if(rules.costs, [](const TurnRules::Cost& cost) { return cost.seconds.digits() > 0; });
        if (priced == 0 || find_unit(costs.unit) != nullptr) return;
        throw InvalidArgument(
            format("the network has {} in seconds, but the cost '{}' has no unit: `cost_unit` states it, or `turns` "
                   "restrictions leaves the prices out",
                   counted(static_cast<std::uint64_t>(priced), "price of a turn", "prices of turns"), costs.name));
    }

    std::vector<TurnRules::Cost> sorted_;
};

// All states that a drive can be in: those of starts first, the others in the order in which they are found.
class Exploration {
    static constexpr std::uint64_t bytes_per_step = 64;  // for the states, and for the network made of them

public:
    Exploration(const TurnLegality& legality, const TurnPrices& prices, std::uint64_t memory_limit_bytes)
        : legality_(legality), prices_(prices), memory_limit_bytes_(memory_limit_bytes) {
        const std::size_t n = legality.network().node_count();
        at_node_.assign(phase_count * n, no_node);
        after_.assign(phase_count * legality.automaton().size(), no_node);
        for (NodeIndex node = 0; node < n; ++node) number_of(legality.start(node));
        states_.next.reserve(legality.network().arc_count());
        states_.first_step.reserve(n + 1);
        for (std::size_t state = 0; state < found_.size(); ++state) add_steps(found_[state]);
    }

    TurnStates take() && {
        for (const DriveState& state : found_) states_.node.push_back(state.node);
        return std::move(states_);
    }

private:
    NodeIndex number_of(const DriveState& state) {
        const auto phase = static_cast<std::size_t>(state.phase);
        NodeIndex& number = state.history == TurnAutomaton::start ? at_node_[phase_count * state.node + phase]
                                                                  : after_[phase_count * state.history + phase];
        if (number == no_node) {
            number = static_cast<NodeIndex>(found_.size());
            found_.push_back(state);
        }
        return number;
    }

    void add_steps(const DriveState state) {
        const auto prices = prices_.after(legality_.automaton().last_arc(state.history));
        require_room(state.node);
        for (const ArcIndex arc : legality_.adjacency().out_arcs(state.node)) {
            const auto next = legality_.next(state, arc);
            states_.next.push_back(next ? number_of(*next) : no_node);
            if (!prices_.empty()) states_.seconds.push_back(TurnPrices::of(prices, arc));
        }
        states_.first_step.push_back(states_.next.size());
    }

    // Each step becomes an arc.
    void require_room(NodeIndex node) const {
        const RoadNetwork& roads = legality_.network();
        const std::uint64_t degree = legality_.adjacency().out_arcs(node).size();
        const std::uint64_t steps = states_.next.size() + degree;
        const std::uint64_t needed = (steps > roads.arc_count() ? steps - roads.arc_count() : 0) * bytes_per_step;
        if (needed <= memory_limit_bytes_ && steps < no_arc) return;
        throw CapacityError(
            format("the states of the turn rules need more than {} of host memory, but only {} is "
                   "available; the states of node {} have {} steps each; leave out turn rules",
                   bytes_text(needed), bytes_text(memory_limit_bytes_), roads.node_ids.text(node), degree),
            needed, memory_limit_bytes_);
    }

    const TurnLegality& legality_;
    const TurnPrices& prices_;
    std::uint64_t memory_limit_bytes_;
    // Numbers of states, no_node if not found yet. A history determines its node.
    std::vector<NodeIndex> at_node_;  // by node and phase, for states without a history
    std::vector<NodeIndex> after_;    // by history and phase
    std::vector<DriveState> found_;
    TurnStates states_;
};

// Merges states of a node with equal steps into the one with the lowest number, until there are no more. A start never
// merges into another state, since it has the lowest number of its node.
class Merging {
public:
    Merging(TurnStates states, const TurnLegality& legality)
        : legality_(legality),
          states_(std::move(states)),
          at_node_(build_adjacency(legality.network().node_count(), states_.node)),
          next_(states_.next.edit()),
          same_as_(states_.size()) {
        std::iota(same_as_.begin(), same_as_.end(), NodeIndex{0});
    }

    // Each round looks again only at nodes from which an arc leads to a node whose states were merged.
    TurnStates run() && {
        std::vector<std::uint8_t> was_merged(at_node_.node_count(), 1), merges;
        for (bool goes_on = true; goes_on; was_merged.swap(merges)) {
            goes_on = false;
            merges.assign(was_merged.size(), 0);
            for (NodeIndex node = 0; node < merges.size(); ++node) {
                if (at_node_.out_arcs(node).size() == 1 || !leads_to_any(was_merged, node)) continue;
                merges[node] = merge_at(node);
                goes_on |= merges[node] != 0;
            }
        }
        return kept();
    }

private:
    bool leads_to_any(const std::vector<std::uint8_t>& marked, NodeIndex node) const {
        const auto& head = legality_.network().head;
        return std::ranges::any_of(legality_.adjacency().out_arcs(node),
                                   [&](ArcIndex arc) { return marked[head[arc]] != 0; });
    }
    NodeIndex kept_for(NodeIndex state) const {
        while (state != no_node && same_as_[state] != state) state = same_as_[state];
        return state;
    }

    std::span<NodeIndex> steps(NodeIndex state) {
        return next_.subspan(states_.first_step[state], states_.first_step[state + 1] - states_.first_step[state]);
    }
    std::span<const Decimal> prices(NodeIndex state) const {
        const std::span<const Decimal> all(states_.seconds);
        const std::size_t first = states_.first_step[state];
        return all.empty() ? all : all.subspan(first, states_.first_step[state + 1] - first);
    }
    bool are_equal(NodeIndex a, NodeIndex b) {
        return std::ranges::equal(steps(a), steps(b)) && std::ranges::equal(prices(a), prices(b));
    }
    std::size_t hash_of(NodeIndex state) {
        std::size_t hash = 0;
        const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL; };
        for (const NodeIndex next : steps(state)) add(next);
        for (const Decimal& price : prices(state)) add(static_cast<std::uint64_t>(price.digits()));
        return hash ^ hash >> 32;
    }

    bool merge_at(NodeIndex node) {
        by_hash_.clear();
        for (const NodeIndex state : at_node_.out_arcs(node)) {
            if (same_as_[state] != state) continue;
            for (NodeIndex& next : steps(state)) next = kept_for(next);
            by_hash_.emplace_back(hash_of(state), state);
        }
        std::ranges::sort(by_hash_);
        bool has_merged = false;
        std::size_t first = 0;  // of the states with the same hash
        for (std::size_t i = 0; i < by_hash_.size(); ++i) {
            const auto [hash, state] = by_hash_[i];
            if (by_hash_[first].first != hash) first = i;
            const auto equal = std::find_if(by_hash_.begin() + static_cast<std::ptrdiff_t>(first),
                                            by_hash_.begin() + static_cast<std::ptrdiff_t>(i),
                                            [&](const auto& other) { return are_equal(other.second, state); });
            if (equal->second == state) continue;
            same_as_[state] = equal->second;
            has_merged = true;
        }
        return has_merged;
    }

    TurnStates kept() {
        TurnStates made;
        std::vector<NodeIndex> number(states_.size());
        for (NodeIndex state = 0; state < states_.size(); ++state) {
            if (same_as_[state] != state) continue;
            number[state] = static_cast<NodeIndex>(made.node.size());
            made.node.push_back(states_.node[state]);
            const auto price = prices(state);
            made.seconds.insert(made.seconds.end(), price.begin(), price.end());
            made.first_step.push_back(made.first_step.back() + steps(state).size());
        }
        std::vector<NodeIndex>& next = made.next.edit();
        next.reserve(made.first_step.back());
        for (NodeIndex state = 0; state < states_.size(); ++state) {
            if (same_as_[state] != state) continue;
            for (const NodeIndex to : steps(state)) next.push_back(to == no_node ? no_node : number[kept_for(to)]);
        }
        return made;
    }

    const TurnLegality& legality_;
    TurnStates states_;
    AdjacencyArray at_node_;                                  // states by node
    std::span<NodeIndex> next_;                               // the steps of states_
    std::vector<NodeIndex> same_as_;                          // the state that a state is merged into, else itself
    std::vector<std::pair<std::size_t, NodeIndex>> by_hash_;  // of one node
};

// Returns true if nodes and arcs alone describe the same steps.
bool is_trivial(const TurnStates& states, const TurnLegality& legality) {
    if (states.size() > legality.network().node_count()) return false;
    for (NodeIndex node = 0; node < states.size(); ++node) {
        const auto arcs = legality.adjacency().out_arcs(node);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            if (states.steps(node)[i] == no_node && legality.is_usable(arcs[i])) return false;
        }
    }
    return std::ranges::all_of(states.seconds, [](const Decimal& price) { return price.digits() == 0; });
}

}  // namespace

TurnStates build_turn_states(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs,
                             std::uint64_t memory_limit_bytes, ListedWaysBack which, DestinationZones* zones) {
    const TurnRules& rules = network.turns;
    const bool has_zones = std::ranges::find(rules.destination_only, 1) != rules.destination_only.end();
    // Without other rules, turning round only adds cost.
    if (rules.size() == 0 && rules.costs.empty() && !has_zones) {
        check_turn_rules(network);
        return {};
    }
    TurnLegality legality(network, adjacency, costs);
    if (zones != nullptr) *zones = legality.zones();
    const TurnPrices prices(network.turns, costs);
    const auto ways_back = ways_back_to_forbid(legality, costs, which == ListedWaysBack::paying && prices.empty());
    if (!prices.empty()) {
        for (const TurnRules::Cost& cost : network.turns.costs) legality.automaton().add_state(cost.from);
    }
    for (const auto& [arc, back] : ways_back) {
        const ArcIndex pair[] = {arc, back};
        legality.automaton().add(TurnRules::Kind::forbidden, pair);
    }
    legality.automaton().link();
    TurnStates states = Merging(Exploration(legality, prices, memory_limit_bytes).take(), legality).run();
    return is_trivial(states, legality) ? TurnStates() : std::move(states);
}

}  // namespace allways::network
