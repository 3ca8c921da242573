// SPDX-License-Identifier: Apache-2.0
// Checks of a job before its work: which schedules and devices it may have, and whether memory suffices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "allways/engine/solve.h"

namespace allways::engine {

// Returns true if several ranks share the job.
bool has_ranks(const SolveOptions& options);

// Throw InvalidArgument for a schedule other than the sweep or for a tile; for a device other than the host's
// processor; for either. `what` ("a factor") names the job in the message.
void require_sweep(const SolveOptions& options, std::string_view what);
void require_host(const SolveOptions& options, std::string_view what);
void require_sweep_on_host(const SolveOptions& options, std::string_view what);

// Bytes of host memory that a job may take; `asked` 0: all that is available.
std::uint64_t host_limit(std::uint64_t asked);
// The same, divided by the ranks of this machine.
std::uint64_t host_limit(const SolveOptions& options);

// Bytes of a whole table with its next hops and skims. `steps`: the number of different next-hop values (largest
// out-degree of the network, or n).
std::uint64_t table_bytes(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options);

// Throws CapacityError with both figures and a remedy. `type`: of the table; `whole_because`: why it must be whole in
// memory, empty: the caller asked for it; `snapshot`: the schedule stores the matrix twice.
void require_fit(const MemoryNeed& memory, CostType type, const SolveOptions& options, const std::string& whole_because,
                 const std::string& device = {}, bool snapshot = false);
// The same for a table of some rows and columns.
void require_part_fit(const MemoryNeed& memory, std::size_t origins, std::size_t destinations);
// The same for a few rows of a table.
void require_bands_fit(const MemoryNeed& memory);

}  // namespace allways::engine
