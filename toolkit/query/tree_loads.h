// SPDX-License-Identifier: Apache-2.0
// The trips to one destination, summed down the tree of its paths.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "allways/query/assignment.h"
#include "cost/expanded_network.h"

namespace allways::query {

// What all destinations share. Borrows all.
struct LoadedNetwork {
    const cost::ExpandedNetwork& expanded;
    std::span<const std::uint8_t> selected;  // by arc of the road network; empty: trips load all paths

    // The arc of the road network that a step of the expanded network takes.
    ArcIndex road_arc(NodeIndex state, ArcIndex step) const {
        const AdjacencyArray& roads = expanded.road_adjacency();
        return roads.arcs[roads.first_out[expanded.node_of(state)] + (step - expanded.adjacency().first_out[state])];
    }
};

// Sums over destinations, one after the other. `Tree` answers for one destination:
//   ArcIndex next(state)       the step that the path takes there, a position in the expanded network's adjacency array
//   NodeIndex head(step)
//   double raw_distance(node)  +inf if there is no path
class TreeLoads {
public:
    explicit TreeLoads(const LoadedNetwork& network);

    // `trips`: all to `to`, none from there.
    template <class Tree>
    void add(NodeIndex to, std::span<const NodeTrips> trips, const Tree& tree) {
        order_.clear();
        for (const NodeTrips& some : trips) {
            if (tree.raw_distance(some.from) < infinity) walk(some.from, to, tree);
        }
        mark_passes(to);
        for (const NodeTrips& some : trips) start(some, tree.raw_distance(some.from));
        sum_down(to);
    }

    const Assignment& sums() const { return sums_; }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // Appends the states between `from` and the first known one, the nearest to the destination first.
    template <class Tree>
    void walk(NodeIndex from, NodeIndex to, const Tree& tree) {
        const std::size_t begin = order_.size();
        for (NodeIndex state = from; !is_known(state) && network_.expanded.node_of(state) != to;) {
            known_[state] = 1;
            const ArcIndex step = tree.next(state);
            head_[state] = tree.head(step);
            arc_[state] = network_.road_arc(state, step);
            order_.push_back(state);
            state = head_[state];
        }
        std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.end());
    }
    bool is_known(NodeIndex state) const { return known_[state] != 0; }
    void mark_passes(NodeIndex to);
    void start(const NodeTrips& some, double raw_distance);
    void sum_down(NodeIndex to);

    LoadedNetwork network_;
    Assignment sums_;
    // By state of the expanded network.
    std::vector<std::uint8_t> known_;   // on a path to the present destination
    std::vector<std::uint8_t> passes_;  // the path from here takes a selected arc
    std::vector<NodeIndex> head_;
    std::vector<ArcIndex> arc_;  // of the road network
    std::vector<double> trips_;
    std::vector<NodeIndex> order_;  // known states; each one's next state, unless it is an end, comes before it
};

}  // namespace allways::query
