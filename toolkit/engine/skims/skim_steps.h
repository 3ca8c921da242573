// SPDX-License-Identifier: Apache-2.0
// A sweep with sums over all columns in steps, each of which computes the next rows: the counterpart of SweepWalk for
// skims.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/skims/skim_block.h"

namespace allways::engine {

// Returns a bound on the absolute value of any sum of a field along a shortest path; nothing if an arc has no value.
// `bound`: no finite reduced distance exceeds it. Derived from the largest value for each unit of cost, or from the
// number of nodes. O(arcs).
template <class T>
std::optional<double> most_sum(const SkimNetwork<T>& network, std::size_t field, std::int64_t bound);

// Sums are int32, which must hold them (most_sum).
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
    std::size_t columns_;                  // columns of a block
    std::vector<std::size_t> rows_after_;  // by visit
    std::vector<std::unique_ptr<SkimBlock<T, std::int32_t>>> blocks_;
    std::size_t visit_ = 0;
    std::size_t row_ = 0;
};

}  // namespace allways::engine
