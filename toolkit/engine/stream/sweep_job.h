// SPDX-License-Identifier: Apache-2.0
// A table by a sweep: its rows come from a RowSource, in bands or all at once.
#pragma once

#include "engine/plan/sweep_plan.h"
#include "engine/stream/table_job.h"

namespace allways::engine {

template <class T>
std::unique_ptr<TableJob> make_sweep_job(PreparedJob<T> job, SweepPlan<T> plan, const SolveOptions& options,
                                         const RowDemand& demand);

}  // namespace allways::engine
