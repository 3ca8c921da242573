// SPDX-License-Identifier: Apache-2.0
// Helpers shared by the schedule builders.
#pragma once

#include <utility>
#include <vector>

#include "engine/dense/schedule.h"

namespace allways::engine {

using StepIndexes = std::vector<std::uint32_t>;

// Appends the step and adds its index to `added`, unless it has nothing to do.
inline void append(Schedule& schedule, StepIndexes& added, Step step) {
    const bool either = step.operation == Operation::panels;  // a row, a column, or both
    if (step.inner.empty() ||
        (either ? step.rows.empty() && step.columns.empty() : step.rows.empty() || step.columns.empty())) {
        return;
    }
    schedule.steps.push_back(std::move(step));
    added.push_back(static_cast<std::uint32_t>(schedule.steps.size() - 1));
}

inline TileSpan pivot_tiles(const TileLayout& layout) {
    return {0, static_cast<std::uint32_t>(layout.pivot_tiles())};
}
inline TileSpan all_tiles(const TileLayout& layout) {
    return {0, static_cast<std::uint32_t>(layout.tiles())};
}

}  // namespace allways::engine
