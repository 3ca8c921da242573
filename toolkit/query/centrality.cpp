// SPDX-License-Identifier: Apache-2.0
// Bands of distances → sums of each row or column → measures; and betweenness of each row.
#include "allways/query/centrality.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/factorize.h"
#include "allways/engine/table_stream.h"
#include "allways/network/adjacency.h"
#include "allways/result/distance_table.h"
#include "base/threads/parallel.h"
#include "base/threads/steady_sums.h"
#include "base/vector_clones.h"
#include "cost/expanded_network.h"

namespace allways::query {

// ---- betweenness from rows of distances: for each source, the numbers of shortest paths and the dependencies of
// Brandes, A Faster Algorithm for Betweenness Centrality (2001), without a search

// The arcs by head, laid out for loops over all heads: slot k holds the k-th in-arc of each node that has so many.
// Nodes have labels in descending order of their in-arcs, so that the nodes of a slot are the first ones.
template <class T>
class InArcs {
public:
    // Costs of type T, integers above 0. Of parallel arcs the cheapest counts, among equals the first.
    InArcs(const TableArcs& arcs, std::span<const std::uint8_t> no_through, std::size_t node_count);

    std::size_t node_count() const { return nodes.size(); }
    std::size_t slot_count() const { return first.size() - 1; }
    std::size_t nodes_of(std::size_t slot) const { return first[slot + 1] - first[slot]; }

    std::vector<NodeIndex> nodes;         // by label
    std::vector<std::uint32_t> label_of;  // by node
    std::vector<std::uint32_t> degree;    // in-arcs by label
    std::vector<std::size_t> first;       // by slot, + 1: where its entries begin
    std::vector<std::uint32_t> tail;      // labels
    std::vector<T> cost;
    std::vector<ArcIndex> arc;          // positions in TableArcs
    std::vector<std::uint32_t> closed;  // labels of no-through nodes
    int key_shift = 0;                  // no arc costs less than 2^key_shift
};

// Sums over sources, one after the other.
template <class T>
class BetweennessSums {
public:
    BetweennessSums(const InArcs<T>& arcs, bool of_arcs);

    // `row`: distances from the source, by label: integers, in floats below 2⁵³, so that ties are exact; else throws
    // InvalidArgument. O(n + m), and a counting sort.
    void add(std::uint32_t source, const T* row);

    std::span<const double> nodes() const { return node_sums_; }  // by label
    std::span<const double> arcs() const { return arc_sums_; }    // as InArcs::arc; empty unless wanted

private:
    void sort(const T* row);
    void find_parents(std::uint32_t source, const T* row);
    void count_paths(std::uint32_t source, const T* row);
    void sum_dependencies(std::uint32_t source, const T* row);
    // Calls visit(tail) for the in-arcs of `head` on shortest paths.
    template <class Visit>
    void for_each_parent(std::uint32_t head, const T* row, const Visit& visit) const;

    const InArcs<T>& arcs_;
    std::vector<double> node_sums_;
    std::vector<double> arc_sums_;
    // These are of the present source, by label.
    std::vector<T> onward_;               // the distance with which paths go on from a node
    std::vector<std::uint32_t> order_;    // reached labels, nearest first, the source among them
    std::size_t reached_ = 0;             // how many these are
    std::vector<std::uint32_t> swapped_;  // of sort()
    std::vector<std::uint32_t> counts_;   // of sort()
    std::vector<std::uint32_t> parent_;   // the node before on shortest paths; the bit `several`: there are others
    std::vector<double> paths_;           // shortest paths from the source; 0 where it reaches nothing
    std::vector<double> inverse_;         // 1 / paths; 0 without any
    std::vector<double> share_;           // (1 + dependency) / paths
};

namespace {

// Plus a cost it is no distance.
template <class T>
constexpr T no_length = std::is_integral_v<T> ? std::numeric_limits<T>::min() / 2 : -std::numeric_limits<T>::infinity();
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
    for (const std::uint32_t label : arcs_.closed) onward_[label] = no_length<T>;
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

}  // namespace allways::query

namespace allways {

// ---- measures

namespace {

using namespace query;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

bool wants(const CentralityRequest& request, CentralityMeasure measure) {
    return std::ranges::find(request.measures, measure) != request.measures.end();
}

// The distances of one node, without the one to itself.
template <class T>
struct NodeSums {
    using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    Sum sum = 0;
    double inverse = 0;
    T largest = 0;
    std::uint32_t reached = 0;
    std::uint32_t zero = 0;

    void add(T distance, bool harmonic) {
        if (!is_reachable(distance)) return;
        sum += distance;
        largest = std::max(largest, distance);
        ++reached;
        zero += distance == 0 ? 1 : 0;
        if (harmonic && distance > 0) inverse += 1 / static_cast<double>(distance);
    }
};

template <class T>
class DistanceSums {
public:
    DistanceSums(std::size_t node_count, const CentralityRequest& request)
        : sums_(node_count), towards_(request.towards), harmonic_(wants(request, CentralityMeasure::harmonic)) {}

