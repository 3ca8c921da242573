// SPDX-License-Identifier: Apache-2.0
// A matrix's values as plain vectors, for comparing.
#pragma once

#include <vector>

#include "allways/cost/cost_matrix.h"

namespace allways::test {

template <class T>
std::vector<T> values(const CostMatrix& matrix) {
    const auto view = matrix.values<T>();
    return {view.begin(), view.end()};
}

}  // namespace allways::test
