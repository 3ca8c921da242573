// SPDX-License-Identifier: Apache-2.0
// solve: costs → prepare → plan → execute → restore → table.
#include "allways/engine/solve.h"

#include <limits>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/cost/cost_matrix.h"
#include "allways/result/skims.h"
#include "base/large_vector.h"
#include "engine/dense/compact_stream.h"
#include "engine/dense/dense_problem.h"
#include "engine/next_hops/hop_graphs.h"
#include "engine/next_hops/hop_trees.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/plan/planner.h"
#include "engine/plan/stage_timer.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/prepare/prepare.h"
#include "engine/prepare/restore.h"
#include "engine/prepare/zero_cells.h"
#include "engine/skims/stream_skims.h"
#include "engine/sweep_plan.h"
#include "result/expanded_arcs.h"
#include "result/skim_walk.h"

namespace allways {

namespace {

using namespace engine;

// Planning is a stage of its own, since opening a device takes time too.
template <class T>
Plan timed_plan(const Prepared<T>& prepared, std::size_t node_count, std::size_t steps, const SolveOptions& options,
                std::map<std::string, double> seconds) {
    Plan plan;
    {
        const StageTimer timer(seconds, "plan");
        plan = make_plan(prepared, node_count, table_bytes(node_count, cost_type_of<T>, steps, options), options);
    }
    plan.report.seconds = std::move(seconds);
    return plan;
}

// Room for next hops; every one starts as none.
NextHops no_hops(NextHops::Kind kind, std::size_t columns, std::size_t steps, std::size_t rows,
                 const SolveOptions& options) {
    const auto room = [&]<class Hop>() {
        return SharedArray<Hop>(large_vector(rows * columns, std::numeric_limits<Hop>::max(), options.progress));
    };
    switch (NextHops::bytes_for(steps)) {
        case 1: return {kind, columns, room.operator()<std::uint8_t>()};
        case 2: return {kind, columns, room.operator()<std::uint16_t>()};
        default: return {kind, columns, room.operator()<std::uint32_t>()};
    }
}

// Runs the plan; `hops` may be null.
template <class T>
void execute(Plan& plan, const Prepared<T>& prepared, const TableShape& shape, std::span<T> distances, NextHops* hops,
             const SolveOptions& options) {
    const Restorer<T> restorer(prepared, plan.format, shape.row_count, shape.columns, hops ? hops->bytes_per_hop() : 0);
    void* const hop_table =
        hops ? std::visit([](auto& storage) { return static_cast<void*>(storage.edit().data()); }, hops->storage())
             : nullptr;
    const auto place = [&](NodeIndex row) -> RowPlace<T> {
        const std::size_t at = row * shape.columns.size();
        return {distances.data() + at,
                hop_table ? static_cast<unsigned char*>(hop_table) + at * hops->bytes_per_hop() : nullptr};
    };
    RowStream stream;
    stream.fill = [&](std::size_t node, void* cells, std::uint32_t* row_hops) {
        fill_row(prepared, plan.format, node, static_cast<T*>(cells), row_hops);
    };
    stream.take = [&](std::size_t node, const void* cells, const std::uint32_t* row_hops) {
        restorer.take(node, static_cast<const T*>(cells), row_hops, place, [](NodeIndex) {});
    };
    const StageTimer timer(plan.report.seconds, "solve");
    const ExecutionTimes times = plan.executor->execute(
        plan.schedule, plan.layout, plan.format, compact_stream(stream, plan.layout, plan.format), options.progress);
    plan.report.busy["device"] = times.solve;
}

// ---- networks

struct NetworkJob : ExpandedCosts {
    using ExpandedCosts::ExpandedCosts;

