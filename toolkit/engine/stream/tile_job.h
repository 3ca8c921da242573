// SPDX-License-Identifier: Apache-2.0
// A table by a schedule over tiles, whose rows are all finished at the end, in any order.
#pragma once

#include "engine/plan/prepared_job.h"
#include "engine/stream/table_job.h"

namespace allways::engine {

// `why_tiles`: why not by a sweep; empty: there was no choice.
template <class T>
std::unique_ptr<TableJob> make_tile_job(PreparedJob<T> job, const std::string& why_tiles, const SolveOptions& options,
                                        const RowDemand& demand);

}  // namespace allways::engine
