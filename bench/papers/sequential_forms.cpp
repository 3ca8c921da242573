// SPDX-License-Identifier: Apache-2.0
#include "papers/sequential_forms.h"

#include "allways/base/stopwatch.h"
#include "papers/baselines.h"
#include "papers/float_cells.h"

namespace allways::papers {
namespace {

template <class Solve>
double timed_in_float32(const Run& run, Solve&& solve) {
    const std::size_t n = run.graph.n;
    std::vector<float> cells = float_cells(run.graph, n);
    const Stopwatch clock;
    solve(cells, n);
    const double seconds = clock.seconds();
    take_float_cells(cells, n, n, run.distances);
    return seconds;
}

}  // namespace

double sequential_floyd_float32(const Run& run) {
    return timed_in_float32(
        run, [&](std::vector<float>& cells, std::size_t n) { floyd_warshall<float>(cells, n, run.tick); });
}

double sequential_r_kleene_float32(const Run& run, std::size_t base) {
    return timed_in_float32(
        run, [&](std::vector<float>& cells, std::size_t n) { r_kleene<float>(cells, n, base, run.tick); });
}

double sequential_floyd_int32(const Run& run) {
    run.distances = run.graph.cells;
    const Stopwatch clock;
    floyd_warshall<std::int32_t>(run.distances, run.graph.n, run.tick);
    return clock.seconds();
}

}  // namespace allways::papers
