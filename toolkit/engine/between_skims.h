// Skims of origins × destinations: sums along paths, from the next hops of all nodes towards some destinations at a time.
#pragma once

#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/skim.h"
#include "engine/prepare.h"
#include "engine/sweep_problem.h"
#include "result/skim_walk.h"

namespace allways::engine {

// What is asked for, and the network it is asked of. Borrows.
struct BetweenSkims {
    const RoadNetwork& network;
    const AdjacencyArray& adjacency;
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    std::span<const result::SkimField> fields;
    const ProgressCallback& progress;  // stage "solve" or "skims", in pairs

    result::HopArcs<std::size_t> arcs() const { return {adjacency.first_out, network.head, adjacency.arcs}; }
};

// Columns of all nodes that are in memory at once, and their bytes.
std::size_t skim_columns(std::size_t node_count, std::size_t destinations);
template <class T>
std::uint64_t skim_bytes(const BetweenSkims& job) {
    const std::uint64_t n = job.network.node_count();
    const std::uint64_t at_once = n * skim_columns(n, job.destinations.size()) * (sizeof(T) + sizeof(std::uint32_t));
    return at_once + std::uint64_t{job.origins.size()} * job.destinations.size() * sizeof(double) * job.fields.size();
}

// By a sweep over all nodes: exact costs. `format` is that of `factor`; where its cells carry no next hops, as where a node has
// too many out-arcs, those that a walk comes to are told from the distances. Fills `distances`, origins × destinations, as well.
std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const Prepared<std::int32_t>& prepared,
                                 std::span<const std::int32_t> costs,
                                 std::shared_ptr<const ordering::Factor<std::int32_t>> factor, const CellFormat& format,
                                 std::span<std::int32_t> distances);

// By a search towards each destination: floats.
template <class T>
std::vector<Skim> skims_by_searches(const BetweenSkims& job, const Prepared<T>& prepared, std::span<const T> costs);

}  // namespace allways::engine
