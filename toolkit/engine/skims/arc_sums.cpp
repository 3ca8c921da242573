// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/arc_sums.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/blocks.h"
#include "base/threads/large_vector.h"
#include "engine/skims/lane_loops.h"
#include "engine/sweep/sweep_problem.h"
#include "ordering/elimination.h"
#include "ordering/factor.h"

namespace allways::engine {

namespace {

// Returns the arcs up from v, except those that are costlier than a path over another of v's upper neighbours, all of
// which are joined. O(pairs of upper neighbours).
template <class T>
std::vector<std::size_t> needed_arcs(const ordering::Factor<T>& factor, std::uint32_t v) {
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = factor.first_arc_bits > 0 ? (std::int32_t{1} << factor.first_arc_bits) - 1 : 0;
    const std::size_t begin = tree.first_up[v];
    const std::size_t count = tree.first_up[v + 1] - begin;
    std::vector<T> cost(count);
    for (std::size_t i = 0; i < count; ++i) cost[i] = cost_part(factor.up[begin + i], mask);
    std::vector<T> least = cost;  // over another upper neighbour
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t w = tree.up[begin + i];
        const std::size_t row = tree.first_up[w];
        T over = least[i];
        const auto relax = [&](std::size_t j, std::size_t a) {
            least[j] = std::min(least[j], cost[i] + cost_part(factor.up[a], mask));
            over = std::min(over, cost[j] + cost_part(factor.down[a], mask));
        };
        if (tree.first_up[w + 1] - row == count - i - 1) {  // the same nodes
            for (std::size_t j = i + 1; j < count; ++j) relax(j, row + (j - i - 1));
        } else {
            std::size_t a = row;
            for (std::size_t j = i + 1; j < count; ++j, ++a) {
                while (tree.up[a] != tree.up[begin + j]) ++a;
                relax(j, a);
            }
        }
        least[i] = over;
    }
    std::vector<std::size_t> needed;
    for (std::size_t i = 0; i < count; ++i) {
        if (factor.up[begin + i] < factor.unreachable && !(least[i] < cost[i])) needed.push_back(begin + i);
    }
    return needed;
}

}  // namespace

template <class T, class S>
ArcSums<T, S>::ArcSums(const SkimNetwork<T>& network, std::span<const std::uint64_t> first_arc)
    : network_(network), first_arc_(first_arc), first_exit_beyond_(network.class_count() - network.core_count + 1, 0) {
    const auto leads_beyond = [&](const SkimExit<T>& exit) {
        return exit.head_class >= network.core_count && exit.cost < unreachable_cost<T>;
    };
    const std::span exits(network.exits.data(), network.first_exit[network.core_count]);
    for (const SkimExit<T>& exit : exits) {
        if (leads_beyond(exit)) ++first_exit_beyond_[exit.head_class - network.core_count + 1];
    }
    for (std::size_t i = 1; i < first_exit_beyond_.size(); ++i) first_exit_beyond_[i] += first_exit_beyond_[i - 1];
    exits_beyond_.resize(first_exit_beyond_.back());
    std::vector<std::uint32_t> next(first_exit_beyond_.begin(), first_exit_beyond_.end() - 1);
    for (std::uint32_t e = 0; e < exits.size(); ++e) {
        if (leads_beyond(exits[e])) exits_beyond_[next[exits[e].head_class - network.core_count]++] = e;
    }
}

void fail_cells() {
    throw DamagedContent("its cells contradict each other; make the factor again");
}

namespace {

PathPart up_of(std::size_t a) {
    return 2 * PathPart{a};
}
PathPart down_of(std::size_t a) {
    return 2 * PathPart{a} + 1;
}

}  // namespace

template <class T, class S>
ComputedArcSums<T, S>::ComputedArcSums(const SkimNetwork<T>& network, const ordering::Factor<T>& factor,
                                       WorkMeter& meter)
    : ArcSums<T, S>(network, factor.elimination->first_up), factor_(factor) {
    const ordering::Elimination& tree = *factor.elimination;
    const std::size_t parts = 2 * tree.fill();
    if (parts >= no_part) {
        throw CapacityError(
            format("sums along paths of a network whose filled graph has {} arcs are not supported; solve "
                   "a part of it, or leave out the skims",
                   tree.fill()),
            bytes(tree.fill(), network.field_count), 0);
    }
    paths_ = large_vector<ArcPath>(parts);
    sums_ = large_vector<S>(parts * network.field_count);
    place_exits(meter);
    sum_arcs(meter);
}

