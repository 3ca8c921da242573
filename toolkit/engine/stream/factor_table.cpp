// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/factor_table.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/counted.h"
#include "base/threads/large_vector.h"
#include "engine/factor/factor_sums.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/sweep_plan.h"
#include "engine/skims/skim_sweep.h"
#include "engine/sweep/sweep_host.h"
#include "result/factor_arrays.h"

namespace allways::engine {

namespace {

// Throws CapacityError if a part, with its tree, its cells and the memory for its skims, does not fit.
template <class T>
void check_memory(SolveReport& report, const SweepProblem<T>& problem, std::uint64_t skim_bytes) {
    const ordering::Elimination& tree = *problem.factor->elimination;
    const std::size_t rows = problem.rows.count();
    const std::size_t columns = problem.columns.count();
    std::uint64_t upward = 0;
    for (const AccessArc<T>& access : problem.columns.access_arcs) upward += tree.depth[access.rank];
    report.memory.host = std::uint64_t{rows} * columns * sizeof(T) + process_bytes + problem.bytes() +
                         problem.factor->bytes() + tree.fill() * sizeof(std::uint32_t) + tree.node_count() * 32 +
                         sweep_host_bytes(tree, cost_type_of<T>, columns, rows, std::min(most_upward_cells, upward)) +
                         skim_bytes;
    require_part_fit(report.memory, rows, columns);
}

// Solves in one of several ways. Each prepares a part of the factor, checks its memory and sweeps it.
template <class T>
class FactorTableMaker {
public:
    FactorTableMaker(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                     std::span<const NodeIndex> destinations, const SolveOptions& options, const SweepDevices& devices,
                     SolveReport& report)
        : factor_(factor), network_(factor), origins_(origins), options_(options), devices_(devices), report_(report) {
        for (const NodeIndex node : destinations) ends_.push_back(network_.end_of(node));
    }

    FactorTable<T> distances() const {
        const auto part = part_for(RankSelection::ancestors);
        check_memory(report_, part.problem, 0);
        const StageTimer timer(report_.seconds, "solve");
        return {swept_table(devices_, part.problem, options_.progress), {}};
    }

    // Uses the sums that the factor keeps. Returns no skims if int32 does not hold the sums.
    FactorTable<T> with_kept(std::span<const FactorSums::Sums* const> kept) const {
        const auto part = part_for(RankSelection::ancestors);
        SkimNetwork<T> network;
        {
            const StageTimer timer(report_.seconds, "prepare");
            network = skims_of_part(factor_, network_, part, origins_, ends_, kept);
        }
        std::vector<CostScale> scales;
        for (const FactorSums::Sums* field : kept) scales.push_back(field->scale);
        const BetweenSkims job{origins_, ends_, scales, options_.progress};
        check_memory(report_, part.problem, skim_bytes(job, *part.problem.factor->elimination, network.joined_count()));
        const StageTimer timer(report_.seconds, "solve");
        const KeptArcSums sums(factor_, network, part, {kept.begin(), kept.end()});
        FactorTable<T> table{large_distances(), {}};
        table.skims = skims_by_sweep(job, sums, part.problem, table.distances);
        return table;
    }

