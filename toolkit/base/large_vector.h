// Vectors of the size of a table.
#pragma once

#include <cstddef>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace allways {

// `count` zeros, on large pages where the system has them: a table is written in pieces of rows, each on another page, and
// pages of 2 MiB spare the processor most of its walks to find them, and the system most faults of a first touch.
template <class T>
std::vector<T> large_vector(std::size_t count) {
    std::vector<T> values;
    values.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
    const auto begin = (reinterpret_cast<std::uintptr_t>(values.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(values.data() + count) / page * page;
    // Advice only: where it is refused, pages are small.
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    values.resize(count);
    return values;
}

}  // namespace allways