    // `columns`: the node of each column.
    void take(const TableBand& band, std::span<const NodeIndex> columns) {
        const T* const cells = std::get<std::vector<T>>(band.distances).data();
        towards_ ? take_columns(band.rows, columns, cells) : take_rows(band.rows, columns, cells);
    }

    void finish(const CentralityRequest& request, Centrality& made) const {
        const double unit = std::pow(10, made.scale.digits);
        const auto others = static_cast<double>(sums_.size()) - 1;
        double total = 0;
        made.raw_radius = made.raw_diameter = missing;
        for (const NodeSums<T>& of : sums_) {
            const std::uint32_t reached = of.reached - 1;  // without the node itself
            const auto sum = static_cast<double>(of.sum);
            total += sum;
            made.reached_pairs += reached;
            made.zero_pairs += of.zero - 1;
            if (reached > 0) {
                made.raw_radius = std::fmin(made.raw_radius, static_cast<double>(of.largest));
                made.raw_diameter = std::fmax(made.raw_diameter, static_cast<double>(of.largest));
            }
            if (wants(request, CentralityMeasure::closeness)) {
                made.closeness.push_back(sum > 0 ? unit * (reached / sum) * (reached / others) : 0);
            }
            if (wants(request, CentralityMeasure::harmonic)) made.harmonic.push_back(unit * of.inverse);
            if (wants(request, CentralityMeasure::eccentricity))
                made.eccentricity.push_back(reached > 0 ? static_cast<double>(of.largest) : missing);
            if (wants(request, CentralityMeasure::reach)) made.reach.push_back(reached);
        }
        made.raw_mean = made.reached_pairs > 0 ? total / static_cast<double>(made.reached_pairs) : missing;
    }

private:
    void take_rows(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns, const T* cells) {
        parallel_for(rows.size(), [&](std::size_t i) {
            NodeSums<T> sums;
            const T* const row = cells + i * columns.size();
            for (std::size_t j = 0; j < columns.size(); ++j) sums.add(row[j], harmonic_);
            sums_[rows[i]] = sums;
        });
    }
    void take_columns(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns, const T* cells) {
        constexpr std::size_t stretch = 512;
        parallel_for((columns.size() + stretch - 1) / stretch, [&](std::size_t number) {
            const std::size_t end = std::min((number + 1) * stretch, columns.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const T* const row = cells + i * columns.size();
                for (std::size_t j = number * stretch; j < end; ++j) sums_[columns[j]].add(row[j], harmonic_);
            }
        });
    }

    std::vector<NodeSums<T>> sums_;  // by node
    bool towards_;
    bool harmonic_;
};

// The network's nodes and arcs alone, with costs whose ties are exact and above 0: each cost times a factor, and 1 for
// an arc of zero cost. The factor exceeds the number of such arcs, so that paths compare by cost, then by these arcs.
RoadNetwork without_zeros(const RoadNetwork& network, const ArcCosts& costs) {
    const auto& raw = std::get<std::vector<std::int32_t>>(costs.values);
    const auto zeros = static_cast<std::int64_t>(std::ranges::count(raw, 0));
    RoadNetwork made;
    made.node_ids = network.node_ids;
    made.arc_ids = network.arc_ids;
    made.tail = network.tail;
    made.head = network.head;
    made.no_through = network.no_through;
    made.elimination_order = network.elimination_order;
    made.provenance.source = network.provenance.source;
    ArcColumn column{costs.scale.name, "", {}, {}};
    for (const std::int32_t cost : raw) {
        if (cost < 0) throw InvalidArgument("centrality needs costs from 0, found negative ones");
        column.values.push_back(is_reachable(cost) ? Decimal(cost * (zeros + 1) + (cost == 0 ? 1 : 0), 0)
                                                   : Decimal::missing());
    }
    made.columns.push_back(std::move(column));
    return made;
}

template <class T>
class Betweenness {
public:
    Betweenness(const NetworkFactor& factor, bool of_arcs)
        : arcs_(factor.arcs, {factor.no_through.data(), factor.no_through.size()}, factor.node_count()),
          sums_(arcs_.node_count() + arcs_.arc.size(), arcs_.node_count(),
                [&] { return std::make_unique<BetweennessSums<T>>(arcs_, of_arcs); }) {}

    const std::vector<NodeIndex>& columns() const { return arcs_.nodes; }

    void take(const TableBand& band) {
        const T* const cells = std::get<std::vector<T>>(band.distances).data();
        sums_.add(band.rows, [&](BetweennessSums<T>& sums, std::size_t i) {
            sums.add(arcs_.label_of[band.rows[i]], cells + i * arcs_.node_count());
        });
    }

