// SPDX-License-Identifier: Apache-2.0
// The sequential programs of baselines.h as methods: they take the graph and return the seconds of the loops.
#pragma once

#include <cstddef>

#include "papers/experiment.h"

namespace allways::papers {

double sequential_floyd_float32(const Run& run);
double sequential_floyd_int32(const Run& run);
// Uses Floyd–Warshall for blocks of at most `base` nodes.
double sequential_r_kleene_float32(const Run& run, std::size_t base);

}  // namespace allways::papers
