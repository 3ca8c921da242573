// SPDX-License-Identifier: Apache-2.0
// The result of eliminating the nodes of a graph in a given order: the elimination tree and the arcs of the filled
// graph. It does not depend on costs, so one elimination serves every cost column of a network.
//
// Nodes are identified by rank, their position in the elimination. Ranks are a postorder of the tree: the subtree of v
// is the ranks v - subtree_size[v] + 1 … v, children come before parents, and the last rank is a root.
//
// Sources: Liu 1990, "The role of elimination trees in sparse factorization", sections 2 and 5; Dibbelt, Strasser and
// Wagner 2016, "Customizable contraction hierarchies", section 4 (the same graph, with ranks for levels).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allways/base/progress.h"

namespace allways::ordering {

// A directed graph as rows of arcs: those of node v are first_out[v] … first_out[v + 1] - 1. Without self-loops;
// parallel arcs are allowed.
struct Graph {
    std::span<const std::size_t> first_out;  // n + 1
    std::span<const std::uint32_t> head;     // m
    std::size_t node_count() const { return first_out.empty() ? 0 : first_out.size() - 1; }
};

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};

struct Elimination {
    std::vector<std::uint32_t> node_at;  // rank → node of the graph
    std::vector<std::uint32_t> rank_of;  // node of the graph → rank

    // By rank. All neighbours of v that are eliminated later are ancestors of v, and the first of them is its parent.
    std::vector<std::uint32_t> parent;        // no_parent: a root, one for each weak component
    std::vector<std::uint32_t> depth;         // 0 at a root
    std::vector<std::uint32_t> subtree_size;  // including v itself

    // The filled graph: v is joined to up[first_up[v]] … up[first_up[v + 1] - 1], ascending ranks, in both directions.
    std::vector<std::size_t> first_up;  // n + 1
    std::vector<std::uint32_t> up;

    std::size_t node_count() const { return node_at.size(); }
    std::size_t fill() const { return first_up.empty() ? 0 : first_up.back(); }  // pairs of joined nodes
    std::uint32_t height() const;     // nodes on the longest way from a root to a leaf
    std::uint64_t triangles() const;  // number of pairs of upper neighbours, over all nodes: the work of a factor
    std::span<const std::uint32_t> ups(std::uint32_t v) const {
        return {up.data() + first_up[v], first_up[v + 1] - first_up[v]};
    }
};

// Is asked about an elimination without `up`, which takes O(n + m) memory, whether the filled graph is worth its own.
using FillDecision = std::function<bool(const Elimination& forecast)>;

// `order`: the nodes of the graph in the order of elimination; the ranks are a postorder of its tree, which has the
// same fill. `up` stays empty if `wants_fill` says no. O(fill). `threads` = 0: as many as the machine has; the result
// is the same for any number. Reports the stage "eliminate". Throws InvalidArgument if `order` is not a permutation of
// the nodes, and what `wants_fill` throws.
//
// Storing `node_at` is enough to restore an elimination: used as the order, it gives the same result.
Elimination eliminate(const Graph& graph, std::span<const std::uint32_t> order, unsigned threads = 0,
                      const ProgressCallback& progress = {}, const FillDecision& wants_fill = {});

// An elimination tree divided into independent subtrees and the ranks above them, for several threads.
struct Subtrees {
    // The roots of the subtrees, ascending. A subtree is the ranks first_of_subtree(root) … root.
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> top;  // ranks outside the subtrees, ascending: all ancestors of the roots
};

// Finds the largest subtrees of at most `most` nodes. O(roots + top).
Subtrees subtrees(const Elimination& e, std::size_t most);

inline std::uint32_t first_of_subtree(const Elimination& e, std::uint32_t root) {
    return root - (e.subtree_size[root] - 1);
}

}  // namespace allways::ordering
