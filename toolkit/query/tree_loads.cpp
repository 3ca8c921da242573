// SPDX-License-Identifier: Apache-2.0
#include "query/tree_loads.h"

namespace allways::query {

TreeLoads::TreeLoads(const LoadedNetwork& network) : network_(network) {
    const std::size_t states = network.expanded.network().node_count();
    sums_.arc_loads.assign(network.expanded.roads().arc_count(), 0);
    sums_.node_loads.assign(network.expanded.node_count(), 0);
    known_.assign(states, 0);
    passes_.assign(network.selected.empty() ? 0 : states, 0);
    head_.resize(states);
    arc_.resize(states);
    trips_.assign(states, 0);
}

void TreeLoads::mark_passes(NodeIndex to) {
    if (network_.selected.empty()) return;
    for (const NodeIndex state : order_) {
        const bool ends = network_.expanded.node_of(head_[state]) == to;
        passes_[state] = network_.selected[arc_[state]] != 0 || (!ends && passes_[head_[state]] != 0) ? 1 : 0;
    }
}

void TreeLoads::start(const NodeTrips& some, double raw_distance) {
    if (!(raw_distance < infinity)) {
        sums_.unreachable += some.trips;
    } else if (!passes_.empty() && passes_[some.from] == 0) {
        sums_.unselected += some.trips;
    } else {
        sums_.loaded += some.trips;
        sums_.raw_cost += some.trips * raw_distance;
        trips_[some.from] += some.trips;
    }
}

void TreeLoads::sum_down(NodeIndex to) {
    double arriving = 0;
    for (std::size_t at = order_.size(); at-- > 0;) {
        const NodeIndex state = order_[at];
        const double trips = trips_[state];
        trips_[state] = 0;
        known_[state] = 0;
        sums_.arc_loads[arc_[state]] += trips;
        sums_.node_loads[network_.expanded.node_of(state)] += trips;
        (network_.expanded.node_of(head_[state]) == to ? arriving : trips_[head_[state]]) += trips;
    }
    sums_.node_loads[to] += arriving;
}

}  // namespace allways::query
