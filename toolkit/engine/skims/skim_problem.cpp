#include "engine/skims/skim_problem.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace allways::engine {

namespace {

// Positions of items grouped by `key_of`: those of key k are at items[first[k]] … .
struct Grouped {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> items;

    template <class KeyOf>
    Grouped(std::size_t keys, std::size_t count, const KeyOf& key_of) : first(keys + 1, 0), items(count) {
        for (std::size_t i = 0; i < count; ++i) ++first[key_of(i) + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for (std::size_t i = 0; i < count; ++i) items[next[key_of(i)]++] = static_cast<std::uint32_t>(i);
    }
    std::span<const std::uint32_t> of(std::size_t key) const {
        return {items.data() + first[key], first[key + 1] - first[key]};
    }
};

// Calls visit(exit, head class, cost) for the exits of a class that a shortest path may take.
template <class Visit>
void for_each_exit(const Prepared<std::int32_t>& prepared, std::uint32_t tail, const Visit& visit) {
    for (std::size_t exit = prepared.first_out[tail]; exit < prepared.first_out[tail + 1]; ++exit) {
        if (prepared.cost[exit] > prepared.bound) continue;
        visit(static_cast<std::uint32_t>(exit), prepared.head[exit], prepared.cost[exit]);
    }
}

// Sets `is_needed` for the arcs up from v, except those more expensive than a way over another of v's upper neighbours,
// all of which are joined.
void find_needed_arcs(const ordering::Factor<std::int32_t>& factor, std::uint32_t v, std::vector<bool>& is_needed) {
    const ordering::Elimination& tree = *factor.elimination;
    const std::size_t begin = tree.first_up[v];
    const std::size_t end = tree.first_up[v + 1];
    is_needed.assign(end - begin, true);
    for (std::size_t i = begin; i < end; ++i) {
        std::size_t a = tree.first_up[tree.up[i]];
        for (std::size_t j = i + 1; j < end; ++j, ++a) {
            while (tree.up[a] != tree.up[j]) ++a;
            if (factor.up[i] + factor.up[a] < factor.up[j]) is_needed[j - begin] = false;
            if (factor.up[j] + factor.down[a] < factor.up[i]) is_needed[i - begin] = false;
        }
    }
}

}  // namespace

SkimProblem::SkimProblem(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor,
                         std::span<const NodeIndex> from, std::span<const NodeIndex> to)
    : origins(from), destinations(to) {
    const ordering::Elimination& tree = *factor.elimination;
    add_columns(skims.input(), tree);
    add_visits(skims, factor, add_rows(skims.input(), tree));
}

void SkimProblem::add_columns(const SkimInput& input, const ordering::Elimination& tree) {
    const ZeroClasses& classes = input.prepared.classes;
    const std::size_t core = tree.node_count();
    // Exits from the core into each class beyond it.
    std::vector<std::uint32_t> tails, exits;
    for (std::uint32_t tail = 0; tail < core; ++tail) {
        for_each_exit(input.prepared, tail, [&](std::uint32_t exit, std::uint32_t head, std::int32_t) {
            if (head < core) return;
            tails.push_back(tail);
            exits.push_back(exit);
        });
    }
    const Grouped into(classes.count() - core, exits.size(),
                       [&](std::size_t i) { return input.prepared.head[exits[i]] - core; });
    first_access.assign(1, 0);
    for (const NodeIndex node : destinations) {
        const std::uint32_t c = classes.class_of(node);
        if (c < core) {
            column_accesses.push_back({tree.rank_of[c], 0, SkimFactor::no_exit});
        } else {
            for (const std::uint32_t i : into.of(c - core)) {
                column_accesses.push_back({tree.rank_of[tails[i]], input.prepared.cost[exits[i]], exits[i]});
            }
        }
        first_access.push_back(column_accesses.size());
    }
    const auto rank_of = [&](std::uint32_t column) {
        return accesses_of_column(column).empty() ? 0 : accesses_of_column(column).front().rank;
    };
    column_at.resize(destinations.size());
    std::iota(column_at.begin(), column_at.end(), std::uint32_t{0});
    std::stable_sort(column_at.begin(), column_at.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank_of(a) < rank_of(b); });
    place_of.resize(destinations.size());
    for (std::uint32_t place = 0; place < column_at.size(); ++place) place_of[column_at[place]] = place;
}

