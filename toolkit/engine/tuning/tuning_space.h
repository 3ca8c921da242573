// The candidates of `tune`: every geometry of a kernel form that a device can take, the likely good ones first.
#pragma once

#include <vector>

#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// `now` with every "tile", "item" and "depth" (GPU form) or "tile", "vector", "vectors" and "rows" (CPU form) that
// passes check_constraints, by rising predicted cost.
std::vector<device::TuningValues> tuning_space(const device::Tuning& now, const device::OpenClDevice& device,
                                               const CellFormat& cell);

// Relative time a pair is expected to take: counts of what a pair costs besides its add and min (operands read, shares
// of a tile's loads and stores, barriers, spilled registers). A rough model, for an order to try things in; only
// measurements decide.
double predicted_cost(device::KernelForm form, const device::TuningValues& values, const device::OpenClDevice& device,
                      const CellFormat& cell);

}  // namespace allways::engine
