// Deciding before doing: which executor, which cells, which tiles, and whether the memory suffices.
#pragma once

#include <memory>

#include "allways/engine/solve.h"
#include "base/host_memory.h"
#include "engine/dense/executor.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

struct Plan {
    std::unique_ptr<Executor> executor;
    CellFormat format;
    TileLayout layout;
    Schedule schedule;
    SolveReport report;  // everything but the seconds
};

// `steps`: how many different next-hop values the table needs (largest out-degree of the network, or n).
// For schedules over tiles; "auto" is blocked. Throws InvalidArgument, DeviceError, CapacityError with the figures and
// a way out.
template <class T>
Plan make_plan(const Prepared<T>& prepared, std::size_t node_count, std::size_t steps, const SolveOptions& options);

// The table alone, before anything of its size is made on the way to a plan. Throws CapacityError.
void require_table_fits(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options);

// Throws InvalidArgument for a schedule, device or tile that is not the sweep's on the host: `what` ("a table in
// bands") is made by it alone.
void require_sweep_on_host(const SolveOptions& options, std::string_view what);

// The functions that plans of every kind share.
// Bytes of a table with its next hops.
std::uint64_t table_bytes(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options);
// Host memory that a job may take; `asked` 0: what there is.
std::uint64_t host_limit(std::uint64_t asked);
std::uint64_t host_limit(const SolveOptions& options);
// Throws CapacityError. `snapshot`: the schedule takes the matrix twice.
void check_fits(const MemoryNeed& memory, const std::string& device, CostType type, bool next_hops, bool snapshot);
// The same for a table of some rows and columns.
void check_part_fits(const MemoryNeed& memory, std::size_t origins, std::size_t destinations);
// Fills in what the report says of the problem.
template <class T>
void describe(SolveReport& report, const Prepared<T>& prepared, std::size_t node_count);

}  // namespace allways::engine
