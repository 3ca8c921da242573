// SPDX-License-Identifier: Apache-2.0
// Every state of a drive under the rules of sequences and of turning round, and every legal step between them: the full
// turn-expanded network, without zones and costs. It determines which places legal drives reach.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/turns/drive_rules.h"

namespace allways::network {

using Marks = std::vector<std::uint8_t>;  // 1 or 0, by arc, node or state

// Drives with the same legal continuations share a state: after an arc that begins no sequence, a drive is in the same
// state as a drive that starts at the node. The states after one arc follow the starts by the arc's tail, the others in
// the order in which steps find them: arcs in file order and arcs sorted by tail, as in a factor, give the same states.
struct DriveGraph {
    std::vector<NodeIndex> node;  // by state; the starts come first, one for each node
    std::vector<std::size_t> first_step{0};
    std::vector<ArcIndex> arc;  // by step: an arc with a cost
    // The state after each step; no_node: the drive ends, at a no-through node or in a loop.
    std::vector<std::uint32_t> next;
    // By arc, the state of a drive that began with the arc, or inside it. no_node: the arc has no cost, or leads to a
    // no-through node.
    std::vector<std::uint32_t> after;

    std::size_t size() const { return node.size(); }
};

// Without sequences, turning round does not change which places drives reach, so nodes are the only states. O(n + m d),
// where d is the number of out-arcs of a node.
DriveGraph build_drive_graph(const DriveRules& rules);

// A strong component of states.
struct StateComponent {
    std::uint32_t index = 0;
    std::uint32_t nodes = 0;
    NodeIndex first_node = no_node;
    std::size_t first_step = no_step;  // the lowest within it; no_step: none

    static constexpr std::size_t no_step = SIZE_MAX;
    bool has_steps() const { return first_step != no_step; }
    // Orders components: those with steps first, then by the number of nodes, the lowest node and the first step.
    bool is_larger_than(const StateComponent& other) const;
};

// Walks over the states of a graph, which it borrows.
class StateWalks {
public:
    explicit StateWalks(const DriveGraph& graph);

    // Marks all states that can be reached from marked ones, over arcs and states that are marked 1; an empty mark list
    // admits all.
    void mark_onward(Marks& marked, const Marks& arcs, const Marks& states) const;
    // Marks all states from which steps lead to marked ones.
    void mark_before(Marks& marked, const Marks& arcs, const Marks& states) const;

    // Returns the component of each state, using only marked arcs, and describes each component.
    std::vector<std::uint32_t> components(std::size_t node_count, const Marks& arcs,
                                          std::vector<StateComponent>& described) const;

private:
    template <class Visit>
    void spread(Marks& marked, const Visit& visit_neighbours) const;

    const DriveGraph& graph_;
    std::vector<std::uint32_t> tail_;      // by step
    std::vector<std::size_t> first_into_;  // by state: its first index in into_
    std::vector<std::size_t> into_;        // steps, grouped by the state that they lead to
};

// The largest strong component of legal drives, and the places from which and to which drives lead.
struct MainComponent {
    std::size_t nodes = 0;
    Marks node;     // by node: drives from the component reach it, and drives from it reach the component
    Marks reached;  // by arc: drives from the component can use it, wholly or up to a place inside
    Marks leaves;   // by arc: drives that begin inside it reach the component along it
    // By arc: 0 if drives come from the component and lead to it. Otherwise equal numbers where drives lead from any
    // arc to any other, and a number of its own for an arc to which no drive leads back.
    std::vector<std::uint32_t> component;
};
MainComponent main_component(const DriveRules& rules);

}  // namespace allways::network
