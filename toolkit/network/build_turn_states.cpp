#include "network/build_turn_states.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "allways/base/units.h"
#include "network/detours.h"
#include "network/turn_legality.h"

namespace allways::network {

namespace {

// Prices of turns by pair of arcs, in seconds. Empty if the costs are no times.
class TurnPrices {
public:
    TurnPrices(const TurnRules& rules, const ArcColumn& costs) {
        if (find_unit(costs.unit, Unit::Kind::time) == nullptr) return;
        for (const TurnRules::Cost& cost : rules.costs) price_.emplace(key(cost.from, cost.to), cost.seconds);
    }
    bool empty() const { return price_.empty(); }
    Decimal of(ArcIndex from, ArcIndex to) const {
        const auto found = price_.find(key(from, to));
        return found == price_.end() ? Decimal() : found->second;
    }

private:
    static std::uint64_t key(ArcIndex from, ArcIndex to) { return std::uint64_t{from} << 32 | to; }

    std::unordered_map<std::uint64_t, Decimal> price_;
};

// All states that a drive can be in, those of starts first, the others in the order in which they are found.
class Exploration {
public:
    Exploration(const TurnLegality& legality, const TurnPrices& prices) : legality_(legality), prices_(prices) {
        const std::size_t n = legality.network().node_count();
        for (NodeIndex node = 0; node < n; ++node) found_.push_back(TurnLegality::start(node));
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
        if (state == TurnLegality::start(state.node)) return state.node;
        const auto number = static_cast<NodeIndex>(found_.size());
        const auto [known, is_new] = number_.try_emplace(state, number);
        if (is_new) found_.push_back(state);
        return known->second;
    }

    void add_steps(const DriveState state) {
        const ArcIndex last = legality_.automaton().last_arc(state.history);
        for (const ArcIndex arc : legality_.adjacency().out_arcs(state.node)) {
            const auto next = legality_.next(state, arc);
            states_.next.push_back(next ? number_of(*next) : no_node);
            if (!prices_.empty()) states_.seconds.push_back(last == no_arc ? Decimal() : prices_.of(last, arc));
        }
        states_.first_step.push_back(states_.next.size());
    }

    const TurnLegality& legality_;
    const TurnPrices& prices_;
    std::map<DriveState, NodeIndex> number_;  // of those that are no starts
    std::vector<DriveState> found_;
    TurnStates states_;
};

// What tells two states of a node apart: their steps.
struct Steps {
    NodeIndex node;
    std::span<const NodeIndex> next;
    std::span<const Decimal> price;
};

bool is_before(const Steps& a, const Steps& b) {
    if (a.node != b.node) return a.node < b.node;
    if (!std::ranges::equal(a.next, b.next)) return std::ranges::lexicographical_compare(a.next, b.next);
    const auto less = [](const Decimal& x, const Decimal& y) {
        return std::pair(x.scale(), x.digits()) < std::pair(y.scale(), y.digits());
    };
    return std::ranges::lexicographical_compare(a.price, b.price, less);
}

Steps steps_of(const TurnStates& states, std::size_t state) {
    const std::size_t first = states.first_step[state];
    const auto next = states.steps(state);
    const std::span<const Decimal> price(states.seconds);
    return {states.node[state], next, price.empty() ? price : price.subspan(first, next.size())};
}

// The states of nodes that have several.
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

// Merges states of a node with equal steps into the one with the lowest number, as long as there are any. A start
// never merges into another state.
TurnStates merged(TurnStates states, std::size_t node_count) {
    for (;;) {
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            const Steps x = steps_of(states, a);
            const Steps y = steps_of(states, b);
            if (is_before(x, y) || is_before(y, x)) return is_before(x, y);
            return a < b;
        };
        std::vector<std::uint32_t> sorted = states_of_split_nodes(states, node_count);
        std::ranges::sort(sorted, less);
        std::vector<NodeIndex> same_as(states.size());
        std::iota(same_as.begin(), same_as.end(), NodeIndex{0});
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const bool is_same = i > 0 && !is_before(steps_of(states, sorted[i - 1]), steps_of(states, sorted[i]));
            same_as[sorted[i]] = is_same ? same_as[sorted[i - 1]] : sorted[i];
        }
        TurnStates fewer;
        std::vector<NodeIndex> number(states.size());
        for (std::size_t state = 0; state < states.size(); ++state) {
            if (same_as[state] != state) {
                number[state] = number[same_as[state]];
                continue;
            }
            number[state] = static_cast<NodeIndex>(fewer.node.size());
            const Steps steps = steps_of(states, state);
            fewer.node.push_back(steps.node);
            fewer.next.insert(fewer.next.end(), steps.next.begin(), steps.next.end());
            fewer.seconds.insert(fewer.seconds.end(), steps.price.begin(), steps.price.end());
            fewer.first_step.push_back(fewer.next.size());
        }
        if (fewer.size() == states.size()) return states;
        for (NodeIndex& next : fewer.next) {
            if (next != no_node) next = number[next];
        }
        states = std::move(fewer);
    }
}

// Returns true if nodes and arcs alone say the same.
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

TurnStates build_turn_states(const RoadNetwork& network, const AdjacencyArray& adjacency, const ArcColumn& costs) {
    const TurnRules& rules = network.turns;
    const bool has_zones = std::ranges::find(rules.destination_only, 1) != rules.destination_only.end();
    // Without other rules turning round only costs.
    if (rules.size() == 0 && rules.costs.empty() && !has_zones) {
        check_turn_rules(network);
        return {};
    }
    TurnLegality legality(network, adjacency, costs);
    const TurnPrices prices(network.turns, costs);
    const auto ways_back = ways_back_to_forbid(legality, costs, prices.empty());
    if (!prices.empty()) {
        for (const TurnRules::Cost& cost : network.turns.costs) legality.automaton().add_state(cost.from);
    }
    for (const auto& [arc, back] : ways_back) {
        const ArcIndex pair[] = {arc, back};
        legality.automaton().add(TurnRules::Kind::forbidden, pair);
    }
    legality.automaton().link();
    TurnStates states = merged(Exploration(legality, prices).take(), network.node_count());
    return is_trivial(states, legality) ? TurnStates() : std::move(states);
}

}  // namespace allways::network
