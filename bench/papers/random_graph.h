// SPDX-License-Identifier: Apache-2.0
// The papers' random dense digraphs.
#pragma once

#include "papers/experiment.h"

namespace allways::papers {

// Each ordered pair of different nodes has an arc with that probability (0 … 1) and an integer weight, uniform in
// lowest … highest. Equal arguments give equal graphs on every platform. Throws InvalidArgument as
// generate_random_network does. O(n²).
Graph random_graph(std::size_t n, std::uint64_t seed, double probability, std::int32_t lowest, std::int32_t highest);

}  // namespace allways::papers
