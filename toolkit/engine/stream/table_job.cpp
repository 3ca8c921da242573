// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/table_job.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "engine/plan/limits.h"
#include "engine/stream/sweep_job.h"
#include "engine/stream/tile_job.h"

namespace allways::engine {

namespace {

// Checks a whole table's size before planning allocates anything of that size.
void require_table_fits(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options,
                        const RowDemand& demand) {
    if (!demand.whole) return;
    MemoryNeed memory;
    memory.host = table_bytes(node_count, type, steps, options);
    memory.host_available = host_limit(options);
    require_fit(memory, {.type = type, .next_hops = options.next_hops, .whole_because = demand.whole_because});
}

void refuse_ranks(const SolveOptions& options, bool whole, const std::string& because) {
    if (!whole || !has_ranks(options)) return;
    throw InvalidArgument(because.empty()
                              ? "several ranks cannot hold a whole table in memory; they solve a TableStream"
                              : format("several ranks: {}; or run one process", because));
}

std::unique_ptr<TableJob> with_ranks(std::unique_ptr<TableJob> job, const SolveOptions& options) {
    refuse_ranks(options, job->is_whole, job->report.whole_because);
    if (has_ranks(options)) job->cluster = options.cluster;
    return job;
}

// A sweep computes in T; tiles compute float32 in float32.
template <class T>
std::unique_ptr<TableJob> make_job(std::shared_ptr<const ExpandedCosts> roads, const SolveOptions& options,
                                   const RowDemand& demand) {
    PreparedJob<T> job = prepare_job<T>(std::move(roads), options);
    auto plan = plan_sweep(job, options);
    if (auto* sweep = std::get_if<SweepPlan<T>>(&plan))
        return make_sweep_job(std::move(job), std::move(*sweep), options, demand);
    const NoSweep why = std::get<NoSweep>(std::move(plan));
    if (options.cost_type != CostType::float32) return make_tile_job(std::move(job), why, options, demand);
    SolveOptions again = options;
    again.log = {};  // it has heard everything
    return make_tile_job(prepare_job<float>(std::make_shared<const ExpandedCosts>(job.roads->roads(), again), again),
                         why, options, demand);
}

}  // namespace

std::unique_ptr<TableJob> make_table_job(const RoadNetwork& network, const SolveOptions& options,
                                         const RowDemand& demand) {
    refuse_ranks(options, demand.whole, demand.whole_because);
    if (!options.skims.empty() && !options.next_hops) {
        throw InvalidArgument("skims need next hops; leave out `next_hops = false`");
    }
    SolveOptions swept = options;
    if (options.cost_type) swept.cost_type = sweep_type(*options.cost_type);
    auto roads = std::make_shared<const ExpandedCosts>(network, swept);
    const CostType type = roads->costs.type();
    require_table_fits(roads->node_count(), options.cost_type.value_or(type), roads->max_out_degree(), options, demand);
    // Only a device that does not compute in float64 makes float32 of costs for which nobody has chosen a type.
    if (type == CostType::float32 && options.schedule.is_sweep()) {
        throw DeviceError("a sweep of these costs needs float64, which the device does not support; use another device",
                          0);
    }
    auto job = type == CostType::float32
                   ? make_tile_job(prepare_job<float>(std::move(roads), options), "", options, demand)
                   : with_sweep_type(type, [&]<class T>() { return make_job<T>(std::move(roads), options, demand); });
    return with_ranks(std::move(job), options);
}

std::unique_ptr<TableJob> make_table_job(const CostMatrix& matrix, const SolveOptions& options,
                                         const RowDemand& demand) {
    refuse_ranks(options, demand.whole, demand.whole_because);
    if (options.schedule.is_sweep()) {
        throw InvalidArgument(
            "the schedule sweep is for networks: in a matrix every node may be joined to every other; choose another "
            "schedule");
    }
    const CostType type = options.cost_type.value_or(matrix.type());
    require_table_fits(matrix.node_count(), type, matrix.node_count(), options, demand);
    return with_ranks(
        with_cost_type(
            type,
            [&]<class T>() { return make_tile_job(prepare_job<T>(matrix, options), NoSweep(), options, demand); }),
        options);
}

DistanceTable whole_table(TableJob& job) {
    const auto counted = [&] {
        double sum = 0;
        for (const auto& [stage, seconds] : job.report.seconds) sum += seconds;
        return sum;
    };
    const double before = counted();
    const Stopwatch watch;
    DistanceTable table = job.solve();
    job.report.seconds["solve"] += watch.seconds() - (counted() - before);
    return table;
}

}  // namespace allways::engine
