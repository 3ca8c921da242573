// Minimum-fill elimination: repeatedly takes the node whose neighbours lack the fewest arcs among them.
//
// Sources: Tinney and Walker 1967, "Direct solutions of sparse network equations by optimally ordered triangular
// factorization" (scheme 3, minimum deficiency); Amestoy, Davis and Duff 1996 (dense nodes apart).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ordering/undirected_graph.h"

namespace allways::ordering {

class MinFill {
public:
    // Nodes with more than 10·√n neighbours always go last: otherwise they would be visited again and again.
    explicit MinFill(const UndirectedGraph& graph);

    static constexpr std::size_t any_degree = std::numeric_limits<std::size_t>::max();

    // Eliminates nodes of `nodes` as long as one of them has at most `most` neighbours left. Once the work of all calls
    // passes a bound that planar grids stay below, calls with any_degree order their nodes by current degree.
    void eliminate(std::span<const std::uint32_t> nodes, std::size_t most = any_degree);

    // Number of nodes that calls with any_degree ordered without looking at fill.
    std::size_t ordered_by_degree() const { return ordered_by_degree_; }

    // Nodes not yet eliminated, ascending, except those that go last; and the arcs now between them.
    std::vector<std::uint32_t> rest() const;
    UndirectedGraph graph_of(std::span<const std::uint32_t> rest) const;

    // Ends the work and returns the order. Requires that all nodes except those that go last have been eliminated.
    std::vector<std::uint32_t> take_order();

private:
    enum class State : std::uint8_t { left, wanted, queued, eliminated, last };

    std::uint32_t bucket_of(std::uint32_t v) const;
    void enqueue(std::uint32_t v);
    void dequeue(std::uint32_t v);
    std::uint32_t lowest_queued();
    void touch(std::uint32_t v);
    void join_neighbours(std::uint32_t v);
    void take_out(std::uint32_t v);
    void order_by_degree(std::span<const std::uint32_t> nodes);

    std::vector<std::vector<std::uint32_t>> neighbours_;
    std::vector<std::uint64_t> joined_;  // arcs among a node's neighbours
    std::vector<std::uint32_t> level_;   // 1 + that of the highest neighbour eliminated: the height of its tree
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
