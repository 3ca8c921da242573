// SPDX-License-Identifier: Apache-2.0
// The candidates of `tune`: every geometry of a kernel form that a device supports, the most promising first.
#pragma once

#include <vector>

#include "device/opencl.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// `now` with every "tile", "item" and "depth" (GPU form) or "tile", "vector", "vectors" and "rows" (CPU form) that
// passes check_constraints, by increasing predicted cost.
std::vector<device::TuningValues> tuning_space(const device::Tuning& now, const device::OpenClDevice& device,
                                               const CellFormat& cell);

// The expected relative time per pair: the costs of a pair besides its addition and minimum (operands read, shares of a
// tile's loads and stores, barriers, spilled registers). A rough model that only orders the candidates; measurements
// decide.
double predicted_cost(device::KernelForm form, const device::TuningValues& values, const device::OpenClDevice& device,
                      const CellFormat& cell);

}  // namespace allways::engine
