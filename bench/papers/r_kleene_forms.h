// SPDX-License-Identifier: Apache-2.0
// R-Kleene on a device, in the papers' form.
#pragma once

#include "papers/experiment.h"

namespace allways::papers {

// Recursion on the host over quadrants, products with one work-item per cell in global memory, blocks of 16×16 closed
// in local memory (kernels/r_kleene_cells.cl), float32, one in-order queue (Pandey and Sharma, "A Parallel Recursive
// Approach …", section IV.D, figure 11). Halving ends at 16, so the table is padded to 16·2^m nodes; the paper's sizes
// need no padding. n³ pairs. Returns the seconds from the first launch to the end of the last.
double r_kleene_on_device(const Run& run);

}  // namespace allways::papers
