// SPDX-License-Identifier: Apache-2.0
// Where every solve begins: a network or a matrix → the prepared problem and the shape of its table.
//
//   network ─ turn-expanded ─ costs in fixed point ─┐
//                                                   ├─ prepare ─ PreparedJob ─ plan_sweep or plan_tiles
//   matrix ───── converted to the type of the job ──┘
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/stopwatch.h"
#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "base/threads/work_meter.h"
#include "cost/expanded_network.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/prepare/prepare.h"
#include "engine/sweep/sweep_problem.h"
#include "result/skim_walk.h"

namespace allways::engine {

// The costs that a job requests. Its device determines the float type of costs that do not fit int32.
inline ArcCosts costs_for(const cost::ExpandedNetwork& expanded, const SolveOptions& options, WorkMeter& meter) {
    const CostType float_type = options.cost_type ? *options.cost_type : float_type_for(options.device);
    return expanded.costs({options.cost, options.cost_type}, float_type, options.log, meter);
}

// The requested type in which a sweep or factor computes: float32 is computed in float64.
inline std::optional<CostType> swept_type(const SolveOptions& options) {
    if (!options.cost_type) return {};
    return sweep_type(*options.cost_type);
}
inline ArcCosts swept_costs_for(const cost::ExpandedNetwork& expanded, const SolveOptions& options, WorkMeter& meter) {
    return expanded.costs({options.cost, swept_type(options)}, CostType::float64, options.log, meter);
}

// A turn-expanded network with its costs: the input of every job on a network.
struct ExpandedCosts {
    std::map<std::string, double> seconds;  // "prepare"
    cost::ExpandedNetwork expanded;
    ArcCosts costs;  // costs of expanded.network()

    // Throws as build_arc_costs and ExpandedNetwork do.
    ExpandedCosts(const RoadNetwork& roads, const SolveOptions& options)
        : ExpandedCosts(roads, options, Stopwatch(), WorkMeter(options.progress, "prepare", 0)) {}

    const RoadNetwork& roads() const { return expanded.roads(); }
    std::size_t node_count() const { return expanded.node_count(); }
    std::size_t max_out_degree() const { return expanded.road_adjacency().max_out_degree(); }
    template <class T>
    std::span<const T> values() const {
        return std::get<std::vector<T>>(costs.values);
    }

private:
    ExpandedCosts(const RoadNetwork& roads, const SolveOptions& options, const Stopwatch& watch, WorkMeter&& meter)
        : expanded(roads, options.cost, meter), costs(costs_for(expanded, options, meter)) {
        seconds["prepare"] = watch.seconds();
    }
};

// A table has a column for each node and a row for each node; with next hops also rows for the further states of turn
// rules, of which only the hops belong to the table.
template <class T>
struct PreparedJob {
    std::shared_ptr<const ExpandedCosts> roads;  // null: the job is a matrix
    CostMatrix matrix;                           // in the type T; without nodes if the job is a network
    Prepared<T> prepared;
    std::size_t row_count = 0;
    std::vector<NodeIndex> ends;  // by column: the node of the prepared problem that paths lead to
    std::size_t steps = 0;        // different next hops: the largest out-degree of a network, n of a matrix
    SolveReport report;           // the problem, and the seconds so far

    std::size_t column_count() const { return ends.size(); }
    std::size_t hop_bytes(const SolveOptions& options) const {
        return options.next_hops ? NextHops::bytes_for(steps) : 0;
    }
    // Under turn rules a column is the end of a node, which each of the node's states reaches by an arc of its own
    // (network/turns/state_network.h). A drive ends at the first of these states, so this stores that the row's state
    // has no next hop towards its own node. `hops`: those of the row.
    void end_drive(NodeIndex row, void* hops, std::size_t bytes_per_hop) const {
        if (bytes_per_hop == 0 || !roads || roads->expanded.states() == nullptr) return;
        store_hop(hops, bytes_per_hop, roads->expanded.node_of(row), NextHops::none);
    }
    // The rest is for networks.
    const RoadNetwork& network() const { return roads->expanded.network(); }  // turn-expanded
    const AdjacencyArray& adjacency() const { return roads->expanded.adjacency(); }
    HopNetwork<T> hop_network() const { return {network(), adjacency(), roads->template values<T>(), prepared}; }
};

// The nodes 0, 1, …, count - 1.
std::vector<NodeIndex> first_nodes(std::size_t count);

// Throw as prepare() does, and InvalidArgument for skims that the input does not have.
template <class T>
PreparedJob<T> prepare_job(std::shared_ptr<const ExpandedCosts> roads, const SolveOptions& options);
template <class T>
PreparedJob<T> prepare_job(const CostMatrix& matrix, const SolveOptions& options);

}  // namespace allways::engine
