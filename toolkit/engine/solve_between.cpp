// SPDX-License-Identifier: Apache-2.0
// solve_between: network → factor → sweep over the origins' ancestors → table.
#include "allways/engine/solve_between.h"

#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "engine/cost_factors.h"
#include "engine/plan/limits.h"
#include "engine/plan/memory_plan.h"
#include "engine/stream/factor_table.h"
#include "network/named_column.h"
#include "result/factor_arrays.h"

namespace allways {

namespace {

using namespace engine;

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
    report.order = std::move(made.report.order);
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

}  // namespace

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
    // Refuses a table that could not fit before the work.
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
