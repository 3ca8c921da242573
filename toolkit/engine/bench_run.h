// The dense benchmark of one executor, for those that make it themselves.
#pragma once

#include "allways/engine/bench.h"
#include "engine/executor.h"

namespace allways::engine {

// As run_bench, of whose options device, tuning and folders do not matter here, and of whose result driver and ceiling
// stay empty.
BenchResult run_bench_on(Executor& executor, const BenchOptions& options);

}  // namespace allways::engine
