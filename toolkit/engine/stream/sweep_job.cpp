// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/sweep_job.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <type_traits>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/engine/table_stream.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/factor/factor_sums.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/sweep_plan.h"
#include "engine/prepare/prepare.h"
#include "engine/stream/whole_table.h"
#include "engine/sweep/sweep_host.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

namespace {

// ---- floats: next hops of whole columns, which a table in bands never has together, are checked and those that close
// a circle repaired

constexpr std::uint64_t most_column_bytes = std::uint64_t{128} << 20;  // of the distances of columns in work

template <class T>
class ColumnRepair {
public:
    ColumnRepair(const PreparedJob<T>& job, const FactorNetwork<T>& places,
                 const std::shared_ptr<const ordering::Factor<T>>& factor)
        : job_(job), places_(places), factor_(factor), rows_(first_nodes(job.row_count)) {}

    std::uint64_t repair(std::span<const NodeIndex> columns, const TableStream::TakeColumn& take) const {
        std::vector<NodeIndex> ends;
        for (const NodeIndex column : columns) ends.push_back(job_.ends[column]);
        std::vector<T> cells(rows_.size() * columns.size());
        SweepProblem<T> problem = FactorSides<T>(places_, costs_alone<T>(), ends).with_rows(rows_);
        problem.solve_by(factor_);
        sweep_on_host<T>(problem, {0, columns.size()}, {cells.data(), columns.size(), nullptr, 0});
        NextHops hops(NextHops::Kind::arc_ordinal, columns.size(), job_.steps, rows_.size());
        const HopNetwork<T> network = job_.hop_network();
        next_hops_from_distances<T>(network, rows_, {cells.data(), columns, ends, {}}, bytes_of(hops).data(),
                                    hops.bytes_per_hop());
        const std::vector<unsigned char> before(bytes_of(hops).begin(), bytes_of(hops).end());
        const std::uint64_t repaired = repair_hop_trees<T>(hop_graph(network), columns, ends, cells, hops);
        for (std::size_t j = 0; j < columns.size(); ++j) take_changed(hops, before, j, columns[j], take);
        return repaired;
    }

private:
    void take_changed(NextHops& hops, std::span<const unsigned char> before, std::size_t j, NodeIndex column,
                      const TableStream::TakeColumn& take) const {
        const std::size_t hop_bytes = hops.bytes_per_hop();
        const std::span<const unsigned char> now = bytes_of(hops);
        std::vector<unsigned char> of_column(rows_.size() * hop_bytes);
        bool changed = false;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const std::size_t at = (row * hops.node_count() + j) * hop_bytes;
            changed = changed || !std::ranges::equal(before.subspan(at, hop_bytes), now.subspan(at, hop_bytes));
            std::ranges::copy(now.subspan(at, hop_bytes), of_column.begin() + row * hop_bytes);
            // A drive ends at the first state of its destination.
            if (job_.roads->expanded.node_of(static_cast<NodeIndex>(row)) == column) {
                store_hop(of_column.data(), hop_bytes, row, NextHops::none);
            }
        }
        if (changed) take(column, of_column);
    }

    const PreparedJob<T>& job_;
    const FactorNetwork<T>& places_;
    const std::shared_ptr<const ordering::Factor<T>>& factor_;
    std::vector<NodeIndex> rows_;
};

// Sweeps the columns again, some at a time, for all rows, and calls take(column, hops) for each whose hops change.
// Returns how many columns formed no tree. Progress: stage "next hops", in columns.
template <class T>
std::uint64_t repair_columns(const PreparedJob<T>& job, const FactorNetwork<T>& places,
                             const std::shared_ptr<const ordering::Factor<T>>& factor,
                             std::span<const NodeIndex> columns, const ProgressCallback& progress,
                             const TableStream::TakeColumn& take) {
    const ColumnRepair<T> repair(job, places, factor);
    const std::size_t together = std::max<std::size_t>(most_column_bytes / (job.row_count * sizeof(T)), 1);
    std::uint64_t repaired = 0;
    for (std::size_t begin = 0; begin < columns.size(); begin += together) {
        report(progress, "next hops", begin, columns.size());
        repaired += repair.repair(columns.subspan(begin, std::min(together, columns.size() - begin)), take);
    }
    return repaired;
}

