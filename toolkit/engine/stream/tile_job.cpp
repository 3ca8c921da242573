// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/tile_job.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/threads/large_vector.h"
#include "engine/dense/compact_stream.h"
#include "engine/dense/dense_problem.h"
#include "engine/plan/limits.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/tile_plan.h"
#include "engine/prepare/choose_format.h"
#include "engine/prepare/largest_distance.h"
#include "engine/prepare/restore.h"
#include "engine/stream/band_filler.h"
#include "engine/stream/whole_table.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

namespace {

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

}  // namespace

template <class T>
std::unique_ptr<TableJob> make_tile_job(PreparedJob<T> job, const std::string& why_tiles, const SolveOptions& options,
                                        const RowDemand& demand) {
    return std::make_unique<TileJob<T>>(std::move(job), why_tiles, options, demand);
}

#define ALLWAYS_INSTANTIATE(T)                                                                                \
    template std::unique_ptr<TableJob> make_tile_job(PreparedJob<T>, const std::string&, const SolveOptions&, \
                                                     const RowDemand&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