    // Sums all arcs of the factor, not only those of the part.
    FactorTable<T> with_all(std::span<const result::SkimField> fields) const {
        const auto part = part_for(RankSelection::all);
        SkimNetwork<T> network;
        {
            const StageTimer timer(report_.seconds, "prepare");
            network = factor_skims(factor_, network_, fields);
        }
        const std::vector<CostScale> scales = scales_of(fields);
        const BetweenSkims job{origins_, ends_, scales, options_.progress};
        check_memory(
            report_, part.problem,
            skim_bytes<T>(job, *part.problem.factor->elimination, network.exits.size(), network.joined_count()));
        const StageTimer timer(report_.seconds, "solve");
        FactorTable<T> table{large_distances(), {}};
        table.skims = skims_by_sweep<T>(job, network, part.problem, table.distances);
        return table;
    }

private:
    Subfactor<T> part_for(RankSelection which) const {
        const StageTimer timer(report_.seconds, "prepare");
        Subfactor<T> part = part_of_factor(network_, FactorTree<T>(factor_), origins_, ends_, which);
        const ordering::Elimination& tree = *part.problem.factor->elimination;
        log(options_.log, LogLevel::debug,
            format("{} of {} ranks of the factor and {} of its {} arcs", tree.node_count(), factor_.rank_count(),
                   tree.fill(), factor_.fill()));
        return part;
    }
    std::vector<T> large_distances() const {
        return large_vector<T>(origins_.size() * ends_.size(), T{}, options_.progress);
    }

    const NetworkFactor& factor_;
    FactorNetwork<T> network_;
    std::span<const NodeIndex> origins_;
    std::vector<NodeIndex> ends_;
    const SolveOptions& options_;
    const SweepDevices& devices_;
    SolveReport& report_;
};

}  // namespace

void describe_sweep(SolveReport& report, const CostScale& scale, CostType type) {
    report.schedule = "sweep";
    report.schedule_reason = "computes only the requested rows and columns";
    report.scale = scale;
    report.cost_type = type;
    report.cell_bytes = size_of(type);
}

void describe_factor(SolveReport& report, const NetworkFactor& factor) {
    const TurnStates& states = factor.arcs.states;
    report.order = "kept in the factor";
    report.nodes = factor.node_count();
    report.arcs = factor.arrays().places.usable_arcs;
    report.zero_cost_classes = factor.arrays().places.zero_cost_classes;
    report.no_through_nodes = factor.arrays().places.no_through_nodes;
    report.turn_states = states.empty() ? 0 : states.size() - factor.node_count();
    report.has_negative_costs =
        std::visit([](const auto& all) { return !all.empty(); }, factor.arrays().places.tail_potential);
}

template <class T>
FactorTable<T> factor_table(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                            std::span<const NodeIndex> destinations, const SolveOptions& options,
                            const SweepDevices& devices, SolveReport& report) {
    const FactorTableMaker<T> maker(factor, origins, destinations, options, devices, report);
    if (options.skims.empty()) return maker.distances();
    if constexpr (std::is_same_v<T, std::int32_t>) {
        const auto kept = kept_fields(factor, options.skims);
        if (!kept.empty()) {
            FactorTable<T> table = maker.with_kept(kept);
            if (!table.skims.empty()) return table;
        }
    }
    return maker.with_all(result::step_fields(factor.arcs, factor.scale, options.skims));
}

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

// ---- in bands

namespace {

// A band fits the processor's last cache, so that its distances are still there when they are taken.
constexpr std::uint64_t band_bytes = std::uint64_t{16} << 20;

template <class T>
class FactorJob final : public TableJob {
public:
    FactorJob(const NetworkFactor& factor, std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
              const SolveOptions& options)
        : factor_(factor), network_(factor), tree_(factor), options_(options) {
        describe_sweep(report, factor.scale, cost_type_of<T>);
        describe_factor(report, factor);
        report.device = sweeper_text({});
        for (const NodeIndex node : destinations) ends_.push_back(network_.end_of(node));
        if (origins.empty() || destinations.empty()) return;
        const StageTimer timer(report.seconds, "prepare");
        const FactorSides<T> sides(network_, costs_alone<T>(), {});
        WalkOrder sequence = walk_order(sides.with_rows(origins).rows);
        rows = std::move(sequence.rows);
        for (const NodeIndex row : rows) nodes_.push_back(origins[row]);
        part_ = part_of_factor<T>(network_, tree_, nodes_, ends_);
        plan(sequence);
    }

    TableArcs arcs() const override { return factor_.arcs; }
    DistanceTable solve() override { throw InvalidArgument("the table of a factor is not of all its nodes"); }

