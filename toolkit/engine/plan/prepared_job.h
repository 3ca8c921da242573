// SPDX-License-Identifier: Apache-2.0
// Where every solve begins: a network or a matrix → the prepared problem and the shape of its table.
//
//   network ─ turn-expanded ─ costs in fixed point ─┐
//                                                   ├─ prepare ─ PreparedJob ─ plan_sweep or plan_tiles
//   matrix ───── converted to the type of the job ──┘
#pragma once

#include <memory>
#include <vector>

#include "allways/engine/solve.h"
#include "engine/next_hops/hops_from_distances.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/prepare/prepare.h"
#include "engine/sweep/sweep_problem.h"
#include "result/skim_walk.h"

namespace allways::engine {

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
