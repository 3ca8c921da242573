// Skims of origins × destinations: sums along the paths of next hops, without storing the hops.
#pragma once

#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"
#include "allways/result/skim.h"
#include "engine/prepare/prepare.h"
#include "ordering/factor.h"
#include "result/skim_walk.h"

namespace allways::engine {

// The requested pairs and fields, and their network. Borrows.
struct BetweenSkims {
    const RoadNetwork& network;
    const AdjacencyArray& adjacency;
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    std::span<const result::SkimField> fields;
    const ProgressCallback& progress;  // stage "solve" or "skims", in pairs

    result::HopArcs<std::size_t> arcs() const { return {adjacency.first_out, network.head, adjacency.arcs}; }
};

// The host memory that the skims take.
template <class T>
std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree);

// Exact costs: a sweep over the origins' ancestors computes the sums along with the distances (SkimFactor). `factor`:
// cells without first arcs. Also fills `distances`, origins × destinations.
std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const Prepared<std::int32_t>& prepared,
                                 const ordering::Factor<std::int32_t>& factor, std::span<std::int32_t> distances);

// Floats: one search towards each destination.
template <class T>
std::vector<Skim> skims_by_searches(const BetweenSkims& job, const Prepared<T>& prepared, std::span<const T> costs);

}  // namespace allways::engine
