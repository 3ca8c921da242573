// SPDX-License-Identifier: Apache-2.0
// Skims of origins × destinations: sums along the paths of next hops, without storing the hops.
#pragma once

#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/result/skim.h"
#include "engine/skims/arc_sums.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// The requested pairs and fields. Borrows.
struct BetweenSkims {
    std::span<const NodeIndex> origins;
    std::span<const NodeIndex> destinations;
    std::span<const CostScale> fields;
    const ProgressCallback& progress;  // stage "solve", in pairs
};

std::vector<CostScale> scales_of(std::span<const result::SkimField> fields);

// The host memory that the skims take. `exits`: the approximate number of exits of the network; `joined`: the number of
// members of classes with several members.
template <class T>
std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree, std::size_t exits,
                         std::size_t joined);

// Computes the sums along with the distances, in one sweep over the origins' ancestors. `sweep`: the problem of origins
// × destinations, on all ranks of the factor that `network` has. Also fills `distances`, origins × destinations. For
// floats any of the tied paths is used.
template <class T>
std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const SkimNetwork<T>& network, const SweepProblem<T>& sweep,
                                 std::span<T> distances);

// The same with known sums of the arcs, which bring their own memory. Returns nothing if int32 does not hold the sums.
std::vector<Skim> skims_by_sweep(const BetweenSkims& job, const ArcSums<std::int32_t, std::int32_t>& arcs,
                                 const SweepProblem<std::int32_t>& sweep, std::span<std::int32_t> distances);
std::uint64_t skim_bytes(const BetweenSkims& job, const ordering::Elimination& tree, std::size_t joined);

}  // namespace allways::engine
