// SPDX-License-Identifier: Apache-2.0
#include "network/turns/drive_graph.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "allways/network/components.h"

namespace allways::network {

namespace {

using History = TurnAutomaton::State;

class GraphBuilder {
public:
    explicit GraphBuilder(const DriveRules& rules)
        : rules_(rules), network_(rules.network()), has_sequences_(rules.automaton().size() > 1) {}

    DriveGraph build() && {
        graph_.after.assign(network_.arc_count(), no_node);
        for (NodeIndex node = 0; node < network_.node_count(); ++node) add_state(node, TurnAutomaton::start, no_arc);
        for (NodeIndex node = 0; node < network_.node_count(); ++node) {
            for (const ArcIndex arc : rules_.adjacency().out_arcs(node)) add_state_after(arc);
        }
        for (std::size_t state = 0; state < graph_.size(); ++state) add_steps(state);
        return std::move(graph_);
    }

private:
    bool may_go_back(ArcIndex arc) const { return !rules_.forbids_turning_round(arc) || rules_.ways_back(arc).empty(); }

    std::uint32_t add_state(NodeIndex node, History history, ArcIndex last) {
        graph_.node.push_back(node);
        history_.push_back(history);
        last_.push_back(last);
        return static_cast<std::uint32_t>(graph_.size() - 1);
    }

    void add_state_after(ArcIndex arc) {
        const NodeIndex head = network_.head[arc];
        if (!rules_.has_cost(arc) || network_.is_no_through(head)) return;
        const History history = rules_.automaton().after(TurnAutomaton::start, arc);
        const bool may_turn = !has_sequences_ || rules_.is_loop(arc) || may_go_back(arc);
        const bool is_free = history == TurnAutomaton::start && may_turn;
        graph_.after[arc] = is_free ? head : add_state(head, history, may_turn ? no_arc : arc);
    }

    // Histories longer than the last arc have states of their own.
    std::uint32_t state_after(History history, ArcIndex arc) {
        if (rules_.automaton().depth(history) < 2) return graph_.after[arc];
        const auto [known, is_new] = longer_.try_emplace(history, no_node);
        if (is_new) known->second = add_state(network_.head[arc], history, may_go_back(arc) ? no_arc : arc);
        return known->second;
    }

    void add_steps(std::size_t state) {
        const History history = history_[state];
        const ArcIndex last = last_[state];
        for (const ArcIndex arc : rules_.adjacency().out_arcs(graph_.node[state])) {
            if (!rules_.has_cost(arc)) continue;
            const auto after = rules_.automaton().next(history, arc);
            if (!after) continue;
            if (last != no_arc && std::ranges::find(rules_.ways_back(last), arc) != rules_.ways_back(last).end())
                continue;
            const bool ends = rules_.is_loop(arc) || network_.is_no_through(network_.head[arc]);
            graph_.arc.push_back(arc);
            graph_.next.push_back(ends ? no_node : state_after(*after, arc));
        }
        graph_.first_step.push_back(graph_.arc.size());
    }

    const DriveRules& rules_;
    const RoadNetwork& network_;
    bool has_sequences_;
    DriveGraph graph_;
    std::vector<History> history_;  // by state
    std::vector<ArcIndex> last_;    // by state: the arc that may not be driven back; no_arc: none
    std::unordered_map<History, std::uint32_t> longer_;
};

bool accepts(const Marks& marks, std::size_t index) {
    return marks.empty() || marks[index] != 0;
}

}  // namespace

DriveGraph build_drive_graph(const DriveRules& rules) {
    return GraphBuilder(rules).build();
}

bool StateComponent::is_larger_than(const StateComponent& other) const {
    if (has_steps() != other.has_steps()) return has_steps();
    if (nodes != other.nodes) return nodes > other.nodes;
    return std::tie(first_node, first_step) < std::tie(other.first_node, other.first_step);
}

StateWalks::StateWalks(const DriveGraph& graph) : graph_(graph), first_into_(graph.size() + 1, 0) {
    tail_.reserve(graph.next.size());
    for (std::uint32_t state = 0; state < graph.size(); ++state) tail_.resize(graph.first_step[state + 1], state);
    for (const std::uint32_t next : graph.next) {
        if (next != no_node) ++first_into_[next + std::size_t{1}];
    }
    for (std::size_t state = 0; state < graph.size(); ++state) first_into_[state + 1] += first_into_[state];
    into_.resize(first_into_.back());
    std::vector<std::size_t> at(first_into_.begin(), first_into_.end() - 1);
    for (std::size_t step = 0; step < graph.next.size(); ++step) {
        if (graph.next[step] != no_node) into_[at[graph.next[step]]++] = step;
    }
}

template <class Visit>
void StateWalks::spread(Marks& marked, const Visit& visit_neighbours) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t state = 0; state < marked.size(); ++state) {
        if (marked[state] != 0) open.push_back(state);
    }
    const auto mark = [&](std::uint32_t state) {
        if (marked[state] != 0) return;
        marked[state] = 1;
        open.push_back(state);
    };
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        visit_neighbours(state, mark);
    }
}

