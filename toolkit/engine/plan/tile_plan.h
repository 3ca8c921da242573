// SPDX-License-Identifier: Apache-2.0
// Prepared job → a schedule over tiles: its executor, cells and tiles, and whether memory suffices.
#pragma once

#include <memory>

#include "engine/dense/executor.h"
#include "engine/plan/prepared_job.h"

namespace allways::engine {

struct TilePlan {
    std::unique_ptr<Executor> executor;
    CellFormat format;
    TileLayout layout;
    Schedule schedule;
};

// Plans a job and completes its report; the schedule "auto" is blocked. `result_bytes`: host memory for the result, a
// table or bands of one; `whole_because`: as FitFacts has it
// (limits.h). Adds the seconds as "plan", since opening a device takes time too.
// Throws InvalidArgument, DeviceError, and CapacityError with the figures and a remedy.
template <class T>
TilePlan plan_tiles(PreparedJob<T>& job, std::uint64_t result_bytes, const SolveOptions& options,
                    const std::string& whole_because = {});

}  // namespace allways::engine
