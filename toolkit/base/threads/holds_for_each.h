// SPDX-License-Identifier: Apache-2.0
// A condition on every index of a long array.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/threads/blocks.h"

namespace allways {

// Returns true if holds(i) is true for all i in 0 … count - 1; runs on all cores if there are many. `holds` may still
// be called for further indexes after one that fails.
template <class Holds>
bool holds_for_each(std::size_t count, const Holds& holds) {
    std::atomic<bool> all{true};
    const auto one = [&](std::size_t block) {
        bool fine = true;
        const std::size_t end = std::min(count, (block + 1) * block_size);
        for (std::size_t i = block * block_size; i < end; ++i) fine &= holds(i);
        if (!fine) all = false;
    };
    parallel_for(block_count(count), one);
    return all;
}

}  // namespace allways
