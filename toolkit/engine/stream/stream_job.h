// SPDX-License-Identifier: Apache-2.0
// What a TableStream does, by whatever engine.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "allways/engine/table_stream.h"
#include "engine/prepare/expanded_costs.h"
#include "engine/stream/band_ring.h"

namespace allways {

struct TableStream::Job {
    SolveReport report;
    std::size_t hop_bytes = 0;
    std::vector<NodeIndex> rows;  // in the order of computing
    const RoadNetwork* network = nullptr;
    const CostMatrix* matrix = nullptr;
    std::vector<CostScale> skims;
    double largest = std::numeric_limits<double>::infinity();  // of absolute raw distances
    std::vector<double> largest_skims;                         // … and of each skim's sums
    // Floats with next hops: columns may be replaced after the last band.
    bool may_replace_columns = false;
    bool can_run_parts = true;

    std::vector<TableBand> bands;  // from the first run on: fresh pages take longer than a small part of the rows

    virtual ~Job() = default;
    virtual TableArcs arcs() const = 0;
    virtual TableBand make_band() const = 0;
    // Computes rows[first], …, rows[end - 1] into bands of the ring and hands them over. Adds to the report's "factor",
    // "solve" and "write" (waiting for the ring).
    virtual void run(std::size_t first, std::size_t end, engine::BandRing& ring) = 0;
    // The work of a row, relative to others.
    virtual std::uint64_t row_work(NodeIndex) const { return 1; }
    virtual void replace_columns(const TakeColumn&) {}
    // Called while the caller's thread waits for a band.
    virtual void report_waiting() const {}
};

namespace engine {

// Sweeps on the host. Returns nothing, and the reason in `why_not`, if options.schedule is "auto" and tiles are
// predicted to be faster.
std::unique_ptr<TableStream::Job> make_sweep_stream(std::shared_ptr<const ExpandedCosts> input,
                                                    const SolveOptions& options, RowOrder order, std::string& why_not);
// Schedules over tiles, whose rows come in any order. `why`: why not by a sweep, if "auto" compared them.
std::unique_ptr<TableStream::Job> make_tile_stream(std::shared_ptr<const ExpandedCosts> input,
                                                   const SolveOptions& options, const std::string& why);
std::unique_ptr<TableStream::Job> make_tile_stream(const CostMatrix& matrix, const SolveOptions& options);

}  // namespace engine
}  // namespace allways
