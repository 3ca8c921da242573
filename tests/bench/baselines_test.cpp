// SPDX-License-Identifier: Apache-2.0
// The papers' plain programs against the reference, at sizes around powers of two and around the base case.
#include "papers/baselines.h"

#include "paper_support.h"
#include "papers/float_cells.h"
#include "papers/random_graph.h"

namespace allways::papers {
namespace {

const Tick no_tick = [] {};

// Solves the graph by `solve` in int32 and in float32, and compares both with the reference.
template <class Solve>
void expect_right(const Graph& graph, const Solve& solve) {
    const auto expected = reference_distances(graph);
    std::vector<std::int32_t> whole = graph.cells;
    solve(whole, graph.n);
    EXPECT_EQ(whole, expected) << "int32, n = " << graph.n;
    std::vector<float> cells = float_cells(graph, graph.n);
    solve(cells, graph.n);
    std::vector<std::int32_t> taken;
    take_float_cells(cells, graph.n, graph.n, taken);
    EXPECT_EQ(taken, expected) << "float32, n = " << graph.n;
}

template <class Solve>
void expect_right_everywhere(const Solve& solve) {
    for (const std::size_t n : {1, 2, 3, 5, 16, 17, 31, 33, 61}) {
        expect_right(random_graph(n, n, 0.5, 1, 100), solve);
        expect_right(random_graph(n, n, 2.0 / static_cast<double>(n + 1), 1, 9),
                     solve);  // long paths, unreachable pairs
    }
}

TEST(Baselines, FloydWarshall) {
    expect_right_everywhere([](auto& cells, std::size_t n) { floyd_warshall(cells, n, no_tick); });
}

TEST(Baselines, RKleene) {
    for (const std::size_t base : {1, 3, 16}) {
        expect_right_everywhere([&](auto& cells, std::size_t n) { r_kleene(cells, n, base, no_tick); });
    }
}

TEST(Baselines, Squaring) {
    expect_right_everywhere([](auto& cells, std::size_t n) { squaring(cells, n, no_tick); });
    expect_right_everywhere([](auto& cells, std::size_t n) { squaring_openmp(cells, n, no_tick); });
}

TEST(Baselines, SquaringCoversThePathOfAllArcs) {
    constexpr std::size_t n = 34;  // a line: its longest path has 33 arcs, one more than five squarings cover
    Graph line{n, std::vector<std::int32_t>(n * n, unreachable)};
    for (std::size_t i = 0; i < n; ++i) line.cells[i * n + i] = 0;
    for (std::size_t i = 0; i + 1 < n; ++i) line.cells[i * n + i + 1] = 1;
    std::vector<std::int32_t> cells = line.cells;
    squaring(cells, n, no_tick);
    EXPECT_EQ(cells[n - 1], 33);
    EXPECT_EQ(squarings(n), 6u);
    EXPECT_EQ(squarings(33), 5u);
    EXPECT_EQ(squarings(2), 0u);
}

TEST(Baselines, TickEndsEveryOne) {
    const Graph graph = random_graph(130, 1, 0.5, 1, 100);
    const Tick stop = [] { throw NotRun("stopped"); };
    std::vector<std::int32_t> cells = graph.cells;
    EXPECT_THROW(floyd_warshall(cells, graph.n, stop), NotRun);
    EXPECT_THROW(r_kleene(cells, graph.n, 16, stop), NotRun);
    EXPECT_THROW(squaring(cells, graph.n, stop), NotRun);
    EXPECT_THROW(squaring_openmp(cells, graph.n, stop), NotRun);
}

TEST(FloatCells, PaddingIsUnreachable) {
    const Graph graph = random_graph(5, 1, 0.5, 1, 100);
    const auto cells = float_cells(graph, 8);
    for (std::size_t i = 0; i < 8; ++i) {
        for (std::size_t j = 0; j < 8; ++j) {
            const bool is_absent = i >= 5 || j >= 5 || graph.cells[i * 5 + j] == unreachable;
            EXPECT_EQ(cells[i * 8 + j] > 1e30f, is_absent) << i << ", " << j;
        }
    }
}

}  // namespace
}  // namespace allways::papers
