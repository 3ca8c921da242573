#include "ordering/elimination.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// node → its position in `order`.
std::vector<std::uint32_t> places(std::span<const std::uint32_t> order, std::size_t n) {
    if (order.size() != n) {
        throw InvalidArgument(
            format("an elimination order must contain each of the {} nodes once, found {}", n, order.size()));
    }
    constexpr std::uint32_t nowhere = ~std::uint32_t{0};
    std::vector<std::uint32_t> place(n, nowhere);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (order[i] >= n || place[order[i]] != nowhere) {
            throw InvalidArgument(format("an elimination order must contain each of the {} nodes once; entry {} is {}",
                                         n, i, order[i] >= n ? "not a node" : "a duplicate"));
        }
        place[order[i]] = i;
    }
    return place;
}

// Parent of each position, with path compression on the way to roots (Liu 1990, section 4).
std::vector<std::uint32_t> tree_of(const UndirectedGraph& graph, std::span<const std::uint32_t> order,
                                   const std::vector<std::uint32_t>& place) {
    const auto n = static_cast<std::uint32_t>(order.size());
    std::vector<std::uint32_t> parent(n, no_parent);
    std::vector<std::uint32_t> shortcut(n, no_parent);  // some ancestor
    for (std::uint32_t w = 0; w < n; ++w) {
        for (const std::uint32_t neighbour : graph.neighbours(order[w])) {
            std::uint32_t v = place[neighbour];
            if (v >= w) continue;
            while (shortcut[v] != w && shortcut[v] != no_parent) {
                const std::uint32_t next = shortcut[v];
                shortcut[v] = w;
                v = next;
            }
            if (shortcut[v] == no_parent) {
                shortcut[v] = w;
                parent[v] = w;
            }
        }
    }
    return parent;
}

// The positions in postorder; children, and roots, keep their order.
std::vector<std::uint32_t> postorder(const std::vector<std::uint32_t>& parent) {
    const auto n = static_cast<std::uint32_t>(parent.size());
    std::vector<std::uint32_t> first_child(n, no_parent);
    std::vector<std::uint32_t> sibling(n, no_parent);
    std::uint32_t first_root = no_parent;
    for (std::uint32_t v = n; v-- > 0;) {
        std::uint32_t& first = parent[v] == no_parent ? first_root : first_child[parent[v]];
        sibling[v] = first;
        first = v;
    }
    std::vector<std::uint32_t> result;
    result.reserve(n);
    const auto leaf_below = [&](std::uint32_t v) {
        while (first_child[v] != no_parent) v = first_child[v];
        return v;
    };
    for (std::uint32_t root = first_root; root != no_parent; root = sibling[root]) {
        for (std::uint32_t v = leaf_below(root);; v = sibling[v] != no_parent ? leaf_below(sibling[v]) : parent[v]) {
            result.push_back(v);
            if (v == root) break;
        }
    }
    return result;
}

// Row w of the filled graph is the part of the tree between w and its lower neighbours (Liu 1990, section 5). Visits
// each v that is joined to w, w ascending.
template <class Visit>
void each_fill(const UndirectedGraph& graph, const Elimination& e, Visit&& visit) {
    const auto n = static_cast<std::uint32_t>(e.node_count());
    std::vector<std::uint32_t> seen_by(n, no_parent);
    for (std::uint32_t w = 0; w < n; ++w) {
        seen_by[w] = w;
        for (const std::uint32_t neighbour : graph.neighbours(e.node_at[w])) {
            std::uint32_t v = e.rank_of[neighbour];
            if (v >= w) continue;
            for (; seen_by[v] != w; v = e.parent[v]) {
                seen_by[v] = w;
                visit(v, w);
            }
        }
    }
}

// Everything except `up`.
Elimination tree_and_counts(const UndirectedGraph& neighbours, std::span<const std::uint32_t> order) {
    const std::size_t n = neighbours.node_count();
    const std::vector<std::uint32_t> parent_place = tree_of(neighbours, order, places(order, n));
    const std::vector<std::uint32_t> places_by_rank = postorder(parent_place);

    Elimination e;
    std::vector<std::uint32_t> rank_of_place(n);
    e.node_at.resize(n);
    e.rank_of.resize(n);
    for (std::uint32_t rank = 0; rank < n; ++rank) {
        rank_of_place[places_by_rank[rank]] = rank;
        e.node_at[rank] = order[places_by_rank[rank]];
        e.rank_of[e.node_at[rank]] = rank;
    }
    e.parent.resize(n);
    e.subtree_size.assign(n, 1);
    e.depth.assign(n, 0);
    for (std::uint32_t rank = 0; rank < n; ++rank) {
        const std::uint32_t parent = parent_place[places_by_rank[rank]];
        e.parent[rank] = parent == no_parent ? no_parent : rank_of_place[parent];
        if (parent != no_parent) e.subtree_size[e.parent[rank]] += e.subtree_size[rank];
    }
    for (auto rank = static_cast<std::uint32_t>(n); rank-- > 0;) {
        if (e.parent[rank] != no_parent) e.depth[rank] = e.depth[e.parent[rank]] + 1;
    }

    e.first_up.assign(n + 1, 0);
    each_fill(neighbours, e, [&](std::uint32_t v, std::uint32_t) { ++e.first_up[v + 1]; });
    for (std::size_t v = 0; v < n; ++v) e.first_up[v + 1] += e.first_up[v];
    return e;
}

}  // namespace

std::uint32_t Elimination::height() const {
    return depth.empty() ? 0 : 1 + *std::max_element(depth.begin(), depth.end());
}

std::uint64_t Elimination::triangles() const {
    std::uint64_t count = 0;
    for (std::size_t v = 0; v + 1 < first_up.size(); ++v) {
        const std::uint64_t degree = first_up[v + 1] - first_up[v];
        count += degree * (degree - (degree > 0)) / 2;
    }
    return count;
}

Elimination forecast_elimination(const Graph& graph, std::span<const std::uint32_t> order) {
    return tree_and_counts(undirected(graph), order);
}

Elimination eliminate(const Graph& graph, std::span<const std::uint32_t> order) {
    const UndirectedGraph neighbours = undirected(graph);
    Elimination e = tree_and_counts(neighbours, order);
    e.up.resize(e.fill());
    std::vector<std::size_t> end(e.first_up.begin(), e.first_up.end() - 1);
    each_fill(neighbours, e, [&](std::uint32_t v, std::uint32_t w) { e.up[end[v]++] = w; });
    return e;
}

}  // namespace allways::ordering
