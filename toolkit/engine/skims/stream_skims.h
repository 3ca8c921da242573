// SPDX-License-Identifier: Apache-2.0
// The skims of a table that is swept in bands, for int32 costs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/engine/table_stream.h"
#include "engine/skims/skim_steps.h"

namespace allways::engine {

class StreamSkims {
public:
    // `fields`: in the order of the adjacency array.
    StreamSkims(const RoadNetwork& network, const AdjacencyArray& adjacency, const Prepared<std::int32_t>& prepared,
                const ordering::Elimination& tree, const std::vector<result::SkimField>& fields);

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

}  // namespace allways::engine
