// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/subfactor.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "allways/base/error.h"
#include "base/threads/parallel.h"
#include "result/factor_arrays.h"

namespace allways::engine {

namespace {

// Returns the ranks of access arcs and their ancestors, ascending.
template <class T>
std::vector<std::uint32_t> with_ancestors(const FactorTree<T>& tree, std::size_t rank_count,
                                          std::initializer_list<const SweepSide<T>*> sides) {
    std::vector<bool> taken(rank_count);
    std::vector<std::uint32_t> ranks;
    for (const SweepSide<T>* side : sides) {
        for (const AccessArc<T>& access : side->access_arcs) {
            (void)tree.parent(access.rank);  // checks the range
            for (std::uint32_t v = access.rank; v != NetworkFactor::Arrays::no_parent && !taken[v];
                 v = tree.parent(v)) {
                taken[v] = true;
                ranks.push_back(v);
            }
        }
    }
    std::ranges::sort(ranks);
    return ranks;
}

// Returns the elimination of these ranks, renumbered. A subtree remains a range.
template <class T>
std::shared_ptr<ordering::Elimination> part_of_tree(const FactorTree<T>& tree, std::span<const std::uint32_t> ranks,
                                                    std::vector<RootPath::Node>& nodes) {
    auto part = std::make_shared<ordering::Elimination>();
    const std::size_t count = ranks.size();
    part->node_at.resize(count);
    std::iota(part->node_at.begin(), part->node_at.end(), 0u);
    part->rank_of = part->node_at;
    part->parent.resize(count);
    part->depth.assign(count, 0);
    part->subtree_size.assign(count, 1);
    part->first_up.assign(count + 1, 0);
    nodes.resize(count);
    for (std::size_t v = 0; v < count; ++v) {
        const std::uint32_t parent = tree.parent(ranks[v]);
        nodes[v] = tree.node(ranks[v]);
        part->first_up[v + 1] = part->first_up[v] + nodes[v].ups;
        part->parent[v] = ordering::no_parent;
        if (parent == NetworkFactor::Arrays::no_parent) continue;
        const auto found =
            std::ranges::lower_bound(ranks.begin() + static_cast<std::ptrdiff_t>(v), ranks.end(), parent);
        part->parent[v] = static_cast<std::uint32_t>(found - ranks.begin());
    }
    for (std::size_t v = 0; v < count; ++v) {
        if (part->parent[v] != ordering::no_parent) part->subtree_size[part->parent[v]] += part->subtree_size[v];
    }
    for (std::size_t v = count; v-- > 0;) {
        if (part->parent[v] != ordering::no_parent) part->depth[v] = part->depth[part->parent[v]] + 1;
    }
    return part;
}

// Fills upper neighbours and cells. Any run of ranks can be processed separately.
template <class T>
void fill_rows(const FactorTree<T>& tree, std::span<const RootPath::Node> nodes, ordering::Elimination& part,
               ordering::Factor<T>& factor) {
    part.up.resize(part.fill());
    factor.up.resize(part.fill());
    factor.down.resize(part.fill());
    const int bits = tree.format().first_arc_bits;
    const std::size_t count = nodes.size();
    const std::size_t height = part.height();
    const std::size_t runs = std::min<std::size_t>(std::size_t{hardware_threads()} * 4, count);
    parallel_for(runs, [&](std::size_t run) {
        const std::size_t begin = run * count / runs;
        const std::size_t end = (run + 1) * count / runs;
        std::vector<std::uint32_t> rank_at(height);  // ranks of the ancestors, by depth
        for (std::uint32_t v = part.parent[end - 1]; v != ordering::no_parent; v = part.parent[v]) {
            rank_at[part.depth[v]] = v;
        }
        for (std::size_t v = end; v-- > begin;) {
            rank_at[part.depth[v]] = static_cast<std::uint32_t>(v);
            const auto depths = tree.up_depths(nodes[v], part.depth[v]);
            const auto up = tree.up(nodes[v]);
            const auto down = tree.down(nodes[v]);
            const std::size_t first = part.first_up[v];
            for (std::size_t i = 0; i < depths.size(); ++i) {
                part.up[first + i] = rank_at[depths[i]];
                factor.up[first + i] = cost_of_cell(up[i], bits);
                factor.down[first + i] = cost_of_cell(down[i], bits);
            }
        }
    });
}

// Throws unless any two upper neighbours of a rank are joined, as filled graphs have them.
void require_joined(const ordering::Elimination& tree) {
    for (std::uint32_t v = 0; v < tree.node_count(); ++v) {
        const auto ups = tree.ups(v);
        if (ups.empty()) continue;
        const auto of_parent = tree.ups(ups.front());
        if (ups.front() != tree.parent[v] ||
            !std::includes(of_parent.begin(), of_parent.end(), ups.begin() + 1, ups.end())) {
            throw DamagedContent("its elimination tree is damaged; make the factor again");
        }
    }
}

// Converts ranks of the factor to those of its part.
template <class T>
void renumber(SweepSide<T>& side, std::span<const std::uint32_t> ranks) {
    for (AccessArc<T>& access : side.access_arcs) {
        access.rank = static_cast<std::uint32_t>(std::ranges::lower_bound(ranks, access.rank) - ranks.begin());
    }
}

}  // namespace

// ---- rows and columns

template <class T>
FactorSides<T>::FactorSides(const FactorNetwork<T>& network, const CellFormat& format,
                            std::span<const NodeIndex> columns)
    : network_(network) {
    start_.format = format;
    SweepSide<T>& side = start_.columns;
    for (std::uint32_t j = 0; j < columns.size(); ++j) {
        const NodeIndex place = columns[j];
        ranks_.emplace_back(network.rank_of(place), j);
        for (const AccessArc<T>& access : network.column(place, format)) side.access_arcs.push_back(access);
        side.first_access_arc.push_back(side.access_arcs.size());
        if (network.has_potentials()) side.potential.push_back(network.head_potential(place));
    }
    std::ranges::sort(ranks_);
    start_.first_direct.assign(1, 0);
    start_.first_fixed.assign(1, 0);
    if (!start_.has_hops()) return;
    start_.first_hop.assign(1, 0);
    if (network.has_classes()) start_.class_cells = ClassCells(network.zero_classes(), columns);
}

template <class T>
SweepProblem<T> FactorSides<T>::with_rows(std::span<const NodeIndex> rows) const {
    SweepProblem<T> problem = start_;
    std::unordered_map<std::uint32_t, Exits> of_class;  // of several members, by rank
    Exits own;
    for (const NodeIndex place : rows) {
        const std::uint32_t rank = network_.rank_of(place);
        const bool is_border = network_.is_border(place);
        for (const AccessArc<T>& access : network_.row(place, problem.format)) {
            problem.rows.access_arcs.push_back(access);
        }
        problem.rows.first_access_arc.push_back(problem.rows.access_arcs.size());
        if (network_.has_potentials()) problem.rows.potential.push_back(network_.tail_potential(place));
        const bool is_alone = is_border || problem.class_cells.is_alone(place);
        if (is_border || problem.has_hops()) {
            Exits& exits = is_alone ? own : of_class[rank];
            if (is_alone || exits.empty()) exits = network_.exits(place);
            if (is_border) add_direct(problem, exits);
            if (problem.has_hops()) add_hops(problem, place, exits);
            // The sweep finds the diagonal of classes with several members, and class_cells has its hops.
            if (is_alone) {
                for (const auto& [_, j] : columns_at(rank)) problem.fixed.push_back({j, T{0}, NextHops::none});
            }
        }
        problem.first_direct.push_back(problem.direct.size());
        problem.first_fixed.push_back(problem.fixed.size());
    }
    if (problem.class_cells.classes) problem.class_cells.rows.assign(rows.begin(), rows.end());
    return problem;
}

template <class T>
std::span<const std::pair<std::uint32_t, std::uint32_t>> FactorSides<T>::columns_at(std::uint32_t rank) const {
    return std::ranges::equal_range(ranks_, rank, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
}

template <class T>
void FactorSides<T>::add_direct(SweepProblem<T>& problem, const Exits& exits) const {
    const std::size_t begin = problem.direct.size();
    for (std::size_t number = 0; number < exits.size(); ++number) {
        if (!network_.is_border(exits[number].head)) continue;
        const T cell = network_.cell_of(exits[number], number, problem.format);
        if (!(cell < problem.unreachable())) continue;
        for (const auto& [_, j] : columns_at(network_.rank_of(exits[number].head))) problem.direct.push_back({j, cell});
    }
    std::ranges::sort(problem.direct.begin() + static_cast<std::ptrdiff_t>(begin), problem.direct.end(), {},
                      &DirectCell<T>::column);
}

// Adds the hop of each first arc to the row of a place.
template <class T>
void FactorSides<T>::add_hops(SweepProblem<T>& problem, NodeIndex place, const Exits& exits) const {
    bool first_arc_is_hop = true;
    for (std::size_t number = 0; number < exits.size(); ++number) {
        first_arc_is_hop = first_arc_is_hop && exits[number].tail == place && exits[number].ordinal == number;
    }
    if (!first_arc_is_hop) {
        for (const auto& exit : exits) {
            problem.hop_of_first_arc.push_back(exit.tail == place ? exit.ordinal
                                                                  : problem.class_cells.classes->hop(place, exit.tail));
        }
    }
    problem.first_hop.push_back(problem.hop_of_first_arc.size());
}

// ---- the part of a factor

template <class T>
Subfactor<T> part_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree, std::span<const NodeIndex> rows,
                            std::span<const NodeIndex> columns, RankSelection which) {
    Subfactor<T> made{FactorSides<T>(network, costs_alone<T>(), columns).with_rows(rows), {}, {}};
    SweepProblem<T>& problem = made.problem;
    std::vector<std::uint32_t>& ranks = made.ranks;
    if (which == RankSelection::all) {
        ranks.resize(network.rank_count());
        std::iota(ranks.begin(), ranks.end(), 0u);
    } else {
        ranks = with_ancestors(tree, network.rank_count(), {&problem.rows, &problem.columns});
    }
    renumber(problem.rows, ranks);
    renumber(problem.columns, ranks);

    std::vector<RootPath::Node> nodes;
    const auto part = part_of_tree(tree, ranks, nodes);
    auto factor = std::make_shared<ordering::Factor<T>>();
    factor->unreachable = unreachable_cost<T>;
    fill_rows(tree, nodes, *part, *factor);
    if (which == RankSelection::all) require_joined(*part);
    factor->elimination = part;
    problem.solve_by(std::move(factor));
    for (const RootPath::Node& node : nodes) made.first_arc.push_back(node.first_up);
    return made;
}

#define ALLWAYS_INSTANTIATE(T)                                                                                      \
    template class FactorSides<T>;                                                                                  \
    template Subfactor<T> part_of_factor(const FactorNetwork<T>&, const FactorTree<T>&, std::span<const NodeIndex>, \
                                         std::span<const NodeIndex>, RankSelection);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
