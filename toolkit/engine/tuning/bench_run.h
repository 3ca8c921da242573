// SPDX-License-Identifier: Apache-2.0
// Runs the dense benchmark on an executor that the caller made.
#pragma once

#include "allways/engine/bench.h"
#include "engine/dense/executor.h"
#include "engine/tuning/bench_problem.h"

namespace allways::engine {

// Works as run_bench, but ignores the options device, tuning and folders, and leaves driver and ceiling of the result
// empty.
BenchResult run_bench_on(Executor& executor, const BenchOptions& options);

CellWidth width_of(const BenchOptions& options);
BenchCosts costs_of(const BenchOptions& options);
CellFormat format_of(const BenchOptions& options, const BenchProblem& problem);
// Returns the upper of the two middle values for an even number of values.
double median(std::vector<double> values);

}  // namespace allways::engine