    TableBand make_band() const override { return {{}, large_vector<T>(report.band_rows * ends_.size()), {}, {}}; }

    void begin(std::size_t first, std::size_t end) override {
        first_ = done_ = first;
        end_ = end;
        const StageTimer timer(report.seconds, "solve");
        const bool is_all = end - first == rows.size();
        if (!is_all) some_ = part_of_factor<T>(network_, tree_, std::span(nodes_).subspan(first, end - first), ends_);
        walk_ = start_walk(is_all ? part_.problem : some_.problem, 0, options_.progress);
    }

    void fill(TableBand& band) override {
        T* const cells = std::get<std::vector<T>>(band.distances).data();
        const std::size_t count =
            walk_->step(report.band_rows, {.cells = cells, .stride = ends_.size(), .first_row = done_ - first_});
        band.rows = std::span(rows).subspan(done_, count);
        done_ += count;
    }

    void end() override { walk_.reset(), some_ = {}; }

    void report_waiting() const override {
        const std::uint64_t columns = ends_.size();
        allways::report(options_.progress, "solve", (done_ - first_) * columns, (end_ - first_) * columns);
    }

private:
    void plan(const WalkOrder& sequence) {
        const ordering::Elimination& tree = *part_.problem.factor->elimination;
        const std::uint64_t row_bytes = std::max<std::uint64_t>(ends_.size() * sizeof(T), 1);
        report.band_rows = std::max<std::size_t>(std::min(band_bytes / row_bytes, BandRing::most_rows(rows.size())),
                                                 sequence.most_at_once);
        report.memory.host_available = host_limit(options_);
        report.memory.host = process_bytes + part_.problem.bytes() + part_.problem.factor->bytes() +
                             sweep_walk_bytes(tree, cost_type_of<T>, ends_.size(), sequence.tied_often) +
                             BandRing::band_count * report.band_rows * row_bytes;
        require_bands_fit(report.memory);
    }

    const NetworkFactor& factor_;
    FactorNetwork<T> network_;
    FactorTree<T> tree_;
    SolveOptions options_;
    std::vector<NodeIndex> ends_;   // by column
    std::vector<NodeIndex> nodes_;  // by row, in the order of the walk
    Subfactor<T> part_;
    Subfactor<T> some_;  // of a run of some rows
    std::unique_ptr<SweepWalk<T>> walk_;
    std::size_t first_ = 0, done_ = 0, end_ = 0;  // rows of a run
};

}  // namespace

void check_indexes(std::size_t n, std::span<const NodeIndex> nodes) {
    const auto outside = std::ranges::find_if(nodes, [&](NodeIndex node) { return node >= n; });
    if (outside != nodes.end()) {
        throw InvalidArgument(format("node index {} is outside a network of {}", *outside, counted(n, "node")));
    }
}

std::unique_ptr<TableJob> make_factor_job(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                                          std::span<const NodeIndex> destinations, const SolveOptions& options) {
    require_sweep_on_host(options, "a table in bands");
    if (!options.skims.empty()) throw InvalidArgument("`skims` need a whole table; call solve_between()");
    check_indexes(factor.node_count(), origins);
    check_indexes(factor.node_count(), destinations);
    return with_sweep_type(factor.type(), [&]<class T>() -> std::unique_ptr<TableJob> {
        return std::make_unique<FactorJob<T>>(factor, origins, destinations, options);
    });
}

#define ALLWAYS_INSTANTIATE(T)                                                                                         \
    template FactorTable<T> factor_table(const NetworkFactor&, std::span<const NodeIndex>, std::span<const NodeIndex>, \
                                         const SolveOptions&, const SweepDevices&, SolveReport&);                      \
    template std::vector<double> device_sums(const NetworkFactor&, std::span<const NodeIndex>,                         \
                                             std::span<const NodeIndex>, const TableSums<T>&, const SolveOptions&,     \
                                             SolveReport&);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::engine