// ---- the job

// A band of a walk fits the processor's last cache, so that its distances are still there when they are taken.
constexpr std::uint64_t walk_band_bytes = std::uint64_t{16} << 20;
// A band of a source that repeats work for each band has so many rows that the repetition is little: the ancestors, and
// the rows that next hops are found from.
constexpr std::uint64_t repeating_band_bytes = std::uint64_t{128} << 20;
// A band from a device is large enough for a link's full rate.
constexpr std::uint64_t device_band_bytes = std::uint64_t{64} << 20;

// The work of writing a cell, in relaxations: see docs/clusters.md.
constexpr std::uint64_t writing_work = 8;

template <class T>
class SweepJob final : public TableJob {
public:
    SweepJob(PreparedJob<T> job, SweepPlan<T> plan, const SolveOptions& options, const RowDemand& demand)
        : job_(std::move(job)),
          plan_(std::move(plan)),
          options_(options),
          places_(places()),
          network_(places_),
          sides_(network_, plan_.core.format, job_.ends) {
        hop_bytes = job_.hop_bytes(options);
        may_replace_columns = hops_by_rule() && !std::is_integral_v<T>;
        can_run_parts = !may_replace_columns;
        largest = largest_distance(job_.prepared);
        if (rounds()) job_.report.cost_type = CostType::float32;
        make_sums();
        const std::string because = demand.whole ? demand.whole_because : why_whole();
        is_whole = demand.whole || !because.empty();
        is_whole ? plan_whole(because) : plan_bands(demand.order);
        report = std::move(job_.report);
    }

    TableArcs arcs() const override { return arcs_of(*job_.roads, table_type()); }

    DistanceTable solve() override {
        WholeTable<T> table(job_, options_);
        const std::size_t cells = rows.size() * columns();
        std::vector<std::vector<std::int32_t>> sums;
        for (std::size_t f = 0; f < skims.size(); ++f) {
            sums.push_back(large_vector<std::int32_t>(cells, 0, options_.progress));
        }
        make_factor();
        {
            const StageTimer timer(report.seconds, "solve");
            const RowTarget<T> at = table.place();
            typename RowSource<T>::RowSpace space{
                {at.distances, columns(), hops_in_cells() ? at.hops : nullptr, hops_in_cells() ? hop_bytes : 0},
                {},
                {}};
            for (std::vector<std::int32_t>& of_field : sums) space.sums.push_back(of_field.data());
            source_->start(factor_, rows);
            source_->next(rows.size(), space);
            end();
        }
        std::vector<Skim> found;
        for (std::size_t f = 0; f < sums.size(); ++f) {
            sums[f].resize(columns() * columns());  // the rows of nodes come first
            found.push_back({skims[f], std::move(sums[f])});
        }
        return std::move(table).finish(hops_in_cells(), std::move(found), report, table_type());
    }

    TableBand make_band() const override {
        const std::size_t cells = report.band_rows * columns();
        TableBand band{{},
                       with_cost_type(table_type(),
                                      [&]<class Cell>() -> CostVector {
                                          return large_vector<Cell>(rounds() ? cells : computed_rows() * columns());
                                      }),
                       large_vector<unsigned char>(cells * hop_bytes),
                       {}};
        for (std::size_t f = 0; f < skims.size(); ++f) band.skims.emplace_back(large_vector<std::int32_t>(cells));
        return band;
    }

    void begin(std::size_t first, std::size_t end) override {
        make_factor();
        const StageTimer timer(report.seconds, "solve");
        if (may_replace_columns) doubtful_ = std::vector<std::atomic<std::uint8_t>>(columns());
        source_->start(factor_, std::span(rows).subspan(first, end - first));
    }

