// SPDX-License-Identifier: Apache-2.0
#define ALLWAYS_VECTOR_BYTES 64
#include "engine/sweep/sweep_kernels_body.h"

namespace allways::engine {

const SweepKernels* sweep_kernels_avx512() {
    static constexpr SweepKernels kernels = kernels_named("AVX-512");
    return &kernels;
}

}  // namespace allways::engine
