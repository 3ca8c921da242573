#include "ordering/factor.h"

#include <gtest/gtest.h>

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
    const auto factor = ordering::factorize<T>(e, rows.graph(), cells, unreachable, bits);
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
    expect_factor_of<float>(rows, order, 0);
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

}  // namespace

}  // namespace allways::testing
