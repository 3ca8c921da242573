// SPDX-License-Identifier: Apache-2.0
#define ALLWAYS_VECTOR_BYTES 32
#include "engine/sweep/sweep_kernels_body.h"

namespace allways::engine {

const SweepKernels* sweep_kernels_avx2() {
    static constexpr SweepKernels kernels = kernels_named("AVX2");
    return &kernels;
}

}  // namespace allways::engine
