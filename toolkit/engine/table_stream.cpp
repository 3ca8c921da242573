#include "allways/engine/table_stream.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/human.h"
#include "base/large_vector.h"
#include "cost/driven_network.h"
#include "engine/band_ring.h"
#include "engine/next_hops/hop_graphs.h"
#include "engine/next_hops/hop_trees.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/planner.h"
#include "engine/stage_timer.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep_plan.h"
#include "result/driven_arcs.h"

namespace allways {

using namespace engine;

namespace engine {

struct StreamInput {
    std::map<std::string, double> seconds;  // by stage, before the report has them
    std::unique_ptr<const cost::DrivenNetwork> driven;
    SolveOptions options;
    RowOrder order;
    ArcCosts costs;  // of driven->network()

    StreamInput(const RoadNetwork& roads, const SolveOptions& options_, RowOrder order_)
        : options(options_), order(order_) {
        const StageTimer timer(seconds, "prepare");
        driven = std::make_unique<cost::DrivenNetwork>(roads, options.cost);
        costs = build_arc_costs(driven->network(), {options.cost, options.cost_type}, options.log);
    }
    std::size_t node_count() const { return driven->node_count(); }
};

}  // namespace engine

// A job independent of its number type.
struct TableStream::Job : StreamInput {
    SolveReport report;
    std::size_t hop_bytes = 0;
    std::vector<NodeIndex> rows;  // in the order of computing

    explicit Job(StreamInput&& input) : StreamInput(std::move(input)) {}
    virtual ~Job() = default;

    virtual TableBand make_band() const = 0;
    // Makes ready to compute rows[first], ….
    virtual void start(std::size_t first, const ProgressCallback& progress) = 0;
    // Computes at most report.band_rows of the next rows; band.rows is empty at the end.
    virtual void compute(TableBand& band) = 0;
    virtual void stop() = 0;
    virtual bool may_replace_columns() const = 0;
    virtual void replace_columns(const TableStream::TakeColumn& take_column) = 0;
};

namespace {

constexpr std::size_t bands_in_memory = 3;  // one is computed, one is taken, and one waits so that neither does
// A band whose distances still lie in the processor's last cache when they are taken; and one of so many rows that what
// every band computes again is little: ancestors, and the rows that next hops are found from.
constexpr std::uint64_t band_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t repeating_band_bytes = std::uint64_t{128} << 20;

void check_asked_for(const SolveOptions& options) {
    require_sweep_on_host(options, "a table in bands");
    if (!options.skims.empty()) {
        throw InvalidArgument("skims need the whole table, but this one is computed in bands; leave out the skims");
    }
}

// Chooses the height of bands. `least`: rows that must fit in one.
void plan_bands(SolveReport& report, std::size_t row_count, std::size_t least, std::uint64_t wanted_bytes,
                std::uint64_t work_bytes, std::uint64_t row_bytes, const SolveOptions& options) {
    report.memory.host_available = host_limit(options);
    const std::uint64_t left =
        report.memory.host_available > work_bytes ? report.memory.host_available - work_bytes : 0;
    row_bytes = std::max<std::uint64_t>(row_bytes, 1);
    const std::uint64_t fitting = std::min(left / (bands_in_memory * row_bytes), wanted_bytes / row_bytes);
    report.band_rows = std::clamp<std::uint64_t>(fitting, least, std::max(row_count, least));
    report.memory.host = work_bytes + bands_in_memory * report.band_rows * row_bytes;
    if (report.memory.host > report.memory.host_available) {
        throw CapacityError(
            format("a few rows of the table and the working memory need {} of host memory, but only {} are available; "
                   "raise the limit, or solve a smaller network",
                   bytes_text(report.memory.host), bytes_text(report.memory.host_available)),
            report.memory.host, report.memory.host_available);
    }
}

template <class T>
struct JobOf final : TableStream::Job {
    Prepared<T> prepared;
    SweepPlan<T> plan;
    std::shared_ptr<const ordering::Factor<T>> factor;
    bool hops_by_rule = false;  // from finished distances, for want of room in the cells
    // While running:
    std::size_t first = 0;  // of the rows that `walk` computes
    std::size_t next = 0;
    ProgressCallback progress;
    std::unique_ptr<SweepProblem<T>> problem;
    std::unique_ptr<SweepWalk<T>> walk;
    std::vector<std::atomic<std::uint8_t>> doubtful;  // columns whose hops may close a circle

