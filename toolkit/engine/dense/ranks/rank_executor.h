// SPDX-License-Identifier: Apache-2.0
// The executor of a cluster: every rank runs one with its own device, and rank 0's has all rows in the end.
#pragma once

#include <memory>

#include "allways/cluster/cluster.h"
#include "engine/dense/executor.h"

namespace allways::engine {

// `device` runs this rank's tiles. All ranks call execute() with the same arguments, and their streams fill the same
// rows; only rank 0's take is called. It runs shared_blocked_schedule, whose groups of pivots are its rounds. The
// cluster must outlive the executor.
std::unique_ptr<Executor> make_rank_executor(std::unique_ptr<Executor> device, Cluster& cluster);

}  // namespace allways::engine