// Enters, for each arc of the factor, the lowest of the exits that equal this arc.
template <class T, class S>
void ComputedArcSums<T, S>::place_exits(WorkMeter& meter) {
    const ordering::Elimination& tree = *factor_.elimination;
    for_each_index(tree.node_count(), meter, [&](std::size_t rank) {
        const auto v = static_cast<std::uint32_t>(rank);
        const std::size_t begin = network_.first_exit[v];
        for (std::size_t e = begin; e < network_.first_exit[v + 1]; ++e) {
            const SkimExit<T>& exit = network_.exits[e];
            const std::uint32_t w = exit.head_class;
            if (w >= tree.node_count() || exit.cost >= unreachable_cost<T>) continue;
            const auto ups = tree.ups(std::min(v, w));
            const auto at = std::lower_bound(ups.begin(), ups.end(), std::max(v, w));
            if (at == ups.end() || *at != std::max(v, w)) continue;  // it is costlier than any shortest path
            T cell = exit.cost;
            if constexpr (std::is_integral_v<T>) {
                if (factor_.first_arc_bits > 0) cell = (cell << factor_.first_arc_bits) + static_cast<T>(e - begin);
            }
            const std::size_t a = tree.first_up[std::min(v, w)] + static_cast<std::size_t>(at - ups.begin());
            if (cell != (v < w ? factor_.up : factor_.down)[a]) continue;
            const PathPart part = v < w ? up_of(a) : down_of(a);
            if (paths_[part].first != no_exit) continue;
            paths_[part].first = static_cast<std::uint32_t>(e);
            network_.add_exit(sums_.data() + part * network_.field_count, paths_[part].first);
        }
    });
}

// Sums ranks from the lowest up, each row from the rows below that have it as an upper neighbour and wait for it in a
// list. Threads share the subtrees of the tree.
template <class T, class S>
void ComputedArcSums<T, S>::sum_arcs(WorkMeter& meter) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    constexpr std::size_t subtree_size = 4096;
    const ordering::Elimination& tree = *factor_.elimination;
    std::vector<std::uint32_t> first_waiting(tree.node_count(), none), next_waiting(tree.node_count(), none);
    std::vector<std::uint32_t> ups_done(tree.node_count(), 0);
    const std::size_t height = tree.height();
    const auto wait = [&](std::uint32_t u) {
        const std::size_t next = tree.first_up[u] + ups_done[u];
        next_waiting[u] = std::exchange(first_waiting[tree.up[next]], u);
    };
    // Returns the ranks that continue to wait for ranks beyond `last`.
    const auto sum_ranks = [&](std::uint32_t first, std::uint32_t last, Work& work) {
        std::vector<std::uint32_t> beyond;
        const auto go_on = [&](std::uint32_t u) {
            if (tree.first_up[u] + ups_done[u] == tree.first_up[u + 1]) return;
            if (tree.up[tree.first_up[u] + ups_done[u]] <= last)
                wait(u);
            else
                beyond.push_back(u);
        };
        for (std::uint32_t v = first; v <= last; ++v) {
            for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a)
                work.arc_at[tree.depth[tree.up[a]]] = a;
            for (std::uint32_t u = first_waiting[v]; u != none;) {
                const std::uint32_t next = next_waiting[u];
                offer_ways_over(tree.first_up[u] + ups_done[u]++, u, work);
                go_on(u);
                u = next;
            }
            go_on(v);
        }
        return beyond;
    };
    const ordering::Subtrees parts = ordering::subtrees(tree, subtree_size);
    std::vector<std::vector<std::uint32_t>> beyond(parts.roots.size());
    const auto sum_subtree = [&](std::size_t i) {
        const std::uint32_t first = ordering::first_of_subtree(tree, parts.roots[i]);
        Work work{std::vector<std::size_t>(height), {}, {}};
        beyond[i] = sum_ranks(first, parts.roots[i], work);
        meter.add(parts.roots[i] - first + 1);
    };
    meter.run(parts.roots.size(), sum_subtree, hardware_threads());
    for (const std::vector<std::uint32_t>& ranks : beyond) std::ranges::for_each(ranks, wait);
    Work work{std::vector<std::size_t>(height), {}, {}};
    meter.run_alone([&] {
        for (const std::uint32_t v : parts.top) {
            for (const std::uint32_t u : sum_ranks(v, v, work)) wait(u);
            meter.add(1);
        }
    });
}

