// SPDX-License-Identifier: Apache-2.0
// Distances and skims between some nodes of a factor, and sums of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "allways/engine/solve.h"
#include "allways/result/cell_numbers.h"
#include "allways/result/network_factor.h"
#include "engine/plan/sweep_plan.h"
#include "engine/stream/table_job.h"
#include "engine/sweep/device/sweep_device_results.h"

namespace allways::engine {

// Raw distances, origins × destinations, and the skims that the options name.
template <class T>
struct FactorTable {
    std::vector<T> distances;
    std::vector<Skim> skims;
};

// `devices` sweep for distances, the host for skims. Skims come from the sums that the factor keeps; if it lacks a
// field, or int32 does not hold the sums, they come from all of its arcs. Adds seconds and memory to the report, which
// has the available memory. Throws InvalidArgument (unknown field), CapacityError, Cancelled, DamagedContent.
template <class T>
FactorTable<T> factor_table(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                            std::span<const NodeIndex> destinations, const SolveOptions& options,
                            const SweepDevices& devices, SolveReport& report);

// Sums over the table, on the device that the options choose and without the table itself. Fills the report. Throws
// InvalidArgument for several devices, and as sums_on_device and solve_between() for a factor.
template <class T>
std::vector<double> device_sums(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                std::span<const NodeIndex> destinations, const TableSums<T>& wanted,
                                const SolveOptions& options, SolveReport& report);

// The same distances in bands (TableStream). Borrows the factor.
std::unique_ptr<TableStream::Job> make_factor_job(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                                  std::span<const NodeIndex> destinations, const SolveOptions& options);

// Throws InvalidArgument for an index that is no node of n.
void check_indexes(std::size_t n, std::span<const NodeIndex> nodes);

// Say in a report of a table of some rows and columns how it is computed, and from which network.
void describe_sweep(SolveReport& report, const CostScale& scale, CostType type);
void describe_factor(SolveReport& report, const NetworkFactor& factor);

}  // namespace allways::engine
