// SPDX-License-Identifier: Apache-2.0
// Sweeps with sums: of whole tables, and of tables in bands.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/engine/table_stream.h"
#include "allways/result/cell_numbers.h"
#include "engine/skims/arc_sums.h"
#include "engine/skims/skim_block.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

// Writes all rows to the target. Progress: stage "solve", in pairs. Returns false if sums do not fit S; the content of
// the target is then undefined. `threads`: 0 for all.
template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target, const ProgressCallback& progress,
                unsigned threads = 0);

// Returns a bound on the absolute value of any sum of a field along a shortest path; nothing if an arc has no value.
// `bound`: no finite reduced distance exceeds it. Derived from the largest value for each unit of cost, or from the
// number of nodes. O(arcs).
template <class T>
std::optional<double> most_sum(const SkimNetwork<T>& network, std::size_t field, std::int64_t bound);

// The skims of a table that is swept in bands, for int32 costs.
class StreamSkims {
public:
    // `network`: with these fields. `bound`: no finite reduced distance exceeds it.
    StreamSkims(SkimNetwork<std::int32_t> network, std::span<const result::SkimField> fields, std::int64_t bound);

    // The reason why int32 may not hold the sums, so that they cannot be computed here; empty: it holds them.
    const std::string& why_not() const { return why_not_; }

    const std::vector<CostScale>& scales() const { return scales_; }
    const std::vector<double>& largest() const { return largest_; }  // bounds of the absolute sums, one for each
    // Host memory of a stream, before its factor exists. `slots`: rows beyond the core that are in progress at once.
    std::uint64_t bytes(const ordering::Elimination& tree, std::size_t columns, std::size_t slots) const;

    // Sums along the factor's arcs.
    void start(const ordering::Factor<std::int32_t>& factor);
    // Begins a walk in steps (BlockWalk) over rows in the order of the walk; the spans must outlive it.
    void start_walk(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                    std::span<const NodeIndex> columns, const ProgressCallback& progress);
    std::size_t step(std::size_t most, const SkimTarget<std::int32_t, std::int32_t>& target) {
        return walk_->step(most, target);
    }
    void end_walk() { walk_.reset(), problem_.reset(); }
    // Computes any rows at once.
    void sweep(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
               std::span<const NodeIndex> columns, const SkimTarget<std::int32_t, std::int32_t>& target,
               const ProgressCallback& progress) const;

private:
    std::string why_not_;
    std::vector<CostScale> scales_;
    std::vector<double> largest_;
    SkimNetwork<std::int32_t> network_;
    std::unique_ptr<ComputedArcSums<std::int32_t, std::int32_t>> arc_sums_;
    std::optional<SkimProblem<std::int32_t, std::int32_t>> problem_;
    std::optional<BlockWalk<SkimBlock<std::int32_t, std::int32_t>>> walk_;
};

// ---- of a table of origins and destinations

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