// Offers the paths v → u → w and w → u → v to the arcs between v = up[i] and the further upper neighbours w of u.
template <class T, class S>
void ComputedArcSums<T, S>::offer_ways_over(std::size_t i, std::uint32_t u, Work& work) {
    const ordering::Factor<T>& factor = factor_;
    const ordering::Elimination& tree = *factor.elimination;
    const std::int32_t mask = factor.first_arc_bits > 0 ? (std::int32_t{1} << factor.first_arc_bits) - 1 : 0;
    const T v_to_u = factor.down[i];
    const T u_to_v = cost_part(factor.up[i], mask);
    const auto offer_pair = [&](std::size_t j, std::size_t a) {
        if (v_to_u + cost_part(factor.up[j], mask) == factor.up[a]) offer(up_of(a), down_of(i), up_of(j), work);
        if (factor.down[j] + u_to_v == factor.down[a]) offer(down_of(a), down_of(j), up_of(i), work);
    };
    const std::uint32_t v = tree.up[i];
    const std::size_t end = tree.first_up[u + 1];
    std::size_t j = i + 1;
    if (tree.first_up[v + 1] - tree.first_up[v] == end - j) {  // the same nodes
        for (std::size_t a = tree.first_up[v]; j + equal_sums_at_once <= end;
             j += equal_sums_at_once, a += equal_sums_at_once) {
            if (!any_equal_sum(&factor.up[a], &factor.up[j], v_to_u, mask) &&
                !any_equal_sum(&factor.down[a], &factor.down[j], u_to_v, 0))
                continue;
            for (std::size_t k = 0; k < equal_sums_at_once; ++k) offer_pair(j + k, a + k);
        }
    }
    for (; j < end; ++j) offer_pair(j, work.arc_at[tree.depth[tree.up[j]]]);
}

// Offers a path of two parts whose total cost equals that of the arc. Both parts are final.
template <class T, class S>
void ComputedArcSums<T, S>::offer(PathPart part, PathPart left, PathPart right, Work& work) {
    const ArcPath& first = paths_[left];
    const ArcPath& second = paths_[right];
    if (first.first == no_exit || second.first == no_exit) return;  // all of these are unreachable
    ArcPath& path = paths_[part];
    if (path.first != no_exit) {
        if (first.first > path.first) return;
        if (first.first == path.first) {
            work.path.start(left, right);
            if (path.left == no_part)
                work.other.start(exit_part | path.first);
            else
                work.other.start(path.left, path.right);
            if (!precedes(work.path, work.other)) return;
        }
    }
    path = {first.first, static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right)};
    S* sums = sums_.data() + part * network_.field_count;
    std::copy_n(this->sums(left), network_.field_count, sums);
    if (network_.has_classes()) {
        network_.add_inside(sums, last_head(left), network_.exits[second.first].tail);
    }
    network_.add(sums, this->sums(right));
}

template <class T, class S>
std::uint32_t ComputedArcSums<T, S>::last_exit(PathPart part) const {
    while (paths_[part].left != no_part) part = paths_[part].right;
    return paths_[part].first;
}

template <class T, class S>
std::vector<PathPart> ComputedArcSums<T, S>::in_order(std::uint32_t v) const {
    std::vector<PathPart> parts;
    PathReader path, other;
    for (const std::size_t a : needed_arcs(factor_, v)) parts.push_back(up_of(a));
    std::ranges::sort(parts, [&](PathPart a, PathPart b) {
        if (first_exit(a) != first_exit(b)) return first_exit(a) < first_exit(b);
        path.start(a);
        other.start(b);
        return precedes(path, other);
    });
    return parts;
}

#define ALLWAYS_INSTANTIATE(T, S) \
    template class ArcSums<T, S>; \
    template class ComputedArcSums<T, S>;
ALLWAYS_INSTANTIATE(std::int32_t, std::int32_t)
ALLWAYS_INSTANTIATE(std::int32_t, double)
ALLWAYS_INSTANTIATE(double, double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
