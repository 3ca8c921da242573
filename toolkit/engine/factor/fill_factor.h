// SPDX-License-Identifier: Apache-2.0
// Converts a factorized core to the arrays of a NetworkFactor: everything that queries would otherwise compute again.
#pragma once

#include <memory>
#include <span>

#include "allways/result/network_factor.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Fills the tree and the filled graph. O(fill).
void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree, WorkMeter& meter);

// Fills cells and places from the core for which `cells` were computed, and order and tree unless they are there.
// `ends`: under turn rules, by node the place where paths to it end. O(n + fill).
template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells,
                 std::span<const NodeIndex> ends, WorkMeter& meter);

}  // namespace allways::engine
