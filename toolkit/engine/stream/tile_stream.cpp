// SPDX-License-Identifier: Apache-2.0
// Tables of schedules over tiles: each row goes into a band when it leaves the device.
#include <algorithm>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/large_vector.h"
#include "engine/dense/compact_stream.h"
#include "engine/dense/dense_problem.h"
#include "engine/plan/planner.h"
#include "engine/plan/stage_timer.h"
#include "engine/prepare/largest_distance.h"
#include "engine/prepare/prepare.h"
#include "engine/prepare/restore.h"
#include "engine/prepare/zero_cells.h"
#include "engine/stream/band_filler.h"
#include "engine/stream/stream_job.h"
#include "engine/sweep/sweep_target.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

namespace {

constexpr std::uint64_t tile_band_bytes = std::uint64_t{16} << 20;

template <class T>
struct TileStream final : TableStream::Job {
    std::shared_ptr<const ExpandedCosts> input;  // of a network
    CostMatrix costs;                            // of a matrix
    SolveOptions options;
    Prepared<T> prepared;
    Plan plan;
    std::vector<NodeIndex> ends;

    TileStream(std::shared_ptr<const ExpandedCosts> of, const SolveOptions& options_, const std::string& why)
        : input(std::move(of)), options(options_), ends(input->expanded.ends()) {
        network = &input->roads();
        const cost::ExpandedNetwork& expanded = input->expanded;
        std::map<std::string, double> seconds = input->seconds;
        {
            const StageTimer timer(seconds, "prepare");
            prepared = prepare<T>(expanded.network(), expanded.adjacency(), input->costs,
                                  WorkMeter(options.progress, "prepare", 0));
        }
        plan_for(expanded.network().node_count(), input->max_out_degree(),
                 options.next_hops ? expanded.row_count() : expanded.node_count(), std::move(seconds));
        if (options.next_hops && plan.format.hops == HopMode::none) {
            throw NeedsWholeTable("next hops that do not travel in the cells of tiles need the whole table in memory");
        }
        report.scale = input->costs.scale;
        describe_roads(report, expanded, input->costs);
        if (!why.empty()) report.schedule_reason = why;
    }

    TileStream(const CostMatrix& of, const SolveOptions& options_) : options(options_), ends(of.node_count()) {
        matrix = &of;
        costs = of.type() == cost_type_of<T> ? of : convert_matrix(of, cost_type_of<T>);
        if (options.next_hops && !std::is_integral_v<T>) {
            throw NeedsWholeTable(
                format("next hops of a matrix of {} costs need the whole table in memory", name(cost_type_of<T>)));
        }
        std::map<std::string, double> seconds;
        {
            const StageTimer timer(seconds, "prepare");
            prepared = prepare<T>(costs, WorkMeter(options.progress, "prepare", 0));
            if (prepared.classes.contracted() != 0) warn_of_zeros(costs, options.log);
        }
        std::iota(ends.begin(), ends.end(), NodeIndex{0});
        plan_for(ends.size(), ends.size(), ends.size(), std::move(seconds));
        report.scale = costs.scale();
    }

    void plan_for(std::size_t node_count, std::size_t steps, std::size_t row_count,
                  std::map<std::string, double> seconds) {
        can_run_parts = false;
        hop_bytes = options.next_hops ? NextHops::bytes_for(steps) : 0;
        const std::uint64_t row_bytes = std::max<std::uint64_t>(ends.size() * (sizeof(T) + hop_bytes), 1);
        const std::uint64_t band_rows =
            std::clamp<std::uint64_t>(tile_band_bytes / row_bytes, 1, BandRing::most_rows(row_count));
        {
            const StageTimer timer(seconds, "plan");
            plan = make_plan(prepared, node_count, BandRing::band_count * band_rows * row_bytes, options);
        }
        largest = largest_distance(prepared);
        report = plan.report;
        report.band_rows = band_rows;
        report.seconds = std::move(seconds);
        rows.resize(row_count);
        std::iota(rows.begin(), rows.end(), NodeIndex{0});
    }

    TableArcs arcs() const override {
        return input ? result::expanded_arcs(input->expanded, input->costs) : TableArcs{};
    }

    TableBand make_band() const override {
        return {{},
                large_vector<T>(report.band_rows * ends.size()),
                large_vector<unsigned char>(report.band_rows * ends.size() * hop_bytes),
                {}};
    }

    void take_row(const Restorer<T>& restorer, BandFiller& filler, std::size_t node, const T* cells,
                  const std::uint32_t* row_hops) const {
        BandFiller::Place at{};
        const auto place = [&](NodeIndex row) -> RowPlace<T> {
            at = filler.place(row);
            T* const distances = std::get<std::vector<T>>(at.band->distances).data() + at.row * ends.size();
            return {distances, hop_bytes == 0 ? nullptr : at.band->hops.data() + at.row * ends.size() * hop_bytes};
        };
        const auto done = [&](NodeIndex row) {
            if (hop_bytes != 0 && input && input->expanded.states() != nullptr) {
                // A drive ends at the first state of its destination.
                store_hop(at.band->hops.data(), hop_bytes, at.row * ends.size() + input->expanded.node_of(row),
                          NextHops::none);
            }
            filler.done(at);
        };
        restorer.take(node, cells, row_hops, place, done);
    }

    void run(std::size_t, std::size_t, BandRing& ring) override {
        BandFiller filler(ring, report.band_rows);
        solve(filler);
        const StageTimer timer(report.seconds, "write");
        ring.finish();  // bands refer to the filler's rows
    }

    void solve(BandFiller& filler) {
        const StageTimer timer(report.seconds, "solve");
        const Restorer<T> restorer(prepared, plan.format, rows.size(), ends, hop_bytes);
        RowStream stream;
        stream.fill = [&](std::size_t node, void* cells, std::uint32_t* row_hops) {
            fill_row(prepared, plan.format, node, static_cast<T*>(cells), row_hops);
        };
        stream.take = [&](std::size_t node, const void* cells, const std::uint32_t* row_hops) {
            take_row(restorer, filler, node, static_cast<const T*>(cells), row_hops);
        };
        const ExecutionTimes times =
            plan.executor->execute(plan.schedule, plan.layout, plan.format,
                                   compact_stream(stream, plan.layout, plan.format), options.progress);
        report.busy["device"] = times.solve;
        filler.finish();
    }
};

}  // namespace

std::unique_ptr<TableStream::Job> make_tile_stream(std::shared_ptr<const ExpandedCosts> input,
                                                   const SolveOptions& options, const std::string& why) {
    return with_cost_type(input->costs.type(), [&]<class T>() -> std::unique_ptr<TableStream::Job> {
        return std::make_unique<TileStream<T>>(input, options, why);
    });
}

std::unique_ptr<TableStream::Job> make_tile_stream(const CostMatrix& matrix, const SolveOptions& options) {
    refuse_sweep_of_a_matrix(options);
    return with_cost_type(options.cost_type.value_or(matrix.type()),
                          [&]<class T>() -> std::unique_ptr<TableStream::Job> {
                              return std::make_unique<TileStream<T>>(matrix, options);
                          });
}

}  // namespace allways::engine
