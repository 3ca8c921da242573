// SPDX-License-Identifier: Apache-2.0
#include "engine/factor/device_sums.h"

#include "allways/base/error.h"
#include "engine/factor/factor_network.h"
#include "engine/factor/factor_table.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/sweep_devices.h"

namespace allways::engine {

template <class T>
std::vector<double> device_sums(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                std::span<const NodeIndex> destinations, const TableSums<T>& wanted,
                                const SolveOptions& options, SolveReport& report) {
    const SweepDevices devices = sweep_devices(options);
    if (devices.size() != 1) throw InvalidArgument("sums within limits are computed on one device; name one");
    describe_sweep(report, factor.scale, cost_type_of<T>);
    describe_factor(report, factor);
    report.device = sweeper_text(devices);
    Subfactor<T> part;
    {
        const StageTimer timer(report.seconds, "prepare");
        const FactorNetwork<T> network(factor);
        std::vector<NodeIndex> ends;
        for (const NodeIndex node : destinations) ends.push_back(network.end_of(node));
        part = part_of_factor(network, FactorTree<T>(factor), origins, ends, RankSelection::ancestors);
    }
    report.memory.host_available = host_limit(options.memory_limit_bytes);
    report.memory.host = process_bytes + part.problem.bytes() + part.problem.factor->bytes();
    require_part_fit(report.memory, origins.size(), destinations.size());
    const StageTimer timer(report.seconds, "solve");
    return sums_on_device(*devices.front(), part.problem, wanted, options.progress);
}

#define ALLWAYS_INSTANTIATE(T)                                                                                     \
    template std::vector<double> device_sums(const NetworkFactor&, std::span<const NodeIndex>,                     \
                                             std::span<const NodeIndex>, const TableSums<T>&, const SolveOptions&, \
                                             SolveReport&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
