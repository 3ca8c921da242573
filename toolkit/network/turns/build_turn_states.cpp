// SPDX-License-Identifier: Apache-2.0
#include "network/turns/build_turn_states.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/counted.h"
#include "base/human.h"
#include "network/turns/detours.h"
#include "network/turns/turn_legality.h"

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

// The steps of a state, which distinguish it from other states of its node.
struct WaysOut {
    NodeIndex node;
    std::span<const NodeIndex> next;
    std::span<const Decimal> price;
};

bool operator==(const WaysOut& a, const WaysOut& b) {
    return a.node == b.node && std::ranges::equal(a.next, b.next) && std::ranges::equal(a.price, b.price);
}

std::size_t hash_of(const WaysOut& steps) {
    std::size_t hash = steps.node;
    const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL; };
    for (const NodeIndex next : steps.next) add(next);
    for (const Decimal& price : steps.price) add(static_cast<std::uint64_t>(price.digits()));
    return hash ^ hash >> 32;
}

WaysOut steps_of(const TurnStates& states, std::size_t state) {
    const std::size_t first = states.first_step[state];
    const auto next = states.steps(state);
    const std::span<const Decimal> price(states.seconds);
    return {states.node[state], next, price.empty() ? price : price.subspan(first, next.size())};
}

// The states of nodes that have several, in ascending order.
std::vector<std::uint32_t> states_of_split_nodes(const TurnStates& states, std::size_t node_count) {
    std::vector<std::uint32_t> found;
    for (std::size_t state = node_count; state < states.size(); ++state) found.push_back(states.node[state]);
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    for (std::size_t state = node_count; state < states.size(); ++state) {
        found.push_back(static_cast<std::uint32_t>(state));
    }
    return found;
}

// Merges states of a node with equal steps into the one with the lowest number, until there are no more. A start never
// merges into another state.
TurnStates merged(TurnStates states, std::size_t node_count) {
    for (;;) {
        const auto hash = [&](std::uint32_t state) { return hash_of(steps_of(states, state)); };
        const auto is_equal = [&](std::uint32_t a, std::uint32_t b) {
            return steps_of(states, a) == steps_of(states, b);
        };
        const std::vector<std::uint32_t> of_split_nodes = states_of_split_nodes(states, node_count);
        std::unordered_set<std::uint32_t, decltype(hash), decltype(is_equal)> kept(of_split_nodes.size(), hash,
                                                                                   is_equal);
        std::vector<NodeIndex> same_as(states.size());
        std::iota(same_as.begin(), same_as.end(), NodeIndex{0});
        for (const std::uint32_t state : of_split_nodes) same_as[state] = *kept.insert(state).first;
        TurnStates fewer;
        std::vector<NodeIndex> number(states.size());
        for (std::size_t state = 0; state < states.size(); ++state) {
            if (same_as[state] != state) {
                number[state] = number[same_as[state]];
                continue;
            }
            number[state] = static_cast<NodeIndex>(fewer.node.size());
            const WaysOut steps = steps_of(states, state);
            fewer.node.push_back(steps.node);
            fewer.next.edit().insert(fewer.next.edit().end(), steps.next.begin(), steps.next.end());
            fewer.seconds.insert(fewer.seconds.end(), steps.price.begin(), steps.price.end());
            fewer.first_step.push_back(fewer.next.size());
        }
        if (fewer.size() == states.size()) return states;
        for (NodeIndex& next : fewer.next.edit()) {
            if (next != no_node) next = number[next];
        }
        states = std::move(fewer);
    }
}

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
                             std::uint64_t memory_limit_bytes, ListedWaysBack which) {
    const TurnRules& rules = network.turns;
    const bool has_zones = std::ranges::find(rules.destination_only, 1) != rules.destination_only.end();
    // Without other rules, turning round only adds cost.
    if (rules.size() == 0 && rules.costs.empty() && !has_zones) {
        check_turn_rules(network);
        return {};
    }
    TurnLegality legality(network, adjacency, costs);
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
    TurnStates states = merged(Exploration(legality, prices, memory_limit_bytes).take(), network.node_count());
    return is_trivial(states, legality) ? TurnStates() : std::move(states);
}

}  // namespace allways::network