    void finish(const RoadNetwork& network, const CentralityRequest& request, Centrality& made) const {
        const auto n = static_cast<double>(network.node_count());
        if (wants(request, CentralityMeasure::betweenness)) {
            made.betweenness.assign(network.node_count(), 0);
            for (const auto& share : sums_.shares()) add(share->nodes(), arcs_.nodes, made.betweenness);
            if (request.normalized && n > 2) divide(made.betweenness, (n - 1) * (n - 2));
        }
        if (wants(request, CentralityMeasure::arc_betweenness)) {
            made.arc_betweenness.assign(network.arc_count(), 0);
            const AdjacencyArray adjacency = build_adjacency(network.node_count(), network.tail);
            std::vector<std::uint32_t> arc_of;
            for (const ArcIndex position : arcs_.arc) arc_of.push_back(adjacency.arcs[position]);
            for (const auto& share : sums_.shares()) add(share->arcs(), arc_of, made.arc_betweenness);
            if (request.normalized && n > 1) divide(made.arc_betweenness, n * (n - 1));
        }
    }

private:
    static void add(std::span<const double> part, std::span<const std::uint32_t> place, std::vector<double>& sums) {
        for (std::size_t i = 0; i < part.size(); ++i) {
            sums[place[i]] += part[i];
            if (std::isfinite(sums[place[i]])) continue;
            throw InvalidArgument("there are more shortest paths between two nodes than float64 can count");
        }
    }
    static void divide(std::vector<double>& numbers, double by) {
        for (double& number : numbers) number /= by;
    }

    InArcs<T> arcs_;
    SteadySums<BetweennessSums<T>> sums_;
};

std::vector<NodeIndex> all_nodes_of(const RoadNetwork& network) {
    std::vector<NodeIndex> all(network.node_count());
    std::iota(all.begin(), all.end(), NodeIndex{0});
    return all;
}

void find_betweenness(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options,
                      Centrality& made) {
    const cost::ExpandedNetwork expanded(network, options.cost);
    if (expanded.states() != nullptr) {
        throw InvalidArgument(
            "betweenness does not obey turn rules, and this network has some that matter; read it with `turns` none");
    }
    const ArcCosts costs = build_arc_costs(network, {options.cost, options.cost_type}, options.log);
    if (costs.type() != CostType::int32) {
        throw InvalidArgument(format("betweenness needs int32 costs, for which ties are exact; the costs '{}' are {}",
                                     costs.scale.name, name(costs.type())));
    }
    SolveOptions counting = options;
    counting.cost.clear();
    counting.cost_type.reset();
    counting.log = {};
    const NetworkFactor factor = factorize(without_zeros(network, costs), counting);
    made.scale = costs.scale;
    const std::vector<NodeIndex> all = all_nodes_of(network);
    const auto run = [&]<class T>(T) {
        Betweenness<T> sums(factor, wants(request, CentralityMeasure::arc_betweenness));
        TableStream rows(factor, all, sums.columns(), counting);
        rows.run([&](const TableBand& band) { sums.take(band); });
        made.report = rows.report();
        sums.finish(network, request, made);
    };
    factor.type() == CostType::int32 ? run(std::int32_t{}) : run(double{});
    made.report.scale = costs.scale;
}

void find_distance_measures(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options,
                            Centrality& made) {
    const Factored factored = factorize_with_report(network, options);
    if (factored.report.has_negative_costs) throw InvalidArgument("centrality needs costs from 0, found negative ones");
    const NetworkFactor& factor = factored.value;
    made.scale = factor.scale;
    const std::vector<NodeIndex> all = all_nodes_of(network);
    with_sweep_type(factor.type(), [&]<class T>() {
        DistanceSums<T> sums(network.node_count(), request);
        TableStream rows(factor, all, all, options);
        rows.run([&](const TableBand& band) { sums.take(band, all); });
        made.report = rows.report();
        sums.finish(request, made);
    });
}

}  // namespace

Centrality find_centrality(const RoadNetwork& network, const CentralityRequest& request, const SolveOptions& options) {
    if (request.measures.empty()) throw InvalidArgument("`measures`: expected at least one");
    SolveOptions solving = options;
    solving.skims.clear();
    Centrality made;
    const bool is_betweenness =
        wants(request, CentralityMeasure::betweenness) || wants(request, CentralityMeasure::arc_betweenness);
    if (is_betweenness) find_betweenness(network, request, solving, made);
    const auto is_of_distances = [](CentralityMeasure one) { return one < CentralityMeasure::betweenness; };
    if (std::ranges::any_of(request.measures, is_of_distances)) find_distance_measures(network, request, solving, made);
    return made;
}

}  // namespace allways
