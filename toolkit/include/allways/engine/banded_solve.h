// A table that need not fit in memory: computed in bands of whole rows; each is handed on while the next is computed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "allways/engine/solve.h"

namespace allways {

// Rows first_row … first_row + row_count - 1 of a table of n nodes, row-major: the cell of row first_row + i and column
// j is at i·n + j of `distances` and `hops`. Rows from n on are those of states (TableArcs::states): of them only the
// hops belong to the table.
struct TableBand {
    std::size_t first_row = 0;
    std::size_t row_count = 0;
    CostVector distances;  // raw; unreachable_cost<T> where there is no path. Room for report().band_rows rows
    std::vector<unsigned char> hops;  // BandedSolve::bytes_per_hop() each, as NextHops stores them; empty: no next hops
};

// Solves one network's table by the schedule sweep on the host's processor, with the same distances and next hops as
// `solve`. Each band is a sweep over its rows and their ancestors in the elimination tree only; docs/engine.md,
// "Bands", gives the extra cost.
class BandedSolve {
public:
    // Prepares, orders and plans as solve does, with memory for two bands in place of the table. Bands are as high as
    // memory_limit_bytes allows (0: half of the host's memory; the rest is for the files being written), but a table
    // has at least eight. `network` must outlive this. Throws as solve, and InvalidArgument for a schedule, device or
    // tile other than the sweep's on the host, and for next hops that do not travel in the cells (floats, or too many
    // out-arcs), which can only be found from the finished table.
    explicit BandedSolve(const RoadNetwork& network, const SolveOptions& options = {});
    explicit BandedSolve(RoadNetwork&& network, const SolveOptions& options = {}) = delete;  // would outlive it
    ~BandedSolve();
    BandedSolve(const BandedSolve&) = delete;
    BandedSolve& operator=(const BandedSolve&) = delete;

    const SolveReport& report() const;
    std::size_t bytes_per_hop() const;  // 0: no next hops
    std::size_t row_count() const;      // n, or with next hops under turn rules the number of states
    TableArcs arcs() const;             // the arcs that next hops refer to

    // Computes rows first_row … row_count()-1 in bands, in order, and calls take(band) for each, one call at a time,
    // from another thread if the system grants one, while the next band is computed. Progress: stage "solve", in pairs
    // of these rows. Throws Cancelled, and what `take` threw; always after the last call of `take` has returned.
    void run(std::size_t first_row, const std::function<void(const TableBand&)>& take);

    struct Job;

private:
    std::unique_ptr<Job> job_;
};

}  // namespace allways