    explicit JobOf(StreamInput&& input) : Job(std::move(input)) {
        {
            const StageTimer timer(seconds, "prepare");
            prepared = prepare<T>(driven->network(), driven->adjacency(), costs);
        }
        const std::size_t steps = driven->road_adjacency().max_out_degree();
        // The plan of a table in memory, whatever its size; only the memory of the table itself differs.
        SolveOptions whole = options;
        whole.memory_limit_bytes = ~std::uint64_t{0};
        std::string why_not;
        auto found = plan_sweep(prepared, driven->network(), steps, whole, seconds, why_not);
        if (!found) throw NeedsWholeTable(why_not);
        plan = std::move(*found);
        hops_by_rule = options.next_hops && plan.format.hops != HopMode::first_arc;
        if (may_replace_columns() && prepared.has_negative_costs()) {
            throw NeedsWholeTable(
                format("next hops of negative {} costs need the whole table in memory", name(cost_type_of<T>)));
        }
        hop_bytes = options.next_hops ? NextHops::bytes_for(steps) : 0;
        report = std::move(plan.report);
        report.seconds = std::move(seconds);
        report.scale = costs.scale;
        describe_roads(report, *driven, costs);
        choose_rows();
    }

    void choose_rows() {
        const StageTimer timer(report.seconds, "plan");
        const std::size_t count = hop_bytes == 0 ? node_count() : driven->row_count();
        std::size_t least = 1;
        if (order == RowOrder::any) {
            WalkOrder found = walk_order(prepared, *plan.tree, count);
            rows = std::move(found.rows);
            least = found.most_at_once;
        } else {
            rows.resize(count);
            std::iota(rows.begin(), rows.end(), NodeIndex{0});
        }
        const std::size_t n = node_count();
        plan_bands(report, count, least, walks() ? band_bytes : repeating_band_bytes, work_bytes(),
                   n * (sizeof(T) + hop_bytes), options);
    }

    // The rows are walked once; else each band is a sweep of its own.
    bool walks() const { return order == RowOrder::any && !hops_by_rule; }

    std::uint64_t work_bytes() const {
        const ordering::Elimination& tree = *plan.tree;
        const std::size_t slots = driven->network().node_count() - prepared.classes.pivot_count();
        const std::uint64_t factor_bytes = tree.fill() * 2 * sizeof(T);
        return factor_bytes + (walks() ? sweep_walk_bytes(tree, cost_type_of<T>, node_count(), slots)
                                       : sweep_host_bytes(tree, cost_type_of<T>, node_count(), slots));
    }

    HopNetwork<T> hop_network() const {
        return {driven->network(), driven->adjacency(), std::get<std::vector<T>>(costs.values), prepared};
    }

    TableBand make_band() const override {
        return {{},
                large_vector<T>(report.band_rows * node_count()),
                large_vector<unsigned char>(report.band_rows * node_count() * hop_bytes)};
    }

    void start(std::size_t first_row, const ProgressCallback& progress_) override {
        progress = progress_;
        first = next = first_row;
        {
            const StageTimer timer(report.seconds, "factor");
            if (!factor) factor = sweep_factor(plan);
        }
        if (may_replace_columns()) doubtful = std::vector<std::atomic<std::uint8_t>>(node_count());
        if (!walks()) return;
        const StageTimer timer(report.seconds, "solve");
        problem = std::make_unique<SweepProblem<T>>(
            sweep_problem(prepared, factor, plan.format, std::span(rows).subspan(first), driven->ends()));
        walk = std::make_unique<SweepWalk<T>>(*problem, hop_bytes, SweepHostOptions{.progress = progress});
    }

    void stop() override {
        walk.reset();
        problem.reset();
    }

