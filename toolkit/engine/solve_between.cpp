// solve_between: costs → prepare → order → factor → sweep over the origins' ancestors → table.
#include "allways/engine/solve_between.h"

#include <algorithm>
#include <memory>

#include "allways/base/counted.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/large_vector.h"
#include "base/parallel.h"
#include "cost/driven_network.h"
#include "engine/planner.h"
#include "engine/prepare/core_order.h"
#include "engine/prepare/prepare.h"
#include "engine/skims/between_skims.h"
#include "engine/stage_timer.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_problem.h"

namespace allways {

namespace {

using namespace engine;

// The upward pass takes columns in ranges of this many cells, so that memory does not grow with destinations times the
// tree's height. One range serves 50,000 destinations in a country's main roads.
constexpr std::uint64_t most_upward = std::uint64_t{1} << 25;

struct Job {
    const cost::DrivenNetwork& driven;
    const RoadNetwork& network;  // as paths drive it
    const AdjacencyArray& adjacency;
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    const SolveOptions& options;
    double preparing_seconds;

    std::uint64_t cells() const { return std::uint64_t{origins.size()} * destinations.size(); }
};

void check_indexes(const RoadNetwork& network, std::span<const NodeIndex> nodes) {
    const std::size_t n = network.node_count();
    const auto outside = std::ranges::find_if(nodes, [&](NodeIndex node) { return node >= n; });
    if (outside != nodes.end()) {
        throw InvalidArgument(format("node index {} is outside a network of {}", *outside, counted(n, "node")));
    }
}

// ---- the order and the factor

struct Ordered {
    std::shared_ptr<const ordering::Elimination> tree;
    std::string method;
};

Ordered order(const Job& job, const ZeroClasses& classes, const ordering::Graph& core) {
    auto dissection = order_core(job.network, classes, core, job.options.log, job.options.progress);
    return {
        std::make_shared<ordering::Elimination>(ordering::eliminate(core, dissection.order, 0, job.options.progress)),
        std::move(dissection.method)};
}

template <class T>
std::uint64_t bytes_needed(const Job& job, const Prepared<T>& prepared, const CoreGraph<T>& core,
                           const ordering::Elimination& tree) {
    const std::uint64_t factor = tree.fill() * (2 * sizeof(T) + sizeof(std::uint32_t)) + tree.node_count() * 32;
    const std::uint64_t arcs = prepared.head.size() * (sizeof(T) + sizeof(std::uint32_t) + sizeof(ExitArc)) +
                               core.head.size() * (sizeof(T) + sizeof(std::uint32_t));
    const std::uint64_t border_access_arcs = prepared.head.size() - core.head.size();
    const std::uint64_t access_arcs =
        (job.origins.size() + job.destinations.size() + 2 * border_access_arcs) * sizeof(AccessArc<T>);
    const std::uint64_t ends = (job.origins.size() + job.destinations.size()) * (sizeof(FixedCell<T>) + 64);
    const std::uint64_t upward = std::min(most_upward, (job.destinations.size() + border_access_arcs) * tree.height());
    return job.cells() * sizeof(T) + factor + arcs + access_arcs + ends +
           sweep_host_bytes(tree, cost_type_of<T>, job.destinations.size(),
                            std::min(job.origins.size(), static_cast<std::size_t>(border_access_arcs)), upward);
}

// ---- the sweep

// The columns from `begin` on for one upward pass: as many as most_upward allows, and at least one.
template <class T>
ColumnRange next_range(const SweepProblem<T>& problem, std::size_t begin) {
    const auto& depth = problem.factor->elimination->depth;
    std::uint64_t upward = 0;
    std::size_t end = begin;
    for (; end < problem.columns.count(); ++end) {
        for (const AccessArc<T>& access : problem.columns.access_arcs_of(end)) upward += depth[access.rank];
        if (end > begin && upward > most_upward) break;
    }
    return {begin, end};
}

// Rows and columns are anything that the problem ties to the core.
template <class T>
std::vector<T> sweep(const SweepProblem<T>& problem, const ProgressCallback& progress) {
    const std::size_t columns = problem.columns.count();
    const std::uint64_t cells = std::uint64_t{problem.rows.count()} * columns;
    std::vector<T> distances = large_vector<T>(cells);
    for (ColumnRange range; range.end < columns;) {
        range = next_range(problem, range.end);
        const std::uint64_t before = std::uint64_t{problem.rows.count()} * range.begin;
        SweepHostOptions options;
        if (progress) {
            options.progress = [&](const Progress& part) { return progress({part.stage, before + part.done, cells}); };
        }
        sweep_on_host(problem, range, {distances.data() + range.begin, columns, nullptr, 0}, options);
    }
    return distances;
}

template <class T>
BetweenSolution solve(const Job& job, const ArcCosts& costs) {
    SolveReport report;
    report.seconds["prepare"] = job.preparing_seconds;
    report.memory.host_available = host_limit(job.options.memory_limit_bytes);
    report.memory.host = job.cells() * sizeof(T);
    check_part_fits(report.memory, job.origins.size(), job.destinations.size());

    const AdjacencyArray& adjacency = job.adjacency;
    result::check_skim_names(job.network.columns, job.options.skims, costs.scale);
    const auto fields = result::skim_fields(job.network.columns, job.options.skims, adjacency.arcs);
    Prepared<T> prepared;
    {
        const StageTimer timer(report.seconds, "prepare");
        prepared = prepare<T>(job.network, adjacency, costs);
    }
    const CellFormat format_of_cells = sweep_format(prepared, false);
    const CoreGraph<T> core = core_graph(prepared, format_of_cells);
    Ordered ordered;
    {
        const StageTimer timer(report.seconds, "order");
        ordered = order(job, prepared.classes, core.graph());
    }
    report.memory.host = bytes_needed(job, prepared, core, *ordered.tree);
    const BetweenSkims skims{job.network, adjacency, job.origins, job.destinations, fields, job.options.progress};
    if (!fields.empty()) report.memory.host += skim_bytes<T>(skims, *ordered.tree);
    check_part_fits(report.memory, job.origins.size(), job.destinations.size());
    std::shared_ptr<const ordering::Factor<T>> factor;
    {
        const StageTimer timer(report.seconds, "factor");
        factor = std::make_shared<ordering::Factor<T>>(
            ordering::factorize<T>(ordered.tree, core.graph(), core.cell, unreachable_of<T>(format_of_cells),
                                   format_of_cells.first_arc_bits, 0, job.options.progress));
    }
    std::vector<T> distances;
    std::vector<Skim> found;
    {
        const StageTimer timer(report.seconds, "solve");
        if (!fields.empty() && std::is_integral_v<T>) {
            distances = large_vector<T>(job.cells());
            if constexpr (std::is_integral_v<T>) found = skims_by_sweep(skims, prepared, *factor, distances);
        } else {
            const SweepProblem<T> problem =
                sweep_problem(prepared, factor, format_of_cells, job.origins, job.destinations);
            log(job.options.log, LogLevel::debug,
                format("order ({}): {} arcs in the filled graph, {} high; the origins need {} of {} nodes",
                       ordered.method, ordered.tree->fill(), ordered.tree->height(), problem.visit.size(),
                       ordered.tree->node_count()));
            distances = sweep(problem, job.options.progress);
            if constexpr (!std::is_integral_v<T>) {
                if (!fields.empty()) {
                    found = skims_by_searches<T>(skims, prepared, std::get<std::vector<T>>(costs.values));
                }
            }
        }
    }

    report.schedule = "sweep";
    report.schedule_reason = "computes only the requested rows and columns";
    report.order = std::move(ordered.method);
    report.device = format("host ({} threads, {})", hardware_threads(), sweep_kernels().name);
    report.scale = costs.scale;
    report.cell_bytes = sizeof(T);
    describe(report, prepared, job.network.node_count());
    describe_roads(report, job.driven, costs);
    const IdTable& ids = job.network.node_ids;
    OriginDestinationTable table(std::move(distances), costs.scale, ids.selection(job.origins),
                                 ids.selection(job.destinations));
    for (Skim& skim : found) table.add_skim(std::move(skim));
    if (const auto& coordinates = job.network.coordinates; !coordinates.empty()) {
        const auto places = [&](std::span<const NodeIndex> nodes) {
            std::vector<Coordinate> some;
            for (const NodeIndex node : nodes) some.push_back(coordinates[node]);
            return some;
        };
        table.set_places(places(job.origins), places(job.destinations), job.network.provenance.crs);
    }
    table.set_provenance(job.network.provenance.notes);
    return {std::move(table), std::move(report)};
}

}  // namespace

BetweenSolution solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options) {
    require_sweep_on_host(options, "a table of origins and destinations");
    check_indexes(network, origins);
    check_indexes(network, destinations);
    const Stopwatch watch;
    const cost::DrivenNetwork driven(network, options.cost);
    std::vector<NodeIndex> ends;
    for (const NodeIndex node : destinations) ends.push_back(driven.ends()[node]);
    const ArcCosts costs = build_arc_costs(driven.network(), {options.cost, options.cost_type}, options.log);
    const Job job{driven, driven.network(), driven.adjacency(), origins, ends, options, watch.seconds()};
    return with_cost_type(type_of(costs.values), [&]<class T>() { return solve<T>(job, costs); });
}

}  // namespace allways
