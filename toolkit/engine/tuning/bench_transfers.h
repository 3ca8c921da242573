// The transfers of the dense benchmark.
#pragma once

#include "allways/engine/bench.h"
#include "device/opencl.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// From one array in pinned host memory to another, both touched before: the transfers alone, by the executor that does
// one thing after the other, and the whole by one that does all beside each other. Into `result`, whose tile and group
// are taken. Throws InvalidArgument for a hop array and for 16-bit cells.
void measure_transfers(const device::OpenClDevice& device, Executor& apart, Executor& overlapping,
                       const BenchOptions& options, BenchResult& result);

}  // namespace allways::engine
