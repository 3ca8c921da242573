// SPDX-License-Identifier: Apache-2.0
// What a device can do at most, and with given tuning values: measured by kernels alone, without a solve.
#pragma once

#include <cstddef>

#include "allways/base/cost_type.h"
#include "device/opencl.h"
#include "device/program_cache.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/launcher.h"

namespace allways::engine {

// ---- The ceiling
//
// The benchmark's reference rate: pairs per second of a device that only adds and compares in registers.

// Returns the best rate of a few launches of kernels/ceiling.cl, some 0.1 s each, in each of a few shapes. Throws
// DeviceError.
double measure_ceiling(const device::OpenClDevice& device, device::ProgramCache& cache, const device::Tuning& tuning,
                       const device::CellKind& kind);

// Finds how a device compares two numbers fastest, as tuned values: "min_form" and, on a GPU, "steps", the sums whose
// least is taken before the cell's (2 where the device has a minimum of three operands). Found by small kernels that
// only add and compare in registers, some 10 ms each and their compilation. Integers have one form of min, and one sum
// before it is the fastest in products, whatever such kernels say. Throws DeviceError.
device::TuningValues find_fastest_minimum(const device::OpenClDevice& device, device::ProgramCache& cache,
                                          const device::Tuning& tuning, const device::CellKind& kind);

// ---- Products
//
// Measures and checks the product of tiles, which takes nearly all the time of a solve, with given tuning values: only
// its kernel has to be compiled.

class ProductMeter {
public:
    // `cache` must outlive it. Throws DeviceError.
    ProductMeter(const device::OpenClDevice& device, const CellFormat& cell, device::ProgramCache& cache);

    // Returns pairs per second of products as in a solve, measured for at least `seconds` after a first one, some of
    // whose cells and hops are compared with the host's. Throws DeviceError; InvalidArgument for values that do not fit
    // the device; Error if a cell or hop is wrong.
    double measure(const device::Tuning& tuning, double seconds);

private:
    void fill(const DeviceMatrix& matrix);
    template <class T>
    void check(const DeviceMatrix& matrix, std::uint32_t depth);

    device::OpenClDevice device_;
    CellFormat cell_;
    device::ProgramCache& cache_;
    cl::Context context_;
    Queues queues_;
    std::size_t nodes_;
};

}  // namespace allways::engine
