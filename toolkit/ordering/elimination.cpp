// SPDX-License-Identifier: Apache-2.0
#include "ordering/elimination.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "ordering/undirected_graph.h"

namespace allways::ordering {

namespace {

// Maps each node to its position in `order`.
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

// The connected components of a graph's nodes with positions below `top`: by node the lowest node of its component,
// regardless of which threads join them and in what order.
class Components {
public:
    Components(const UndirectedGraph& graph, std::span<const std::uint32_t> place, std::uint32_t top, unsigned threads,
               WorkMeter& meter)
        : lowest_(graph.node_count()) {
        for_each_index(
            lowest_.size(), meter, [&](std::size_t v) { lowest_[v] = static_cast<std::uint32_t>(v); }, threads);
        for_each_index(
            lowest_.size(), meter,
            [&](std::size_t v) {
                if (place[v] >= top) return;
                for (const std::uint32_t w : graph.neighbours(static_cast<std::uint32_t>(v))) {
                    if (w < v && place[w] < top) join(static_cast<std::uint32_t>(v), w);
                }
            },
            threads);
        for_each_index(
            lowest_.size(), meter, [&](std::size_t v) { root(static_cast<std::uint32_t>(v)); }, threads);
    }

    std::uint32_t of(std::uint32_t v) const { return lowest_[v]; }

private:
    // Moves nodes on the way directly below the root, or at least below a node nearer to it.
    std::uint32_t root(std::uint32_t v) {
        for (;;) {
            const std::uint32_t next = at(v).load(std::memory_order_relaxed);
            if (next == v) return v;
            const std::uint32_t after = at(next).load(std::memory_order_relaxed);
            if (after == next) return next;
            at(v).store(after, std::memory_order_relaxed);
        }
    }

    std::atomic_ref<std::uint32_t> at(std::uint32_t v) { return std::atomic_ref<std::uint32_t>(lowest_[v]); }

    // Attaches the higher of two roots to the lower one.
    void join(std::uint32_t a, std::uint32_t b) {
        for (;;) {
            a = root(a);
            b = root(b);
            if (a == b) return;
            if (a < b) std::swap(a, b);
            std::uint32_t expected = a;
            if (at(a).compare_exchange_strong(expected, b, std::memory_order_relaxed)) return;
        }
    }

    std::vector<std::uint32_t> lowest_;  // by node: the node itself, or a lower node of its component
};

// Positions below `top`, grouped so that no arc joins two groups; ascending in each group.
std::vector<std::vector<std::uint32_t>> independent_parts(const UndirectedGraph& graph,
                                                          std::span<const std::uint32_t> place, std::uint32_t top,
                                                          unsigned threads, WorkMeter& meter) {
    constexpr std::size_t part_size = 16'384;
    const auto n = static_cast<std::uint32_t>(place.size());
    const Components components(graph, place, top, threads, meter);
    std::vector<std::uint32_t> part_of(n, 0);  // by lowest node of a component; initially the component's size
    for (std::uint32_t v = 0; v < n; ++v) ++part_of[components.of(v)];
    std::vector<std::vector<std::uint32_t>> parts;
    std::size_t in_last = part_size;
    for (std::uint32_t v = 0; v < n; ++v) {
        if (v % block_size == 0) meter.check();
        if (place[v] >= top) continue;
        if (components.of(v) == v) {
            if (in_last >= part_size) {
                parts.emplace_back();
                in_last = 0;
            }
            in_last += part_of[v];
            part_of[v] = static_cast<std::uint32_t>(parts.size() - 1);
        }
        parts[part_of[components.of(v)]].push_back(place[v]);
    }
    parallel_for(
        parts.size(), [&](std::size_t p) { std::sort(parts[p].begin(), parts[p].end()); }, threads);
    return parts;
}

// Returns the parent of each position, with path compression on the way to roots (Liu 1990, section 4). Without the
// last positions a graph with good cuts falls apart: threads process the separate components before one thread adds the
// rest.
std::vector<std::uint32_t> tree_of(const UndirectedGraph& graph, std::span<const std::uint32_t> order,
                                   std::span<const std::uint32_t> place, unsigned threads, WorkMeter& meter) {
    const auto n = static_cast<std::uint32_t>(order.size());
    std::vector<std::uint32_t> parent(n, no_parent);
    std::vector<std::uint32_t> shortcut(n, no_parent);  // some ancestor
    const auto add = [&](std::uint32_t w) {
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
    };
    const bool is_large = threads > 1 && n >= 100'000;
    const std::uint32_t top = is_large ? n - n / 64 : 0;
    if (is_large) {
        const auto parts = independent_parts(graph, place, top, threads, meter);
        meter.run(
            parts.size(),
            [&](std::size_t p) {
                for (const std::uint32_t w : parts[p]) add(w);
                meter.add(parts[p].size());
            },
            threads);
    }
    for (std::uint32_t w = top; w < n; ++w) {
        if (w % block_size == 0) meter.check();
        add(w);
    }
    return parent;
}

// Returns the positions in postorder; children, and roots, keep their order.
std::vector<std::uint32_t> postorder(const std::vector<std::uint32_t>& parent, const WorkMeter& meter) {
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
            if (result.size() % block_size == 0) meter.check();
            result.push_back(v);
            if (v == root) break;
        }
    }
    return result;
}

