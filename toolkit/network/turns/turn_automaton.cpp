// SPDX-License-Identifier: Apache-2.0
#include "network/turns/turn_automaton.h"

#include <algorithm>

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

}  // namespace allways::network
