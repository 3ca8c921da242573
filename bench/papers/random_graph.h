// The papers' random dense digraphs.
#pragma once

#include "papers/experiment.h"

namespace allways::papers {

// Each ordered pair of different nodes has an arc with that probability (0 … 1), of a whole weight lowest … highest,
// drawn evenly. The same arguments give the same graph on every platform. Throws InvalidArgument as
// generate_random_network. O(n²).
Graph random_graph(std::size_t n, std::uint64_t seed, double probability, std::int32_t lowest, std::int32_t highest);

}  // namespace allways::papers
