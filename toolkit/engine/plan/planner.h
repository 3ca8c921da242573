// SPDX-License-Identifier: Apache-2.0
// Plans a job: which executor, cells and tiles, and whether memory suffices.
#pragma once

#include <memory>

#include "allways/engine/solve.h"
#include "base/host_memory.h"
#include "cost/expanded_network.h"
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

// For schedules over tiles; "auto" is blocked. `result_bytes`: host memory for the result, a table or bands of one.
// Throws InvalidArgument, DeviceError, and CapacityError with the figures and a remedy.
template <class T>
Plan make_plan(const Prepared<T>& prepared, std::size_t node_count, std::uint64_t result_bytes,
               const SolveOptions& options);

// Returns true if several ranks share the job.
bool has_ranks(const SolveOptions& options);
// Throws InvalidArgument if they do.
void refuse_ranks(const SolveOptions& options);

// Throws InvalidArgument.
void refuse_sweep_of_a_matrix(const SolveOptions& options);

// Checks the table's size before planning allocates anything of that size. Throws CapacityError.
void require_table_fits(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options);

// Throw InvalidArgument for a schedule other than the sweep or a tile; for a device other than the host's processor;
// for all of these. `what` ("a factor") names what needs that.
void require_sweep(const SolveOptions& options, std::string_view what);
void require_host(const SolveOptions& options, std::string_view what);
void require_sweep_on_host(const SolveOptions& options, std::string_view what);

// Functions shared by plans of every kind.
// Bytes of a table with its next hops. `steps`: the number of different next-hop values (largest out-degree of the
// network, or n).
std::uint64_t table_bytes(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options);
// Host memory that a job may take; `asked` 0: all that is available.
std::uint64_t host_limit(std::uint64_t asked);
std::uint64_t host_limit(const SolveOptions& options);
// Throws CapacityError. `snapshot`: the schedule takes the matrix twice.
void check_fits(const MemoryNeed& memory, const std::string& device, CostType type, bool next_hops, bool snapshot);
// The same for a table of some rows and columns.
void check_part_fits(const MemoryNeed& memory, std::size_t origins, std::size_t destinations);
// Fills in the report's description of the problem.
template <class T>
void describe(SolveReport& report, const Prepared<T>& prepared, std::size_t node_count);
// The report's nodes and arcs, as the roads have them.
void describe_roads(SolveReport& report, const cost::ExpandedNetwork& expanded, const ArcCosts& costs);

}  // namespace allways::engine
