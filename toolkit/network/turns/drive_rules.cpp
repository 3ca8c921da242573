// SPDX-License-Identifier: Apache-2.0
#include "network/turns/drive_rules.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/network/turn_rules.h"

namespace allways::network {

namespace {

std::uint64_t key_of(TurnAutomaton::State state, ArcIndex arc) {
    return std::uint64_t{state} << 32 | arc;
}

void sort_once_each(std::vector<ArcIndex>& arcs) {
    std::ranges::sort(arcs);
    const auto repeated = std::ranges::unique(arcs);
    arcs.erase(repeated.begin(), repeated.end());
}

void require_size(std::size_t found, std::size_t expected, std::string_view what) {
    if (found == 0 || found == expected) return;
    throw InvalidArgument(format("expected {} marks `{}` in the turn rules, found {}", expected, what, found));
}

void check_sequence(const RoadNetwork& network, std::span<const ArcIndex> sequence, std::string_view source) {
    const auto name = [&] { return source.empty() ? "a turn rule" : format("turn rule '{}'", source); };
    if (sequence.size() < 2)
        throw InvalidArgument(format("{} has {} arcs, expected two or more", name(), sequence.size()));
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (sequence[i] >= network.arc_count()) {
            throw InvalidArgument(
                format("{} names arc index {} of a network with {} arcs", name(), sequence[i], network.arc_count()));
        }
        if (i == 0 || network.head[sequence[i - 1]] == network.tail[sequence[i]]) continue;
        throw InvalidArgument(format("{}: arc {} does not begin where arc {} ends", name(),
                                     network.arc_ids.text(sequence[i]), network.arc_ids.text(sequence[i - 1])));
    }
}

}  // namespace

TurnAutomaton::State TurnAutomaton::child(State state, ArcIndex arc) {
    if (state == start && arc >= first_.size()) first_.resize(arc + std::size_t{1}, start);
    State& known = state == start ? first_[arc] : child_.try_emplace(key_of(state, arc), start).first->second;
    if (known != start) return known;
    known = static_cast<State>(size());
    last_arc_.push_back(arc);
    has_child_.push_back(0);
    depth_.push_back(depth_[state] + 1);
    link_.push_back(start);
    rules_.emplace_back();
    has_child_[state] = 1;
    return known;
}

void TurnAutomaton::add(TurnRules::Kind kind, std::span<const ArcIndex> sequence) {
    State state = start;
    for (const ArcIndex arc : sequence.first(sequence.size() - 1)) state = child(state, arc);
    Rules& rules = rules_[state];
    (kind == TurnRules::Kind::forbidden ? rules.forbidden : rules.mandatory).push_back(sequence.back());
}

void TurnAutomaton::link() {
    for (Rules& rules : rules_) {
        sort_once_each(rules.forbidden);
        sort_once_each(rules.mandatory);
    }
    struct Edge {
        State parent;
        State state;
    };
    // A state's parent has a lower number, but its link may not: so states are linked level by level.
    std::vector<std::vector<State>> children(size());
    for (const auto& [key, state] : child_) children[key >> 32].push_back(state);
    std::vector<Edge> level;
    for (const State state : first_) {
        if (state != start) level.push_back({start, state});
    }
    while (!level.empty()) {
        std::vector<Edge> deeper;
        for (const auto& [parent, state] : level) {
            link_[state] = parent == start ? start : after(link_[parent], last_arc_[state]);
            for (const State grandchild : children[state]) deeper.push_back({state, grandchild});
        }
        level = std::move(deeper);
    }
}

TurnAutomaton::State TurnAutomaton::after(State state, ArcIndex arc) const {
    for (; state != start; state = link_[state]) {
        if (has_child_[state] == 0) continue;
        if (const auto found = child_.find(key_of(state, arc)); found != child_.end()) return found->second;
    }
    return state_of(arc);
}

bool TurnAutomaton::permits(State state, ArcIndex arc) const {
    const Rules& rules = rules_[state];
    if (std::ranges::binary_search(rules.forbidden, arc)) return false;
    return rules.mandatory.empty() || std::ranges::binary_search(rules.mandatory, arc);
}

std::optional<TurnAutomaton::State> TurnAutomaton::next(State state, ArcIndex arc) const {
    for (State ending = state;; ending = link_[ending]) {
        if (!permits(ending, arc)) return std::nullopt;
        if (ending == start) break;
    }
    return after(state, arc);
}

