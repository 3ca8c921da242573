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

// How a device compares two numbers fastest.
struct FastestMinimum {
    int min_form;
    int steps;  // sums whose least is taken before the cell's: 2 where the device has a minimum of three operands
};

// Finds it by small kernels that only add and compare in registers, some 10 ms each and their compilation. On a CPU
// steps is 1. Integers have one form of min, and one sum before it is the fastest in products, whatever such kernels
// say. Throws DeviceError.
FastestMinimum find_fastest_minimum(const device::OpenClDevice& device, device::ProgramCache& cache,
                                    const device::Tuning& tuning, const device::CellKind& kind);

}  // namespace allways::engine
