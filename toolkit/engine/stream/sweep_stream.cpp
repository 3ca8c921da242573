// SPDX-License-Identifier: Apache-2.0
// Tables swept a band at a time, on the host or on a device.
#include <algorithm>
#include <atomic>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "base/large_vector.h"
#include "engine/next_hops/hop_graphs.h"
#include "engine/next_hops/hop_trees.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/planner.h"
#include "engine/plan/stage_timer.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/prepare/largest_distance.h"
#include "engine/skims/stream_skims.h"
#include "engine/stream/stream_job.h"
#include "engine/sweep/device/sweep_device_rows.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep_plan.h"
#include "result/expanded_arcs.h"

namespace allways::engine {

namespace {

// A band whose distances still lie in the processor's last cache when they are taken; and one of so many rows that what
// every band computes again is little: ancestors, and the rows that next hops are found from.
constexpr std::uint64_t band_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t repeating_band_bytes = std::uint64_t{128} << 20;
// Rows that come from a device: enough for a link's full rate.
constexpr std::uint64_t device_band_bytes = std::uint64_t{64} << 20;

// What writing a cell takes beside a relaxation of one: see docs/clusters.md.
constexpr std::uint64_t writing_work = 8;

void require_bands_fit(const MemoryNeed& memory) {
    if (memory.host <= memory.host_available) return;
    throw CapacityError(
        format("a few rows of the table and the working memory need {} of host memory, but only {} are available; "
               "raise the limit, or solve a smaller network",
               bytes_text(memory.host), bytes_text(memory.host_available)),
        memory.host, memory.host_available);
}

// Chooses the height of bands. `least`: rows that must fit in one.
void plan_bands(SolveReport& report, std::size_t row_count, std::size_t least, std::uint64_t wanted_bytes,
                std::uint64_t work_bytes, std::uint64_t row_bytes, const SolveOptions& options) {
    report.memory.host_available = host_limit(options);
    const std::uint64_t left =
        report.memory.host_available > work_bytes ? report.memory.host_available - work_bytes : 0;
    row_bytes = std::max<std::uint64_t>(row_bytes, 1);
    const std::uint64_t fitting = std::min(left / (BandRing::band_count * row_bytes), wanted_bytes / row_bytes);
    report.band_rows = std::clamp<std::uint64_t>(fitting, least, std::max(BandRing::most_rows(row_count), least));
    report.memory.host = work_bytes + BandRing::band_count * report.band_rows * row_bytes;
    require_bands_fit(report.memory);
}

// "auto" chose tiles.
struct NoSweep {
    std::string why;
};

template <class T>
struct SweepStream final : TableStream::Job {
    std::shared_ptr<const ExpandedCosts> input;
    SolveOptions options;
    RowOrder order;
    Prepared<T> prepared;
    SweepPlan<T> plan;
    std::shared_ptr<const ordering::Factor<T>> factor;
    bool hops_by_rule = false;         // from finished distances, for want of room in the cells
    std::size_t rows_with_beside = 0;  // the most rows of a band, with those that its hops are found from
    // While running:
    std::size_t first = 0;  // of the rows that `walk` computes
    std::size_t end = 0;    // after the last of them
    std::size_t next = 0;
    std::unique_ptr<SweepProblem<T>> problem;
    std::unique_ptr<SweepWalk<T>> walk;
    std::vector<std::atomic<std::uint8_t>> doubtful;  // columns whose hops may close a circle
    std::unique_ptr<StreamSkims> sums;                // null: no skims
    std::unique_ptr<DeviceRows<T>> device;            // null: the host sweeps

