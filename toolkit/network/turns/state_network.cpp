// SPDX-License-Identifier: Apache-2.0
#include "network/turns/state_network.h"

#include <cmath>

namespace allways::network {

namespace {

class StateBuilder {
public:
    StateBuilder(const RoadNetwork& roads, const AdjacencyArray& adjacency, TurnStates states)
        : roads_(roads), adjacency_(adjacency) {
        made_.states = std::move(states);
    }

    StateNetwork build() && {
        number_ends();
        find_sources();
        add_steps();
        add_ends();
        fill_columns();
        fill_nodes();
        return std::move(made_);
    }

private:
    void number_ends() {
        const std::size_t n = roads_.node_count();
        made_.end_of.resize(n);
        for (NodeIndex node = 0; node < n; ++node) made_.end_of[node] = node;
        node_of_ = made_.states.node;
        for (std::size_t state = n; state < made_.states.size(); ++state) {
            const NodeIndex node = made_.states.node[state];
            if (made_.has_end(node)) continue;
            made_.end_of[node] = static_cast<NodeIndex>(node_of_.size());
            node_of_.push_back(node);
        }
    }

    // Finds starts that no step leads to, of nodes with other states: paths only begin there.
    void find_sources() {
        is_source_.assign(made_.states.size(), 0);
        for (NodeIndex node = 0; node < roads_.node_count(); ++node) is_source_[node] = made_.has_end(node);
        for (const NodeIndex next : made_.states.next) {
            if (next != no_node) is_source_[next] = 0;
        }
    }

    // Arcs to end places come last among a state's out-arcs: build_adjacency keeps the order of arcs.
    void add_steps() {
        RoadNetwork& network = made_.network;
        const TurnStates& states = made_.states;
        network.tail.reserve(states.next.size() + states.size());
        network.head.reserve(network.tail.capacity());
        arc_of_.reserve(network.tail.capacity());
        for (NodeIndex state = 0; state < states.size(); ++state) {
            const auto arcs = adjacency_.out_arcs(states.node[state]);
            const auto next = states.steps(state);
            for (std::size_t i = 0; i < next.size(); ++i) {
                network.tail.push_back(state);
                network.head.push_back(next[i] == no_node ? state : next[i]);
                arc_of_.push_back(arcs[i]);
            }
        }
    }

    void add_ends() {
        RoadNetwork& network = made_.network;
        for (NodeIndex state = 0; state < made_.states.size(); ++state) {
            const NodeIndex node = made_.states.node[state];
            if (!made_.has_end(node)) continue;
            network.tail.push_back(state);
            network.head.push_back(made_.end_of[node]);
        }
    }

    void fill_columns() {
        RoadNetwork& network = made_.network;
        for (const ArcColumn& column : roads_.columns) {
            const Unit* time = made_.states.seconds.empty() ? nullptr : find_unit(column.unit, Unit::Kind::time);
            ArcColumn of_steps{column.name, column.unit, {}, column.resolution_digits};
            of_steps.values.reserve(network.arc_count());
            for (std::size_t step = 0; step < arc_of_.size(); ++step) {
                const Decimal& value = column.values[arc_of_[step]];
                of_steps.values.push_back(time ? value + in_unit(made_.states.seconds[step], *time) : value);
            }
            of_steps.values.resize(network.arc_count());  // arcs to end places cost nothing
            network.columns.push_back(std::move(of_steps));
        }
        arc_of_.resize(network.arc_count(), 0);  // an arc to an end place has no id of its own, and needs none
        network.arc_ids = roads_.arc_ids.selection(arc_of_);
    }

    void fill_nodes() {
        RoadNetwork& network = made_.network;
        network.node_ids = roads_.node_ids.selection(node_of_);
        if (!roads_.coordinates.empty()) {
            for (const NodeIndex node : node_of_) network.coordinates.push_back(roads_.coordinates[node]);
        }
        for (std::size_t i = 0; i < node_of_.size(); ++i) {
            const bool is_border = i >= made_.states.size() || is_source_[i];
            network.no_through.push_back(is_border || roads_.is_no_through(node_of_[i]));
        }
        network.provenance = roads_.provenance;
        if (!roads_.elimination_order.empty()) order_states();
    }

    // Replaces each node in the elimination order by its states.
    void order_states() {
        std::vector<std::vector<NodeIndex>> further(roads_.node_count());
        for (std::size_t state = roads_.node_count(); state < made_.states.size(); ++state) {
            further[made_.states.node[state]].push_back(static_cast<NodeIndex>(state));
        }
        auto& order = made_.network.elimination_order;
        for (const NodeIndex node : roads_.elimination_order) {
            if (node >= further.size()) return order.clear();  // the order does not fit
            if (!is_source_[node]) order.push_back(node);
            order.insert(order.end(), further[node].begin(), further[node].end());
        }
    }

    const RoadNetwork& roads_;
    const AdjacencyArray& adjacency_;
    StateNetwork made_;
    std::vector<NodeIndex> node_of_;       // by node of the made network
    std::vector<ArcIndex> arc_of_;         // by step
    std::vector<std::uint8_t> is_source_;  // by state
};

}  // namespace

Decimal in_unit(const Decimal& seconds, const Unit& time) {
    constexpr std::int64_t second_ms = 1000;
    constexpr int digits = 9;
    if (time.size == second_ms) return seconds;
    if (time.size == 1) return seconds * Decimal(second_ms, 0);
    return Decimal(std::llround(seconds.to_double() * second_ms / static_cast<double>(time.size) * 1e9), digits);
}

StateNetwork make_state_network(const RoadNetwork& roads, const AdjacencyArray& adjacency, TurnStates states) {
    return StateBuilder(roads, adjacency, std::move(states)).build();
}

}  // namespace allways::network
