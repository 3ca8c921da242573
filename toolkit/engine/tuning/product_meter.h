// SPDX-License-Identifier: Apache-2.0
// Measures and checks the product of tiles, which takes nearly all the time of a solve, with given tuning values: only
// its kernel has to be compiled.
#pragma once

#include <cstddef>

#include "device/opencl.h"
#include "device/program_cache.h"
#include "device/tuning.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/launcher.h"

namespace allways::engine {

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
