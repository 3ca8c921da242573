// SPDX-License-Identifier: Apache-2.0
// Compares the product's own schedules in one more experiment: the papers' algorithms with the product's kernels.
#include "allways/engine/solve.h"
#include "papers/baselines.h"
#include "papers/experiments.h"
#include "papers/paper_device.h"
#include "papers/random_graph.h"

namespace allways::papers {
namespace {

double solve_by(const std::string& schedule, const Run& run) {
    SolveOptions options;
    options.schedule = schedule;
    options.device = run.device.info().id;
    options.next_hops = false;
    options.progress = [&run](const Progress&) {
        run.tick();
        return true;
    };
    const auto matrix = CostMatrix::view<std::int32_t>(std::span<const std::int32_t>(run.graph.cells), run.graph.n);
    const Solution solution = solve_with_report(matrix, options);
    const auto values = solution.value.values<std::int32_t>();
    run.distances.assign(values.begin(), values.end());
    return solution.report.busy.at("device");
}

Method method(const std::string& schedule, const std::string& what, std::function<double(std::size_t)> work = {}) {
    return {schedule,
            what,
            "from its first step to its last",
            [schedule](const Run& run) { return solve_by(schedule, run); },
            {},
            {},
            std::move(work)};
}

}  // namespace

Experiment schedules_experiment() {
    Experiment experiment;
    experiment.name = "schedules";
    experiment.title = "Allways: its schedules over the same kernels";
    experiment.source = "docs/engine.md";
    experiment.graph = "each ordered pair has an arc with probability 0.5, weight 1 … 100";
    experiment.sizes = {64, 128, 256, 512, 1024, 2048, 4096};
    experiment.make_graph = [](std::size_t n, std::uint64_t seed) { return random_graph(n, seed, 0.5, 1, 100); };
    experiment.methods = {
        method("naive", "one launch a pivot over the whole matrix"),
        method("squaring", "min-plus squarings until nothing changes", squaring_work),
        method("recursive", "R-Kleene down to one tile"),
        method("blocked", "groups of pivot tiles with look-ahead"),
    };
    experiment.speed_ups = {{"squaring", "naive"}, {"recursive", "naive"}, {"blocked", "naive"}};
    experiment.remarks = {
        "Cells have 16 bits here, since no path of these graphs is costlier than that holds.",
        "Few arcs a path let squaring end after a few squarings; where paths are long it takes ⌈log2(n-1)⌉.",
    };
    return experiment;
}

}  // namespace allways::papers