    SweepStream(std::shared_ptr<const ExpandedCosts> of, const SolveOptions& options_, RowOrder order_)
        : input(std::move(of)), options(options_), order(order_) {
        network = &input->roads();
        std::map<std::string, double> seconds = input->seconds;
        {
            const StageTimer timer(seconds, "prepare");
            prepared = prepare<T>(expanded().network(), expanded().adjacency(), input->costs,
                                  WorkMeter(options.progress, "prepare", 0));
        }
        const std::size_t steps = input->max_out_degree();
        std::string why_not;
        auto found = plan_sweep(prepared, expanded().network(), steps, true, options, seconds, why_not);
        if (!found) throw NoSweep{why_not};
        plan = std::move(*found);
        hops_by_rule = options.next_hops && plan.format.hops != HopMode::first_arc;
        may_replace_columns = hops_by_rule && !std::is_integral_v<T>;
        can_run_parts = !may_replace_columns;
        if (may_replace_columns && prepared.has_negative_costs()) {
            throw NeedsWholeTable(
                format("next hops of negative {} costs need the whole table in memory", name(cost_type_of<T>)));
        }
        hop_bytes = options.next_hops ? NextHops::bytes_for(steps) : 0;
        report = std::move(plan.report);
        report.seconds = std::move(seconds);
        report.scale = input->costs.scale;
        describe_roads(report, expanded(), input->costs);
        largest = largest_distance(prepared);
        if (!options.skims.empty()) add_skims();
        choose_rows();
    }

    void add_skims() {
        const StageTimer timer(report.seconds, "plan");
        if (!options.next_hops) throw InvalidArgument("skims need next hops; leave out `next_hops = false`");
        result::check_skim_names(network->columns, options.skims, report.scale);
        if (on_devices()) throw NeedsWholeTable("skims of a sweep on a device need the whole table in memory");
        if constexpr (std::is_integral_v<T>) {
            if (!hops_by_rule) {
                const RoadNetwork& roads = expanded().network();
                const auto fields = result::skim_fields(roads.columns, options.skims, expanded().adjacency().arcs);
                sums = std::make_unique<StreamSkims>(roads, expanded().adjacency(), prepared, *plan.tree, fields);
                skims = sums->scales();
                largest_skims = sums->largest();
                return;
            }
        }
        throw NeedsWholeTable("skims need the whole table in memory where next hops do not fit the cells");
    }

    const cost::ExpandedNetwork& expanded() const { return input->expanded; }
    std::size_t node_count() const { return input->node_count(); }
    TableArcs arcs() const override { return result::expanded_arcs(expanded(), input->costs); }

    void choose_rows() {
        const StageTimer timer(report.seconds, "plan");
        const std::size_t count = hop_bytes == 0 ? node_count() : expanded().row_count();
        std::size_t least = 1;
        if (order == RowOrder::any) {
            WalkOrder found = walk_order(prepared, *plan.tree, count);
            rows = std::move(found.rows);
            if (walks()) least = found.most_at_once;
        } else {
            rows.resize(count);
            std::iota(rows.begin(), rows.end(), NodeIndex{0});
        }
        const std::uint64_t row = node_count() * (sizeof(T) + hop_bytes + skims.size() * sizeof(std::int32_t));
        if (on_devices()) {
            device = std::make_unique<DeviceRows<T>>(plan.devices, *plan.tree, node_count(), count,
                                                     hops_by_rule ? 0 : hop_bytes);
            for (const auto& opened : plan.devices) report.memory.device_available += opened->available_bytes();
            report.memory.device = device->device_bytes();
        }
        plan_bands(report, count, least,
                   walks()         ? band_bytes
                   : from_device() ? device_band_bytes
                                   : repeating_band_bytes,
                   work_bytes(), row, options);
        if (hops_by_rule) make_room_beside(row);
    }

    // Bands that also hold the rows that hops are found from.
    void make_room_beside(std::uint64_t row_bytes) {
        for (;; report.band_rows = (report.band_rows + 1) / 2) {
            rows_with_beside = report.band_rows;
            for (std::size_t begin = 0; begin < rows.size(); begin += report.band_rows) {
                const auto some = std::span<const NodeIndex>(rows).subspan(begin);
                const auto band = some.first(std::min(report.band_rows, some.size()));
                rows_with_beside = std::max(rows_with_beside, band.size() + rows_beside(hop_network(), band).size());
            }
            const std::uint64_t beside = (rows_with_beside - report.band_rows) * node_count() * sizeof(T);
            report.memory.host = work_bytes() + BandRing::band_count * (report.band_rows * row_bytes + beside);
            if (report.memory.host <= report.memory.host_available || report.band_rows == 1) break;
        }
        require_bands_fit(report.memory);
    }

