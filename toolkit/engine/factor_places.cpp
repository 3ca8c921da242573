#include "engine/factor_places.h"

#include <algorithm>

namespace allways::engine {

namespace {

template <class T>
void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree) {
    std::vector<std::uint32_t> up_depth(tree.fill());
    for (std::size_t a = 0; a < up_depth.size(); ++a) up_depth[a] = tree.depth[tree.up[a]];
    factor.parent = std::vector(tree.parent.begin(), tree.parent.end());
    factor.first_up = std::vector<std::uint64_t>(tree.first_up.begin(), tree.first_up.end());
    factor.up_depth = std::move(up_depth);
    factor.height = tree.height();
}

// Ranks of the core's places, then the numbers of the border's; returns the border, by number.
template <class T>
std::vector<NodeIndex> fill_ranks(FactorPlaces& places, const FactorCore<T>& core, const ordering::Elimination& tree) {
    const ZeroClasses& classes = core.prepared.classes;
    std::vector<std::uint32_t> rank_of(core.network.node_count());
    std::vector<NodeIndex> border(classes.count() - classes.pivot_count());
    for (NodeIndex place = 0; place < rank_of.size(); ++place) {
        const std::uint32_t c = classes.class_of(place);
        rank_of[place] = c < classes.pivot_count() ? tree.rank_of[c] : c;
        if (c >= classes.pivot_count()) border[c - classes.pivot_count()] = place;
    }
    places.rank_of = std::move(rank_of);
    return border;
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
        if (members.size() > 1) {
            for (const NodeIndex from : members) {
                for (const NodeIndex to : members) hops.push_back(classes.hop(from, to));
            }
        }
        first_member.push_back(first_member.back() + members.size());
        first_hop.push_back(hops.size());
    }
    places.first_member = std::move(first_member);
    places.first_hop = std::move(first_hop);
    places.hops = std::move(hops);
}

template <class T>
void count(NetworkFactor& factor) {
    const TableArcs& arcs = factor.arcs;
    const auto& costs = std::get<SharedArray<T>>(arcs.cost);
    for (NodeIndex node = 0; node < factor.node_count(); ++node) {
        for (std::uint64_t arc = arcs.first_out[node]; arc < arcs.first_out[node + 1]; ++arc) {
            factor.places.usable_arcs += arcs.head[arc] != node && is_reachable(costs[arc]);
        }
    }
    factor.places.no_through_nodes =
        factor.no_through.size() - static_cast<std::size_t>(std::ranges::count(factor.no_through, 0));
}

}  // namespace

template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells) {
    const ordering::Elimination& tree = *cells->elimination;
    factor.order = core.nodes_in(tree.node_at);
    factor.label_bits = core.format.first_arc_bits;
    fill_tree<T>(factor, tree);
    FactorPlaces& places = factor.places;
    const std::vector<NodeIndex> border = fill_ranks(places, core, tree);
    if (!factor.arcs.states.empty()) places.end_of = core.ends;
    fill_access(places, core, std::shared_ptr<const ordering::Factor<T>>(cells), border);
    fill_classes(places, core.prepared.classes, tree);
    places.tail_potential = SharedArray<Wide<T>>(core.prepared.tail_potential);
    places.head_potential = SharedArray<Wide<T>>(core.prepared.head_potential);
    places.bound = core.prepared.bound;
    places.zero_cost_classes = core.prepared.classes.contracted();
    count<T>(factor);
    factor.up = CheckedArray<T>(std::move(cells->up));
    factor.down = CheckedArray<T>(std::move(cells->down));
}

template void fill_factor(NetworkFactor&, const FactorCore<std::int32_t>&,
                          std::shared_ptr<ordering::Factor<std::int32_t>>);
template void fill_factor(NetworkFactor&, const FactorCore<float>&, std::shared_ptr<ordering::Factor<float>>);
template void fill_factor(NetworkFactor&, const FactorCore<double>&, std::shared_ptr<ordering::Factor<double>>);

}  // namespace allways::engine
