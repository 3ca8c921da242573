// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/tile_plan.h"

#include <algorithm>
#include <string>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cluster/cluster.h"
#include "base/threads/parallel.h"
#include "engine/dense/dense_problem.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/dense/ranks/rank_executor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/stage_timer.h"
#include "engine/prepare/choose_format.h"
#include "engine/tuning/self_tuning.h"

namespace allways::engine {

namespace {

// 0: all that the device has.
std::uint64_t device_limit(const SolveOptions& options) {
    if (options.memory_limit_bytes == 0) return options.device_memory_bytes;
    if (options.device_memory_bytes == 0) return options.memory_limit_bytes;
    return std::min(options.memory_limit_bytes, options.device_memory_bytes);
}

device::OpenClOptions opencl_options(const SolveOptions& options) {
    return {.max_memory_bytes = device_limit(options),
            .scratch_directory = options.scratch_directory,
            .cache_directory = options.cache_directory,
            .log = options.log,
            .rank = has_ranks(options) ? options.cluster->rank_on_machine() : -1,
            .tuning_directory = options.tuning_directory};
}

template <class T>
double pairs_of(const PreparedJob<T>& job) {
    const auto nodes = static_cast<double>(job.prepared.node_count());
    return nodes * nodes * static_cast<double>(job.prepared.classes.pivot_count());
}

// Ranks do not search: all need the same tiles.
template <class T>
void tune_device(PreparedJob<T>& job, const CellFormat& cell, const SolveOptions& options) {
    const bool is_blocked = options.schedule.is_auto() || options.schedule.text() == "blocked";
    if (!options.self_tuning || !is_blocked || has_ranks(options) || options.device.is_reference()) return;
    const double pairs = pairs_of(job);
    if (!is_long_enough_to_tune(pairs)) return;
    const StageTimer timer(job.report.seconds, "tune");
    const auto device = leading_device(options.device);
    if (!device || (cost_type_of<T> == CostType::float64 && !device->info.has_float64)) return;
    const auto found = tune_itself(*device, cell, pairs, opencl_options(options), options.progress);
    if (!found) return;
    job.report.self_tuning = *found;
    log(options.log, LogLevel::info, *found);
}

// Opening a device takes longer than the host needs for a small table: 0.1 s with PoCL, 0.3 s with NVIDIA's driver on
// an H100. A thread of the host computes about as many pairs a second as this: on an EPYC 0.8 G (float64 with hops) to
// 5 G (int32).
constexpr double seconds_to_open = 0.1;
constexpr double reference_pairs_a_second = 2.5e9;

bool is_host_sooner(double pairs, const SolveOptions& options) {
    const bool has_choice = options.device.is_auto() && options.device_memory_bytes == 0 && !has_ranks(options);
    return has_choice && pairs < seconds_to_open * reference_pairs_a_second * hardware_threads();
}

// `pairs`: those that the job computes.
std::unique_ptr<Executor> choose_executor(CostType type, double pairs, const SolveOptions& options) {
    if (is_host_sooner(pairs, options)) return make_reference_executor();
    if (options.device.is_reference() && options.device_memory_bytes != 0) {
        throw InvalidArgument(
            "the reference has no memory of its own; leave out the device's memory, or choose a device");
    }
    const bool is_rank = has_ranks(options);
    auto executor = make_executor(options.device, opencl_options(options));
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

template <class T>
TilePlan plan_tiles(PreparedJob<T>& job, std::uint64_t result_bytes, const SolveOptions& options,
                    const std::string& whole_because) {
    const Prepared<T>& prepared = job.prepared;
    SolveReport& report = job.report;
    TilePlan plan;
    plan.format = choose_format(prepared, options.next_hops);
    tune_device(job, plan.format, options);
    const StageTimer timer(report.seconds, "plan");
    plan.executor = choose_executor(cost_type_of<T>, pairs_of(job), options);
    if (options.tile > largest_tile) {
        throw InvalidArgument(format("a tile side of {} is more than {}", options.tile, largest_tile));
    }
    plan.layout = layout_of(prepared, options.tile != 0 ? options.tile : plan.executor->preferred_tile(plan.format));
    plan.schedule = make_schedule_for(*plan.executor, options.schedule.is_auto() ? "blocked" : options.schedule.text(),
                                      plan.layout, plan.format, plan.executor->preferred_group(plan.format),
                                      plan.executor->preferred_streamed_pivots(plan.format));

    report.schedule = plan.schedule.name;
    report.schedule_reason =
        options.schedule.is_auto() ? "fewest operations and least memory for all pairs of a dense table" : "requested";
    report.device = plan.executor->description();
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
    require_fit(memory, {.device = report.device,
                         .type = cost_type_of<T>,
                         .next_hops = options.next_hops,
                         .snapshot = uses_snapshot(plan.schedule),
                         .whole_because = whole_because});
    return plan;
}

#define ALLWAYS_INSTANTIATE(T) \
    template TilePlan plan_tiles(PreparedJob<T>&, std::uint64_t, const SolveOptions&, const std::string&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