    // Relaxations of a cell, and the time of writing it in relaxations.
    std::uint64_t row_work(NodeIndex row) const override {
        const std::uint32_t c = prepared.classes.class_of(row);
        if (c >= prepared.classes.pivot_count())
            return writing_work + prepared.first_out[c + 1] - prepared.first_out[c];
        const bool computed = prepared.classes.members(c).front() == row;  // the others are copies
        return writing_work + (computed ? plan.tree->ups(plan.tree->rank_of[c]).size() : 0);
    }

    bool on_devices() const { return !plan.devices.empty(); }
    bool from_device() const { return device && !hops_by_rule; }
    // The rows are walked once; else each band is a sweep of its own, or read from a device.
    bool walks() const { return order == RowOrder::any && !hops_by_rule && !on_devices(); }

    std::uint64_t work_bytes() const {
        const ordering::Elimination& tree = *plan.tree;
        const std::size_t slots = expanded().network().node_count() - prepared.classes.pivot_count();
        return (device ? device->host_bytes() + host_opencl_bytes : 0) +
               factorized_bytes(expanded().network(), prepared, plan.core, tree) +
               sweep_problem_bytes<T>(rows.size(), node_count(), tree.node_count(),
                                      prepared.head.size() - plan.core.head.size()) +
               rows.size() * sizeof(NodeIndex) + (hop_bytes > 0 ? prepared.classes.hop_bytes() : 0) +
               (sums           ? sums->bytes(tree, node_count(), slots)
                : on_devices() ? 0
                : walks()      ? sweep_walk_bytes(tree, cost_type_of<T>, node_count(), slots)
                               : sweep_host_bytes(tree, cost_type_of<T>, node_count(), slots));
    }

    HopNetwork<T> hop_network() const {
        return {expanded().network(), expanded().adjacency(), input->template values<T>(), prepared};
    }

    TableBand make_band() const override {
        TableBand band{{},
                       large_vector<T>(std::max(report.band_rows, rows_with_beside) * node_count()),
                       large_vector<unsigned char>(report.band_rows * node_count() * hop_bytes),
                       {}};
        for (std::size_t f = 0; f < skims.size(); ++f) {
            band.skims.emplace_back(large_vector<std::int32_t>(report.band_rows * node_count()));
        }
        return band;
    }

    void run(std::size_t first_row, std::size_t end_row, BandRing& ring) override {
        start(first_row, end_row);
        for (;;) {
            TableBand* band = nullptr;
            {
                const StageTimer timer(report.seconds, "write");
                band = &ring.empty();
            }
            {
                const StageTimer timer(report.seconds, "solve");
                compute(*band);
                if (band->rows.empty()) break;
            }
            ring.hand_over(*band);
        }
        const StageTimer timer(report.seconds, "solve");
        walk.reset();
        if (sums) sums->end_walk();
        problem.reset();
        if (device) device->release();
    }

    void report_waiting() const override {
        allways::report(options.progress, "solve", std::uint64_t{next - first} * node_count(),
                        std::uint64_t{end - first} * node_count());
    }

    void start(std::size_t first_row, std::size_t end_row) {
        first = next = first_row;
        end = end_row;
        {
            const StageTimer timer(report.seconds, "factor");
            if (!factor) factor = sweep_factor(plan);
            if constexpr (std::is_integral_v<T>) {
                if (sums) sums->start(*factor);
            }
        }
        if (may_replace_columns) doubtful = std::vector<std::atomic<std::uint8_t>>(node_count());
        if (!walks()) return;
        const StageTimer timer(report.seconds, "solve");
        problem = std::make_unique<SweepProblem<T>>(
            sweep_problem(prepared, factor, plan.format, running_rows(), expanded().ends()));
        if constexpr (std::is_integral_v<T>) {
            if (sums) return sums->start_walk(*problem, running_rows(), expanded().ends());
        }
        walk = std::make_unique<SweepWalk<T>>(*problem, hop_bytes, SweepHostOptions{.progress = options.progress});
    }

