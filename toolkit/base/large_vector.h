// Allocates vectors of the size of a table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace allways {

// `count` times `value`, on large pages if the system has them: a table is written in pieces of rows, each on another
// page, and pages of 2 MiB save the processor most page walks and the system most page faults of a first touch. All
// threads share that first touch, which takes longer than everything else done to many a table.
template <class T>
std::vector<T> large_vector(std::size_t count, T value = T{}) {
    std::vector<T> values;
    values.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
    const auto begin = (reinterpret_cast<std::uintptr_t>(values.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(values.data() + count) / page * page;
    if (begin < end) {
        // Advice only: a system that ignores it hands out small pages at their first touch below.
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
        constexpr std::uintptr_t piece = 32 * page;
        parallel_for((end - begin + piece - 1) / piece, [&](std::size_t i) {
            const std::uintptr_t from = begin + i * piece;
            madvise(reinterpret_cast<void*>(from), std::min(piece, end - from), MADV_POPULATE_WRITE);
        });
    }
#endif
    values.resize(count, value);
    return values;
}

}  // namespace allways
