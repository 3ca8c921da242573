// SPDX-License-Identifier: Apache-2.0
// Sums over a factor's table of origins × destinations, on a device and without the table.
#pragma once

#include <span>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/result/network_factor.h"
#include "engine/sweep/device/sweep_device_results.h"

namespace allways::engine {

// Sums on the device that the options choose. Fills the report. Throws InvalidArgument for several devices, and as
// sums_on_device and solve_between() for a factor.
template <class T>
std::vector<double> device_sums(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                std::span<const NodeIndex> destinations, const TableSums<T>& wanted,
                                const SolveOptions& options, SolveReport& report);

}  // namespace allways::engine
