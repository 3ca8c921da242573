// SPDX-License-Identifier: Apache-2.0
// The devices that sweep; and prepared job → its core in elimination order, if a sweep of it is the fastest schedule.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "allways/engine/solve.h"
#include "engine/factor/factor_core.h"
#include "engine/plan/prepared_job.h"
#include "engine/sweep/device/sweep_device.h"

namespace allways::engine {

// ---- who sweeps: the devices that the options choose, or the host's processor

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

// ---- a sweep, if it is the fastest schedule

template <class T>
struct SweepPlan {
    FactorCore<T> core;    // ordered
    SweepDevices devices;  // none: the host's processor
};

// The reason why another schedule than the sweep was chosen; empty: a sweep was not possible, or not asked for.
using NoSweep = std::string;

// Plans a sweep of a network if options.schedule is "sweep", or "auto" and the sweep is predicted to be faster than
// tiles; completes the job's report except its memory. Throws InvalidArgument for a tile, an invalid device text or
// several ranks where a sweep may be the faster one, DeviceError for a device that is absent or lacks the type.
template <class T>
std::variant<SweepPlan<T>, NoSweep> plan_sweep(PreparedJob<T>& job, const SolveOptions& options);

}  // namespace allways::engine