void StateWalks::mark_onward(Marks& marked, const Marks& arcs, const Marks& states) const {
    spread(marked, [&](std::uint32_t state, const auto& mark) {
        for (std::size_t step = graph_.first_step[state]; step < graph_.first_step[state + 1]; ++step) {
            const std::uint32_t next = graph_.next[step];
            if (next != no_node && accepts(arcs, graph_.arc[step]) && accepts(states, next)) mark(next);
        }
    });
}

void StateWalks::mark_before(Marks& marked, const Marks& arcs, const Marks& states) const {
    spread(marked, [&](std::uint32_t state, const auto& mark) {
        for (std::size_t i = first_into_[state]; i < first_into_[state + 1]; ++i) {
            const std::size_t step = into_[i];
            if (accepts(arcs, graph_.arc[step]) && accepts(states, tail_[step])) mark(tail_[step]);
        }
    });
}

std::vector<std::uint32_t> StateWalks::components(std::size_t node_count, const Marks& arcs,
                                                  std::vector<StateComponent>& described) const {
    std::vector<std::uint32_t> tail, head;
    std::vector<std::size_t> steps;
    for (std::size_t step = 0; step < graph_.next.size(); ++step) {
        if (graph_.next[step] == no_node || !accepts(arcs, graph_.arc[step])) continue;
        tail.push_back(tail_[step]);
        head.push_back(graph_.next[step]);
        steps.push_back(step);
    }
    const Components found = strong_components(graph_.size(), tail, head);
    described.assign(found.count, {});
    for (std::uint32_t i = 0; i < found.count; ++i) described[i].index = i;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (found.of[tail[i]] != found.of[head[i]]) continue;
        std::size_t& first_step = described[found.of[tail[i]]].first_step;
        first_step = std::min(first_step, steps[i]);
    }
    std::vector<NodeIndex> last_counted(found.count, no_node);
    const AdjacencyArray of_node = build_adjacency(node_count, graph_.node);
    for (NodeIndex node = 0; node < node_count; ++node) {
        for (const std::uint32_t state : of_node.out_arcs(node)) {
            StateComponent& component = described[found.of[state]];
            if (last_counted[component.index] == node) continue;
            last_counted[component.index] = node;
            ++component.nodes;
            component.first_node = std::min(component.first_node, node);
        }
    }
    return found.of;
}

MainComponent main_component(const DriveRules& rules) {
    const RoadNetwork& network = rules.network();
    const DriveGraph graph = build_drive_graph(rules);
    const StateWalks walks(graph);
    MainComponent main;
    main.node.assign(network.node_count(), 0);
    main.reached.assign(network.arc_count(), 0);
    main.leaves.assign(network.arc_count(), 0);
    std::vector<StateComponent> components;
    const std::vector<std::uint32_t> component_of = walks.components(network.node_count(), {}, components);
    const StateComponent* largest = nullptr;
    for (const StateComponent& component : components) {
        if (network.is_no_through(component.first_node)) continue;  // this is a start in which no drive ends
        if (largest == nullptr || component.is_larger_than(*largest)) largest = &component;
    }
    if (largest == nullptr) return main;
    main.nodes = largest->nodes;
    Marks from(graph.size(), 0);
    for (std::size_t state = 0; state < graph.size(); ++state) from[state] = component_of[state] == largest->index;
    Marks to = from;
    walks.mark_onward(from, {}, {});
    walks.mark_before(to, {}, {});

    Marks is_reached(network.node_count(), 0);
    for (std::size_t state = 0; state < graph.size(); ++state) {
        if (from[state] == 0) continue;
        is_reached[graph.node[state]] = 1;
        for (std::size_t step = graph.first_step[state]; step < graph.first_step[state + 1]; ++step) {
            main.reached[graph.arc[step]] = 1;
            if (graph.next[step] == no_node) is_reached[network.head[graph.arc[step]]] = 1;
        }
    }
    for (NodeIndex node = 0; node < network.node_count(); ++node) main.node[node] = is_reached[node] & to[node];
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc)
        main.leaves[arc] = graph.after[arc] != no_node && to[graph.after[arc]] != 0;

    main.component.resize(network.arc_count());
    std::iota(main.component.begin(), main.component.end(), static_cast<std::uint32_t>(components.size() + 1));
    for (std::size_t state = 0; state < graph.size(); ++state) {
        for (std::size_t step = graph.first_step[state]; step < graph.first_step[state + 1]; ++step) {
            const bool stays = graph.next[step] != no_node && component_of[graph.next[step]] == component_of[state];
            if (stays) main.component[graph.arc[step]] = component_of[state] + 1;
        }
    }
    for (ArcIndex arc = 0; arc < network.arc_count(); ++arc) {
        if (main.reached[arc] != 0 && main.leaves[arc] != 0) main.component[arc] = 0;
    }
    return main;
}

}  // namespace allways::network
