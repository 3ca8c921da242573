// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/limits.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cluster/cluster.h"
#include "base/host_memory.h"
#include "base/human.h"

namespace allways::engine {

bool has_ranks(const SolveOptions& options) {
    return options.cluster != nullptr && options.cluster->size() > 1;
}

void require_sweep(const SolveOptions& options, std::string_view what) {
    if (!options.schedule.is_auto() && !options.schedule.is_sweep()) {
        throw InvalidArgument(
            format("{} requires the schedule sweep, not {}; leave out the schedule", what, options.schedule.text()));
    }
    if (options.tile != 0) throw InvalidArgument(format("{} has no tiles; leave out the tile", what));
}

void require_host(const SolveOptions& options, std::string_view what) {
    if (options.device.may_be_host()) return;
    throw InvalidArgument(
        format("{} requires the host's processor, not device '{}'; leave out the device", what, options.device.text()));
}

void require_sweep_on_host(const SolveOptions& options, std::string_view what) {
    require_sweep(options, what);
    require_host(options, what);
}

std::uint64_t host_limit(std::uint64_t asked) {
    return asked != 0 ? asked : available_host_bytes();
}

std::uint64_t host_limit(const SolveOptions& options) {
    const std::uint64_t limit = host_limit(options.memory_limit_bytes);
    const bool is_shared = options.memory_limit_bytes == 0 && has_ranks(options);
    return is_shared ? limit / static_cast<std::uint64_t>(options.cluster->ranks_on_machine()) : limit;
}

std::uint64_t table_bytes(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options) {
    return std::uint64_t{node_count} * node_count *
           (size_of(type) + (options.next_hops ? NextHops::bytes_for(steps) : 0) +
            options.skims.size() * sizeof(double));  // int32 if all sums fit
}

void require_fit(const MemoryNeed& memory, CostType type, const SolveOptions& options, const std::string& whole_because,
                 const std::string& device, bool snapshot) {
    const std::string way_out = format(
        "solve a smaller network{}{}{}, or use a machine with more memory",
        options.next_hops ? ", leave out next hops" : "", type == CostType::float64 ? ", choose int32 or float32" : "",
        snapshot ? ", choose the schedule blocked, which stores the matrix only once" : "");
    if (memory.host > memory.host_available) {
        throw CapacityError(
            format("the table needs {} of host memory, but only {} is available; {}{}{}", bytes_text(memory.host),
                   bytes_text(memory.host_available), way_out, whole_because.empty() ? "" : "; ", whole_because),
            memory.host, memory.host_available);
    }
    if (memory.device > memory.device_available) {
        throw CapacityError(
            format("the matrix needs {} on {}, but only {} is available there; {}, or choose another device",
                   bytes_text(memory.device), device, bytes_text(memory.device_available), way_out),
            memory.device, memory.device_available);
    }
}

void require_part_fit(const MemoryNeed& memory, std::size_t origins, std::size_t destinations) {
    if (memory.host <= memory.host_available) return;
    throw CapacityError(
        format("a table of {} origins and {} destinations needs {} of host memory, but only {} is available; "
               "request fewer origins or destinations at a time, or use a machine with more memory",
               origins, destinations, bytes_text(memory.host), bytes_text(memory.host_available)),
        memory.host, memory.host_available);
}

void require_bands_fit(const MemoryNeed& memory) {
    if (memory.host <= memory.host_available) return;
    throw CapacityError(
        format("a few rows of the table and the working memory need {} of host memory, but only {} are available; "
               "raise the limit, or solve a smaller network",
               bytes_text(memory.host), bytes_text(memory.host_available)),
        memory.host, memory.host_available);
}

}  // namespace allways::engine
