// SPDX-License-Identifier: Apache-2.0
#include "query/betweenness.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "allways/base/error.h"
#include "base/vector_clones.h"

namespace allways::query {

namespace {

// Plus a cost it is no distance.
template <class T>
constexpr T no_way = std::is_integral_v<T> ? std::numeric_limits<T>::min() / 2 : -std::numeric_limits<T>::infinity();
constexpr std::uint32_t no_parent = ~std::uint32_t{0};
constexpr std::uint32_t several = std::uint32_t{1} << 31;

template <class T>
struct KeptArc {
    NodeIndex tail;
    NodeIndex head;
    T cost;
    ArcIndex arc;
};

// The arcs that shortest paths may take.
template <class T>
std::vector<KeptArc<T>> kept_arcs(const TableArcs& arcs, std::size_t node_count) {
    const auto& cost = std::get<SharedArray<T>>(arcs.cost);
    std::vector<KeptArc<T>> kept;
    std::vector<std::size_t> place(node_count, 0);  // of the kept arc to a head, + 1
    for (NodeIndex tail = 0; tail < node_count; ++tail) {
        const std::size_t begin = kept.size();
        for (std::size_t arc = arcs.first_out[tail]; arc < arcs.first_out[tail + 1]; ++arc) {
            const NodeIndex head = arcs.head[arc];
            if (head == tail || !is_reachable(cost[arc])) continue;
            if (place[head] == 0) {
                kept.push_back({tail, head, cost[arc], static_cast<ArcIndex>(arc)});
                place[head] = kept.size();
            } else if (KeptArc<T>& known = kept[place[head] - 1]; cost[arc] < known.cost) {
                known.cost = cost[arc];
                known.arc = static_cast<ArcIndex>(arc);
            }
        }
        for (std::size_t i = begin; i < kept.size(); ++i) place[kept[i].head] = 0;
    }
    return kept;
}

// Plain loops, which compilers vectorise; clones are made of plain functions, one for each type.

// Compares the in-arcs of a slot with the distances.
template <class T>
[[gnu::always_inline]] inline void mark_parents_of(const std::uint32_t* __restrict tail, const T* __restrict cost,
                                                   const T* __restrict onward, const T* __restrict row,
                                                   std::size_t count, std::uint32_t* __restrict parent) {
    for (std::size_t head = 0; head < count; ++head) {
        const std::uint32_t known = parent[head];
        const std::uint32_t one_more = known == no_parent ? tail[head] : known | several;
        parent[head] = onward[tail[head]] + cost[head] == row[head] ? one_more : known;
    }
}
ALLWAYS_VECTOR_CLONES("avx512f")
void mark_parents(const std::uint32_t* tail, const std::int32_t* cost, const std::int32_t* onward,
                  const std::int32_t* row, std::size_t count, std::uint32_t* parent) {
    mark_parents_of(tail, cost, onward, row, count, parent);
}
ALLWAYS_VECTOR_CLONES("avx512f")
void mark_parents(const std::uint32_t* tail, const double* cost, const double* onward, const double* row,
                  std::size_t count, std::uint32_t* parent) {
    mark_parents_of(tail, cost, onward, row, count, parent);
}

// The paths through one arc, times the share of its head.
template <class T>
[[gnu::always_inline]] inline void add_arcs_of(const InArcs<T>& arcs, std::size_t slot, const T* __restrict onward,
                                               const T* __restrict row, const double* __restrict paths,
                                               const double* __restrict share, double* __restrict sums) {
    const std::uint32_t* __restrict tail = arcs.tail.data() + arcs.first[slot];
    const T* __restrict cost = arcs.cost.data() + arcs.first[slot];
    const std::size_t count = arcs.nodes_of(slot);
    for (std::size_t head = 0; head < count; ++head) {
        const bool tight = onward[tail[head]] + cost[head] == row[head];
        sums[head] += static_cast<double>(tight) * (paths[tail[head]] * share[head]);
    }
}
ALLWAYS_VECTOR_CLONES("avx512f")
void add_arcs(const InArcs<std::int32_t>& arcs, std::size_t slot, const std::int32_t* onward, const std::int32_t* row,
              const double* paths, const double* share, double* sums) {
    add_arcs_of(arcs, slot, onward, row, paths, share, sums);
}
ALLWAYS_VECTOR_CLONES("avx512f")
void add_arcs(const InArcs<double>& arcs, std::size_t slot, const double* onward, const double* row,
              const double* paths, const double* share, double* sums) {
    add_arcs_of(arcs, slot, onward, row, paths, share, sums);
}

ALLWAYS_VECTOR_CLONES("avx512f")
void add_dependencies(const double* __restrict paths, const double* __restrict share, const double* __restrict inverse,
                      std::size_t count, double* __restrict sums) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += paths[i] * (share[i] - inverse[i]);
}

template <class T>
[[gnu::always_inline]] inline T largest_in(const T* row, std::size_t count) {
    T largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const T reached = is_reachable(row[i]) ? row[i] : T{0};
        largest = reached > largest ? reached : largest;
    }
    return largest;
}
ALLWAYS_VECTOR_CLONES("avx512f")
std::int32_t largest_of(const std::int32_t* row, std::size_t count) {
    return largest_in(row, count);
}
ALLWAYS_VECTOR_CLONES("avx512f")
double largest_of(const double* row, std::size_t count) {
    return largest_in(row, count);
}

}  // namespace

