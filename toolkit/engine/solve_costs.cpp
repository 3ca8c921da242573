// SPDX-License-Identifier: Apache-2.0
// solve_between for several costs: one order → a table for each cost, several at once.
#include <algorithm>
#include <utility>

#include "allways/base/error.h"
#include "allways/engine/find_order.h"
#include "allways/engine/solve_between.h"
#include "engine/cost_jobs.h"
#include "engine/plan/limits.h"
#include "engine/plan/stage_timer.h"
#include "network/named_column.h"

namespace allways {

namespace {

using namespace engine;

// What a solve of this cost reads of the network.
RoadNetwork network_of_cost(const RoadNetwork& all, const std::string& cost, std::span<const std::string> skims) {
    std::vector<ArcColumn> columns{network::named_column(all.columns, cost, "as the cost")};
    for (const std::string& skim : skims) {
        if (skim != cost) columns.push_back(network::named_column(all.columns, skim, "to sum along the paths"));
    }
    return network::with_columns(all, std::move(columns));
}

class CostSolver {
public:
    CostSolver(const RoadNetwork& network, std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
               std::span<const std::string> costs, const SolveOptions& options)
        : network_(network),
          origins_(origins),
          destinations_(destinations),
          costs_(costs),
          options_(options),
          messages_(costs.size()) {
        made_.tables.resize(costs.size());
    }

    CostTables run() {
        if (costs_.empty()) throw InvalidArgument("no costs are given, so there is no table");
        for (const std::string& cost : costs_) network::named_column(network_.columns, cost, "as the cost");
        std::map<std::string, double> seconds;
        if (network_.elimination_order.empty() && costs_.size() > 1) {
            const StageTimer timer(seconds, "order");
            order_ = find_order(network_, options_.progress);
        }
        made_.report = solve(0, options_.progress, options_.memory_limit_bytes);
        messages_.tell(0, options_.log);
        if (costs_.size() == 1) return std::move(made_);
        {
            const StageTimer timer(seconds, "solve");
            solve_others();
        }
        for (const auto& [stage, of_stage] : seconds) made_.report.seconds[stage] += of_stage;
        return std::move(made_);
    }

private:
    SolveReport solve(std::size_t number, const ProgressCallback& progress, std::uint64_t memory_limit) {
        SolveOptions options = options_;
        options.cost = costs_[number];
        if (costs_.size() > 1) std::erase(options.skims, options.cost);
        options.progress = progress;
        options.memory_limit_bytes = memory_limit;
        options.log = messages_.log_of(number);
        RoadNetwork network = network_of_cost(network_, options.cost, options.skims);
        if (!order_.empty()) network.elimination_order = order_;
        BetweenSolution solution = solve_between(network, origins_, destinations_, options);
        made_.tables[number] = std::move(solution.value);
        return std::move(solution.report);
    }

    // The others need about as much memory as the first.
    void solve_others() {
        MemoryNeed& memory = made_.report.memory;
        const std::uint64_t of_table = table_bytes(made_.tables.front(), options_.skims.size());
        const std::uint64_t working = memory.host - std::min(memory.host, of_table);
        const std::uint64_t tables = of_table * costs_.size();
        memory.host = tables + working;
        require_part_fit(memory, origins_.size(), destinations_.size() * costs_.size());
        const std::uint64_t available = memory.host_available - tables;
        const unsigned threads = options_.device.is_auto() ? jobs_at_once(costs_.size() - 1, available, working) : 1;
        memory.host = tables + threads * working;
        const std::uint64_t limit = of_table + available / threads;
        run_other_costs(costs_.size(), threads, options_.progress, [&](std::size_t i) { solve(i, {}, limit); });
        for (std::size_t i = 1; i < costs_.size(); ++i) messages_.tell(i, options_.log);
    }

    // `skims`: of a table whose cost is none of them.
    static std::uint64_t table_bytes(const OriginDestinationTable& table, std::size_t skims) {
        std::uint64_t bytes_a_pair = size_of(table.type()) + (skims - table.skims().size()) * sizeof(double);
        for (const Skim& skim : table.skims()) bytes_a_pair += size_of(skim.values.type());
        return bytes_a_pair * table.origin_count() * table.destination_count();
    }

    const RoadNetwork& network_;
    std::span<const NodeIndex> origins_;
    std::span<const NodeIndex> destinations_;
    std::span<const std::string> costs_;
    const SolveOptions& options_;
    std::vector<NodeIndex> order_;
    CostMessages messages_;
    CostTables made_;
};

}  // namespace

CostTables solve_between(const RoadNetwork& network, std::span<const NodeIndex> origins,
                         std::span<const NodeIndex> destinations, std::span<const std::string> costs,
                         const SolveOptions& options) {
    return CostSolver(network, origins, destinations, costs, options).run();
}

}  // namespace allways
