// SPDX-License-Identifier: Apache-2.0
// The transfers of the dense benchmark.
#pragma once

#include "allways/engine/bench.h"
#include "device/opencl.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// Measures transfers from one array in pinned host memory to another, both touched before: the transfers alone, on the
// executor that runs one step at a time, and the whole job on the executor that overlaps them with computing. Fills in
// `result`, whose tile and group it uses. Throws InvalidArgument for a hop array and for 16-bit cells.
void measure_transfers(const device::OpenClDevice& device, Executor& apart, Executor& overlapping,
                       const BenchOptions& options, BenchResult& result);

}  // namespace allways::engine
