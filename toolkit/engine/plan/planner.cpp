// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/planner.h"

#include <algorithm>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "allways/cluster/cluster.h"
#include "allways/network/no_through.h"
#include "engine/dense/dense_problem.h"
#include "engine/dense/ranks/rank_executor.h"
#include "engine/plan/memory_plan.h"
#include "engine/prepare/choose_format.h"

namespace allways::engine {

namespace {

// 0: all that the device has.
std::uint64_t device_limit(const SolveOptions& options) {
    if (options.memory_limit_bytes == 0) return options.device_memory_bytes;
    if (options.device_memory_bytes == 0) return options.memory_limit_bytes;
    return std::min(options.memory_limit_bytes, options.device_memory_bytes);
}

std::unique_ptr<Executor> choose_executor(CostType type, const SolveOptions& options) {
    if (options.device.is_reference() && options.device_memory_bytes != 0) {
        throw InvalidArgument(
            "the reference has no memory of its own; leave out the device's memory, or choose a device");
    }
    const bool is_rank = has_ranks(options);
    auto executor = make_executor(options.device, {.max_memory_bytes = device_limit(options),
                                                   .scratch_directory = options.scratch_directory,
                                                   .cache_directory = options.cache_directory,
                                                   .log = options.log,
                                                   .rank = is_rank ? options.cluster->rank_on_machine() : -1,
                                                   .tuning_directory = options.tuning_directory});
    if (is_rank) executor = make_rank_executor(std::move(executor), *options.cluster);
    if (executor->supports(type)) return executor;
    if (is_rank) {
        throw DeviceError(
            format("{} cannot compute in {}; choose another device or cost type", executor->description(), name(type)),
            0);
    }
    if (!options.device.is_auto()) {
        throw DeviceError(
            format("{} cannot compute in {}; use another device or cost type", executor->description(), name(type)), 0);
    }
    log(options.log, LogLevel::warning,
        format("{} cannot compute in {}; using the reference", executor->description(), name(type)));
    return make_reference_executor();
}

}  // namespace

void check_fits(const MemoryNeed& memory, const std::string& device, CostType type, bool next_hops, bool snapshot) {
    const std::string way_out =
        format("solve a smaller network{}{}{}, or use a machine with more memory",
               next_hops ? ", leave out next hops" : "", type == CostType::float64 ? ", choose int32 or float32" : "",
               snapshot ? ", choose the schedule blocked, which stores the matrix only once" : "");
    if (memory.host > memory.host_available) {
        throw CapacityError(format("the table needs {} of host memory, but only {} is available; {}",
                                   bytes_text(memory.host), bytes_text(memory.host_available), way_out),
                            memory.host, memory.host_available);
    }
    if (memory.device > memory.device_available) {
        throw CapacityError(
            format("the matrix needs {} on {}, but only {} is available there; {}, or choose another device",
                   bytes_text(memory.device), device, bytes_text(memory.device_available), way_out),
            memory.device, memory.device_available);
    }
}

void check_part_fits(const MemoryNeed& memory, std::size_t origins, std::size_t destinations) {
    if (memory.host <= memory.host_available) return;
    throw CapacityError(
        format("a table of {} origins and {} destinations needs {} of host memory, but only {} is available; "
               "request fewer origins or destinations at a time, or use a machine with more memory",
               origins, destinations, bytes_text(memory.host), bytes_text(memory.host_available)),
        memory.host, memory.host_available);
}

std::uint64_t table_bytes(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options) {
    return std::uint64_t{node_count} * node_count *
           (size_of(type) + (options.next_hops ? NextHops::bytes_for(steps) : 0) +
            options.skims.size() * sizeof(double));  // int32 if all sums fit
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

void refuse_sweep_of_a_matrix(const SolveOptions& options) {
    if (!options.schedule.is_sweep()) return;
    throw InvalidArgument(
        "the schedule sweep is for networks: in a matrix every node may be joined to every other; choose another "
        "schedule");
}

std::uint64_t host_limit(std::uint64_t asked) {
    return asked != 0 ? asked : available_host_bytes();
}

std::uint64_t host_limit(const SolveOptions& options) {
    const std::uint64_t limit = host_limit(options.memory_limit_bytes);
    const bool is_shared = options.memory_limit_bytes == 0 && has_ranks(options);
    return is_shared ? limit / static_cast<std::uint64_t>(options.cluster->ranks_on_machine()) : limit;
}

bool has_ranks(const SolveOptions& options) {
    return options.cluster != nullptr && options.cluster->size() > 1;
}

void refuse_ranks(const SolveOptions& options) {
    if (!has_ranks(options)) return;
    throw InvalidArgument("several ranks cannot hold a whole table in memory; they solve a TableStream");
}

template <class T>
void describe(SolveReport& report, const Prepared<T>& prepared, std::size_t node_count) {
    report.cost_type = cost_type_of<T>;
    report.nodes = node_count;
    report.arcs = prepared.arc_count;
    report.zero_cost_classes = prepared.classes.contracted();
    report.no_through_nodes = prepared.node_count() - prepared.classes.pivot_count();
    report.has_negative_costs = prepared.has_negative_costs();
}

void describe_roads(SolveReport& report, const cost::ExpandedNetwork& expanded, const ArcCosts& costs) {
    if (expanded.states() == nullptr) return;
    const RoadNetwork& roads = expanded.roads();
    report.nodes = roads.node_count();
    report.turn_states = expanded.row_count() - expanded.node_count();
    report.no_through_nodes = count_no_through(roads);
    report.arcs = std::visit(
        [&](const auto& values) {
            std::uint64_t usable = 0;
            for (ArcIndex arc = 0; arc < roads.arc_count(); ++arc) {
                usable += roads.tail[arc] != roads.head[arc] && is_reachable(values[arc]);
            }
            return usable;
        },
        expanded.road_costs(costs.values));
}

template <class T>
Plan make_plan(const Prepared<T>& prepared, std::size_t node_count, std::uint64_t result_bytes,
               const SolveOptions& options) {
    Plan plan;
    plan.executor = choose_executor(cost_type_of<T>, options);
    plan.format = choose_format(prepared, options.next_hops);
    if (options.tile > largest_tile) {
        throw InvalidArgument(format("a tile side of {} is more than {}", options.tile, largest_tile));
    }
    plan.layout = layout_of(prepared, options.tile != 0 ? options.tile : plan.executor->preferred_tile(plan.format));
    plan.schedule = make_schedule_for(*plan.executor, options.schedule.is_auto() ? "blocked" : options.schedule.text(),
                                      plan.layout, plan.format, plan.executor->preferred_group(plan.format),
                                      plan.executor->preferred_streamed_pivots(plan.format));

    SolveReport& report = plan.report;
    report.schedule = plan.schedule.name;
    report.schedule_reason =
        options.schedule.is_auto() ? "fewest operations and least memory for all pairs of a dense table" : "requested";
    report.device = plan.executor->description();
    describe(report, prepared, node_count);
    report.tile = plan.layout.tile;
    report.cell_bytes = cell_bytes(plan.format);

    MemoryNeed& memory = report.memory;
    const TileMemory tiles = plan.executor->memory_for(plan.schedule, plan.layout, plan.format);
    memory.device = tiles.device;
    memory.host = result_bytes + tiles.host;
    memory.device_available = plan.executor->available_bytes();
    memory.host_available = host_limit(options);
    memory.host += process_bytes + prepared.bytes() + (options.next_hops ? prepared.classes.hop_bytes() : 0);
    if (tiles.host != 0) memory.host += host_opencl_bytes;
    report.device_rows =
        plan.schedule.band == 0 ? 0 : memory.device / row_of_tiles_bytes(plan.layout, plan.format) * plan.layout.tile;
    check_fits(memory, report.device, cost_type_of<T>, options.next_hops, uses_snapshot(plan.schedule));
    return plan;
}

void require_table_fits(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options) {
    MemoryNeed memory;
    memory.host = table_bytes(node_count, type, steps, options);
    memory.host_available = host_limit(options);
    check_fits(memory, "", type, options.next_hops, false);
}

#define ALLWAYS_INSTANTIATE(T)                                             \
    template void describe(SolveReport&, const Prepared<T>&, std::size_t); \
    template Plan make_plan(const Prepared<T>&, std::size_t, std::uint64_t, const SolveOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
