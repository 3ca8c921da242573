// SPDX-License-Identifier: Apache-2.0
// Allocates vectors of the size of a table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "allways/base/progress.h"
#include "base/threads/parallel.h"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace allways {

// Reserves room for `count` values on large pages if the system has them: threads write a table in small sections of
// rows, each on another page, and pages of 2 MiB save the processor most page walks and the system most page faults of
// a first touch. All threads share that first touch, which takes longer than all other work on many a table. `progress`
// may cancel it: stage "allocate", in bytes, from 64 MiB on.
template <class T>
void reserve_large(std::vector<T>& values, std::size_t count, const ProgressCallback& progress = {}) {
    values.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
    const auto begin = (reinterpret_cast<std::uintptr_t>(values.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(values.data() + count) / page * page;
    if (begin < end) {
        // Advice only: a system that ignores it allocates small pages at their first touch below.
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
        constexpr std::uintptr_t piece = 32 * page;
        const auto caller = std::this_thread::get_id();
        parallel_for((end - begin + piece - 1) / piece, [&](std::size_t i) {
            const std::uintptr_t from = begin + i * piece;
            if (i > 0 && std::this_thread::get_id() == caller) report(progress, "allocate", from - begin, end - begin);
            madvise(reinterpret_cast<void*>(from), std::min(piece, end - from), MADV_POPULATE_WRITE);
        });
    }
#endif
}

// Makes a vector of `count` times `value`; `progress` as above.
template <class T>
std::vector<T> large_vector(std::size_t count, T value = T{}, const ProgressCallback& progress = {}) {
    std::vector<T> values;
    reserve_large(values, count, progress);
    constexpr std::size_t piece = (std::size_t{64} << 20) / sizeof(T);
    while (values.size() < count) {
        if (!values.empty()) report(progress, "allocate", values.size() * sizeof(T), count * sizeof(T));
        values.resize(std::min(count, values.size() + piece), value);
    }
    return values;
}

}  // namespace allways
