// SPDX-License-Identifier: Apache-2.0
#include "ordering/factor.h"

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "ordering/nested_dissection.h"
#include "ordering_support.h"

namespace allways::testing {

namespace {

constexpr int first_arc_bits = 8;

// Costs of arcs as cells: keys for first_arc_bits > 0.
template <class T>
std::vector<T> cells_of(const ArcRows& rows, int bits) {
    std::vector<T> cells;
    for (std::size_t a = 0; a < rows.head.size(); ++a) {
        if constexpr (std::is_integral_v<T>) {
            const std::int32_t cost = bits > 0 ? std::min(rows.cost[a], 1000) : rows.cost[a];
            const std::int32_t first_arc = bits > 0 ? static_cast<std::int32_t>(rows.first_arc[a]) : 0;
            cells.push_back(static_cast<T>(cost << bits | first_arc));
        } else {
            cells.push_back(static_cast<T>(rows.cost[a]) / 8);  // every path's sum is exact
        }
    }
    return cells;
}

template <class T>
T unreachable_of(int bits) {
    if constexpr (std::is_integral_v<T>) return unreachable_cost<T> & ~((T{1} << bits) - 1);
    return unreachable_cost<T>;
}

// Cells of the factor against Floyd–Warshall stopped before v, and U ⊗ L against Floyd–Warshall over all.
template <class T>
void expect_factor_of(const ArcRows& rows, const std::vector<std::uint32_t>& order, int bits) {
    const auto e = std::make_shared<const ordering::Elimination>(ordering::eliminate(rows.graph(), order));
    const std::vector<T> cells = cells_of<T>(rows, bits);
    const T unreachable = unreachable_of<T>(bits);
    const auto factor = ordering::factorize<T>(e, rows.graph(), {cells, unreachable, bits});
    ASSERT_EQ(factor.elimination, e);
    ASSERT_EQ(factor.first_arc_bits, bits);
    ASSERT_EQ(factor.unreachable, unreachable);
    ASSERT_EQ(factor.up.size(), e->fill());
    ASSERT_EQ(factor.down.size(), e->fill());

    const std::size_t n = e->node_count();
    std::vector<T> truth = matrix_by_rank(*e, rows, cells, unreachable);
    for (std::uint32_t v = 0; v < n; ++v) {
        for (std::size_t a = e->first_up[v]; a < e->first_up[v + 1]; ++a) {
            const std::uint32_t w = e->up[a];
            ASSERT_EQ(factor.up[a], truth[v * n + w]) << v << " up to " << w;
            ASSERT_EQ(factor.down[a], truth[w * n + v]) << w << " down to " << v;
        }
        relax_by(truth, n, v, bits);
    }

    // Column by column: the target's upward pass, then the sweep from the highest rank.
    const T all_ones = std::is_integral_v<T> ? static_cast<T>((1 << bits) - 1) : T{0};
    for (std::uint32_t target = 0; target < n; ++target) {
        std::vector<T> d(n, unreachable);
        d[target] = all_ones;
        for (std::uint32_t v = target; v < n; ++v) {
            for (std::size_t a = e->first_up[v]; a < e->first_up[v + 1]; ++a) {
                d[e->up[a]] = std::min<T>(d[e->up[a]], factor.down[a] + cost_of_cell(d[v], bits));
            }
        }
        for (auto v = static_cast<std::uint32_t>(n); v-- > 0;) {
            for (std::size_t a = e->first_up[v]; a < e->first_up[v + 1]; ++a) {
                d[v] = std::min<T>(d[v], factor.up[a] + cost_of_cell(d[e->up[a]], bits));
            }
        }
        for (std::uint32_t v = 0; v < n; ++v) {
            ASSERT_EQ(d[v], v == target ? all_ones : truth[v * n + target]) << v << " to " << target;
        }
    }
}

void expect_factors_of(const ArcRows& rows, std::uint64_t seed) {
    const auto order =
        seed % 2 == 0 ? random_order(rows.node_count(), seed) : ordering::nested_dissection(rows.graph()).order;
    expect_factor_of<std::int32_t>(rows, order, 0);
    expect_factor_of<std::int32_t>(rows, order, first_arc_bits);
    expect_factor_of<double>(rows, order, 0);
}

TEST(Factor, EqualsFloydWarshallOverLowerRanks) {
    std::uint64_t seed = 0;
    for (const NetworkFamily& family : network_families()) {
        for (const std::size_t n : {0, 1, 2, 3, 9, 24, 45}) {
            if (n == 0 && family.name == "streets") continue;
            SCOPED_TRACE(family.name + " n " + std::to_string(n) + " seed " + std::to_string(++seed));
            expect_factors_of(arc_rows(family.make(n, seed)), seed);
        }
    }
}

// Node by node, as the header defines it.
template <class T>
void factorize_plainly(const ordering::Elimination& e, ordering::Factor<T>& factor, int bits) {
    const auto lower = [](T& cell, T value) { cell = std::min(cell, value); };
    for (std::uint32_t u = 0; u < e.node_count(); ++u) {
        const auto ups = e.ups(u);
        const T* up = factor.up.data() + e.first_up[u];
        const T* down = factor.down.data() + e.first_up[u];
        for (std::size_t i = 0; i < ups.size(); ++i) {
            const auto row = e.ups(ups[i]);
            for (std::size_t j = i + 1; j < ups.size(); ++j) {
                const std::size_t at =
                    e.first_up[ups[i]] +
                    static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), ups[j]) - row.begin());
                lower(factor.up[at], static_cast<T>(down[i] + cost_of_cell(up[j], bits)));
                lower(factor.down[at], static_cast<T>(down[j] + cost_of_cell(up[i], bits)));
            }
        }
    }
}

