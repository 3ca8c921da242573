// SPDX-License-Identifier: Apache-2.0
// Floats: checks next hops of whole columns, which a table in bands never has together, and repairs those that close a
// circle.
#pragma once

#include <span>

#include "allways/engine/table_stream.h"
#include "engine/plan/sweep_plan.h"

namespace allways::engine {

// Sweeps the columns again, some at a time, for all rows, and calls take(column, hops) for each whose hops change.
// Returns how many columns formed no tree. Progress: stage "next hops", in columns.
template <class T>
std::uint64_t repair_columns(const PreparedJob<T>& job, const CellFormat& format,
                             const std::shared_ptr<const ordering::Factor<T>>& factor,
                             std::span<const NodeIndex> columns, const ProgressCallback& progress,
                             const TableStream::TakeColumn& take);

}  // namespace allways::engine
