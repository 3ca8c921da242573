// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/table_job.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cluster/cluster.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/dense/dense_problem.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/dense/ranks/rank_executor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/prepared_job.h"
#include "engine/prepare/prepare.h"
#include "engine/stream/band_ring.h"
#include "engine/stream/sweep_job.h"
#include "engine/stream/whole_table.h"
#include "engine/tuning/tuning_search.h"
#include "result/expanded_arcs.h"

#include <algorithm>
#include <memory>
#include <string>

namespace allways::engine {

namespace {

// ---- tiles: rows are all finished at the end, in any order

// ---- the plan: executor, cells and tiles, and whether memory suffices

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

struct TilePlan {
    std::unique_ptr<Executor> executor;
    CellFormat format;
    TileLayout layout;
    Schedule schedule;
};

// Plans a job and completes its report; the schedule "auto" is blocked. `result_bytes`: host memory for the result, a
// table or bands of one; `whole_because`: as require_fit has it. Adds the seconds as "plan", since opening a device
// takes time too. Throws InvalidArgument, DeviceError, and CapacityError with the figures and a remedy.
template <class T>
TilePlan plan_tiles(PreparedJob<T>& job, std::uint64_t result_bytes, const SolveOptions& options,
                    const std::string& whole_because = {}) {
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
    const std::size_t pivots = prepared.classes.pivot_count();
    plan.layout = {.pivot_count = pivots,
                   .border_count = prepared.node_count() - pivots,
                   .tile = options.tile != 0 ? options.tile : plan.executor->preferred_tile(plan.format)};
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
    memory = plan.executor->memory_for(plan.schedule, plan.layout, plan.format);
    if (memory.host != 0) memory.host += host_opencl_bytes;
    memory.host += result_bytes + process_bytes + prepared.bytes();
    if (options.next_hops) memory.host += prepared.classes.hop_bytes();
    memory.host_available = host_limit(options);
    report.device_rows =
        plan.schedule.band == 0 ? 0 : memory.device / row_of_tiles_bytes(plan.layout, plan.format) * plan.layout.tile;
    require_fit(memory, cost_type_of<T>, options, whole_because, report.device, uses_snapshot(plan.schedule));
    return plan;
}

// ---- the job

constexpr std::uint64_t tile_band_bytes = std::uint64_t{16} << 20;

template <class T>
class TileJob final : public TableJob {
public:
    TileJob(PreparedJob<T> job, const std::string& why_tiles, const SolveOptions& options, const RowDemand& demand)
        : job_(std::move(job)), options_(options) {
        can_run_parts = false;
        hop_bytes = job_.hop_bytes(options);
        rows = first_nodes(job_.row_count);
        largest = largest_distance(job_.prepared);
        RowDemand needed = demand;
        if (!needed.whole) needed = {.whole_because = why_whole(demand.order)};
        is_whole = needed.whole || !needed.whole_because.empty();
        is_whole ? plan_whole(needed.whole_because) : plan_bands();
        report = std::move(job_.report);
        if (!why_tiles.empty()) report.schedule_reason = why_tiles;
    }

    TableArcs arcs() const override {
        return job_.roads ? result::expanded_arcs(job_.roads->expanded, job_.roads->costs) : TableArcs{};
    }

    DistanceTable solve() override {
        WholeTable<T> table(job_, options_);
        compute([&](const Restorer<T>& restorer, std::size_t node, const T* cells, const std::uint32_t* hops) {
            restorer.take(
                node, cells, hops, [&](NodeIndex row) { return table.place(row); }, [](NodeIndex) {});
        });
        return std::move(table).finish(plan_.format.hops != HopMode::none, {}, report);
    }

    TableBand make_band() const override {
        const std::size_t cells = report.band_rows * job_.column_count();
        return {{}, large_vector<T>(cells), large_vector<unsigned char>(cells * hop_bytes), {}};
    }