    // Only next hops need rows of states that are no starts.
    TableShape shape(const SolveOptions& options) const {
        return {options.next_hops ? expanded.row_count() : expanded.node_count(), expanded.ends()};
    }
};

// Computes next hops that the cells did not carry.
template <class T>
void find_next_hops(const NetworkJob& job, const Prepared<T>& prepared, std::span<const T> distances, NextHops& hops,
                    SolveReport& solve_report, const SolveOptions& options) {
    const StageTimer timer(solve_report.seconds, "restore");
    report(options.progress, "next hops", 0, 1);
    const RoadNetwork& network = job.expanded.network();
    const AdjacencyArray& adjacency = job.expanded.adjacency();
    const std::vector<NodeIndex>& ends = job.expanded.ends();
    const std::span<const T> costs = std::get<std::vector<T>>(job.costs.values);
    std::vector<NodeIndex> rows(hops.row_count());
    std::iota(rows.begin(), rows.end(), NodeIndex{0});
    const std::span<const NodeIndex> columns(rows.data(), ends.size());
    void* const into =
        std::visit([](auto& stored) { return static_cast<void*>(stored.edit().data()); }, hops.storage());
    next_hops_from_distances<T>({network, adjacency, costs, prepared}, rows, {distances.data(), columns, ends, {}},
                                into, hops.bytes_per_hop());
    if constexpr (!std::is_integral_v<T>) {
        solve_report.repaired_columns =
            repair_hop_trees<T>(hop_graph<T>(network, adjacency, costs, prepared), columns, ends, distances, hops);
    }
    report(options.progress, "next hops", 1, 1);
}

// A drive ends at the first state of its destination, whatever arc leads from there to the column's end.
void end_drives(const cost::ExpandedNetwork& expanded, NextHops& hops) {
    for (std::size_t state = 0; state < hops.row_count(); ++state) {
        hops.set(state, expanded.node_of(static_cast<NodeIndex>(state)), NextHops::none);
    }
}

// The sums of a sweep on the host that carries them along. Null if it cannot: cells have no first arcs, sums may not
// fit int32, or memory is short; then finished hops are walked.
template <class T>
std::unique_ptr<StreamSkims> carried_sums(const NetworkJob& job, const Prepared<T>& prepared, SweepPlan<T>& plan,
                                          const SolveOptions& options) {
    if constexpr (std::is_integral_v<T>) {
        if (options.skims.empty() || !plan.devices.empty() || plan.format.hops != HopMode::first_arc) return nullptr;
        const RoadNetwork& network = job.expanded.network();
        const AdjacencyArray& adjacency = job.expanded.adjacency();
        const auto fields = result::skim_fields(network.columns, options.skims, adjacency.arcs);
        std::unique_ptr<StreamSkims> sums;
        try {
            sums = std::make_unique<StreamSkims>(network, adjacency, prepared, *plan.tree, fields);
        } catch (const NeedsWholeTable&) {
            return nullptr;
        }
        const std::size_t slots = network.node_count() - std::min(network.node_count(), plan.tree->node_count());
        MemoryNeed& memory = plan.report.memory;
        const std::uint64_t bytes = sums->bytes(*plan.tree, network.node_count(), slots);
        if (memory.host + bytes > memory.host_available) return nullptr;
        memory.host += bytes;
        return sums;
    }
    return nullptr;
}

// Runs a plan of either kind by `run(distances, hops)`, which returns the skims if it finds them; `hops_come_along`: it
// fills in the hops.
template <class T, class Run>
Solution solved(const NetworkJob& job, const Prepared<T>& prepared, SolveReport& solve_report, bool hops_come_along,
                const SolveOptions& options, const Run& run) {
    const RoadNetwork& roads = job.roads();
    const std::size_t n = roads.node_count();
    const std::size_t rows = job.shape(options).row_count;
    std::vector<T> distances = large_vector<T>(rows * n, T{}, options.progress);
    NextHops hops;
    if (options.next_hops) hops = no_hops(NextHops::Kind::arc_ordinal, n, job.max_out_degree(), rows, options);
    std::vector<Skim> skims = run(std::span<T>(distances), options.next_hops ? &hops : nullptr);
    if (options.next_hops && !hops_come_along) {
        find_next_hops<T>(job, prepared, distances, hops, solve_report, options);
    }
    distances.resize(n * n);  // the rows of starts come first
    DistanceTable table(std::move(distances), n, job.costs.scale, roads.node_ids);
    if (options.next_hops) {
        if (job.expanded.states()) end_drives(job.expanded, hops);
        table.set_next_hops(std::move(hops), result::expanded_arcs(job.expanded, job.costs));
    }
    if (!options.skims.empty() && skims.empty()) {
        const StageTimer timer(solve_report.seconds, "skims");
        add_skims(table, options.skims, options.progress);
    }
    for (Skim& skim : skims) table.add_skim(std::move(skim));
    table.set_coordinates(roads.coordinates, roads.provenance.crs);
    table.set_no_through(roads.no_through);
    table.set_provenance(roads.provenance.notes);
    return {std::move(table), std::move(solve_report)};
}

template <class T>
Solution solve_network(const NetworkJob& job, const SolveOptions& options, bool plan_only) {
    std::map<std::string, double> seconds = job.seconds;
    const RoadNetwork& network = job.expanded.network();
    Prepared<T> prepared;
    {
        const StageTimer timer(seconds, "prepare");
        prepared = prepare<T>(network, job.expanded.adjacency(), job.costs, WorkMeter(options.progress, "prepare", 0));
    }
    const std::size_t steps = job.max_out_degree();
    std::string why_not;
    if (auto sweep = plan_sweep(prepared, network, steps, false, options, seconds, why_not)) {
        sweep->report.seconds = std::move(seconds);
        sweep->report.scale = job.costs.scale;
        describe_roads(sweep->report, job.expanded, job.costs);
        const auto sums = carried_sums(job, prepared, *sweep, options);
        if (plan_only) return {{}, std::move(sweep->report)};
        return solved<T>(
            job, prepared, sweep->report, sweep->format.hops != HopMode::none, options,
            [&](std::span<T> distances, NextHops* hops) {
                return run_sweep<T>(*sweep, prepared, job.shape(options), {distances, hops, sums.get()}, options);
            });
    }
    Plan plan = timed_plan(prepared, network.node_count(), steps, options, std::move(seconds));
    plan.report.scale = job.costs.scale;
    describe_roads(plan.report, job.expanded, job.costs);
    if (!why_not.empty()) plan.report.schedule_reason = why_not;
    if (plan_only) return {{}, std::move(plan.report)};
    return solved<T>(job, prepared, plan.report, plan.format.hops != HopMode::none, options,
                     [&](std::span<T> distances, NextHops* hops) {
                         execute<T>(plan, prepared, job.shape(options), distances, hops, options);
                         return std::vector<Skim>{};
                     });
}

// Checks early what would otherwise fail only after the solve.
void check_skims(const NetworkJob& job, const SolveOptions& options) {
    if (options.skims.empty()) return;
    if (!options.next_hops) throw InvalidArgument("skims need next hops; leave out `next_hops = false`");
    result::check_skim_names(job.roads().columns, options.skims, job.costs.scale);
}

Solution solve_network(const RoadNetwork& network, const SolveOptions& options, bool plan_only) {
    refuse_ranks(options);
    const NetworkJob job(network, options);
    check_skims(job, options);
    require_table_fits(network.node_count(), job.costs.type(), job.max_out_degree(), options);
    return with_cost_type(job.costs.type(), [&]<class T>() { return solve_network<T>(job, options, plan_only); });
}

// ---- matrices

template <class T>
Solution solve_matrix(const CostMatrix& matrix, const SolveOptions& options, bool plan_only) {
    refuse_ranks(options);
    std::map<std::string, double> seconds;
    Prepared<T> prepared;
    {
        const StageTimer timer(seconds, "prepare");
        prepared = prepare<T>(matrix, WorkMeter(options.progress, "prepare", 0));
        if (prepared.classes.contracted() != 0) warn_of_zeros(matrix, options.log);
    }
    const std::size_t n = matrix.node_count();
    Plan plan = timed_plan(prepared, n, n, options, std::move(seconds));
    plan.report.scale = matrix.scale();
    if (plan_only) return {{}, std::move(plan.report)};

    std::vector<T> distances = large_vector<T>(n * n, T{}, options.progress);
    NextHops hops;
    if (options.next_hops) hops = no_hops(NextHops::Kind::node_index, n, n, n, options);
    std::vector<NodeIndex> nodes(n);
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    execute<T>(plan, prepared, {n, nodes}, distances, options.next_hops ? &hops : nullptr, options);
    if constexpr (!std::is_integral_v<T>) {
        if (options.next_hops) {
            const StageTimer timer(plan.report.seconds, "restore");
            plan.report.repaired_columns =
                repair_hop_trees<T>(hop_graph<T>(matrix, prepared), nodes, nodes, distances, hops);
        }
    }
    DistanceTable table(std::move(distances), n, matrix.scale(), matrix.node_ids());
    if (options.next_hops) table.set_next_hops(std::move(hops), {});
    return {std::move(table), std::move(plan.report)};
}

Solution solve_matrix(const CostMatrix& matrix, const SolveOptions& options, bool plan_only) {
    if (!options.skims.empty()) throw InvalidArgument("skims need a network; a matrix has no arc fields");
    refuse_sweep_of_a_matrix(options);
    const CostType type = options.cost_type.value_or(matrix.type());
    require_table_fits(matrix.node_count(), type, matrix.node_count(), options);
    const CostMatrix converted = type == matrix.type() ? matrix : convert_matrix(matrix, type);
    return with_cost_type(type, [&]<class T>() { return solve_matrix<T>(converted, options, plan_only); });
}

// Counts what lies between the stages as part of "solve": memory for the table, its arcs, the release of all else.
template <class Solve>
Solution timed_to_the_end(const Solve& solve) {
    const Stopwatch watch;
    Solution solution = solve();
    double counted = 0;
    for (const auto& [stage, seconds] : solution.report.seconds) counted += seconds;
    solution.report.seconds["solve"] += watch.seconds() - counted;
    return solution;
}

}  // namespace

Solution solve_with_report(const RoadNetwork& network, const SolveOptions& options) {
    return timed_to_the_end([&] { return solve_network(network, options, false); });
}
Solution solve_with_report(const CostMatrix& matrix, const SolveOptions& options) {
    return timed_to_the_end([&] { return solve_matrix(matrix, options, false); });
}
DistanceTable solve(const RoadNetwork& network, const SolveOptions& options) {
    return solve_with_report(network, options).value;
}
DistanceTable solve(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_with_report(matrix, options).value;
}
SolveReport plan(const RoadNetwork& network, const SolveOptions& options) {
    return solve_network(network, options, true).report;
}
SolveReport plan(const CostMatrix& matrix, const SolveOptions& options) {
    return solve_matrix(matrix, options, true).report;
}

}  // namespace allways