void check_turn_rules(const RoadNetwork& network) {
    const TurnRules& rules = network.turns;
    require_size(rules.destination_only.size(), network.arc_count(), "destination_only");
    require_size(rules.may_turn_round.size(), network.node_count(), "may_turn_round");
    for (std::size_t i = 0; i < rules.size(); ++i) check_sequence(network, rules.sequence(i), rules.sources.text(i));
    for (const TurnRules::Cost& cost : rules.costs) {
        const ArcIndex pair[] = {cost.from, cost.to};
        check_sequence(network, pair, "a price of a turn");
        if (!cost.seconds.is_missing() && cost.seconds.digits() >= 0) continue;
        throw InvalidArgument(format("the turn from arc {} to arc {} costs {} seconds, expected 0 or more",
                                     network.arc_ids.text(cost.from), network.arc_ids.text(cost.to),
                                     cost.seconds.is_missing() ? "no" : cost.seconds.to_string()));
    }
}

std::vector<std::uint8_t> arcs_with_value(const ArcColumn& costs) {
    std::vector<std::uint8_t> has_value;
    has_value.reserve(costs.values.size());
    for (const Decimal& value : costs.values) has_value.push_back(value.is_missing() ? 0 : 1);
    return has_value;
}

DriveRules::DriveRules(const RoadNetwork& network, const AdjacencyArray& adjacency, std::vector<std::uint8_t> usable)
    : network_(network), adjacency_(adjacency), usable_(std::move(usable)) {
    check_turn_rules(network);
    const TurnRules& rules = network.turns;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto sequence = rules.sequence(i);
        const auto passed = sequence.first(sequence.size() - 1);
        if (std::ranges::any_of(passed, [&](ArcIndex arc) { return network.is_no_through(network.head[arc]); }))
            continue;
        automaton_.add(rules.kinds[i], sequence);
    }
    automaton_.link();
    if (!rules.may_turn_round.empty()) find_ways_back();
}

// The two arcs of an edge share an id, and one of them is reversed, also where points cut them. If ids do not identify
// edges, the way back joins the same nodes along the same line.
void DriveRules::find_ways_back() {
    const auto& reversed = network_.reversed;
    const auto& shapes = network_.shapes;
    if (std::ranges::find(reversed, 1) == reversed.end()) {
        const auto have_same_line = [&](ArcIndex arc, ArcIndex back) {
            return shapes.empty() || shapes.shape(arc) == shapes.shape(back);
        };
        return find_ways_back(network_.tail, network_.head, have_same_line);
    }
    const auto goes_back = [&](ArcIndex arc, ArcIndex back) { return reversed[arc] != reversed[back]; };
    const auto find = [&](const auto& ids) { find_ways_back(ids, ids, goes_back); };
    const IdTable& ids = network_.arc_ids;
    ids.is_numeric() ? find(ids.numbers()) : find(ids.texts());
}

// Finds the out-arcs of an arc's head that have the same key as the arc and go back. O(m log d), where d is the number
// of out-arcs of a node.
template <class Keys, class GoesBack>
void DriveRules::find_ways_back(const Keys& key_of_arc, const Keys& key_of_back, const GoesBack& goes_back) {
    const auto key = [&](ArcIndex back) -> const auto& {
        return key_of_back[back];
    };
    std::vector<ArcIndex> sorted = adjacency_.arcs;  // each node's out-arcs by key
    const auto out_arcs = [&](NodeIndex node) {
        const std::size_t first = adjacency_.first_out[node];
        return std::span(sorted).subspan(first, adjacency_.first_out[node + 1] - first);
    };
    for (NodeIndex node = 0; node < adjacency_.node_count(); ++node) std::ranges::stable_sort(out_arcs(node), {}, key);
    first_way_back_.reserve(network_.arc_count() + 1);
    first_way_back_.push_back(0);
    for (ArcIndex arc = 0; arc < network_.arc_count(); ++arc) {
        if (is_usable(arc)) {
            for (const ArcIndex back :
                 std::ranges::equal_range(out_arcs(network_.head[arc]), key_of_arc[arc], {}, key)) {
                if (is_usable(back) && goes_back(arc, back)) ways_back_.push_back(back);
            }
        }
        first_way_back_.push_back(ways_back_.size());
    }
}

bool DriveRules::forbids_turning_round(ArcIndex arc) const {
    const NodeIndex node = network_.head[arc];
    const auto& may_turn_round = network_.turns.may_turn_round;
    if (may_turn_round.empty() || may_turn_round[node] || network_.is_no_through(node)) return false;
    const TurnAutomaton::State history = automaton_.after(TurnAutomaton::start, arc);
    const auto back = ways_back(arc);
    return std::ranges::any_of(adjacency_.out_arcs(node), [&](ArcIndex on) {
        return is_usable(on) && std::ranges::find(back, on) == back.end() && automaton_.next(history, on);
    });
}

}  // namespace allways::network

namespace allways {

void TurnRules::add(Kind kind, std::span<const ArcIndex> sequence, std::string_view source) {
    arcs.insert(arcs.end(), sequence.begin(), sequence.end());
    first_arc.push_back(arcs.size());
    kinds.push_back(kind);
    sources.add(source);
}

}  // namespace allways
