// SPDX-License-Identifier: Apache-2.0
#include "engine/plan/sweep_devices.h"

#include <algorithm>
#include <functional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_kernels.h"

namespace allways::engine {

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

}  // namespace allways::engine
