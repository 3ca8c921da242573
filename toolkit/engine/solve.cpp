// SPDX-License-Identifier: Apache-2.0
// solve: a table job that is computed whole.
#include "allways/engine/solve.h"

#include "allways/base/stopwatch.h"
#include "engine/stream/table_job.h"

namespace allways {

namespace {

std::unique_ptr<engine::TableJob> whole_job(const RoadNetwork& network, const SolveOptions& options) {
    return engine::make_table_job(network, options, {.whole = true});
}

std::unique_ptr<engine::TableJob> whole_job(const CostMatrix& matrix, const SolveOptions& options) {
    return engine::make_table_job(matrix, options, {.whole = true});
}

template <class Problem>
SolveReport plan_problem(const Problem& problem, SolveOptions options) {
    options.self_tuning = false;
    return whole_job(problem, options)->report;
}

template <class Problem>
Solution solve_problem(const Problem& problem, const SolveOptions& options) {
    const Stopwatch watch;
    Solution solution;
    {
        const auto job = whole_job(problem, options);
        solution.value = engine::whole_table(*job);
        solution.report = std::move(job->report);
    }
    double counted = 0;
    for (const auto& [stage, seconds] : solution.report.seconds) counted += seconds;
    solution.report.seconds["solve"] += watch.seconds() - counted;  // preparing to, and releasing all else
    return solution;
}

}  // namespace

Solution solve_with_report(const RoadNetwork& network, const SolveOptions& options) {
    return solve_problem(network, options);
}
Solution solve_with_report(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_problem(matrix, options);
}
DistanceTable solve(const RoadNetwork& network, const SolveOptions& options) {
    return solve_with_report(network, options).value;
}
DistanceTable solve(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_with_report(matrix, options).value;
}
SolveReport plan(const RoadNetwork& network, const SolveOptions& options) {
    return plan_problem(network, options);
}
SolveReport plan(const CostMatrix& matrix, const SolveOptions& options) {
    return plan_problem(matrix, options);
}

}  // namespace allways
