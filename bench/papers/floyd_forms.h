// SPDX-License-Identifier: Apache-2.0
// Floyd–Warshall on a device, in the papers' form.
#pragma once

#include "papers/experiment.h"

namespace allways::papers {

// One launch per k, one work-item per cell, float32 in global memory (kernels/floyd_cells.cl), work-groups of 16×16,
// with the table padded to a multiple of 16 (Pandey and Sharma, "OpenCL Parallel Blocked Approach …", section 4.2). n³
// pairs. Returns the seconds from the first launch to the end of the last.
double floyd_by_cells(const Run& run);

}  // namespace allways::papers