    void compute(TableBand& band) override {
        std::size_t count = 0;
        if (walks()) {
            SweepTarget<T> target = target_of(band);
            target.first_row = next - first;
            count = walk->step(report.band_rows, target);
        } else {
            count = std::min(report.band_rows, rows.size() - next);
            const auto some = std::span<const NodeIndex>(rows).subspan(next, count);
            if (hops_by_rule)
                compute_by_rule(band, some);
            else if (count > 0)
                sweep_rows(some, target_of(band));
        }
        band.rows = std::span(rows).subspan(next, count);
        next += count;
        if (hop_bytes == 0 || driven->states() == nullptr) return;
        for (std::size_t i = 0; i < count; ++i) {  // a drive ends at the first state of its destination
            const NodeIndex arrived = driven->node_of(band.rows[i]);
            store_hop(band.hops.data(), hop_bytes, i * node_count() + arrived, NextHops::none);
        }
    }

    SweepTarget<T> target_of(TableBand& band) const {
        return {std::get<std::vector<T>>(band.distances).data(), node_count(), hop_bytes ? band.hops.data() : nullptr,
                hop_bytes};
    }

    // The rows that hops are found from follow those of the band in its memory.
    void compute_by_rule(TableBand& band, std::span<const NodeIndex> some) {
        if (some.empty()) return;
        const std::vector<NodeIndex> beside = rows_beside(hop_network(), some);
        std::vector<NodeIndex> all(some.begin(), some.end());
        all.insert(all.end(), beside.begin(), beside.end());
        std::vector<T>& cells = std::get<std::vector<T>>(band.distances);
        if (cells.size() < all.size() * node_count()) cells.resize(all.size() * node_count());
        sweep_rows(all, {cells.data(), node_count(), nullptr, 0});
        std::vector<std::uint32_t> place(driven->network().node_count(), 0);
        for (std::size_t i = 0; i < all.size(); ++i) place[all[i]] = static_cast<std::uint32_t>(i);
        const std::vector<NodeIndex> starts = columns();
        next_hops_from_distances<T>(hop_network(), some, {cells.data(), starts, driven->ends(), place},
                                    band.hops.data(), hop_bytes, may_replace_columns() ? &doubtful : nullptr);
    }

    // The starts of the columns are the first rows in ascending order.
    std::vector<NodeIndex> columns() const {
        std::vector<NodeIndex> nodes(node_count());
        std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
        return nodes;
    }

    bool may_replace_columns() const override { return hops_by_rule && !std::is_integral_v<T>; }

    // Repeats the doubtful columns whole, some at a time, to check and repair them.
    void replace_columns(const TableStream::TakeColumn& take_column) override {
        if constexpr (!std::is_integral_v<T>) {
            std::vector<NodeIndex> wanted;
            for (NodeIndex column = 0; column < doubtful.size(); ++column) {
                if (doubtful[column] != 0) wanted.push_back(column);
            }
            const std::size_t together = std::max<std::size_t>(repeating_band_bytes / (rows.size() * sizeof(T)), 1);
            for (std::size_t begin = 0; begin < wanted.size(); begin += together) {
                allways::report(progress, "next hops", begin, wanted.size());
                repair(std::span(wanted).subspan(begin, std::min(together, wanted.size() - begin)), take_column);
            }
        }
    }

    void repair(std::span<const NodeIndex> some, const TableStream::TakeColumn& take_column) {
        std::vector<NodeIndex> ends;
        for (const NodeIndex column : some) ends.push_back(driven->ends()[column]);
        std::vector<NodeIndex> all(rows.size());
        std::iota(all.begin(), all.end(), NodeIndex{0});
        std::vector<T> cells(all.size() * some.size());
        const SweepProblem<T> of_columns = sweep_problem<T>(prepared, factor, plan.format, all, ends);
        sweep_on_host<T>(of_columns, {0, some.size()}, {cells.data(), some.size(), nullptr, 0});
        NextHops hops(NextHops::Kind::arc_ordinal, some.size(), driven->road_adjacency().max_out_degree(), all.size());
        const auto bytes = [&] {
            return std::visit(
                [](auto& stored) {
                    return std::span(reinterpret_cast<unsigned char*>(stored.data()),
                                     stored.size() * sizeof(*stored.data()));
                },
                hops.storage());
        };
        next_hops_from_distances<T>(hop_network(), all, {cells.data(), some, ends, {}}, bytes().data(), hop_bytes);
        const std::vector<unsigned char> before(bytes().begin(), bytes().end());
        report.repaired_columns += repair_hop_trees<T>(
            hop_graph<T>(driven->network(), driven->adjacency(), std::get<std::vector<T>>(costs.values), prepared),
            some, ends, cells, hops);
        std::vector<unsigned char> column(all.size() * hop_bytes);
        for (std::size_t j = 0; j < some.size(); ++j) {
            bool changed = false;
            for (std::size_t row = 0; row < all.size(); ++row) {
                const std::size_t at = (row * some.size() + j) * hop_bytes;
                changed =
                    changed || !std::equal(before.begin() + at, before.begin() + at + hop_bytes, bytes().begin() + at);
                std::copy_n(bytes().begin() + at, hop_bytes, column.begin() + row * hop_bytes);
                if (driven->node_of(static_cast<NodeIndex>(row)) == some[j]) {
                    store_hop(column.data(), hop_bytes, row, NextHops::none);
                }
            }
            if (changed) take_column(some[j], column);
        }
    }

