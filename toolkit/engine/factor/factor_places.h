// SPDX-License-Identifier: Apache-2.0
// A factorized core → the arrays of a NetworkFactor: everything that queries would otherwise have to compute again.
#pragma once

#include <memory>

#include "engine/sweep/factor_core.h"

namespace allways::engine {

// Fills order, tree, cells and places from the core that `cells` were made of. O(n + fill).
template <class T>
void fill_factor(NetworkFactor& factor, const FactorCore<T>& core, std::shared_ptr<ordering::Factor<T>> cells,
                 WorkMeter& meter);

}  // namespace allways::engine