    void compute(TableBand& band) {
        std::size_t count = 0;
        if (walks()) {
            SweepTarget<T> target = target_of(band);
            target.first_row = next - first;
            count = walk ? walk->step(report.band_rows, target) : sums_step(target, band);
        } else {
            count = std::min(report.band_rows, end - next);
            const auto some = std::span<const NodeIndex>(rows).subspan(next, count);
            if (hops_by_rule)
                compute_by_rule(band, some);
            else if (count > 0 && device)
                read_rows(count, target_of(band));
            else if (count > 0)
                sums ? sweep_sums(some, band) : sweep_rows(some, target_of(band));
        }
        band.rows = std::span(rows).subspan(next, count);
        next += count;
        if (hop_bytes == 0 || expanded().states() == nullptr) return;
        for (std::size_t i = 0; i < count; ++i) {  // a drive ends at the first state of its destination
            const NodeIndex arrived = expanded().node_of(band.rows[i]);
            store_hop(band.hops.data(), hop_bytes, i * node_count() + arrived, NextHops::none);
        }
    }

    std::span<const NodeIndex> running_rows() const { return std::span(rows).subspan(first, end - first); }

    SweepTarget<T> target_of(TableBand& band) const {
        return {std::get<std::vector<T>>(band.distances).data(), node_count(), hop_bytes ? band.hops.data() : nullptr,
                hop_bytes};
    }

    void read_rows(std::size_t count, const SweepTarget<T>& target) {
        const auto problem_of = [&](std::size_t from, std::size_t to) {
            const auto some = std::span<const NodeIndex>(rows).subspan(from, to - from);
            return sweep_problem(prepared, factor, plan.format, some, expanded().ends());
        };
        device->read({next, next + count}, end, problem_of, target, progress_from(next));
        report.busy["device"] = device->seconds();
    }

    // Progress of the rows from `row` on, as part of all.
    ProgressCallback progress_from(std::size_t row) const {
        if (!options.progress) return {};
        return [this, done = std::uint64_t{row - first} * node_count(),
                total = std::uint64_t{end - first} * node_count()](const Progress& of_rows) {
            return options.progress({of_rows.stage, done + of_rows.done, total});
        };
    }

    std::size_t sums_step(const SweepTarget<T>& target, TableBand& band) {
        if constexpr (std::is_integral_v<T>) {
            const std::size_t count = sums->step(report.band_rows, target, band);
            allways::report(options.progress, "solve", std::uint64_t{next + count - first} * node_count(),
                            std::uint64_t{end - first} * node_count());
            return count;
        }
        return 0;
    }
    void sweep_sums(std::span<const NodeIndex> some, TableBand& band) {
        if constexpr (std::is_integral_v<T>) {
            const SweepProblem<T> of_band = sweep_problem(prepared, factor, plan.format, some, expanded().ends());
            const std::uint64_t done = std::uint64_t{next - first} * node_count();
            const std::uint64_t total = std::uint64_t{end - first} * node_count();
            sums->sweep(of_band, some, expanded().ends(), target_of(band), band, [&](std::size_t columns) {
                allways::report(options.progress, "solve", done + some.size() * columns, total);
            });
        }
    }

    // The rows that hops are found from follow those of the band in its memory.
    void compute_by_rule(TableBand& band, std::span<const NodeIndex> some) {
        if (some.empty()) return;
        const std::vector<NodeIndex> beside = rows_beside(hop_network(), some);
        std::vector<NodeIndex> all(some.begin(), some.end());
        all.insert(all.end(), beside.begin(), beside.end());
        std::vector<T>& cells = std::get<std::vector<T>>(band.distances);
        if (cells.size() < all.size() * node_count()) cells.resize(all.size() * node_count());  // a later start
        sweep_rows(all, {cells.data(), node_count(), nullptr, 0});
        std::vector<std::uint32_t> place(expanded().network().node_count(), 0);
        for (std::size_t i = 0; i < all.size(); ++i) place[all[i]] = static_cast<std::uint32_t>(i);
        const std::vector<NodeIndex> starts = columns();
        next_hops_from_distances<T>(hop_network(), some, {cells.data(), starts, expanded().ends(), place},
                                    band.hops.data(), hop_bytes, may_replace_columns ? &doubtful : nullptr);
    }

