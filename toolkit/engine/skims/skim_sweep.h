// SPDX-License-Identifier: Apache-2.0
// Sweeps with sums: of all columns at once, each thread one block at a time; in steps of rows; and for tables in bands.
#pragma once

#include <functional>
#include <memory>
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

// Returns the number of columns that a thread sweeps at once; all blocks are about equally wide. `threads`: 0 for all.
template <class T, class S>
std::size_t sums_width(std::size_t columns, std::size_t height, std::size_t sum_rows, unsigned threads = 0);

// Writes all rows to the target. `done(columns)` is called with progress, from one thread at a time, and may throw.
// Returns false if sums do not fit S; the content of the target is then undefined.
template <class T, class S>
bool sweep_sums(const SkimProblem<T, S>& problem, const SkimTarget<T, S>& target,
                const std::function<void(std::size_t columns)>& done, unsigned threads = 0);

// Returns a bound on the absolute value of any sum of a field along a shortest path; nothing if an arc has no value.
// `bound`: no finite reduced distance exceeds it. Derived from the largest value for each unit of cost, or from the
// number of nodes. O(arcs).
template <class T>
std::optional<double> most_sum(const SkimNetwork<T>& network, std::size_t field, std::int64_t bound);

// A sweep with sums over all columns in steps, each of which computes the next rows: the counterpart of SweepWalk for
// skims. Sums are int32, which must hold them (most_sum).
template <class T>
class SkimSteps {
public:
    // The rows of `sweep` must be in the order of the walk (walk_order). Borrows everything.
    SkimSteps(const ArcSums<T, std::int32_t>& arc_sums, const SweepProblem<T>& sweep, std::span<const NodeIndex> rows,
              std::span<const NodeIndex> columns);

    // Computes at most `most` of the next rows and returns their number, 0 at the end. target.table.first_row must be
    // the number of rows computed before. Throws InvalidArgument if one visit completes more rows than `most`.
    std::size_t step(std::size_t most, const SkimTarget<T, std::int32_t>& target);

    // Host memory in addition to the network, the factor and ArcSums. `slots`: rows beyond the core that are in
    // progress at once.
    static std::uint64_t bytes(const ordering::Elimination& tree, const SkimNetwork<T>& network, std::size_t columns,
                               std::size_t slots);

private:
    static std::size_t block_columns(const ordering::Elimination& tree, std::size_t columns, std::size_t sum_rows);

    SkimProblem<T, std::int32_t> problem_;
    std::size_t columns_;  // columns of a block
    WalkSteps steps_;
    std::vector<std::unique_ptr<SkimBlock<T, std::int32_t>>> blocks_;
};

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
    // Begins a walk that computes rows in its order, in steps; the spans must outlive the steps. `sums`: memory for the
    // sums of each field.
    void start_walk(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                    std::span<const NodeIndex> columns);
    std::size_t step(std::size_t most, const SweepTarget<std::int32_t>& target, std::span<std::int32_t* const> sums);
    void end_walk() { steps_.reset(); }
    // Computes any rows at once.
    void sweep(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
               std::span<const NodeIndex> columns, const SweepTarget<std::int32_t>& target,
               std::span<std::int32_t* const> sums, const std::function<void(std::size_t columns)>& done) const;

private:
    std::string why_not_;
    std::vector<CostScale> scales_;
    std::vector<double> largest_;
    SkimNetwork<std::int32_t> network_;
    std::unique_ptr<ComputedArcSums<std::int32_t, std::int32_t>> arc_sums_;
    std::unique_ptr<SkimSteps<std::int32_t>> steps_;
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