    void fill(TableBand& band) override {
        std::vector<T>& distances = rounds() ? computed_ : std::get<std::vector<T>>(band.distances);
        const std::size_t wanted = source_->distance_rows(report.band_rows) * columns();
        if (distances.size() < wanted) distances.resize(wanted);  // rows that begin elsewhere than planned
        typename RowSource<T>::RowSpace space{
            {distances.data(), columns(), hop_bytes != 0 ? band.hops.data() : nullptr, hop_bytes}, {}, {}};
        for (CostVector& sums : band.skims) space.sums.push_back(std::get<std::vector<std::int32_t>>(sums).data());
        band.rows = source_->next(report.band_rows, space);
        for (std::size_t i = 0; i < band.rows.size(); ++i) {
            job_.end_drive(band.rows[i], band.hops.data() + i * columns() * hop_bytes, hop_bytes);
        }
        if (!rounds()) return;
        std::vector<float>& rounded = std::get<std::vector<float>>(band.distances);
        parallel_for(band.rows.size(), [&](std::size_t i) {
            for (std::size_t at = i * columns(); at < (i + 1) * columns(); ++at)
                rounded[at] = static_cast<float>(distances[at]);
        });
    }

    void end() override {
        source_->stop();
        if (on_devices()) report.busy["device"] = source_->device_seconds();
    }

    // Relaxations of a cell, and the time of writing it in relaxations.
    std::uint64_t row_work(NodeIndex row) const override {
        if (network_.is_border(row)) return writing_work + network_.exits(row).size();
        const std::uint32_t rank = network_.rank_of(row);
        const bool computed = network_.members_at(rank).front() == row;  // the others are copies
        return writing_work + (computed ? tree().ups(rank).size() : 0);
    }

    void report_waiting() const override {
        allways::report(options_.progress, "solve", source_->pairs_done(), source_->pairs());
    }

    void replace_columns(const TableStream::TakeColumn& take) override {
        if constexpr (!std::is_integral_v<T>) {
            std::vector<NodeIndex> wanted;
            for (NodeIndex column = 0; column < doubtful_.size(); ++column) {
                if (doubtful_[column] != 0) wanted.push_back(column);
            }
            report.repaired_columns += repair_columns<T>(job_, network_, factor_, wanted, options_.progress, take);
        }
    }

private:
    NetworkFactor places() {
        const StageTimer timer(job_.report.seconds, "plan");
        return places_alone(job_.roads->expanded, job_.roads->costs, &options_.skims, job_.prepared, plan_.core.format,
                            tree(), WorkMeter(options_.progress, "prepare", 0));
    }
    const ordering::Elimination& tree() const { return *plan_.core.tree; }
    std::size_t columns() const { return job_.column_count(); }
    bool on_devices() const { return !plan_.devices.empty(); }
    // Tables in float32 are computed in float64, and rounded.
    bool rounds() const { return options_.cost_type == CostType::float32; }
    CostType table_type() const { return rounds() ? CostType::float32 : cost_type_of<T>; }
    std::size_t computed_rows() const { return std::max<std::size_t>(report.band_rows, distance_rows_); }
    bool hops_in_cells() const { return plan_.core.format.hops == HopMode::first_arc; }
    // Next hops do not fit the cells and are found from the finished distances.
    bool hops_by_rule() const { return options_.next_hops && !hops_in_cells(); }

    // Lets the rows carry their sums along, if they can; `why_no_sums_` otherwise.
    void make_sums() {
        if (options_.skims.empty()) return;
        if (on_devices()) {
            why_no_sums_ = "skims of a sweep on a device need the whole table in memory";
            return;
        }
        if constexpr (std::is_integral_v<T>) {
            if (hops_in_cells()) {
                const auto fields = result::step_fields(places_.arcs, places_.scale, options_.skims);
                sums_ =
                    std::make_unique<StreamSkims>(factor_skims(places_, network_, fields), fields, job_.prepared.bound);
                why_no_sums_ = sums_->why_not();
                if (!why_no_sums_.empty()) sums_.reset();
                return;
            }
        }
        why_no_sums_ = "skims need the whole table in memory where next hops do not fit the cells";
    }

    // Returns why the rows cannot leave in bands; empty if they can.
    std::string why_whole() const {
        if (may_replace_columns && job_.prepared.has_negative_costs()) {
            return format("next hops of negative {} costs need the whole table in memory", name(cost_type_of<T>));
        }
        return why_no_sums_;
    }

    // ---- planning

