// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/factor_core.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/threads/blocks.h"
#include "engine/prepare/core_order.h"
#include "engine/sweep/sweep_problem.h"
#include "result/factor_arrays.h"

namespace allways::engine {

// ---- the core

template <class T>
CellFormat sweep_format(const Prepared<T>& prepared, bool next_hops) {
    CellFormat format = choose_format(prepared, next_hops);
    format.width = CellWidth::full;
    return format;
}

namespace {

// Calls visit(head, cell) for the arcs out of a class that a shortest path may take.
template <class T, class Visit>
void for_each_arc(const Prepared<T>& prepared, const CellFormat& format, std::uint32_t tail, const Visit& visit) {
    const std::size_t begin = prepared.first_out[tail];
    for (std::size_t arc = begin; arc < prepared.first_out[tail + 1]; ++arc) {
        T cell = prepared.cost[arc];
        if constexpr (std::is_integral_v<T>) {
            if (cell > prepared.bound) continue;  // its key might not fit, either
            if (format.hops == HopMode::first_arc) cell = (cell << format.first_arc_bits) + static_cast<T>(arc - begin);
        }
        visit(prepared.head[arc], cell);
    }
}

}  // namespace

template <class T>
FactorCore<T>::FactorCore(const Prepared<T>& prepared, const CellFormat& of_cells, WorkMeter& meter)
    : format(of_cells) {
    const std::size_t pivots = prepared.classes.pivot_count();
    const auto for_each_core_arc = [&](std::size_t tail, const auto& visit) {
        for_each_arc(prepared, format, static_cast<std::uint32_t>(tail), [&](std::uint32_t to, T cost) {
            if (to < pivots) visit(to, cost);
        });
    };
    first_out = large_vector<std::size_t>(pivots + 1);
    for_each_index(pivots, meter, [&](std::size_t tail) {
        std::size_t arcs = 0;
        for_each_core_arc(tail, [&](std::uint32_t, T) { ++arcs; });
        first_out[tail + 1] = arcs;
    });
    running_sums(std::span(first_out), meter);
    head = large_vector<std::uint32_t>(first_out.back());
    cell = large_vector<T>(first_out.back());
    for_each_index(pivots, meter, [&](std::size_t tail) {
        std::size_t at = first_out[tail];
        for_each_core_arc(tail, [&](std::uint32_t to, T cost) {
            head[at] = to;
            cell[at++] = cost;
        });
    });
}

template <class T>
void FactorCore<T>::order(const RoadNetwork& network, const ZeroClasses& classes, const SolveOptions& options,
                          const ordering::FillDecision& wants_fill) {
    ordering::Dissection dissection = order_core(network, classes, graph(), options.log, options.progress);
    order_method = std::move(dissection.method);
    bool is_wanted = true;
    const auto ask = [&](const ordering::Elimination& forecast) {
        return is_wanted = !wants_fill || wants_fill(forecast);
    };
    ordering::Elimination made = ordering::eliminate(graph(), dissection.order, 0, options.progress, ask);
    if (is_wanted) tree = std::make_shared<const ordering::Elimination>(std::move(made));
}

template <class T>
std::shared_ptr<ordering::Factor<T>> FactorCore<T>::factorize(const ProgressCallback& progress) const {
    return std::make_shared<ordering::Factor<T>>(
        ordering::factorize<T>(tree, graph(), {cell, unreachable_of<T>(format), format.first_arc_bits}, 0, progress));
}

// ---- a factor's arrays

void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree, WorkMeter& meter) {
    // Uses small pages: clearing large ones beforehand costs more than these passes.
    std::vector<std::uint32_t> up_depth(tree.fill());
    for_each_index(up_depth.size(), meter, [&](std::size_t a) { up_depth[a] = tree.depth[tree.up[a]]; });
    factor.arrays().parent = std::vector(tree.parent.begin(), tree.parent.end());
    factor.arrays().first_up = std::vector<std::uint64_t>(tree.first_up.begin(), tree.first_up.end());
    factor.arrays().up_depth = std::move(up_depth);
    factor.arrays().height = tree.height();
}

