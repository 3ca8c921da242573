// SPDX-License-Identifier: Apache-2.0
// Blocked Floyd–Warshall on a device, in the papers' forms: one work-group per block, one work-item per cell, n³ pairs.
#pragma once

#include <cstddef>

#include "papers/blocked_launches.h"
#include "papers/experiment.h"

namespace allways::papers {

// Three launches per round on one in-order queue, blocks of 16×16 in local memory, float32 (kernels/blocked_local.cl),
// with the table padded to a multiple of 16 (Pandey and Sharma, "OpenCL Parallel Blocked Approach …", section 4.4).
// Returns the seconds from the first launch to the end of the last.
double blocked_in_three_phases(const Run& run);

// A version of Zuccato and Lena with blocking factor `block`, int32 (kernels/blocked_global.cl for 1.x,
// blocked_shared.cl for the others), with the table padded to a multiple of `block`. Returns the seconds of upload,
// kernels and download. Throws NotRun if the device lacks work-groups of block² or, for 4.x, out-of-order queues.
double blocked_by_version(const Run& run, BlockedVersion version, std::size_t block);

}  // namespace allways::papers