    std::size_t rows_beyond_core() const {
        const std::size_t nodes = job_.network().node_count();
        return nodes - std::min<std::size_t>(nodes, tree().node_count());
    }
    // The prepared network, factorized, and the rows and columns of a sweep.
    std::uint64_t problem_bytes(std::size_t row_count, std::size_t column_count) const {
        const FactorCore<T>& core = plan_.core;
        return factorized_bytes(job_.network(), job_.prepared, core, tree()) +
               sweep_problem_bytes<T>(row_count, column_count, tree().node_count(),
                                      job_.prepared.head.size() - core.head.size()) +
               (options_.next_hops ? job_.prepared.classes.hop_bytes() : 0) + places_.arcs.bytes() +
               network_.place_count() * 2 * sizeof(std::uint32_t);
    }

    void plan_whole(const std::string& because) {
        rows = first_nodes(job_.row_count);
        const std::size_t n = job_.network().node_count();
        SolveReport& planned = job_.report;
        planned.whole_because = because;
        MemoryNeed& memory = planned.memory;
        memory.host_available = host_limit(options_);
        memory.host = table_bytes(n, cost_type_of<T>, job_.steps, options_) + problem_bytes(n, n) +
                      (rounds() ? std::uint64_t{n} * n * sizeof(float) : 0) +
                      (on_devices() ? 0 : sweep_host_bytes(tree(), cost_type_of<T>, n, rows_beyond_core()));
        for (const auto& device : plan_.devices) {
            memory.device_available += device->available_bytes();
            memory.device += sweep_device_bytes(*device, tree(), cost_type_of<T>, n, hops_in_cells() ? hop_bytes : 0);
        }
        require_fit(memory, table_type(), options_, because, planned.device);
        if (sums_) {
            const std::uint64_t bytes = sums_->bytes(tree(), n, rows_beyond_core());
            if (memory.host + bytes <= memory.host_available) {
                memory.host += bytes;
                keep_scales();
            } else {
                sums_.reset();  // skims are summed along the finished paths instead
            }
        }
        source_ = make_row_source<T>(RowWay::sweeps, context(), hop_bytes, nullptr, nullptr);
    }

    void plan_bands(RowOrder order) {
        const StageTimer timer(job_.report.seconds, "plan");
        if (sums_) keep_scales();
        const RowWay way = hops_by_rule()           ? RowWay::by_rule
                           : on_devices()           ? RowWay::devices
                           : order == RowOrder::any ? RowWay::walk
                                                    : RowWay::sweeps;
        std::size_t most_at_once = 1;
        if (order == RowOrder::any) {
            const std::vector<NodeIndex> all = first_nodes(job_.row_count);
            WalkOrder found = walk_order(FactorSides<T>(network_, costs_alone<T>(), {}).with_rows(all).rows);
            rows = std::move(found.rows);
            if (way == RowWay::walk) most_at_once = found.most_at_once;
        } else {
            rows = first_nodes(job_.row_count);
        }
        std::unique_ptr<DeviceRows<T>> devices;
        std::uint64_t work = band_work_bytes(way);
        if (on_devices()) {
            devices = std::make_unique<DeviceRows<T>>(plan_.devices, tree(), columns(), rows.size(),
                                                      hops_by_rule() ? 0 : hop_bytes);
            for (const auto& opened : plan_.devices) job_.report.memory.device_available += opened->available_bytes();
            job_.report.memory.device = devices->device_bytes();
            work += devices->host_bytes() + host_opencl_bytes;
        }
        choose_band_rows(work, most_at_once,
                         way == RowWay::walk      ? walk_band_bytes
                         : way == RowWay::devices ? device_band_bytes
                                                  : repeating_band_bytes);
        if (way == RowWay::by_rule) make_room_for_heads(work);
        source_ = make_row_source<T>(way, context(), hop_bytes, std::move(devices),
                                     may_replace_columns ? &doubtful_ : nullptr);
    }

