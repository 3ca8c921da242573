// SPDX-License-Identifier: Apache-2.0
// Generated dense matrices for tests and benchmarks.
#pragma once

#include "allways/base/api.h"
#include "allways/cost/cost_matrix.h"
#include "allways/network/generate.h"

namespace allways {

// The arcs of generate_random_network(options) as an int32 matrix. Same errors; O(n²) time and memory.
ALLWAYS_API CostMatrix generate_random_matrix(const RandomNetworkOptions& options);

}  // namespace allways
