// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/fill_factor.h"

#include <algorithm>
#include <atomic>

#include "base/threads/blocks.h"
#include "result/factor_arrays.h"

namespace allways::engine {

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

// Numbers the core's places by rank, then those of the border; returns the border places, by number.
template <class T>
std::vector<NodeIndex> fill_ranks(FactorPlaces& places, const FactorCore<T>& core, const ordering::Elimination& tree,
                                  WorkMeter& meter) {
    const ZeroClasses& classes = core.prepared.classes;
    const std::size_t pivots = classes.pivot_count();
    places.rank_of = made_vector<std::uint32_t>(classes.node_count(), meter, [&](std::size_t place) {
        const std::uint32_t c = classes.class_of(static_cast<NodeIndex>(place));
        return c < pivots ? tree.rank_of[c] : c;
    });
    return made_vector<NodeIndex>(classes.count() - pivots, meter, [&](std::size_t i) {
        return classes.members(static_cast<std::uint32_t>(pivots + i)).front();
    });
}

template <class T>
void fill_access(FactorPlaces& places, const FactorCore<T>& core, std::shared_ptr<const ordering::Factor<T>> cells,
                 std::span<const NodeIndex> border) {
    const SweepSide<T> columns = sweep_problem<T>(core.prepared, std::move(cells), core.format, {}, border).columns;
    std::vector<std::uint32_t> ranks;
    std::vector<T> costs;
    for (const AccessArc<T>& access : columns.access_arcs) {
        ranks.push_back(access.rank);
        costs.push_back(access.cell);
    }
    places.first_access = std::vector<std::uint64_t>(columns.first_access_arc.begin(), columns.first_access_arc.end());
    places.access_rank = std::move(ranks);
    places.access_cell = SharedArray<T>(std::move(costs));
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

}  // namespace

template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells,
                 std::span<const NodeIndex> ends, WorkMeter& meter) {
    const ordering::Elimination& tree = *cells->elimination;
    factor.arrays().first_arc_bits = core.format.first_arc_bits;
    if (factor.arrays().parent.empty()) {
        factor.arrays().order = core.nodes_in(tree.node_at, meter);
        fill_tree(factor, tree, meter);
    }
    FactorPlaces& places = factor.arrays().places;
    const std::vector<NodeIndex> border = fill_ranks(places, core, tree, meter);
    if (!factor.arcs.states.empty()) places.end_of = std::vector(ends.begin(), ends.end());
    fill_access(places, core, std::shared_ptr<const ordering::Factor<T>>(cells), border);
    fill_classes(places, core.prepared.classes, tree);
    places.tail_potential = SharedArray<Wide<T>>(core.prepared.tail_potential);
    places.head_potential = SharedArray<Wide<T>>(core.prepared.head_potential);
    places.bound = core.prepared.bound;
    places.zero_cost_classes = core.prepared.classes.contracted();
    count<T>(factor, meter);
    factor.arrays().up = SharedArray<T>(std::move(cells->up));
    factor.arrays().down = SharedArray<T>(std::move(cells->down));
}

#define ALLWAYS_INSTANTIATE(T)                                                                            \
    template void fill_factor(NetworkFactor&, const FactorCore<T>&, std::shared_ptr<ordering::Factor<T>>, \
                              std::span<const NodeIndex>, WorkMeter&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
