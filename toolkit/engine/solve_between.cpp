// SPDX-License-Identifier: Apache-2.0
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
#include "cost/expanded_network.h"
#include "engine/factor/factor_table.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/planner.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/sweep_devices.h"
#include "engine/prepare/core_order.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/prepare/prepare.h"
#include "engine/skims/between_skims.h"
#include "engine/sweep/sweep_problem.h"
#include "engine/sweep/sweep_ranges.h"

namespace allways {

namespace {

using namespace engine;

struct Job {
    const cost::ExpandedNetwork& expanded;
    const RoadNetwork& network;  // as paths drive it
    const AdjacencyArray& adjacency;
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    const SolveOptions& options;
    const SweepDevices& devices;
    double preparing_seconds;

    std::uint64_t cells() const { return std::uint64_t{origins.size()} * destinations.size(); }
};

void check_indexes(std::size_t n, std::span<const NodeIndex> nodes) {
    const auto outside = std::ranges::find_if(nodes, [&](NodeIndex node) { return node >= n; });
    if (outside != nodes.end()) {
        throw InvalidArgument(format("node index {} is outside a network of {}", *outside, counted(n, "node")));
    }
}

void refuse_unfit(const SolveOptions& options) {
    require_sweep(options, "a table of origins and destinations");
    if (!options.skims.empty()) require_host(options, "a table with skims");
}

void set_places(OriginDestinationTable& table, std::span<const Coordinate> coordinates, const std::string& crs,
                std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations) {
    if (coordinates.empty()) return;
    const auto places = [&](std::span<const NodeIndex> nodes) {
        std::vector<Coordinate> some;
        for (const NodeIndex node : nodes) some.push_back(coordinates[node]);
        return some;
    };
    table.set_places(places(origins), places(destinations), crs);
}

void describe_sweep(SolveReport& report, const CostScale& scale, CostType type) {
    report.schedule = "sweep";
    report.schedule_reason = "computes only the requested rows and columns";
    report.scale = scale;
    report.cost_type = type;
    report.cell_bytes = size_of(type);
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
    const std::uint64_t border_arcs = prepared.head.size() - core.head.size();
    const std::uint64_t upward = std::min(most_upward_cells, (job.destinations.size() + border_arcs) * tree.height());
    return job.cells() * sizeof(T) + factorized_bytes(job.network, prepared, core, tree) +
           sweep_problem_bytes<T>(job.origins.size(), job.destinations.size(), tree.node_count(), border_arcs) +
           sweep_host_bytes(tree, cost_type_of<T>, job.destinations.size(),
                            std::min(job.origins.size(), static_cast<std::size_t>(border_arcs)), upward);
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
        prepared = prepare<T>(job.network, adjacency, costs, WorkMeter(job.options.progress, "prepare", 0));
    }
    const CellFormat format_of_cells = sweep_format(prepared, false);
    const CoreGraph<T> core = core_graph(prepared, format_of_cells);
    Ordered ordered;
    {
        const StageTimer timer(report.seconds, "order");
        ordered = order(job, prepared.classes, core.graph());
    }
    report.memory.host = bytes_needed(job, prepared, core, *ordered.tree);
    const std::vector<CostScale> scales = scales_of(fields);
    const BetweenSkims skims{job.origins, job.destinations, scales, job.options.progress};
    if (!fields.empty()) {
        report.memory.host +=
            skim_bytes<T>(skims, *ordered.tree, prepared.exits.size(), prepared.classes.joined_count());
    }
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
        const SweepProblem<T> problem = sweep_problem(prepared, factor, format_of_cells, job.origins, job.destinations);
        log(job.options.log, LogLevel::debug,
            format("order ({}): {} arcs in the filled graph, {} high; the origins need {} of {} nodes", ordered.method,
                   ordered.tree->fill(), ordered.tree->height(), problem.visit.size(), ordered.tree->node_count()));
        if (fields.empty()) {
            distances = swept_table(job.devices, problem, job.options.progress);
        } else {
            distances = large_vector<T>(job.cells(), T{}, job.options.progress);
            const auto network = skim_network(job.network, adjacency, prepared, *ordered.tree, fields);
            found = skims_by_sweep<T>(skims, network, problem, distances);
        }
    }

    describe_sweep(report, costs.scale, cost_type_of<T>);
    report.device = sweeper_text(job.devices);
    report.order = std::move(ordered.method);
    describe(report, prepared, job.network.node_count());
    describe_roads(report, job.expanded, costs);
    const IdTable& ids = job.network.node_ids;
    OriginDestinationTable table(std::move(distances), costs.scale, ids.selection(job.origins),
                                 ids.selection(job.destinations));
    for (Skim& skim : found) table.add_skim(std::move(skim));
    set_places(table, job.network.coordinates, job.network.provenance.crs, job.origins, job.destinations);
    table.set_provenance(job.network.provenance.notes);
    return {std::move(table), std::move(report)};
}

// ---- from a factor

void describe(SolveReport& report, const NetworkFactor& factor) {
    const TurnStates& states = factor.arcs.states;
    report.order = "kept in the factor";
    report.nodes = factor.node_count();
    report.arcs = factor.places.usable_arcs;
    report.zero_cost_classes = factor.places.zero_cost_classes;
    report.no_through_nodes = factor.places.no_through_nodes;
    report.turn_states = states.empty() ? 0 : states.size() - factor.node_count();
    report.has_negative_costs = std::visit([](const auto& all) { return !all.empty(); }, factor.places.tail_potential);
}

template <class T>
BetweenSolution solve(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                      std::span<const NodeIndex> destinations, const SolveOptions& options) {
    SolveReport report;
    report.memory.host_available = host_limit(options.memory_limit_bytes);
    report.memory.host = std::uint64_t{origins.size()} * destinations.size() * sizeof(T);
    check_part_fits(report.memory, origins.size(), destinations.size());
    const SweepDevices devices = sweep_devices(options);
    FactorTable<T> found = factor_table<T>(factor, origins, destinations, options, devices, report);
    describe_sweep(report, factor.scale, cost_type_of<T>);
    report.device = sweeper_text(devices);
    describe(report, factor);
    OriginDestinationTable table(std::move(found.distances), factor.scale, factor.node_ids.selection(origins),
                                 factor.node_ids.selection(destinations));
    for (Skim& skim : found.skims) table.add_skim(std::move(skim));
    set_places(table, factor.coordinates, factor.crs, origins, destinations);
    table.set_provenance(factor.provenance);
    return {std::move(table), std::move(report)};
}

}  // namespace

BetweenSolution solve_between(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options) {
    refuse_unfit(options);
    check_indexes(factor.node_count(), origins);
    check_indexes(factor.node_count(), destinations);
    return with_cost_type(factor.type(), [&]<class T>() { return solve<T>(factor, origins, destinations, options); });
}

BetweenSolution solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options) {
    refuse_unfit(options);
    check_indexes(network.node_count(), origins);
    check_indexes(network.node_count(), destinations);
    const Stopwatch watch;
    WorkMeter meter(options.progress, "prepare", 0);
    const cost::ExpandedNetwork expanded(network, options.cost, meter);
    std::vector<NodeIndex> ends;
    for (const NodeIndex node : destinations) ends.push_back(expanded.ends()[node]);
    const ArcCosts costs = costs_for(expanded, options, meter);
    const SweepDevices devices = sweep_devices(options);
    const Job job{expanded, expanded.network(), expanded.adjacency(), origins, ends, options, devices, watch.seconds()};
    return with_cost_type(type_of(costs.values), [&]<class T>() { return solve<T>(job, costs); });
}

}  // namespace allways