    // The starts of the columns are the first rows in ascending order.
    std::vector<NodeIndex> columns() const {
        std::vector<NodeIndex> nodes(node_count());
        std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
        return nodes;
    }

    // Repeats the doubtful columns whole, some at a time, to check and repair them.
    void replace_columns(const TableStream::TakeColumn& take_column) override {
        if constexpr (!std::is_integral_v<T>) {
            std::vector<NodeIndex> wanted;
            for (NodeIndex column = 0; column < doubtful.size(); ++column) {
                if (doubtful[column] != 0) wanted.push_back(column);
            }
            const std::size_t together = std::max<std::size_t>(repeating_band_bytes / (rows.size() * sizeof(T)), 1);
            for (std::size_t begin = 0; begin < wanted.size(); begin += together) {
                allways::report(options.progress, "next hops", begin, wanted.size());
                repair(std::span(wanted).subspan(begin, std::min(together, wanted.size() - begin)), take_column);
            }
        }
    }

    void repair(std::span<const NodeIndex> some, const TableStream::TakeColumn& take_column) {
        std::vector<NodeIndex> ends;
        for (const NodeIndex column : some) ends.push_back(expanded().ends()[column]);
        std::vector<NodeIndex> all(rows.size());
        std::iota(all.begin(), all.end(), NodeIndex{0});
        std::vector<T> cells(all.size() * some.size());
        const SweepProblem<T> of_columns = sweep_problem<T>(prepared, factor, plan.format, all, ends);
        sweep_on_host<T>(of_columns, {0, some.size()}, {cells.data(), some.size(), nullptr, 0});
        NextHops hops(NextHops::Kind::arc_ordinal, some.size(), input->max_out_degree(), all.size());
        const auto bytes = [&] {
            return std::visit(
                [](auto& stored) {
                    return std::span(reinterpret_cast<unsigned char*>(stored.edit().data()),
                                     stored.size() * sizeof(*stored.data()));
                },
                hops.storage());
        };
        next_hops_from_distances<T>(hop_network(), all, {cells.data(), some, ends, {}}, bytes().data(), hop_bytes);
        const std::vector<unsigned char> before(bytes().begin(), bytes().end());
        report.repaired_columns += repair_hop_trees<T>(
            hop_graph<T>(expanded().network(), expanded().adjacency(), input->template values<T>(), prepared), some,
            ends, cells, hops);
        std::vector<unsigned char> column(all.size() * hop_bytes);
        for (std::size_t j = 0; j < some.size(); ++j) {
            bool changed = false;
            for (std::size_t row = 0; row < all.size(); ++row) {
                const std::size_t at = (row * some.size() + j) * hop_bytes;
                changed =
                    changed || !std::equal(before.begin() + at, before.begin() + at + hop_bytes, bytes().begin() + at);
                std::copy_n(bytes().begin() + at, hop_bytes, column.begin() + row * hop_bytes);
                if (expanded().node_of(static_cast<NodeIndex>(row)) == some[j]) {
                    store_hop(column.data(), hop_bytes, row, NextHops::none);
                }
            }
            if (changed) take_column(some[j], column);
        }
    }

    void sweep_rows(std::span<const NodeIndex> some, const SweepTarget<T>& target) {
        const SweepProblem<T> of_band = sweep_problem(prepared, factor, plan.format, some, expanded().ends());
        if (on_devices()) {
            report.busy["device"] +=
                sweep_on_devices(plan.devices, of_band, {0, node_count()}, target, progress_from(next));
        } else {
            sweep_on_host(of_band, {0, node_count()}, target, {.progress = progress_from(next)});
        }
    }
};

}  // namespace

std::unique_ptr<TableStream::Job> make_sweep_stream(std::shared_ptr<const ExpandedCosts> input,
                                                    const SolveOptions& options, RowOrder order, std::string& why_not) {
    return with_cost_type(input->costs.type(), [&]<class T>() -> std::unique_ptr<TableStream::Job> {
        try {
            return std::make_unique<SweepStream<T>>(input, options, order);
        } catch (const NoSweep& no_sweep) {
            why_not = no_sweep.why;
            return nullptr;
        }
    });
}

}  // namespace allways::engine