    void run(std::size_t, std::size_t, BandRing& ring) override {
        BandFiller filler(ring, report.band_rows);
        const std::size_t n = job_.column_count();
        compute([&](const Restorer<T>& restorer, std::size_t node, const T* cells, const std::uint32_t* hops) {
            BandFiller::Slot at{};
            const auto place = [&](NodeIndex row) -> RowTarget<T> {
                at = filler.place(row);
                return {std::get<std::vector<T>>(at.band->distances).data() + at.row * n,
                        hop_bytes == 0 ? nullptr : at.band->hops.data() + at.row * n * hop_bytes};
            };
            const auto done = [&](NodeIndex row) {
                job_.end_drive(row, at.band->hops.data() + at.row * n * hop_bytes, hop_bytes);
                filler.done(at);
            };
            restorer.take(node, cells, hops, place, done);
        });
        {
            const StageTimer timer(report.seconds, "solve");
            filler.finish();
        }
        const StageTimer timer(report.seconds, "write");
        ring.finish();  // bands refer to the filler's rows
    }

private:
    // Returns why the rows cannot leave in bands; empty if they can.
    std::string why_whole(RowOrder order) const {
        if (!options_.skims.empty()) {
            return "skims of a schedule over tiles need the paths of the whole table in memory";
        }
        if (order != RowOrder::any) return "rows of a schedule over tiles come in any order";
        if (!options_.next_hops) return {};
        if (!job_.roads && !std::is_integral_v<T>) {
            return format("next hops of a matrix of {} costs need the whole table in memory", name(cost_type_of<T>));
        }
        if (job_.roads && choose_format(job_.prepared, true).hops == HopMode::none) {
            return "next hops that do not travel in the cells of tiles need the whole table in memory";
        }
        return {};
    }

    void plan_whole(const std::string& because) {
        job_.report.whole_because = because;
        const std::size_t nodes = job_.roads ? job_.network().node_count() : job_.column_count();
        plan_ = plan_tiles(job_, table_bytes(nodes, cost_type_of<T>, job_.steps, options_), options_, because);
    }

    void plan_bands() {
        const std::uint64_t row_bytes = std::max<std::uint64_t>(job_.column_count() * (sizeof(T) + hop_bytes), 1);
        const std::uint64_t band_rows =
            std::clamp<std::uint64_t>(tile_band_bytes / row_bytes, 1, BandRing::most_rows(job_.row_count));
        plan_ = plan_tiles(job_, BandRing::band_count * band_rows * row_bytes, options_);
        job_.report.band_rows = band_rows;
    }

    // Runs the schedule and calls take(restorer, node, cells, hops) for each finished row, from several threads.
    template <class Take>
    void compute(const Take& take) {
        const StageTimer timer(report.seconds, "solve");
        const Restorer<T> restorer(job_.prepared, plan_.format, job_.row_count, job_.ends, hop_bytes);
        RowStream stream;
        stream.fill = [&](std::size_t node, void* cells, std::uint32_t* row_hops) {
            fill_row(job_.prepared, plan_.format, node, static_cast<T*>(cells), row_hops);
        };
        stream.take = [&](std::size_t node, const void* cells, const std::uint32_t* row_hops) {
            take(restorer, node, static_cast<const T*>(cells), row_hops);
        };
        const ExecutionTimes times =
            plan_.executor->execute(plan_.schedule, plan_.layout, plan_.format,
                                    compact_stream(stream, plan_.layout, plan_.format), options_.progress);
        report.busy["device"] = times.solve;
    }

    PreparedJob<T> job_;
    SolveOptions options_;
    TilePlan plan_;
};

// `why_tiles`: why not by a sweep; empty: there was no choice.
template <class T>
std::unique_ptr<TableJob> make_tile_job(PreparedJob<T> job, const std::string& why_tiles, const SolveOptions& options,
                                        const RowDemand& demand) {
    return std::make_unique<TileJob<T>>(std::move(job), why_tiles, options, demand);
}

// ---- a sweep or tiles

// Checks a whole table's size before planning allocates anything of that size.
void require_table_fits(std::size_t node_count, CostType type, std::size_t steps, const SolveOptions& options,
                        const RowDemand& demand) {
    if (!demand.whole) return;
    MemoryNeed memory;
    memory.host = table_bytes(node_count, type, steps, options);
    memory.host_available = host_limit(options);
    require_fit(memory, type, options, demand.whole_because);
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