// Returns the ranks and rows of origins that are core nodes.
std::vector<std::pair<std::uint32_t, std::uint32_t>> SkimProblem::add_rows(const SkimInput& input,
                                                                           const ordering::Elimination& tree) {
    const ZeroClasses& classes = input.prepared.classes;
    const std::size_t core = tree.node_count();
    const Grouped columns(classes.count(), destinations.size(),
                          [&](std::size_t j) { return classes.class_of(destinations[j]); });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> core_ranks;
    first_direct.assign(1, 0);
    first_same.assign(1, 0);
    for (std::uint32_t row = 0; row < origins.size(); ++row) {
        const std::uint32_t c = classes.class_of(origins[row]);
        const std::size_t before = accesses.size();
        if (c < core) {
            core_ranks.emplace_back(tree.rank_of[c], row);
        } else {
            for_each_exit(input.prepared, c, [&](std::uint32_t exit, std::uint32_t head, std::int32_t cost) {
                if (head < core)
                    accesses.push_back({{tree.rank_of[head], cost, exit}, row, 0, false, false});
                else
                    for (const std::uint32_t j : columns.of(head)) direct.push_back({j, cost, exit});
            });
            if (accesses.size() == before) untied_rows.push_back(row);
        }
        first_direct.push_back(direct.size());
        same.insert(same.end(), columns.of(c).begin(), columns.of(c).end());
        first_same.push_back(same.size());
    }
    std::stable_sort(accesses.begin(), accesses.end(),
                     [](const RowAccess& a, const RowAccess& b) { return a.arc.rank > b.arc.rank; });
    give_slots();
    return core_ranks;
}

// Assigns slots in the order of visits; a row's slot is free again after its last access.
void SkimProblem::give_slots() {
    std::vector<std::uint32_t> left(origins.size(), 0), slot_of(origins.size(), 0), free;
    for (const RowAccess& access : accesses) ++left[access.row];
    std::vector<bool> is_open(origins.size(), false);
    for (RowAccess& access : accesses) {
        access.opens = !is_open[access.row];
        if (access.opens) {
            if (free.empty()) free.push_back(static_cast<std::uint32_t>(slot_count++));
            slot_of[access.row] = free.back();
            free.pop_back();
            is_open[access.row] = true;
        }
        access.slot = slot_of[access.row];
        access.closes = --left[access.row] == 0;
        if (access.closes) free.push_back(access.slot);
    }
}

void SkimProblem::add_visits(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor,
                             std::vector<std::pair<std::uint32_t, std::uint32_t>> core) {
    const ordering::Elimination& tree = *factor.elimination;
    std::stable_sort(core.begin(), core.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<bool> needed(tree.node_count(), false);
    for (const auto& [rank, row] : core) needed[rank] = true;
    for (const RowAccess& access : accesses) needed[access.arc.rank] = true;
    for (std::uint32_t v = 0; v < tree.node_count(); ++v) {
        if (needed[v] && tree.parent[v] != ordering::no_parent) needed[tree.parent[v]] = true;
    }
    std::vector<PathPart> path, other;
    std::vector<bool> is_needed;
    const auto comes_first = [&](const SkimArc& a, const SkimArc& b) {
        const std::uint32_t first = skims.first_exit(a.part);
        if (first != skims.first_exit(b.part)) return first < skims.first_exit(b.part);
        path.assign({a.part});
        other.assign({b.part});
        return skims.precedes(path, other);
    };
    std::size_t access = 0;
    for (auto v = static_cast<std::uint32_t>(tree.node_count()); v-- > 0;) {
        if (!needed[v]) continue;
        visits.push_back({v, tree.depth[v], v + 1 - tree.subtree_size[v], arcs.size(), core_rows.size(), access});
        const std::size_t begin = arcs.size();
        find_needed_arcs(factor, v, is_needed);
        for (std::size_t a = tree.first_up[v]; a < tree.first_up[v + 1]; ++a) {
            if (!is_needed[a - tree.first_up[v]] || factor.up[a] >= factor.unreachable) continue;
            arcs.push_back({factor.up[a], tree.depth[tree.up[a]], up_part(a)});
        }
        std::sort(arcs.begin() + static_cast<std::ptrdiff_t>(begin), arcs.end(), comes_first);
        while (core_rows.size() < core.size() && core[core_rows.size()].first == v) {
            core_rows.push_back(core[core_rows.size()].second);
        }
        while (access < accesses.size() && accesses[access].arc.rank == v) ++access;
    }
    visits.push_back({0, 0, 0, arcs.size(), core_rows.size(), access});
}

}  // namespace allways::engine