template <class T>
InArcs<T>::InArcs(const TableArcs& arcs, std::span<const std::uint8_t> no_through, std::size_t node_count)
    : nodes(node_count), label_of(node_count) {
    const std::size_t n = node_count;
    const std::vector<KeptArc<T>> kept = kept_arcs<T>(arcs, n);
    std::vector<std::uint32_t> in_arcs(n, 0);
    T least = unreachable_cost<T>;
    for (const KeptArc<T>& one : kept) {
        ++in_arcs[one.head];
        least = std::min(least, one.cost);
    }
    key_shift = is_reachable(least) ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(least))) - 1 : 0;
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    std::ranges::stable_sort(nodes, std::greater<>(), [&](NodeIndex node) { return in_arcs[node]; });
    for (std::uint32_t label = 0; label < n; ++label) label_of[nodes[label]] = label;
    for (const NodeIndex node : nodes) degree.push_back(in_arcs[node]);

    const std::size_t slots = n == 0 ? 0 : degree.front();
    first.assign(slots + 1, 0);
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const auto end = std::ranges::partition_point(degree, [&](std::uint32_t count) { return count > slot; });
        first[slot + 1] = first[slot] + static_cast<std::size_t>(end - degree.begin());
    }
    tail.resize(kept.size());
    cost.resize(kept.size());
    arc.resize(kept.size());
    std::vector<std::uint32_t> used(n, 0);
    for (const KeptArc<T>& one : kept) {
        const std::uint32_t head = label_of[one.head];
        const std::size_t entry = first[used[head]++] + head;
        tail[entry] = label_of[one.tail];
        cost[entry] = one.cost;
        arc[entry] = one.arc;
    }
    for (NodeIndex node = 0; node < no_through.size(); ++node) {
        if (no_through[node] != 0) closed.push_back(label_of[node]);
    }
}

template <class T>
BetweennessSums<T>::BetweennessSums(const InArcs<T>& arcs, bool of_arcs) : arcs_(arcs) {
    const std::size_t n = arcs.node_count();
    node_sums_.assign(n, 0);
    arc_sums_.assign(of_arcs ? arcs.arc.size() : 0, 0);
    onward_.resize(n);
    order_.resize(n);
    swapped_.resize(n);
    parent_.resize(n);
    paths_.resize(n);
    inverse_.resize(n);
    share_.resize(n);
}

template <class T>
void BetweennessSums<T>::add(std::uint32_t source, const T* row) {
    sort(row);
    find_parents(source, row);
    count_paths(source, row);
    sum_dependencies(source, row);
}

