// SPDX-License-Identifier: Apache-2.0
// Minimum-fill elimination: repeatedly takes the node whose neighbours lack the fewest arcs among them.
//
// Source: Tinney and Walker 1967, "Direct solutions of sparse network equations by optimally ordered triangular
// factorization" (scheme 3, minimum deficiency).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/threads/work_meter.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

// The border of a subgraph consists of nodes outside it that are eliminated later. Eliminating the subgraph joins all
// of them to each other, whatever the order, so arcs between them are neither counted nor stored.
class MinFill {
public:
    // The last `border` nodes of the graph are its border, which is never eliminated; arcs between them are ignored.
    // Calls of `eliminate` with any_degree do at most `most_work` work; the default is a bound that planar grids do not
    // reach.
    explicit MinFill(const UndirectedGraph& graph, std::size_t border = 0, std::uint64_t most_work = 0);

    // The bound: 64·√n entries of lists of neighbours for each of `nodes` nodes of a graph of n nodes.
    static std::uint64_t work_bound(std::size_t n, std::size_t nodes);

    static constexpr std::size_t any_degree = std::numeric_limits<std::size_t>::max();

    // Eliminates nodes of `nodes` as long as one of them has at most `most` neighbours left. Once the work of all calls
    // exceeds the bound, calls with any_degree order their nodes by current degree.
    void eliminate(std::span<const std::uint32_t> nodes, std::size_t most, WorkMeter& meter);

    // The number of nodes that calls with any_degree ordered without considering fill.
    std::size_t ordered_by_degree() const { return ordered_by_degree_; }

    // The nodes not yet eliminated, ascending, without the border; and the arcs that now join them.
    std::vector<std::uint32_t> rest() const;
    UndirectedGraph graph_of(std::span<const std::uint32_t> rest) const;

    // Ends the work and returns the eliminated nodes, the first one first.
    std::vector<std::uint32_t> take_order() { return std::move(order_); }

private:
    enum class State : std::uint8_t { left, wanted, queued, eliminated };

    bool is_border(std::uint32_t v) const { return v >= inner_count_; }
    std::uint32_t bucket_of(std::uint32_t v) const;
    void enqueue(std::uint32_t v);
    void dequeue(std::uint32_t v);
    std::uint32_t lowest_queued();
    void touch(std::uint32_t v);
    void join_neighbours(std::uint32_t v);
    void take_out(std::uint32_t v);
    void order_by_degree(std::span<const std::uint32_t> nodes);

    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::uint32_t inner_count_;
    std::vector<std::uint32_t> border_neighbours_;  // by node: the number of its neighbours in the border
    // Arcs among a node's neighbours, including all pairs inside the border.
    std::vector<std::uint64_t> joined_;
    std::vector<std::uint32_t> level_;  // 1 + the highest level of its eliminated neighbours: the height of its tree
    std::vector<State> state_;
    std::vector<std::uint32_t> order_;
    std::uint64_t work_ = 0;  // visited entries of neighbours_
    std::uint64_t most_work_;
    std::size_t ordered_by_degree_ = 0;

    // The queue: a list for each bucket of scores, the last touched node at its end.
    std::vector<std::uint32_t> first_, last_;              // by bucket
    std::vector<std::uint32_t> bucket_, before_, behind_;  // by node
    std::uint32_t lowest_ = 0;

    std::vector<std::uint32_t> marked_by_;  // by node: the last node that marked it
    std::uint32_t mark_ = 0;
    std::vector<std::uint32_t> touched_at_;  // by node: the number of eliminations at that time
    std::vector<std::uint32_t> touched_;
};

}  // namespace allways::ordering
