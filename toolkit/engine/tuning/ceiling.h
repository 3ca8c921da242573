// SPDX-License-Identifier: Apache-2.0
// The benchmark's reference rate: pairs per second of a device that only adds and compares in registers.
#pragma once

#include "allways/base/cost_type.h"
#include "device/opencl.h"
#include "device/program_cache.h"
#include "device/tuning.h"

namespace allways::engine {

// Returns the best rate of a few launches of kernels/ceiling.cl, some 0.1 s each, in each of a few shapes. Throws
// DeviceError.
double measure_ceiling(const device::OpenClDevice& device, device::ProgramCache& cache, const device::Tuning& tuning,
                       const device::CellKind& kind);

}  // namespace allways::engine
