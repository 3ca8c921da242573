// SPDX-License-Identifier: Apache-2.0
// Who sweeps: the devices that the options choose, or the host's processor.
#pragma once

#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "engine/sweep/device/sweep_device.h"

namespace allways::engine {

// Opens the devices that the options choose; none: the host's processor sweeps. A processor beside a GPU is left out.
// Throws DeviceError for one that is absent.
SweepDevices sweep_devices(const SolveOptions& options);

// For reports.
std::string sweeper_text(const SweepDevices& devices);

// A whole table of some rows and columns, row-major. Throws Cancelled, DeviceError (also for a device that lacks the
// type), CapacityError.
template <class T>
std::vector<T> swept_table(const SweepDevices& devices, const SweepProblem<T>& problem,
                           const ProgressCallback& progress);

}  // namespace allways::engine
