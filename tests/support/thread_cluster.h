// SPDX-License-Identifier: Apache-2.0
// Ranks as threads of one process: the cluster of tests.
#pragma once

#include <functional>

#include "allways/cluster/cluster.h"

namespace allways {

// Calls work(cluster) on `ranks` threads, one for each rank. If one throws, the others' calls of the cluster throw
// RankError; the first failure is rethrown when all have ended.
void run_ranks(int ranks, const std::function<void(Cluster&)>& work);

}  // namespace allways