namespace {

// Converts classes of the core to their nodes; the members of a class stay together.
std::vector<NodeIndex> nodes_in(const ZeroClasses& all, std::span<const std::uint32_t> classes, WorkMeter& meter) {
    if (all.contracted() == 0) {
        return made_vector<NodeIndex>(classes.size(), meter,
                                      [&](std::size_t i) { return all.members(classes[i]).front(); });
    }
    std::vector<NodeIndex> nodes;
    nodes.reserve(all.node_count());
    for (const std::uint32_t c : classes) {
        const auto members = all.members(c);
        nodes.insert(nodes.end(), members.begin(), members.end());
    }
    return nodes;
}

// Numbers the core's places by rank, then those of the border.
void fill_ranks(FactorPlaces& places, const ZeroClasses& classes, const ordering::Elimination& tree, WorkMeter& meter) {
    places.rank_of = made_vector<std::uint32_t>(classes.node_count(), meter, [&](std::size_t place) {
        const std::uint32_t c = classes.class_of(static_cast<NodeIndex>(place));
        return c < classes.pivot_count() ? tree.rank_of[c] : c;
    });
}

// The arcs from the core into the border, by head.
template <class T>
void fill_access(FactorPlaces& places, const Prepared<T>& prepared, const CellFormat& format,
                 const ordering::Elimination& tree) {
    const std::size_t pivots = prepared.classes.pivot_count();
    std::vector<std::uint64_t> first(prepared.node_count() - pivots + 1, 0);
    std::vector<std::uint32_t> ranks;
    std::vector<T> cells;
    for (const bool counting : {true, false}) {
        std::vector<std::uint64_t> next(first);
        for (std::uint32_t tail = 0; tail < pivots; ++tail) {
            for_each_arc(prepared, format, tail, [&](std::uint32_t head, T cell) {
                if (head < pivots) return;
                if (counting) {
                    ++first[head - pivots + 1];
                } else {
                    const std::uint64_t at = next[head - pivots]++;
                    ranks[at] = tree.rank_of[tail];
                    cells[at] = cell;
                }
            });
        }
        if (!counting) break;
        std::partial_sum(first.begin(), first.end(), first.begin());
        ranks.resize(first.back());
        cells.resize(first.back());
    }
    places.first_access = std::move(first);
    places.access_rank = std::move(ranks);
    places.access_cell = SharedArray<T>(std::move(cells));
}

void fill_classes(FactorPlaces& places, const ZeroClasses& classes, const ordering::Elimination& tree) {
    if (classes.contracted() == 0) return;
    std::vector<std::uint64_t> first_member{0}, first_hop{0};
    std::vector<std::uint32_t> hops;
    for (const std::uint32_t c : tree.node_at) {
        const auto members = classes.members(c);
        if (members.size() > 1 && members.size() <= FactorPlaces::most_members_with_hops) {
            const std::vector<std::uint32_t> inside = classes.hops_of(c);
            hops.insert(hops.end(), inside.begin(), inside.end());
        }
        first_member.push_back(first_member.back() + members.size());
        first_hop.push_back(hops.size());
    }
    places.first_member = std::move(first_member);
    places.first_hop = std::move(first_hop);
    places.hops = std::move(hops);
}

template <class T>
void count(NetworkFactor& factor, WorkMeter& meter) {
    const TableArcs& arcs = factor.arcs;
    const auto& costs = std::get<SharedArray<T>>(arcs.cost);
    std::atomic<std::uint64_t> usable{0};
    for_each_block(factor.node_count(), meter, [&](std::size_t begin, std::size_t end) {
        std::uint64_t found = 0;
        for (std::size_t node = begin; node < end; ++node) {
            for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
                found += arcs.head[arc] != node && is_reachable(costs[arc]);
            }
        }
        usable += found;
    });
    factor.arrays().places.usable_arcs = usable;
    factor.arrays().places.no_through_nodes =
        factor.no_through.size() - static_cast<std::size_t>(std::ranges::count(factor.no_through, 0));
}

// Fills all but the tree and the cells.
template <class T>
void fill_places(NetworkFactor& factor, const Prepared<T>& prepared, const CellFormat& format,
                 const ordering::Elimination& tree, std::span<const NodeIndex> ends, WorkMeter& meter) {
    const ZeroClasses& classes = prepared.classes;
    NetworkFactor::Arrays& arrays = factor.arrays();
    if (arrays.order.empty()) arrays.order = nodes_in(classes, tree.node_at, meter);
    arrays.first_arc_bits = format.first_arc_bits;
    FactorPlaces& places = arrays.places;
    fill_ranks(places, classes, tree, meter);
    if (!factor.arcs.states.empty()) places.end_of = std::vector(ends.begin(), ends.end());
    fill_access(places, prepared, format, tree);
    fill_classes(places, classes, tree);
    places.tail_potential = SharedArray<Wide<T>>(prepared.tail_potential);
    places.head_potential = SharedArray<Wide<T>>(prepared.head_potential);
    places.bound = prepared.bound;
    places.zero_cost_classes = classes.contracted();
    count<T>(factor, meter);
}

}  // namespace

template <class T>
void fill_factor(NetworkFactor& factor, const Prepared<T>& prepared, const CellFormat& format,
                 std::shared_ptr<ordering::Factor<T>> cells, std::span<const NodeIndex> ends, WorkMeter& meter) {
    const ordering::Elimination& tree = *cells->elimination;
    if (factor.arrays().parent.empty()) fill_tree(factor, tree, meter);
    fill_places(factor, prepared, format, tree, ends, meter);
    factor.arrays().up = SharedArray<T>(std::move(cells->up));
    factor.arrays().down = SharedArray<T>(std::move(cells->down));
}

template <class T>
NetworkFactor places_alone(const cost::ExpandedNetwork& expanded, const ArcCosts& costs, result::OnlyColumns only,
                           const Prepared<T>& prepared, const CellFormat& format, const ordering::Elimination& tree,
                           WorkMeter&& meter) {
    NetworkFactor factor;
    factor.node_ids = expanded.roads().node_ids;
    factor.scale = costs.scale;
    factor.arcs = result::expanded_arcs(expanded, costs, only, meter);
    factor.no_through = expanded.roads().no_through;
    factor.arrays().parent = std::vector(tree.parent.begin(), tree.parent.end());  // as many as ranks
    fill_places(factor, prepared, format, tree, expanded.ends(), meter);
    return factor;
}

#define ALLWAYS_INSTANTIATE(T)                                                                               \
    template CellFormat sweep_format(const Prepared<T>&, bool);                                              \
    template struct FactorCore<T>;                                                                           \
    template void fill_factor(NetworkFactor&, const Prepared<T>&, const CellFormat&,                         \
                              std::shared_ptr<ordering::Factor<T>>, std::span<const NodeIndex>, WorkMeter&); \
    template NetworkFactor places_alone(const cost::ExpandedNetwork&, const ArcCosts&, result::OnlyColumns,  \
                                        const Prepared<T>&, const CellFormat&, const ordering::Elimination&, \
                                        WorkMeter&&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
