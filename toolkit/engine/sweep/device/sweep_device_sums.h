// SPDX-License-Identifier: Apache-2.0
// Sums over the rows or columns of a table that a device computes and that never leaves it.
#pragma once

#include <span>
#include <vector>

#include "engine/sweep/device/sweep_device.h"

namespace allways::engine {

// What to sum: the weights of those columns of a row, or rows of a column, whose distance is within a limit.
template <class T>
struct TableSums {
    std::vector<T> limits;
    std::vector<std::span<const double>> weights;  // by kind, finite and not negative: of the columns, or of the rows
    bool of_columns = false;
};

// Returns the sums of each row (column), by kind and within a kind by limit. Weights that are integers, whose totals
// fit 32 bits, are added exactly. Throws as sweep_on_device, and InvalidArgument for other weights on a device without
// float64.
template <class T>
std::vector<double> sums_on_device(SweepDevice& device, const SweepProblem<T>& problem, const TableSums<T>& wanted,
                                   const ProgressCallback& progress = {});

}  // namespace allways::engine
