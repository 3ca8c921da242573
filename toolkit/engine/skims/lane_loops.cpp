// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/lane_loops.h"

#include "allways/base/cost_type.h"

namespace allways::engine {

// Built for several instruction sets, if the compiler can choose among them at load time.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define ALLWAYS_CLONES __attribute__((target_clones("default", "avx2", "arch=skylake-avx512")))
#else
#define ALLWAYS_CLONES
#endif

ALLWAYS_CLONES
bool any_equal_sum(const std::int32_t* cells, const std::int32_t* more, std::int32_t value, std::int32_t mask) {
    std::int32_t any = 0;
    for (std::size_t i = 0; i < equal_sums_at_once; ++i) any |= cells[i] == value + (more[i] & ~mask) ? 1 : 0;
    return any != 0;
}

ALLWAYS_CLONES
bool any_equal_sum(const float* cells, const float* more, float value, std::int32_t) {
    int any = 0;
    for (std::size_t i = 0; i < equal_sums_at_once; ++i) any |= cells[i] == value + more[i] ? 1 : 0;
    return any != 0;
}

ALLWAYS_CLONES
bool any_equal_sum(const double* cells, const double* more, double value, std::int32_t) {
    int any = 0;
    for (std::size_t i = 0; i < equal_sums_at_once; ++i) any |= cells[i] == value + more[i] ? 1 : 0;
    return any != 0;
}

ALLWAYS_CLONES
void copy_sums(std::int32_t* __restrict to, const std::int32_t* __restrict cells, const std::int32_t* __restrict sums,
               std::int32_t unreachable, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t sum = sums[i];
        to[i] = cells[i] < unreachable ? sum : unreachable_cost<std::int32_t>;
    }
}

#undef ALLWAYS_CLONES

}  // namespace allways::engine
