// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/sweep_plan.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cluster/cluster.h"
#include "allways/device/devices.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/plan/limits.h"
#include "engine/prepare/core_order.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_kernels.h"
#include "ordering/elimination.h"

namespace allways::engine {

// ---- who sweeps

SweepDevices sweep_devices(const SolveOptions& options) {
    if (options.device.may_be_host()) return {};
    const device::OpenClOptions for_device{.max_memory_bytes = options.memory_limit_bytes,
                                           .cache_directory = options.cache_directory,
                                           .log = options.log,
                                           .tuning_directory = options.tuning_directory};
    const auto chosen = choose_devices(options.device);
    SweepDevices opened;
    for (const device::OpenClDevice& device : chosen) {
        device::checked(device.info.name, [&] {
            if (opened.empty()) device::open_together(chosen);
            opened.push_back(std::make_shared<SweepDevice>(device, for_device));
        });
    }
    const auto is_cpu = [](const auto& device) { return device->device().info.kind == DeviceInfo::Kind::cpu; };
    if (std::ranges::all_of(opened, is_cpu)) return opened;
    const auto slow = std::ranges::stable_partition(opened, std::not_fn(is_cpu));
    for (const auto& device : slow) {
        log(options.log, LogLevel::info,
            format("{} is left out: it is slower than the GPU and would delay it", device->name()));
    }
    opened.erase(slow.begin(), slow.end());
    return opened;
}

std::string sweeper_text(const SweepDevices& devices) {
    if (devices.empty()) return format("host ({} threads, {})", hardware_threads(), sweep_kernels().name);
    std::vector<std::string> names;
    for (const auto& device : devices) names.push_back(device->name());
    return device::names_text(names);
}

template <class T>
std::vector<T> swept_table(const SweepDevices& devices, const SweepProblem<T>& problem,
                           const ProgressCallback& progress) {
    if (devices.empty()) return sweep_in_ranges(problem, progress);
    for (const auto& device : devices) {
        if (device->supports(cost_type_of<T>)) continue;
        throw DeviceError(format("a sweep of these costs needs float64, which {} does not support; use another device "
                                 "or cost type",
                                 device->name()),
                          0);
    }
    const std::size_t columns = problem.columns.count();
    std::vector<T> distances = large_vector<T>(problem.rows.count() * columns, T{}, progress);
    if (!distances.empty()) {
        sweep_on_devices(devices, problem, {0, columns}, {distances.data(), columns, nullptr, 0}, progress);
    }
    return distances;
}

#define ALLWAYS_INSTANTIATE(T) \
    template std::vector<T> swept_table(const SweepDevices&, const SweepProblem<T>&, const ProgressCallback&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

// ---- a plan

namespace {

// The operations of a sweep: the triangles of elimination, one relaxation for each arc of the filled graph and column,
// and one write per table cell.
struct SweepOperations {
    double triangles = 0;
    double relaxations = 0;
    double writes = 0;
};

// Order-of-magnitude operations per second: the alternatives usually differ by a factor of a hundred. Measured on one
// core of an EPYC (Zen 4) and an NVIDIA H200 (bench/log/sweep.md); on a slower GPU, a sweep rejected here would have
// won by even more.
constexpr double triangles_a_second = 5e8;       // one thread
constexpr double relaxations_a_second = 1.2e10;  // per core
constexpr double writes_a_second = 4e9;
constexpr double host_pairs_a_second = 5e10;
constexpr double gpu_pairs_a_second = 1.4e13;
constexpr double opening_seconds = 0.05;  // to open a device and load its kernels from the cache

// The operations for an ordered core and a table of n × n.
SweepOperations sweep_operations(const ordering::Elimination& tree, std::uint64_t n) {
    SweepOperations operations;
    for (std::uint32_t v = 0; v < tree.node_count(); ++v) {
        const auto ups = static_cast<double>(tree.ups(v).size());
        operations.triangles += ups * (ups - 1);  // both directions of each
    }
    const auto columns = static_cast<double>(n);
    operations.relaxations = columns * static_cast<double>(tree.fill());
    operations.writes = columns * columns;
    return operations;
}

// The fewest operations in any order: the filled graph contains every arc of the core, in one direction or both.
SweepOperations fewest_sweep_operations(std::uint64_t core_nodes, std::uint64_t core_arcs, std::uint64_t n) {
    const auto columns = static_cast<double>(n);
    const double fill = static_cast<double>(core_arcs) / 2;
    const double ups = fill / static_cast<double>(std::max<std::uint64_t>(core_nodes, 1));  // the least sum of squares
    return {fill * std::max(ups - 1, 0.0), columns * fill, columns * columns};
}

// Predicted time on the host's cores.
double predicted_seconds(const SweepOperations& operations, unsigned threads) {
    return operations.triangles / triangles_a_second +
           (operations.relaxations / relaxations_a_second + operations.writes / writes_a_second) / threads;
}

// Predicted time for `pairs` of a schedule over tiles, on a GPU or the host's cores, including the opening of a device
// and the building of its kernels.
double predicted_tile_seconds(double pairs, bool on_gpu, unsigned threads) {
    return opening_seconds + pairs / (on_gpu ? gpu_pairs_a_second : host_pairs_a_second * threads);
}

bool has_gpu() {
    const auto devices = list_devices().devices;
    return std::any_of(devices.begin(), devices.end(),
                       [](const DeviceInfo& device) { return device.kind == DeviceInfo::Kind::gpu; });
}

std::string operations_text(const SweepOperations& operations, std::uint64_t n, double blocked_operations) {
    const double cells = std::max(static_cast<double>(n) * static_cast<double>(n), 1.0);
    return format("{:.1f} operations per pair of nodes, {:.1f} of them to factorize, versus {:.0f} for blocked",
                  (operations.triangles + operations.relaxations + operations.writes) / cells,
                  operations.triangles / cells, blocked_operations);
}

// Parts of a sweep's rows need no messages, so shards compute them. `auto` does not become a schedule of n³ operations
// behind the user's back.
void refuse_ranks_of_sweep(const SolveOptions& options) {
    if (!has_ranks(options)) return;
    throw InvalidArgument(
        format("several ranks share tiles alone, but this network would be solved by a sweep; start one process for "
               "each part of the rows instead (`shard` 1/{0} to {0}/{0}), or choose `schedule` blocked",
               options.cluster->size()));
}

}  // namespace

template <class T>
std::variant<SweepPlan<T>, NoSweep> plan_sweep(PreparedJob<T>& job, const SolveOptions& options) {
    const Prepared<T>& prepared = job.prepared;
    const bool requested = options.schedule.is_sweep();
    if (!requested && !options.schedule.is_auto()) return NoSweep();
    if (options.tile != 0) {
        if (!requested) return "fewest operations and least memory of the schedules that use tiles";
        throw InvalidArgument("the schedule sweep has no tiles; leave out the tile side, or choose another schedule");
    }
    SweepDevices devices = sweep_devices(options);
    for (const auto& device : devices) {
        if (device->supports(cost_type_of<T>)) continue;
        std::string why = format("a sweep of these costs needs float64, which {} does not support", device->name());
        if (requested) throw DeviceError(why + "; use another device or cost type", 0);
        return why;
    }

    const std::size_t n = job.network().node_count();
    const auto blocked_operations = static_cast<double>(prepared.classes.pivot_count());
    const auto nodes = static_cast<double>(prepared.node_count());
    const double blocked_pairs = nodes * nodes * blocked_operations;
    const unsigned threads = hardware_threads();
    bool on_gpu = std::ranges::any_of(
        devices, [](const auto& device) { return device->device().info.kind == DeviceInfo::Kind::gpu; });
    // Compares a sweep with blocked tiles on the device that these would run on. On a device the sweep is assumed to be
    // as fast as on the host: nobody would request a slower one.
    const auto is_faster_than_blocked = [&](const SweepOperations& sweep) {
        const double seconds = predicted_seconds(sweep, threads);
        // Searching for devices takes time, which most sparse networks can save.
        if (options.device.is_auto() && seconds >= predicted_tile_seconds(blocked_pairs, true, threads)) {
            on_gpu = has_gpu();
        }
        return seconds < predicted_tile_seconds(blocked_pairs, on_gpu, threads);
    };
    FactorCore<T> core(prepared, sweep_format(prepared, options.next_hops));
    const auto fewest = fewest_sweep_operations(prepared.classes.pivot_count(), core.head.size(), n);
    if (!requested && !is_faster_than_blocked(fewest)) {
        return format("the network is dense: a sweep takes at least {}",
                      operations_text(fewest, n, blocked_operations));
    }
    refuse_ranks_of_sweep(options);
    {
        const StageTimer timer(job.report.seconds, "order");
        core.order(job.network(), prepared.classes, options);
    }
    const SweepOperations operations = sweep_operations(*core.tree, n);
    std::string text = operations_text(operations, n, blocked_operations);
    log(options.log, LogLevel::debug,
        format("order ({}): {} arcs in the filled graph, {} high; a sweep takes {}", core.order_method,
               core.tree->fill(), core.tree->height(), text));
    if (!requested && !is_faster_than_blocked(operations)) return format("a sweep takes {}", text);

    SolveReport& report = job.report;
    report.schedule = "sweep";
    report.schedule_reason = requested ? "requested" : std::move(text);
    report.order = core.order_method;
    report.device = sweeper_text(devices);
    report.cell_bytes = sizeof(T);
    return SweepPlan<T>{std::move(core), std::move(devices)};
}

template std::variant<SweepPlan<std::int32_t>, NoSweep> plan_sweep(PreparedJob<std::int32_t>&, const SolveOptions&);
template std::variant<SweepPlan<double>, NoSweep> plan_sweep(PreparedJob<double>&, const SolveOptions&);

}  // namespace allways::engine