    std::uint64_t band_work_bytes(RowWay way) const {
        std::uint64_t sweep = 0;
        if (sums_) {
            sweep = sums_->bytes(tree(), columns(), rows_beyond_pivots());
        } else if (!on_devices()) {
            sweep = way == RowWay::walk ? sweep_walk_bytes(tree(), cost_type_of<T>, columns(), rows_beyond_pivots())
                                        : sweep_host_bytes(tree(), cost_type_of<T>, columns(), rows_beyond_pivots());
        }
        return problem_bytes(rows.size(), columns()) + rows.size() * sizeof(NodeIndex) + sweep;
    }
    std::size_t rows_beyond_pivots() const { return job_.network().node_count() - job_.prepared.classes.pivot_count(); }
    std::uint64_t row_bytes() const {
        return std::max<std::uint64_t>(columns() * (sizeof(T) + hop_bytes + skims.size() * sizeof(std::int32_t)), 1);
    }

    // Chooses the height of bands. `most_at_once`: rows that must fit in one.
    void choose_band_rows(std::uint64_t work_bytes, std::size_t most_at_once, std::uint64_t wanted_bytes) {
        SolveReport& planned = job_.report;
        planned.memory.host_available = host_limit(options_);
        const std::uint64_t left =
            planned.memory.host_available > work_bytes ? planned.memory.host_available - work_bytes : 0;
        const std::uint64_t fitting = std::min(left / (BandRing::band_count * row_bytes()), wanted_bytes / row_bytes());
        planned.band_rows =
            std::clamp<std::uint64_t>(fitting, most_at_once, std::max(BandRing::most_rows(rows.size()), most_at_once));
        planned.memory.host = work_bytes + BandRing::band_count * planned.band_rows * row_bytes();
        require_bands_fit(planned.memory);
    }

    // Makes room in the bands for the distances of the heads of their rows' arcs, from which hops are found.
    void make_room_for_heads(std::uint64_t work_bytes) {
        SolveReport& planned = job_.report;
        for (;; planned.band_rows = (planned.band_rows + 1) / 2) {
            distance_rows_ = planned.band_rows;
            for (std::size_t begin = 0; begin < rows.size(); begin += planned.band_rows) {
                const auto some = std::span<const NodeIndex>(rows).subspan(begin);
                const auto band = some.first(std::min(planned.band_rows, some.size()));
                distance_rows_ = std::max(distance_rows_, band.size() + rows_beside(job_.hop_network(), band).size());
            }
            const std::uint64_t heads = (distance_rows_ - planned.band_rows) * columns() * sizeof(T);
            planned.memory.host = work_bytes + BandRing::band_count * (planned.band_rows * row_bytes() + heads);
            if (planned.memory.host <= planned.memory.host_available || planned.band_rows == 1) break;
        }
        require_bands_fit(planned.memory);
    }

    void keep_scales() {
        skims = sums_->scales();
        largest_skims = sums_->largest();
    }
    SweepContext<T> context() const { return {job_, sides_, plan_, options_, sums_.get()}; }

    // ---- work

    void make_factor() {
        const StageTimer timer(report.seconds, "factor");
        if (!factor_) factor_ = plan_.core.factorize();
        if constexpr (std::is_integral_v<T>) {
            if (sums_) sums_->start(*factor_);
        }
    }

    PreparedJob<T> job_;
    SweepPlan<T> plan_;
    SolveOptions options_;
    NetworkFactor places_;  // without cells
    FactorNetwork<T> network_;
    FactorSides<T> sides_;
    std::unique_ptr<StreamSkims> sums_;  // null: rows carry no sums
    std::string why_no_sums_;
    std::vector<T> computed_;        // the rows of a band before they are rounded
    std::size_t distance_rows_ = 0;  // the most rows of a band with the heads that its hops are found from
    std::unique_ptr<RowSource<T>> source_;
    std::shared_ptr<const ordering::Factor<T>> factor_;
    std::vector<std::atomic<std::uint8_t>> doubtful_;  // columns whose hops may close a circle
};

}  // namespace

template <class T>
std::unique_ptr<TableJob> make_sweep_job(PreparedJob<T> job, SweepPlan<T> plan, const SolveOptions& options,
                                         const RowDemand& demand) {
    return std::make_unique<SweepJob<T>>(std::move(job), std::move(plan), options, demand);
}

#define ALLWAYS_INSTANTIATE(T)                                                                           \
    template std::unique_ptr<TableJob> make_sweep_job(PreparedJob<T>, SweepPlan<T>, const SolveOptions&, \
                                                      const RowDemand&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
