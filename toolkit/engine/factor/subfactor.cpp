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

constexpr CellFormat costs_only(CostType type) {
    return {.type = type};
}

// Converts cells of the factor, with first-arc bits, to costs.
template <class T>
class Costs {
public:
    explicit Costs(const FactorTree<T>& tree)
        : unreachable_(unreachable_of<T>(tree.format())), bits_(tree.format().first_arc_bits) {}
    T operator()(T cell) const {
        if (!(cell < unreachable_)) return unreachable_cost<T>;
        if constexpr (std::is_integral_v<T>) cell >>= bits_;
        return cell > T{0} ? cell : T{0};  // a damaged cell may be negative
    }

private:
    T unreachable_;
    int bits_;
};

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
    const Costs<T> cost(tree);
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
                factor.up[first + i] = cost(up[i]);
                factor.down[first + i] = cost(down[i]);
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

template <class T>
void add_columns(SweepProblem<T>& problem, const FactorNetwork<T>& network, const FactorTree<T>& tree,
                 std::span<const NodeIndex> places) {
    const Costs<T> cost(tree);
    for (const NodeIndex place : places) {
        for (AccessArc<T> access : network.column(place, tree.format())) {
            access.cell = static_cast<QueryCell<T>>(access.cell) == tree.identity() ? T{0} : cost(access.cell);
            problem.columns.access_arcs.push_back(access);
        }
        problem.columns.first_access_arc.push_back(problem.columns.access_arcs.size());
        if (network.has_potentials()) problem.columns.potential.push_back(network.head_potential(place));
    }
}

template <class T>
void add_rows(SweepProblem<T>& problem, const FactorNetwork<T>& network, std::span<const NodeIndex> places,
              std::span<const NodeIndex> columns) {
    // Columns grouped by the number that determines a cell of the diagonal: that of the class, or of the border place.
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> columns_of;
    for (std::uint32_t j = 0; j < columns.size(); ++j) columns_of[network.rank_of(columns[j])].push_back(j);
    problem.first_direct.assign(1, 0);
    problem.first_fixed.assign(1, 0);
    for (const NodeIndex place : places) {
        for (const AccessArc<T>& access : network.row(place, problem.format))
            problem.rows.access_arcs.push_back(access);
        problem.rows.first_access_arc.push_back(problem.rows.access_arcs.size());
        if (network.has_potentials()) problem.rows.potential.push_back(network.tail_potential(place));
        if (network.is_border(place)) {
            const std::size_t begin = problem.direct.size();
            for (const auto& exit : network.exits(place)) {
                if (!network.is_border(exit.head)) continue;
                const auto found = columns_of.find(network.rank_of(exit.head));
                if (found == columns_of.end()) continue;
                for (const std::uint32_t j : found->second) problem.direct.push_back({j, exit.cost});
            }
            std::ranges::sort(problem.direct.begin() + static_cast<std::ptrdiff_t>(begin), problem.direct.end(), {},
                              &DirectCell<T>::column);
        }
        problem.first_direct.push_back(problem.direct.size());
        const auto same = columns_of.find(network.rank_of(place));
        if (network.is_border(place) && same != columns_of.end()) {
            for (const std::uint32_t j : same->second) problem.fixed.push_back({j, T{0}, NextHops::none});
        }
        problem.first_fixed.push_back(problem.fixed.size());
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

template <class T>
SweepProblem<T> sides_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree,
                                std::span<const NodeIndex> rows, std::span<const NodeIndex> columns) {
    SweepProblem<T> problem;
    problem.format = costs_only(cost_type_of<T>);
    add_columns(problem, network, tree, columns);
    add_rows(problem, network, rows, columns);
    return problem;
}

template <class T>
Subfactor<T> part_of_factor(const FactorNetwork<T>& network, const FactorTree<T>& tree, std::span<const NodeIndex> rows,
                            std::span<const NodeIndex> columns, RankSelection which) {
    Subfactor<T> made{sides_of_factor(network, tree, rows, columns), {}, {}};
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
    problem.factor = std::move(factor);
    problem.visit = ranks_to_visit(*part, problem.rows);
    for (const RootPath::Node& node : nodes) made.first_arc.push_back(node.first_up);
    return made;
}

#define ALLWAYS_INSTANTIATE(T)                                                                                      \
    template SweepProblem<T> sides_of_factor(const FactorNetwork<T>&, const FactorTree<T>&,                         \
                                             std::span<const NodeIndex>, std::span<const NodeIndex>);               \
    template Subfactor<T> part_of_factor(const FactorNetwork<T>&, const FactorTree<T>&, std::span<const NodeIndex>, \
                                         std::span<const NodeIndex>, RankSelection);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
