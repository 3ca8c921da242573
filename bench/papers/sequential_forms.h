// The sequential programs of baselines.h as methods run them: the graph in, the seconds of the loops out.
#pragma once

#include <cstddef>

#include "papers/experiment.h"

namespace allways::papers {

double sequential_floyd_float32(const Run& run);
double sequential_floyd_int32(const Run& run);
// Blocks of `base` nodes or fewer by Floyd–Warshall.
double sequential_r_kleene_float32(const Run& run, std::size_t base);

}  // namespace allways::papers