// A counting sort by distance, digit by digit from the lowest, which leaves labels that are not reached out at its
// first pass. Distances less than an arc's cost apart may stay in any order, so the lowest bits do not count.
template <class T>
void BetweennessSums<T>::sort(const T* row) {
    constexpr int most_bits = 14;
    const std::size_t n = arcs_.node_count();
    const T largest = largest_of(row, n);
    if (!(static_cast<double>(largest) < 0x1p53)) {
        throw InvalidArgument("distances are too large for exact ties; betweenness needs a coarser unit of cost");
    }
    const int bits =
        std::max(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest) >> arcs_.key_shift)));
    const int digits = (bits + most_bits - 1) / most_bits;
    const int width = (bits + digits - 1) / digits;
    const std::uint32_t mask = (1u << width) - 1;
    const std::uint32_t* from = nullptr;  // null: 0, 1, 2, …
    std::size_t count = n;
    for (int digit = 0; digit < digits; ++digit) {
        const int shift = arcs_.key_shift + digit * width;
        const auto label = [&](std::size_t i) { return from == nullptr ? static_cast<std::uint32_t>(i) : from[i]; };
        const auto key = [&](std::uint32_t of) {
            using Bits = std::conditional_t<std::is_integral_v<T>, std::uint32_t, std::uint64_t>;
            return is_reachable(row[of]) ? static_cast<std::uint32_t>(static_cast<Bits>(row[of]) >> shift) & mask
                                         : mask + 1;
        };
        counts_.assign(std::size_t{mask} + 3, 0);
        for (std::size_t i = 0; i < count; ++i) ++counts_[key(label(i)) + 1];
        std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
        const std::size_t reached = counts_[mask + 1];
        std::vector<std::uint32_t>& to = (digits - digit) % 2 == 1 ? order_ : swapped_;
        for (std::size_t i = 0; i < count; ++i) to[counts_[key(label(i))]++] = label(i);
        from = to.data();
        count = reached;
    }
    reached_ = count;
}

template <class T>
void BetweennessSums<T>::find_parents(std::uint32_t source, const T* row) {
    std::copy_n(row, onward_.size(), onward_.begin());
    for (const std::uint32_t label : arcs_.closed) onward_[label] = no_way<T>;
    onward_[source] = 0;
    std::ranges::fill(parent_, no_parent);
    for (std::size_t slot = 0; slot < arcs_.slot_count(); ++slot) {
        const std::size_t first = arcs_.first[slot];
        mark_parents(&arcs_.tail[first], &arcs_.cost[first], onward_.data(), row, arcs_.nodes_of(slot), parent_.data());
    }
}

template <class T>
template <class Visit>
void BetweennessSums<T>::for_each_parent(std::uint32_t head, const T* row, const Visit& visit) const {
    for (std::uint32_t slot = 0; slot < arcs_.degree[head]; ++slot) {
        const std::size_t entry = arcs_.first[slot] + head;
        if (onward_[arcs_.tail[entry]] + arcs_.cost[entry] == row[head]) visit(arcs_.tail[entry]);
    }
}

template <class T>
void BetweennessSums<T>::count_paths(std::uint32_t source, const T* row) {
    if (reached_ < order_.size()) {
        std::ranges::fill(paths_, 0);
        std::ranges::fill(inverse_, 0);
        std::ranges::fill(share_, 0);
    }
    paths_[source] = inverse_[source] = 1;
    for (std::size_t at = 0; at < reached_; ++at) {
        const std::uint32_t head = order_[at];
        if (parent_[head] < several) {
            paths_[head] = paths_[parent_[head]];
            inverse_[head] = inverse_[parent_[head]];  // a division takes longer
        } else if (head != source) {
            double paths = 0;
            for_each_parent(head, row, [&](std::uint32_t tail) { paths += paths_[tail]; });
            paths_[head] = paths;
            inverse_[head] = 1 / paths;
        }
        share_[head] = inverse_[head];
    }
}

// The dependency of a node is its paths times the shares of the nodes that follow it: (1 + dependency) / paths of
// these. Its own share is that sum and 1 / paths.
template <class T>
void BetweennessSums<T>::sum_dependencies(std::uint32_t source, const T* row) {
    const std::size_t n = arcs_.node_count();
    for (std::size_t at = reached_; at-- > 0;) {
        const std::uint32_t head = order_[at];
        if (parent_[head] < several) {
            share_[parent_[head]] += share_[head];
        } else if (head != source) {
            for_each_parent(head, row, [&](std::uint32_t tail) { share_[tail] += share_[head]; });
        }
    }
    share_[source] = inverse_[source] = 0;
    add_dependencies(paths_.data(), share_.data(), inverse_.data(), n, node_sums_.data());
    for (std::size_t slot = 0; slot < arcs_.slot_count() && !arc_sums_.empty(); ++slot) {
        add_arcs(arcs_, slot, onward_.data(), row, paths_.data(), share_.data(), &arc_sums_[arcs_.first[slot]]);
    }
}

template class InArcs<std::int32_t>;
template class InArcs<double>;
template class BetweennessSums<std::int32_t>;
template class BetweennessSums<double>;

}  // namespace allways::query