    void sweep_rows(std::span<const NodeIndex> some, const SweepTarget<T>& target) {
        const SweepProblem<T> of_band = sweep_problem(prepared, factor, plan.format, some, driven->ends());
        const std::uint64_t done = std::uint64_t{next - first} * node_count();
        const std::uint64_t total = std::uint64_t{rows.size() - first} * node_count();
        SweepHostOptions host;
        if (progress) {
            host.progress = [&](const Progress& of_rows) {
                return progress({of_rows.stage, done + of_rows.done, total});
            };
        }
        sweep_on_host(of_band, {0, node_count()}, target, host);
    }
};

}  // namespace

TableStream::TableStream(const RoadNetwork& network, const SolveOptions& options, RowOrder order) {
    check_asked_for(options);
    StreamInput input(network, options, order);
    job_ = with_cost_type(input.costs.type(), [&]<class T>() -> std::unique_ptr<Job> {
        return std::make_unique<JobOf<T>>(std::move(input));
    });
}
TableStream::~TableStream() = default;

const SolveReport& TableStream::report() const {
    return job_->report;
}
std::size_t TableStream::bytes_per_hop() const {
    return job_->hop_bytes;
}
std::span<const NodeIndex> TableStream::rows() const {
    return job_->rows;
}
TableArcs TableStream::arcs() const {
    return result::driven_arcs(*job_->driven, job_->costs);
}

bool TableStream::can_start_later() const {
    return !job_->may_replace_columns();
}

void TableStream::run(std::size_t first, const std::function<void(const TableBand&)>& take,
                      const TakeColumn& take_column) {
    Job& job = *job_;
    if (job.may_replace_columns() && (first > 0 || !take_column)) {
        throw InvalidArgument("next hops of floats need `first` 0 and take_column");
    }
    if (first >= job.rows.size()) return;
    std::map<std::string, double>& seconds = job.report.seconds;
    job.start(first, job.options.progress);
    std::uint64_t done = 0;
    const std::uint64_t total = std::uint64_t{job.rows.size() - first} * job.node_count();
    std::vector<TableBand> bands;
    {
        const StageTimer timer(seconds, "solve");
        for (std::size_t i = 0; i < bands_in_memory; ++i) bands.push_back(job.make_band());
    }
    BandRing ring(std::move(bands), take, [&] { allways::report(job.options.progress, "solve", done, total); });
    for (;;) {
        TableBand* band = nullptr;
        {
            const StageTimer timer(seconds, "write");
            band = &ring.empty();
        }
        {
            const StageTimer timer(seconds, "solve");
            job.compute(*band);
            if (band->rows.empty()) break;
            done += std::uint64_t{band->rows.size()} * job.node_count();
        }
        ring.hand_over(*band);
    }
    {
        const StageTimer timer(seconds, "solve");
        job.stop();
    }
    {
        const StageTimer timer(seconds, "write");
        ring.finish();
        job.report.busy["write"] += ring.seconds_of_taking();
    }
    if (!job.may_replace_columns()) return;
    const StageTimer timer(seconds, "restore");
    job.replace_columns(take_column);
}

}  // namespace allways
