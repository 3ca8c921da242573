// SPDX-License-Identifier: Apache-2.0
// Converts the failures of a device during a sweep to errors.
#pragma once

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "engine/sweep/device/sweep_device.h"

namespace allways::engine {

// Returns work(). Throws CapacityError for memory that the driver refuses, DeviceError for its other errors.
template <class Work>
decltype(auto) on_sweep_device(const SweepDevice& device, Work&& work) {
    try {
        return device::checked(device.name(), work);
    } catch (const DeviceError& error) {
        if (error.code() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw;
        throw CapacityError(
            format("{} could not allocate the blocks of the table, though it has {} bytes: other programs may "
                   "be using it; set a lower memory limit, or choose another device",
                   device.name(), device.device().info.memory_bytes),
            device.available_bytes(), device.device().info.memory_bytes);
    }
}

}  // namespace allways::engine
