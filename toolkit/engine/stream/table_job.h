// SPDX-License-Identifier: Apache-2.0
// A table about to be computed, in bands or whole, by a sweep or by tiles: what stands behind solve() and TableStream.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "allways/engine/table_stream.h"
#include "engine/plan/prepared_job.h"
#include "engine/stream/band_ring.h"

namespace allways {

struct TableStream::Job {
    SolveReport report;
    std::size_t hop_bytes = 0;
    std::vector<NodeIndex> rows;           // in the order of computing
    const RoadNetwork* network = nullptr;  // one of both is the caller's input
    const CostMatrix* matrix = nullptr;
    Cluster* cluster = nullptr;  // null: this process alone
    std::vector<CostScale> skims;
    double largest = std::numeric_limits<double>::infinity();  // of absolute raw distances
    std::vector<double> largest_skims;                         // the same of each skim's sums
    // Floats with next hops: columns may be replaced after the last band.
    bool may_replace_columns = false;
    bool can_run_parts = true;
    bool is_whole = false;

    std::vector<TableBand> bands;  // kept between runs: fresh memory takes longer than a small part of the rows

    virtual ~Job() = default;
    virtual TableArcs arcs() const = 0;

    // Computes the whole table, for a job planned so.
    virtual DistanceTable solve() = 0;

    // The rest is for jobs in bands.
    virtual TableBand make_band() const = 0;
    // Computes rows[first], …, rows[end - 1] into bands of the ring and hands them over. Adds to the report's "factor",
    // "solve" and "write" (waiting for the ring). This one begins, fills bands until one has no rows, and ends.
    virtual void run(std::size_t first, std::size_t end, engine::BandRing& ring);
    virtual void begin(std::size_t, std::size_t) {}
    virtual void fill(TableBand&) {}
    virtual void end() {}
    // The work of a row, relative to others.
    virtual std::uint64_t row_work(NodeIndex) const { return 1; }
    virtual void replace_columns(const TakeColumn&) {}
    // Called while the caller's thread waits for a band.
    virtual void report_waiting() const {}
};

namespace engine {

using TableJob = TableStream::Job;

// The way in which the receiver takes the table.
struct RowDemand {
    RowOrder order = RowOrder::any;
    bool whole = false;              // the whole table at once
    std::string whole_because = {};  // why, for messages; empty: the caller asked for it
};

// Prepares, orders and plans: the job's report says how the table will be computed, and `is_whole` with
// report.whole_because whether rows come in bands. The network or matrix must outlive the job. Throws as
// solve_with_report.
std::unique_ptr<TableJob> make_table_job(const RoadNetwork& network, const SolveOptions& options,
                                         const RowDemand& demand);
std::unique_ptr<TableJob> make_table_job(const CostMatrix& matrix, const SolveOptions& options,
                                         const RowDemand& demand);

// Computes the whole table. What lies between the stages counts as "solve": memory for the table, its arcs.
DistanceTable whole_table(TableJob& job);

}  // namespace engine
}  // namespace allways
