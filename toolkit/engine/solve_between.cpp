// SPDX-License-Identifier: Apache-2.0
// solve_between: network → factor → sweep over the origins' ancestors → table.
#include "allways/engine/solve_between.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "base/threads/large_vector.h"
#include "base/threads/parallel.h"
#include "engine/cost_factors.h"
#include "engine/factor/subfactor.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/plan/stage_timer.h"
#include "engine/plan/sweep_plan.h"
#include "engine/stream/band_ring.h"
#include "engine/stream/factor_table.h"
#include "engine/sweep/sweep_host.h"
#include "engine/sweep/sweep_problem.h"
#include "network/named_column.h"
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

// The memory of the distances alone.
MemoryNeed table_memory(CostType type, std::size_t origins, std::size_t destinations, const SolveOptions& options) {
    MemoryNeed memory;
    memory.host_available = host_limit(options.memory_limit_bytes);
    memory.host = std::uint64_t{origins} * destinations * size_of(type);
    return memory;
}

template <class T>
BetweenSolution solve(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                      std::span<const NodeIndex> destinations, const SolveOptions& options,
                      const SweepDevices& devices) {
    SolveReport report;
    report.memory = table_memory(cost_type_of<T>, origins.size(), destinations.size(), options);
    require_part_fit(report.memory, origins.size(), destinations.size());
    FactorTable<T> found = factor_table<T>(factor, origins, destinations, options, devices, report);
    const CostType type = factor.chosen_type == CostType::float32 ? CostType::float32 : cost_type_of<T>;
    describe_sweep(report, factor.scale, type);
    report.device = sweeper_text(devices);
    describe_factor(report, factor);
    const auto distances = [&]() -> CellNumbers {
        if constexpr (std::is_same_v<T, double>) {
            if (type == CostType::float32) return in_float32(found.distances);
        }
        return std::move(found.distances);
    };
    OriginDestinationTable table(distances(), factor.scale, factor.node_ids.selection(origins),
                                 factor.node_ids.selection(destinations));
    for (Skim& skim : found.skims) table.add_skim(std::move(skim));
    set_places(table, factor.coordinates, factor.crs, origins, destinations);
    table.set_provenance(factor.provenance);
    return {std::move(table), std::move(report)};
}

// A table of a factor that was made for it.
BetweenSolution table_of(Factored made, std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
                         const SolveOptions& options, const SweepDevices& devices) {
    BetweenSolution solution = with_sweep_type(
        made.value.type(), [&]<class T>() { return solve<T>(made.value, origins, destinations, options, devices); });
    SolveReport& report = solution.report;
    report.order = std::move(made.report.order_method);
    report.memory.host = std::max(report.memory.host, made.report.memory.host);
    for (const auto& [stage, seconds] : made.report.seconds) report.seconds[stage] += seconds;
    return solution;
}

// Bytes of a table whose cost is none of its skims, by one that was computed.
std::uint64_t table_bytes(const OriginDestinationTable& table, std::size_t skims) {
    std::uint64_t bytes_a_pair = size_of(table.type()) + (skims - table.skims().size()) * sizeof(double);
    for (const Skim& skim : table.skims()) bytes_a_pair += size_of(skim.values.type());
    return bytes_a_pair * table.origin_count() * table.destination_count();
}

// ---- in bands

// A band fits the processor's last cache, so that its distances are still there when they are taken.
constexpr std::uint64_t band_bytes = std::uint64_t{16} << 20;

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

    WalkOrder sequence;
    Subfactor<T> part;
    {
        const StageTimer timer(report.seconds, "prepare");
        const FactorNetwork<T> network(factor);
        const FactorTree<T> tree(factor);
        std::vector<NodeIndex> ends;
        for (const NodeIndex node : destinations) ends.push_back(network.end_of(node));
        sequence = walk_order(FactorSides<T>(network, costs_alone<T>(), {}).with_rows(origins).rows);
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
    return with_sweep_type(factor.type(),
                           [&]<class T>() { return stream<T>(factor, origins, destinations, take, options); });
}

BetweenSolution solve_between(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options) {
    refuse_unfit(options);
    check_indexes(factor.node_count(), origins);
    check_indexes(factor.node_count(), destinations);
    const SweepDevices devices = sweep_devices(options);
    return with_sweep_type(factor.type(),
                           [&]<class T>() { return solve<T>(factor, origins, destinations, options, devices); });
}

BetweenSolution solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                              std::span<const NodeIndex> destinations, const SolveOptions& options) {
    refuse_unfit(options);
    check_indexes(network.node_count(), origins);
    check_indexes(network.node_count(), destinations);
    // What could not fit is refused before the work.
    const CostType least = options.cost_type.value_or(CostType::int32);
    require_part_fit(table_memory(least, origins.size(), destinations.size(), options), origins.size(),
                     destinations.size());
    return table_of(factorize_for_table(network, options), origins, destinations, options, sweep_devices(options));
}

CostTables solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                         std::span<const NodeIndex> destinations, std::span<const std::string> costs,
                         const SolveOptions& options) {
    if (costs.empty()) throw InvalidArgument("no costs are given, so there is no table");
    std::vector<const ArcColumn*> columns;
    for (const std::string& cost : costs)
        columns.push_back(&network::named_column(network.columns, cost, "as the cost"));
    SolveOptions of_factor = options;
    of_factor.skims.clear();
    if (costs.size() == 1) {
        of_factor = options;
        of_factor.cost = costs.front();
        BetweenSolution one = solve_between(network, origins, destinations, of_factor);
        CostTables made{{}, std::move(one.report)};
        made.tables.push_back(std::move(one.value));
        return made;
    }
    for (const std::string& skim : options.skims)
        network::named_column(network.columns, skim, "to sum along the paths");
    refuse_unfit(options);
    check_indexes(network.node_count(), origins);
    check_indexes(network.node_count(), destinations);
    const SweepDevices devices = sweep_devices(options);
    CostFactors factors(network, std::move(columns), &options.skims, of_factor);
    CostTables made;
    made.tables.resize(costs.size());
    const auto solve_job = [&](CostFactors::Job job, std::uint64_t memory_limit) {
        SolveOptions of_table = std::move(job.options);
        of_table.skims = options.skims;
        std::erase(of_table.skims, costs[job.cost]);
        of_table.memory_limit_bytes = memory_limit;
        BetweenSolution solution = table_of(std::move(job.made), origins, destinations, of_table, devices);
        made.tables[job.cost] = std::move(solution.value);
        return std::move(solution.report);
    };
    factors.make_first(
        [&](CostFactors::Job job) { made.report = solve_job(std::move(job), options.memory_limit_bytes); });
    // The others need about as much memory as the first.
    MemoryNeed& memory = made.report.memory;
    const std::uint64_t of_table = table_bytes(made.tables.front(), options.skims.size());
    const std::uint64_t working = memory.host - std::min(memory.host, of_table);
    const std::uint64_t tables = of_table * costs.size();
    memory.host = tables + working;
    require_part_fit(memory, origins.size(), destinations.size() * costs.size());
    const std::uint64_t available = memory.host_available - tables;
    const unsigned threads = options.device.is_auto() ? factors.at_once(available, working) : 1;
    memory.host = tables + threads * working;
    {
        const StageTimer timer(made.report.seconds, "solve");
        factors.make_others(threads,
                            [&](CostFactors::Job job) { solve_job(std::move(job), of_table + available / threads); });
    }
    for (const auto& [stage, seconds] : factors.seconds()) made.report.seconds[stage] += seconds;
    return made;
}

}  // namespace allways
