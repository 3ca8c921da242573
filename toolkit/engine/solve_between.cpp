// SPDX-License-Identifier: Apache-2.0
// solve_between: costs → prepare → order → factor → sweep over the origins' ancestors → table.
#include "allways/engine/solve_between.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/factor/factor_table.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/sweep_plan.h"
#include "engine/skims/between_skims.h"
#include "engine/stream/band_ring.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_problem.h"
#include "result/factor_arrays.h"

namespace allways {

namespace {

using namespace engine;

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

// ---- from a network

struct Request {
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    const SolveOptions& options;

    std::uint64_t cells() const { return std::uint64_t{origins.size()} * destinations.size(); }
};

template <class T>
std::uint64_t bytes_needed(const Request& request, const PreparedJob<T>& job, const OrderedCore<T>& core) {
    const ordering::Elimination& tree = *core.tree;
    const std::uint64_t border_arcs = job.prepared.head.size() - core.graph.head.size();
    const std::uint64_t upward =
        std::min(most_upward_cells, (request.destinations.size() + border_arcs) * tree.height());
    return request.cells() * sizeof(T) + factorized_bytes(job.network(), job.prepared, core.graph, tree) +
           sweep_problem_bytes<T>(request.origins.size(), request.destinations.size(), tree.node_count(), border_arcs) +
           sweep_host_bytes(tree, cost_type_of<T>, request.destinations.size(),
                            std::min(request.origins.size(), static_cast<std::size_t>(border_arcs)), upward);
}

template <class T>
FactorTable<T> sweep(const PreparedJob<T>& job, const SweepProblem<T>& problem, const ordering::Elimination& tree,
                     const Request& request, const SweepDevices& devices, const BetweenSkims& skims) {
    FactorTable<T> found;
    if (skims.fields.empty()) {
        found.distances = swept_table(devices, problem, request.options.progress);
        return found;
    }
    found.distances = large_vector<T>(request.cells(), T{}, request.options.progress);
    const auto network =
        skim_network(job.network(), job.adjacency(), job.prepared, tree, job.skim_fields(request.options));
    found.skims = skims_by_sweep<T>(skims, network, problem, found.distances);
    return found;
}

// The memory of a table of that type alone.
MemoryNeed table_memory(std::uint64_t cells, CostType type, const SolveOptions& options) {
    MemoryNeed memory;
    memory.host_available = host_limit(options.memory_limit_bytes);
    memory.host = cells * size_of(type);
    return memory;
}

template <class T>
BetweenSolution solve(PreparedJob<T> job, const Request& request, const SweepDevices& devices) {
    const SolveOptions& options = request.options;
    SolveReport& report = job.report;
    // Destinations are nodes of the turn-expanded network, too.
    std::vector<NodeIndex> ends;
    for (const NodeIndex node : request.destinations) ends.push_back(job.ends[node]);
    const Request swept{request.origins, ends, options};
    const CellFormat cells = sweep_format(job.prepared, false);
    const OrderedCore<T> core = order_prepared_job(job, cells, core_graph(job.prepared, cells), options);
    report.memory = table_memory(request.cells(), cost_type_of<T>, options);
    report.memory.host = bytes_needed(swept, job, core);
    const std::vector<CostScale> scales = scales_of(job.skim_fields(options));
    const BetweenSkims skims{swept.origins, swept.destinations, scales, options.progress};
    if (!scales.empty()) {
        report.memory.host +=
            skim_bytes<T>(skims, *core.tree, job.prepared.exits.size(), job.prepared.classes.joined_count());
    }
    require_part_fit(report.memory, request.origins.size(), request.destinations.size());
    std::shared_ptr<const ordering::Factor<T>> factor;
    {
        const StageTimer timer(report.seconds, "factor");
        factor = factorize(core, options.progress);
    }
    FactorTable<T> found;
    {
        const StageTimer timer(report.seconds, "solve");
        const SweepProblem<T> problem =
            sweep_problem(job.prepared, factor, core.format, swept.origins, swept.destinations);
        log(options.log, LogLevel::debug,
            format("order ({}): {} arcs in the filled graph, {} high; the origins need {} of {} nodes", core.method,
                   core.tree->fill(), core.tree->height(), problem.visit.size(), core.tree->node_count()));
        found = sweep(job, problem, *core.tree, swept, devices, skims);
    }

    describe_sweep(report, job.roads->costs.scale, cost_type_of<T>);
    report.device = sweeper_text(devices);
    report.order = core.method;
    const RoadNetwork& roads = job.roads->roads();
    OriginDestinationTable table(std::move(found.distances), report.scale, roads.node_ids.selection(request.origins),
                                 roads.node_ids.selection(request.destinations));
    for (Skim& skim : found.skims) table.add_skim(std::move(skim));
    set_places(table, roads.coordinates, roads.provenance.crs, request.origins, request.destinations);
    table.set_provenance(roads.provenance.notes);
    return {std::move(table), std::move(report)};
}

// ---- from a factor

template <class T>
BetweenSolution solve(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                      std::span<const NodeIndex> destinations, const SolveOptions& options) {
    SolveReport report;
    report.memory.host_available = host_limit(options.memory_limit_bytes);
    report.memory.host = std::uint64_t{origins.size()} * destinations.size() * sizeof(T);
    require_part_fit(report.memory, origins.size(), destinations.size());
    const SweepDevices devices = sweep_devices(options);
    FactorTable<T> found = factor_table<T>(factor, origins, destinations, options, devices, report);
    describe_sweep(report, factor.scale, cost_type_of<T>);
    report.device = sweeper_text(devices);
    describe_factor(report, factor);
    OriginDestinationTable table(std::move(found.distances), factor.scale, factor.node_ids.selection(origins),
                                 factor.node_ids.selection(destinations));
    for (Skim& skim : found.skims) table.add_skim(std::move(skim));
    set_places(table, factor.coordinates, factor.crs, origins, destinations);
    table.set_provenance(factor.provenance);
    return {std::move(table), std::move(report)};
}

// ---- in bands

// A band fits the processor's last cache, so that its distances are still there when they are taken.
constexpr std::uint64_t band_bytes = std::uint64_t{16} << 20;

// The rows in the order in which a walk completes them: a row is complete when the lowest rank that it is tied to is
// visited; untied rows come last.
struct RowSequence {
    std::vector<std::uint32_t> rows;
    std::size_t most_at_once = 1;  // the largest number of rows that one visit completes
    std::size_t tied_often = 0;    // rows with several access arcs, which may be in progress at once
};

template <class T>
RowSequence row_sequence(const SweepSide<T>& side) {
    constexpr std::int64_t untied = -1;
    std::vector<std::int64_t> lowest(side.count(), untied);
    RowSequence made;
    for (std::size_t row = 0; row < side.count(); ++row) {
        const auto arcs = side.access_arcs_of(row);
        if (!arcs.empty()) lowest[row] = std::ranges::min(arcs, {}, &AccessArc<T>::rank).rank;
        made.tied_often += arcs.size() > 1 ? 1 : 0;
    }
    made.rows.resize(side.count());
    std::iota(made.rows.begin(), made.rows.end(), 0u);
    std::ranges::stable_sort(made.rows, std::greater(), [&](std::uint32_t row) { return lowest[row]; });
    for (std::size_t begin = 0, end = 0; begin < made.rows.size(); begin = end) {
        while (end < made.rows.size() && lowest[made.rows[end]] == lowest[made.rows[begin]]) ++end;
        if (lowest[made.rows[begin]] != untied) made.most_at_once = std::max(made.most_at_once, end - begin);
    }
    return made;
}

template <class T>
SolveReport stream(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                   std::span<const NodeIndex> destinations, const std::function<void(const TableBand&)>& take,
                   const SolveOptions& options) {
    SolveReport report;
    describe_sweep(report, factor.scale, cost_type_of<T>);
    describe_factor(report, factor);
    report.device = sweeper_text({});
    const std::size_t columns = destinations.size();
    if (origins.empty() || destinations.empty()) return report;

    RowSequence sequence;
    Subfactor<T> part;
    {
        const StageTimer timer(report.seconds, "prepare");
        const FactorNetwork<T> network(factor);
        const FactorTree<T> tree(factor);
        std::vector<NodeIndex> ends;
        for (const NodeIndex node : destinations) ends.push_back(network.end_of(node));
        sequence = row_sequence(sides_of_factor(network, tree, origins, {}).rows);
        std::vector<NodeIndex> nodes;
        for (const std::uint32_t row : sequence.rows) nodes.push_back(origins[row]);
        part = part_of_factor(network, tree, nodes, ends, RankSelection::ancestors);
    }
    const ordering::Elimination& tree = *part.problem.factor->elimination;
    const std::uint64_t row_bytes = std::max<std::uint64_t>(columns * sizeof(T), 1);
    report.band_rows = std::max<std::size_t>(std::min(band_bytes / row_bytes, BandRing::most_rows(origins.size())),
                                             sequence.most_at_once);
    report.memory.host_available = host_limit(options.memory_limit_bytes);
    report.memory.host = process_bytes + part.problem.bytes() + part.problem.factor->bytes() +
                         sweep_walk_bytes(tree, cost_type_of<T>, columns, sequence.tied_often) +
                         BandRing::band_count * report.band_rows * row_bytes;
    require_bands_fit(report.memory);

    const StageTimer timer(report.seconds, "solve");
    std::vector<TableBand> bands(BandRing::band_count);
    for (TableBand& band : bands) band.distances = large_vector<T>(report.band_rows * columns);
    std::uint64_t done = 0;
    const std::uint64_t cells = std::uint64_t{origins.size()} * columns;
    BandRing ring(bands, take, [&] { allways::report(options.progress, "solve", done, cells); });
    SweepWalk<T> walk(part.problem, 0, {.progress = options.progress});
    for (std::size_t first = 0;;) {
        TableBand& band = ring.empty();
        const std::size_t count = walk.step(
            report.band_rows,
            {.cells = std::get<std::vector<T>>(band.distances).data(), .stride = columns, .first_row = first});
        if (count == 0) break;
        band.rows = std::span(sequence.rows).subspan(first, count);
        first += count;
        done = first * columns;
        ring.hand_over(band);
    }
    ring.finish();
    report.busy["write"] = ring.seconds_of_taking();
    return report;
}

}  // namespace

SolveReport stream_between(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                           std::span<const NodeIndex> destinations, const std::function<void(const TableBand&)>& take,
                           const SolveOptions& options) {
    require_sweep_on_host(options, "a table in bands");
    if (!options.skims.empty()) throw InvalidArgument("`skims` need a whole table; call solve_between()");
    check_indexes(factor.node_count(), origins);
    check_indexes(factor.node_count(), destinations);
    return with_cost_type(factor.type(),
                          [&]<class T>() { return stream<T>(factor, origins, destinations, take, options); });
}

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
    const auto roads = std::make_shared<const ExpandedCosts>(network, options);
    const SweepDevices devices = sweep_devices(options);
    const Request request{origins, destinations, options};
    require_part_fit(table_memory(request.cells(), roads->costs.type(), options), origins.size(), destinations.size());
    return with_cost_type(roads->costs.type(), [&]<class T>() {
        return solve(prepare_job<T>(roads, options, BoundUse::sweep), request, devices);
    });
}

}  // namespace allways
