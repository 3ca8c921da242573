// SPDX-License-Identifier: Apache-2.0
// A bound on the distances of a prepared problem's input.
#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "engine/prepare/prepare.h"

namespace allways::engine {

// Returns a number that no finite absolute distance of the input exceeds; +inf for floats. O(n) for negative costs.
template <class T>
double largest_distance(const Prepared<T>& prepared) {
    if constexpr (!std::is_integral_v<T>) return std::numeric_limits<double>::infinity();
    Wide<T> least = 0;
    Wide<T> most = 0;
    for (const auto* potentials : {&prepared.tail_potential, &prepared.head_potential}) {
        for (const Wide<T> potential : *potentials) {
            least = std::min(least, potential);
            most = std::max(most, potential);
        }
    }
    return static_cast<double>(prepared.bound) + static_cast<double>(most - least);
}

}  // namespace allways::engine
