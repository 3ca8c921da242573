// SPDX-License-Identifier: Apache-2.0
#include "engine/sweep_plan.h"

#include <algorithm>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "base/large_vector.h"
#include "base/parallel.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/planner.h"
#include "engine/plan/schedule_choice.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/sweep_devices.h"
#include "engine/prepare/core_order.h"
#include "engine/skims/stream_skims.h"
#include "engine/sweep/sweep_host.h"

namespace allways::engine {

namespace {

bool has_gpu() {
    const auto devices = list_devices().devices;
    return std::any_of(devices.begin(), devices.end(),
                       [](const DeviceInfo& device) { return device.kind == DeviceInfo::Kind::gpu; });
}

// Compares a sweep with blocked tiles on the device that these would run on.
class Rival {
public:
    template <class T>
    Rival(const Prepared<T>& prepared, const SolveOptions& options, const SweepDevices& devices)
        : pairs_(static_cast<double>(prepared.node_count()) * static_cast<double>(prepared.node_count()) *
                 static_cast<double>(prepared.classes.pivot_count())),
          may_be_gpu_(options.device.is_auto()),
          on_gpu_(std::ranges::any_of(
              devices, [](const auto& device) { return device->device().info.kind == DeviceInfo::Kind::gpu; })) {}

    // On a device the sweep is assumed to be as fast as on the host: nobody would request a slower one.
    bool is_slower_than(const SweepOperations& sweep) {
        const double seconds = predicted_seconds(sweep, hardware_threads());
        // Searching for devices takes time, which most sparse networks can save.
        if (may_be_gpu_ && seconds >= this->seconds(true)) on_gpu_ = has_gpu();
        return seconds < this->seconds(on_gpu_);
    }
    double seconds(bool on_gpu) const { return predicted_tile_seconds(pairs_, on_gpu, hardware_threads()); }
    double seconds() const { return seconds(on_gpu_); }

private:
    double pairs_;
    bool may_be_gpu_;
    bool on_gpu_;
};

std::string operations_text(const SweepOperations& operations, std::uint64_t n, double rival_operations) {
    const double cells = std::max(static_cast<double>(n) * static_cast<double>(n), 1.0);
    return format("{:.1f} operations per pair of nodes, {:.1f} of them to factorize, versus {:.0f} for blocked",
                  (operations.triangles + operations.relaxations + operations.writes) / cells,
                  operations.triangles / cells, rival_operations);
}

// ---- memory

template <class T>
std::uint64_t sweep_bytes(const RoadNetwork& network, const Prepared<T>& prepared, const SweepPlan<T>& plan) {
    const ordering::Elimination& tree = *plan.tree;
    const std::uint64_t n = prepared.node_count();
    const std::uint64_t border = n - std::min<std::uint64_t>(n, tree.node_count());
    return factorized_bytes(network, prepared, plan.core, tree) +
           sweep_problem_bytes<T>(n, n, tree.node_count(), prepared.head.size() - plan.core.head.size()) +
           (!plan.devices.empty() ? 0 : sweep_host_bytes(tree, cost_type_of<T>, n, border));
}

}  // namespace

template <class T>
std::optional<SweepPlan<T>> plan_sweep(const Prepared<T>& prepared, const RoadNetwork& network, std::size_t steps,
                                       bool streamed, const SolveOptions& options,
                                       std::map<std::string, double>& seconds, std::string& why_not) {
    const bool asked_for = options.schedule.is_sweep();
    if (!asked_for && !options.schedule.is_auto()) return {};
    if (asked_for && options.tile != 0) {
        throw InvalidArgument("the schedule sweep has no tiles; leave out the tile side, or choose another schedule");
    }
    if (options.tile != 0) {
        why_not = "fewest operations and least memory of the schedules that use tiles";
        return {};
    }
    SweepPlan<T> plan;
    plan.devices = sweep_devices(options);
    for (const auto& device : plan.devices) {
        if (device->supports(cost_type_of<T>, prepared.has_negative_costs())) continue;
        why_not = format("a sweep of these costs needs float64, which {} does not support", device->name());
        if (asked_for) throw DeviceError(why_not + "; use another device or cost type", 0);
        return {};
    }

    const std::size_t n = network.node_count();
    const double blocked_operations = static_cast<double>(prepared.classes.pivot_count());
    Rival rival(prepared, options, plan.devices);
    plan.format = sweep_format(prepared, options.next_hops);
    plan.core = core_graph(prepared, plan.format);
    const auto fewest = fewest_sweep_operations(prepared.classes.pivot_count(), plan.core.head.size(), n);
    if (!asked_for && !rival.is_slower_than(fewest)) {
        why_not =
            format("the network is dense: a sweep takes at least {}", operations_text(fewest, n, blocked_operations));
        return {};
    }
    std::string method;
    {
        const StageTimer timer(seconds, "order");
        auto dissection = order_core(network, prepared.classes, plan.core.graph(), options.log, options.progress);
        method = std::move(dissection.method);
        plan.tree = std::make_shared<ordering::Elimination>(
            ordering::eliminate(plan.core.graph(), dissection.order, 0, options.progress));
    }
    const SweepOperations operations = sweep_operations(*plan.tree, n);
    const std::string text = operations_text(operations, n, blocked_operations);
    log(options.log, LogLevel::debug,
        format("order ({}): {} arcs in the filled graph, {} high; a sweep takes {}", method, plan.tree->fill(),
               plan.tree->height(), text));
    if (!asked_for && !rival.is_slower_than(operations)) {
        why_not = format("a sweep takes {}", text);
        return {};
    }

    SolveReport& report = plan.report;
    report.schedule = "sweep";
    report.schedule_reason = asked_for ? "requested" : text;
    report.order = std::move(method);
    report.device = sweeper_text(plan.devices);
    report.cell_bytes = sizeof(T);
    describe(report, prepared, n);
    if (streamed) return plan;
    report.memory.host = table_bytes(n, cost_type_of<T>, steps, options) + sweep_bytes(network, prepared, plan) +
                         (options.next_hops ? prepared.classes.hop_bytes() : 0);
    report.memory.host_available = host_limit(options);
    const std::size_t hop_bytes = plan.format.hops == HopMode::first_arc ? NextHops::bytes_for(steps) : 0;
    for (const auto& device : plan.devices) {
        report.memory.device_available += device->available_bytes();
        report.memory.device += sweep_device_bytes(*device, *plan.tree, cost_type_of<T>, n, hop_bytes);
    }
    check_fits(report.memory, report.device, cost_type_of<T>, options.next_hops, false);
    return plan;
}

template <class T>
std::shared_ptr<const ordering::Factor<T>> sweep_factor(const SweepPlan<T>& plan) {
    return std::make_shared<ordering::Factor<T>>(ordering::factorize<T>(
        plan.tree, plan.core.graph(), plan.core.cell, unreachable_of<T>(plan.format), plan.format.first_arc_bits));
}

namespace {

std::vector<Skim> swept_sums(StreamSkims& sums, const SweepProblem<std::int32_t>& problem, const TableShape& shape,
                             std::span<const NodeIndex> rows, const SweepTarget<std::int32_t>& target,
                             const ProgressCallback& progress) {
    const std::size_t n = shape.columns.size();
    TableBand band;
    for (std::size_t f = 0; f < sums.scales().size(); ++f) {
        band.skims.emplace_back(large_vector<std::int32_t>(rows.size() * n, 0, progress));
    }
    sums.start(*problem.factor);
    sums.sweep(problem, rows, shape.columns, target, band,
               [&](std::size_t columns) { report(progress, "solve", rows.size() * columns, rows.size() * n); });
    std::vector<Skim> skims;
    for (std::size_t f = 0; f < band.skims.size(); ++f) {
        auto& values = std::get<std::vector<std::int32_t>>(band.skims[f]);
        values.resize(n * n);  // the rows of starts come first
        skims.push_back({sums.scales()[f], std::move(values)});
    }
    return skims;
}

}  // namespace

template <class T>
std::vector<Skim> run_sweep(SweepPlan<T>& plan, const Prepared<T>& prepared, const TableShape& shape,
                            const SweptTable<T>& table, const SolveOptions& options) {
    std::shared_ptr<const ordering::Factor<T>> factor;
    {
        const StageTimer timer(plan.report.seconds, "factor");
        factor = sweep_factor(plan);
    }
    const StageTimer timer(plan.report.seconds, "solve");
    std::vector<NodeIndex> rows(shape.row_count);
    std::iota(rows.begin(), rows.end(), NodeIndex{0});
    const SweepProblem<T> problem = sweep_problem(prepared, std::move(factor), plan.format, rows, shape.columns);
    const std::size_t n = shape.columns.size();
    SweepTarget<T> target{table.distances.data(), n, nullptr, 0};
    if (table.hops && problem.has_hops()) {
        target.hops =
            std::visit([](auto& storage) { return static_cast<void*>(storage.edit().data()); }, table.hops->storage());
        target.hop_bytes = table.hops->bytes_per_hop();
    }
    if constexpr (std::is_integral_v<T>) {
        if (table.sums) return swept_sums(*table.sums, problem, shape, rows, target, options.progress);
    }
    if (!plan.devices.empty()) {
        plan.report.busy["device"] = sweep_on_devices(plan.devices, problem, {0, n}, target, options.progress);
    } else {
        sweep_on_host(problem, {0, n}, target, {.progress = options.progress});
    }
    return {};
}

#define ALLWAYS_INSTANTIATE(T)                                                                                       \
    template std::optional<SweepPlan<T>> plan_sweep(const Prepared<T>&, const RoadNetwork&, std::size_t, bool,       \
                                                    const SolveOptions&, std::map<std::string, double>&,             \
                                                    std::string&);                                                   \
    template std::shared_ptr<const ordering::Factor<T>> sweep_factor(const SweepPlan<T>&);                           \
    template std::vector<Skim> run_sweep(SweepPlan<T>&, const Prepared<T>&, const TableShape&, const SweptTable<T>&, \
                                         const SolveOptions&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
