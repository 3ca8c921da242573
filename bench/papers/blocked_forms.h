// Blocked Floyd–Warshall on a device, in the papers' forms: one work-group a block, one work-item a cell, n³ pairs.
#pragma once

#include <cstddef>

#include "papers/blocked_launches.h"
#include "papers/experiment.h"

namespace allways::papers {

// Three launches a round on one in-order queue, blocks of 16×16 in local memory, float32 (kernels/blocked_local.cl),
// the table padded to a multiple of 16 (Pandey and Sharma, "OpenCL Parallel Blocked Approach …", section 4.4). Returns
// the seconds from the first launch to the end of the last.
double blocked_in_three_phases(const Run& run);

// A version of Zuccato and Lena with blocking factor `block`, int32 (kernels/blocked_global.cl for 1.x,
// blocked_shared.cl for the others), the table padded to a multiple of `block`. Returns the seconds of upload, kernels
// and download. Throws NotRun where the device cannot have work-groups of block², or, for 4.x, no out-of-order queue.
double blocked_by_version(const Run& run, BlockedVersion version, std::size_t block);

}  // namespace allways::papers
