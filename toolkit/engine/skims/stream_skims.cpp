// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/stream_skims.h"

#include "allways/base/format.h"
#include "base/fixed_point.h"
#include "engine/skims/skim_sweep.h"

namespace allways::engine {

namespace {

SkimTarget<std::int32_t, std::int32_t> sum_target(const SweepTarget<std::int32_t>& table,
                                                  std::span<std::int32_t* const> sums) {
    return {table, {sums.begin(), sums.end()}, {}};
}

}  // namespace

StreamSkims::StreamSkims(const RoadNetwork& network, const AdjacencyArray& adjacency,
                         const Prepared<std::int32_t>& prepared, const ordering::Elimination& tree,
                         const std::vector<result::SkimField>& fields)
    : network_(skim_network(network, adjacency, prepared, tree, fields)) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const std::optional<double> most = most_sum(network_, f, prepared.bound);
        if (!most || !(*most < unreachable_cost<std::int32_t>) || fields[f].scale.digits > most_cost_digits) {
            why_not_ = format("sums of {} may need float64, which only the whole table shows", fields[f].scale.name);
            return;
        }
        scales_.push_back(fields[f].scale);
        largest_.push_back(*most);
    }
}

std::uint64_t StreamSkims::bytes(const ordering::Elimination& tree, std::size_t columns, std::size_t slots) const {
    return network_.bytes() + ComputedArcSums<std::int32_t, std::int32_t>::bytes(tree.fill(), scales_.size()) +
           SkimSteps<std::int32_t>::bytes(tree, network_, columns, slots);
}

void StreamSkims::start(const ordering::Factor<std::int32_t>& factor) {
    if (!arc_sums_) arc_sums_ = std::make_unique<ComputedArcSums<std::int32_t, std::int32_t>>(network_, factor);
}

void StreamSkims::start_walk(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                             std::span<const NodeIndex> columns) {
    steps_ = std::make_unique<SkimSteps<std::int32_t>>(*arc_sums_, sweep, rows, columns);
}

std::size_t StreamSkims::step(std::size_t most, const SweepTarget<std::int32_t>& target,
                              std::span<std::int32_t* const> sums) {
    return steps_->step(most, sum_target(target, sums));
}

void StreamSkims::sweep(const SweepProblem<std::int32_t>& sweep, std::span<const NodeIndex> rows,
                        std::span<const NodeIndex> columns, const SweepTarget<std::int32_t>& target,
                        std::span<std::int32_t* const> sums, const std::function<void(std::size_t)>& done) const {
    const SkimProblem<std::int32_t, std::int32_t> problem(*arc_sums_, sweep, rows, columns);
    sweep_sums(problem, sum_target(target, sums), done);
}

}  // namespace allways::engine
