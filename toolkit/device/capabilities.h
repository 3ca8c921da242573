// SPDX-License-Identifier: Apache-2.0
// What a device can do that no property states: found out by building a small kernel and checking its results.
#pragma once

#include "device/opencl.h"
#include "device/program_cache.h"
#include "device/tuning.h"

namespace allways::device {

// Returns true if the device adds and compares two 16-bit cells in a register by NVIDIA's instructions (cell.cl,
// NV_PACKED_MIN) and the results are right. Devices that are not NVIDIA's are not tried: their compilers would fail in
// ways of their own. Found once in a process. Throws DeviceError if the device fails.
bool has_packed_minimum(const OpenClDevice& device, ProgramCache& cache);

// Sets the values that follow from what the device can do, "nv_packed_min" for 16-bit cells, unless they are set.
void add_capabilities(Tuning& tuning, const CellKind& kind, const OpenClDevice& device, ProgramCache& cache);

}  // namespace allways::device