// Row w of the filled graph consists of the nodes of the tree between w and its lower neighbours (Liu 1990, section 5).
// Visits each v that is joined to w; w ascends for each v. Threads share the subtrees, so visits of different v may
// occur at the same time.
template <class Visit>
void each_fill(const UndirectedGraph& graph, const Elimination& e, unsigned threads, WorkMeter& meter, Visit&& visit) {
    constexpr std::size_t subtree_size = 32'768;
    const auto n = static_cast<std::uint32_t>(e.node_count());
    const Subtrees parts = subtrees(e, subtree_size);
    std::vector<std::uint32_t> seen_by(n, no_parent);
    // Root of the node's subtree; nodes above the subtrees have no root.
    std::vector<std::uint32_t> root_of(n, no_parent);
    // Visits the nodes between w and v, but none beyond `last`.
    const auto climb = [&](std::uint32_t v, std::uint32_t w, std::uint32_t last) {
        for (; v <= last && seen_by[v] != w; v = e.parent[v]) {
            seen_by[v] = w;
            visit(v, w);
        }
    };
    meter.run(
        parts.roots.size(),
        [&](std::size_t i) {
            const std::uint32_t root = parts.roots[i];
            std::vector<std::pair<std::uint32_t, std::uint32_t>> to_top;
            for (std::uint32_t w = first_of_subtree(e, root); w <= root; ++w) {
                seen_by[w] = w;
                root_of[w] = root;
                for (const std::uint32_t neighbour : graph.neighbours(e.node_at[w])) {
                    const std::uint32_t v = e.rank_of[neighbour];
                    if (v < w)
                        climb(v, w, root);
                    else if (v > root)
                        to_top.emplace_back(v, w);
                }
            }
            std::sort(to_top.begin(), to_top.end());
            for (const auto& [w, v] : to_top) climb(v, w, root);
            meter.add(e.subtree_size[root]);
        },
        threads);
    for (const std::uint32_t w : parts.top) {
        meter.check();
        seen_by[w] = w;
        for (const std::uint32_t neighbour : graph.neighbours(e.node_at[w])) {
            const std::uint32_t v = e.rank_of[neighbour];
            if (v < w) climb(root_of[v] == no_parent ? v : e.parent[root_of[v]], w, n);
        }
    }
}

// Computes everything except `up`.
Elimination tree_and_counts(const UndirectedGraph& neighbours, std::span<const std::uint32_t> order, unsigned threads,
                            WorkMeter& meter) {
    const std::size_t n = neighbours.node_count();
    const std::vector<std::uint32_t> parent_place = tree_of(neighbours, order, places(order, n), threads, meter);
    const std::vector<std::uint32_t> places_by_rank = postorder(parent_place, meter);

    Elimination e;
    std::vector<std::uint32_t> rank_of_place(n);
    e.node_at.resize(n);
    e.rank_of.resize(n);
    e.parent.resize(n);
    for_each_index(
        n, meter,
        [&](std::size_t rank) {
            rank_of_place[places_by_rank[rank]] = static_cast<std::uint32_t>(rank);
            e.node_at[rank] = order[places_by_rank[rank]];
            e.rank_of[e.node_at[rank]] = static_cast<std::uint32_t>(rank);
        },
        threads);
    for_each_index(
        n, meter,
        [&](std::size_t rank) {
            const std::uint32_t parent = parent_place[places_by_rank[rank]];
            e.parent[rank] = parent == no_parent ? no_parent : rank_of_place[parent];
        },
        threads);
    meter.check();
    e.subtree_size.assign(n, 1);
    e.depth.assign(n, 0);
    for (std::uint32_t rank = 0; rank < n; ++rank) {
        if (e.parent[rank] != no_parent) e.subtree_size[e.parent[rank]] += e.subtree_size[rank];
    }
    for (auto rank = static_cast<std::uint32_t>(n); rank-- > 0;) {
        if (e.parent[rank] != no_parent) e.depth[rank] = e.depth[e.parent[rank]] + 1;
    }

    meter.check();
    e.first_up.assign(n + 1, 0);
    each_fill(neighbours, e, threads, meter, [&](std::uint32_t v, std::uint32_t) { ++e.first_up[v + 1]; });
    for (std::size_t v = 0; v < n; ++v) e.first_up[v + 1] += e.first_up[v];
    return e;
}

void fill_up(Elimination& e, const UndirectedGraph& neighbours, unsigned threads, WorkMeter& meter) {
    e.up.resize(e.fill());
    std::vector<std::size_t> end(e.first_up.begin(), e.first_up.end() - 1);
    each_fill(neighbours, e, threads, meter, [&](std::uint32_t v, std::uint32_t w) { e.up[end[v]++] = w; });
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

Elimination eliminate(const Graph& graph, std::span<const std::uint32_t> order, unsigned threads,
                      const ProgressCallback& progress, const FillDecision& wants_fill) {
    if (threads == 0) threads = hardware_threads();
    WorkMeter meter(progress, "eliminate", 3 * graph.node_count());
    Elimination e;
    run_alone(graph.node_count(), meter, [&] {
        const UndirectedGraph neighbours = undirected(graph, threads, meter);
        e = tree_and_counts(neighbours, order, threads, meter);
        if (!wants_fill || wants_fill(e)) fill_up(e, neighbours, threads, meter);
    });
    meter.finish();
    return e;
}

Subtrees subtrees(const Elimination& e, std::size_t most) {
    Subtrees result;
    for (auto v = static_cast<std::uint32_t>(e.node_count()); v-- > 0;) {
        if (e.subtree_size[v] > most) {
            result.top.push_back(v);
        } else {
            result.roots.push_back(v);
            v -= e.subtree_size[v] - 1;
        }
    }
    std::reverse(result.roots.begin(), result.roots.end());
    std::reverse(result.top.begin(), result.top.end());
    return result;
}

}  // namespace allways::ordering
