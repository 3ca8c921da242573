// SPDX-License-Identifier: Apache-2.0
// From a network to a sweep, step by step, for tests of the steps.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "cost/expanded_network.h"
#include "engine/factor/factor_core.h"
#include "engine/factor/subfactor.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_problem.h"
#include "ordering/nested_dissection.h"

namespace allways::testing {

using namespace allways::engine;

// A network prepared and factorized. `order_seed`: 0 for nested dissection; else a random order of elimination.
template <class T>
struct Sweepable {
    CellFormat format;
    std::shared_ptr<const ordering::Factor<T>> factor;
    NetworkFactor places;

    Sweepable(const RoadNetwork& network, bool next_hops, std::uint64_t order_seed = 0) {
        const cost::ExpandedNetwork expanded(network, network.columns[0].name);
        const ArcCosts costs = build_arc_costs(network, {network.columns[0].name, cost_type_of<T>});
        const Prepared<T> prepared = prepare<T>(network, expanded.adjacency(), costs);
        format = sweep_format(prepared, next_hops);
        FactorCore<T> core(prepared, format);
        std::vector<std::uint32_t> order(core.graph().node_count());
        std::iota(order.begin(), order.end(), 0u);
        if (order_seed == 0)
            order = ordering::nested_dissection(core.graph()).order;
        else
            std::shuffle(order.begin(), order.end(), std::mt19937_64(order_seed));
        core.tree = std::make_shared<ordering::Elimination>(ordering::eliminate(core.graph(), order));
        factor = core.factorize();
        places = places_alone(expanded, costs, nullptr, prepared, format, *core.tree);
    }

    SweepProblem<T> all() const {
        std::vector<NodeIndex> nodes(places.node_count());
        std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
        return some(nodes, nodes);
    }
    SweepProblem<T> some(std::span<const NodeIndex> rows, std::span<const NodeIndex> columns) const {
        const FactorNetwork<T> network(places);
        SweepProblem<T> problem = FactorSides<T>(network, format, columns).with_rows(rows);
        problem.solve_by(factor);
        return problem;
    }
    std::uint32_t rank_of(NodeIndex node) const { return FactorNetwork<T>(places).rank_of(node); }
};

// The table that a sweep wrote, with cells around it that it must leave alone.
template <class T>
struct SweptTable {
    static constexpr std::size_t margin = 70;  // more than a line of one-byte hops
    static constexpr T untouched = T(-77);
    static constexpr unsigned char untouched_hop = 0xa5;

    std::size_t rows, columns, stride, hop_bytes;
    std::vector<T> cells;
    std::vector<unsigned char> hops;

    // hop_bytes 0: without hops.
    SweptTable(std::size_t rows_, std::size_t columns_, std::size_t hop_bytes_)
        : rows(rows_),
          columns(columns_),
          stride(columns_ + 3),
          hop_bytes(hop_bytes_),
          cells(rows_ * stride + 2 * margin, untouched),
          hops(cells.size() * hop_bytes_, untouched_hop) {}

    SweepTarget<T> target() {
        return {cells.data() + margin, stride, hop_bytes ? hops.data() + margin * hop_bytes : nullptr, hop_bytes};
    }
    T cell(std::size_t row, std::size_t column) const { return cells[margin + row * stride + column]; }
    std::uint32_t hop(std::size_t row, std::size_t column) const {
        std::uint32_t value = 0;
        std::memcpy(&value, hops.data() + (margin + row * stride + column) * hop_bytes, hop_bytes);
        const auto none = static_cast<std::uint32_t>((std::uint64_t{1} << 8 * hop_bytes) - 1);
        return value == none ? NextHops::none : value;
    }
    // Returns true if no cell around the table or between its rows was written.
    bool only_inside() const {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool in_rows = i >= margin && i < margin + rows * stride;
            if (in_rows && (i - margin) % stride < columns) continue;
            if (cells[i] != untouched) return false;
            for (std::size_t byte = i * hop_bytes; byte < (i + 1) * hop_bytes; ++byte) {
                if (hops[byte] != untouched_hop) return false;
            }
        }
        return true;
    }
};

template <class T>
SweptTable<T> swept_by_plain_loops(const SweepProblem<T>& problem, ColumnRange range, std::size_t hop_bytes) {
    SweptTable<T> table(problem.rows.count(), range.size(), hop_bytes);
    sweep_by_plain_loops(problem, range, table.target());
    return table;
}

template <class T>
SweptTable<T> swept_on_host(const SweepProblem<T>& problem, ColumnRange range, std::size_t hop_bytes,
                            const SweepHostOptions& options) {
    SweptTable<T> table(problem.rows.count(), range.size(), hop_bytes);
    sweep_on_host(problem, range, table.target(), options);
    return table;
}

// int32: every cell and hop. Floats: within the rounding of as many sums as there are rows and `more_sums`, since both
// add up the same paths in another order. `cancelling`: magnitude of costs that cancel on a path.
template <class T>
void expect_same(const SweptTable<T>& swept, const SweptTable<T>& plain, double cancelling = 0,
                 std::size_t more_sums = 0) {
    ASSERT_TRUE(swept.only_inside());
    ASSERT_EQ(swept.hops, plain.hops);
    if constexpr (std::is_integral_v<T>) {
        ASSERT_EQ(swept.cells, plain.cells);
    } else {
        const double rounding = std::numeric_limits<T>::epsilon() * static_cast<double>(plain.rows + more_sums);
        for (std::size_t i = 0; i < plain.cells.size(); ++i) {
            if (swept.cells[i] == plain.cells[i]) continue;
            ASSERT_TRUE(is_reachable(swept.cells[i]) && is_reachable(plain.cells[i])) << i;
            ASSERT_NEAR(swept.cells[i], plain.cells[i], rounding * (std::abs(plain.cells[i]) + cancelling)) << i;
        }
    }
}

}  // namespace allways::testing
