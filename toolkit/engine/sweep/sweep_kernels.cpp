// SPDX-License-Identifier: Apache-2.0
// The choice of kernels, and those for any processor.
#include "engine/sweep/sweep_kernels.h"

#define ALLWAYS_VECTOR_BYTES 16
#include "engine/sweep/sweep_kernels_body.h"

namespace allways::engine {

const SweepKernels* sweep_kernels_plain() {
    static constexpr SweepKernels kernels = kernels_named("plain");
    return &kernels;
}

const SweepKernels& sweep_kernels() {
#ifdef ALLWAYS_X86_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return *sweep_kernels_avx512();
    if (__builtin_cpu_supports("avx2")) return *sweep_kernels_avx2();
#endif
    return *sweep_kernels_plain();
}

#ifndef ALLWAYS_X86_KERNELS
const SweepKernels* sweep_kernels_avx512() {
    return nullptr;
}
const SweepKernels* sweep_kernels_avx2() {
    return nullptr;
}
#endif

}  // namespace allways::engine
