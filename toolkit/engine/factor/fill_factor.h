// SPDX-License-Identifier: Apache-2.0
// Converts a factorized core to the arrays of a NetworkFactor: everything that queries would otherwise compute again.
#pragma once

#include <memory>

#include "engine/sweep/factor_core.h"

namespace allways::engine {

// Fills the tree and the filled graph. O(fill).
void fill_tree(NetworkFactor& factor, const ordering::Elimination& tree, WorkMeter& meter);

// Fills cells and places from the core for which `cells` were computed, and order and tree unless they are there. O(n +
// fill).
template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells,
                 WorkMeter& meter);

}  // namespace allways::engine
