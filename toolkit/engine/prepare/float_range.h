// SPDX-License-Identifier: Apache-2.0
// Checks that float path sums stay finite: an overflow would read as unreachable.
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::engine {

// `largest`: the largest reduced cost. A path has fewer than node_count arcs. Throws InputError naming `source`.
template <class T>
void require_float_range(const std::string& source, std::size_t node_count, double largest) {
    if (largest * static_cast<double>(node_count) < static_cast<double>(std::numeric_limits<T>::max())) return;
    throw InputError(source, 0,
                     format("path sums of costs up to {} can exceed the range of {}{}", largest, name(cost_type_of<T>),
                            std::is_same_v<T, float> ? "; use cost type float64" : ""));
}

}  // namespace allways::engine
