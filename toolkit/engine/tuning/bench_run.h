// The dense benchmark of one executor, for those that make it themselves.
#pragma once

#include "allways/engine/bench.h"
#include "engine/dense/executor.h"
#include "engine/tuning/bench_problem.h"

namespace allways::engine {

// As run_bench, of whose options device, tuning and folders do not matter here, and of whose result driver and ceiling
// stay empty.
BenchResult run_bench_on(Executor& executor, const BenchOptions& options);

CellWidth width_of(const BenchOptions& options);
CellFormat format_of(const BenchOptions& options, const BenchProblem& problem);
// The upper of the two in the middle.
double median(std::vector<double> values);

}  // namespace allways::engine
