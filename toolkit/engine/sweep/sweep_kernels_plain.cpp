// SPDX-License-Identifier: Apache-2.0
#define ALLWAYS_VECTOR_BYTES 16
#include "engine/sweep/sweep_kernels_body.h"

namespace allways::engine {

const SweepKernels* sweep_kernels_plain() {
    static constexpr SweepKernels kernels = kernels_named("plain");
    return &kernels;
}

}  // namespace allways::engine