template <class T>
void expect_plain_cells(const ArcRows& rows, const std::vector<std::uint32_t>& order, int bits) {
    const auto e = std::make_shared<const ordering::Elimination>(ordering::eliminate(rows.graph(), order));
    const std::vector<T> cells = cells_of<T>(rows, bits);
    const T unreachable = unreachable_of<T>(bits);
    ordering::Factor<T> plain;
    plain.up.assign(e->fill(), unreachable);
    plain.down.assign(e->fill(), unreachable);
    for (std::uint32_t v = 0; v < rows.node_count(); ++v) {
        for (std::size_t a = rows.first_out[v]; a < rows.first_out[v + 1]; ++a) {
            const std::uint32_t low = std::min(e->rank_of[v], e->rank_of[rows.head[a]]);
            const std::uint32_t high = std::max(e->rank_of[v], e->rank_of[rows.head[a]]);
            const auto row = e->ups(low);
            const auto at = static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), high) - row.begin());
            T& cell = (e->rank_of[v] == low ? plain.up : plain.down)[e->first_up[low] + at];
            cell = std::min(cell, cells[a]);
        }
    }
    factorize_plainly(*e, plain, bits);
    for (const unsigned threads : {1, 2, 3, 7}) {
        SCOPED_TRACE(threads);
        const auto factor = ordering::factorize<T>(e, rows.graph(), {cells, unreachable, bits}, threads);
        EXPECT_TRUE(factor.up == plain.up);
        EXPECT_TRUE(factor.down == plain.down);
    }
}

// Large enough for subtrees, fronts of several panels, and late fronts of several threads. A random order of a part of
// the nodes makes blocks of all shapes.
TEST(Factor, IsTheSameForAnyThreads) {
    const ArcRows streets = arc_rows(generate_streets({.nodes = 40'000}));
    const auto order = ordering::nested_dissection(streets.graph()).order;
    expect_plain_cells<std::int32_t>(streets, order, 0);
    expect_plain_cells<std::int32_t>(streets, order, first_arc_bits);
    expect_plain_cells<double>(streets, order, 0);
    const ArcRows squares = arc_rows(build_network(grid(150 * 150), 150 * 150, 9, 1));
    std::vector<std::uint32_t> shaken = ordering::nested_dissection(squares.graph()).order;
    const auto shuffle = random_order(600, 4);
    const std::vector<std::uint32_t> last(shaken.end() - 600, shaken.end());
    for (std::size_t i = 0; i < 600; ++i) shaken[shaken.size() - 600 + i] = last[shuffle[i]];
    expect_plain_cells<std::int32_t>(squares, shaken, 0);
    expect_plain_cells<double>(squares, shaken, 0);
    NodePairs arcs;
    Random random(6);
    for (std::uint64_t v = 0; v < 5000; ++v) {
        for (std::uint64_t i = 0; i < 1 + (v % 2); ++i) arcs.emplace_back(v, random.below(5000));
    }
    const ArcRows tangle = arc_rows(build_network(arcs, 5000, 9, 1));
    const auto tangle_order = ordering::nested_dissection(tangle.graph()).order;
    EXPECT_GT(ordering::eliminate(tangle.graph(), tangle_order).height(), 500u);
    expect_plain_cells<std::int32_t>(tangle, tangle_order, first_arc_bits);
}

TEST(Factor, ReportsProgressAndStopsWhenAsked) {
    const ArcRows rows = arc_rows(generate_streets({.nodes = 40'000}));
    const auto order = ordering::nested_dissection(rows.graph()).order;
    std::vector<std::string> stages;
    std::uint64_t done = 0, total = 0;
    const ProgressCallback watch = [&](const Progress& progress) {
        if (stages.empty() || stages.back() != progress.stage)
            stages.emplace_back(progress.stage);
        else
            EXPECT_GE(progress.done, done);
        done = progress.done;
        total = progress.total;
        return true;
    };
    const auto e = std::make_shared<const ordering::Elimination>(ordering::eliminate(rows.graph(), order, 2, watch));
    EXPECT_EQ(done, total);
    const std::vector<std::int32_t> cells = cells_of<std::int32_t>(rows, 0);
    ordering::factorize<std::int32_t>(e, rows.graph(), {cells, unreachable_of<std::int32_t>(0)}, 2, watch);
    EXPECT_EQ(done, total);
    EXPECT_EQ(stages, (std::vector<std::string>{"eliminate", "factor"}));
    const auto stop = [](const Progress&) { return false; };
    EXPECT_THROW(ordering::eliminate(rows.graph(), order, 2, stop), Cancelled);
    EXPECT_THROW(ordering::factorize<std::int32_t>(e, rows.graph(), {cells, unreachable_of<std::int32_t>(0)}, 2, stop),
                 Cancelled);
}

}  // namespace

}  // namespace allways::testing
