// SPDX-License-Identifier: Apache-2.0
// Sorting on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/threads/parallel.h"

namespace allways {

// Sorts sections of the values, then merges them two by two. Not stable: values that compare equal may be reordered.
// Needs additional memory of half the values' size.
template <class T, class Less>
void parallel_sort(std::vector<T>& values, Less&& less, unsigned threads = hardware_threads()) {
    constexpr std::size_t smallest_share = 65'536;
    std::size_t shares = 1;
    while (shares < threads && values.size() / shares > 2 * smallest_share) shares *= 2;
    const auto begin_of = [&](std::size_t share) {
        return values.begin() + static_cast<std::ptrdiff_t>(values.size() * share / shares);
    };
    parallel_for(
        shares, [&](std::size_t s) { std::sort(begin_of(s), begin_of(s + 1), less); }, threads);
    for (std::size_t width = 1; width < shares; width *= 2) {
        parallel_for(
            shares / (2 * width),
            [&](std::size_t pair) {
                const std::size_t first = 2 * width * pair;
                std::inplace_merge(begin_of(first), begin_of(first + width), begin_of(first + 2 * width), less);
            },
            threads);
    }
}

}  // namespace allways
