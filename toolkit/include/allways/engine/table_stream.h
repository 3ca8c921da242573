// SPDX-License-Identifier: Apache-2.0
// A table that is never whole in memory: computed in bands of rows; each is handed on while the next is computed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/engine/solve.h"

namespace allways {

// The job is better done with the whole table in memory, by solve(); the message says why.
class ALLWAYS_API NeedsWholeTable : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

// Some rows of a table of n columns: the cell of row rows[i] and column j is at i·n + j of `distances`, of `hops` and
// of each of `skims`. Rows from n on are those of states (TableArcs::states): of them only the hops belong to the
// table.
struct TableBand {
    std::span<const NodeIndex> rows;
    CostVector distances;  // raw; unreachable_cost<T> where there is no path. Room for report().band_rows rows
    std::vector<unsigned char> hops;  // TableStream::bytes_per_hop() each, as NextHops stores them; empty: no next hops
    std::vector<CostVector> skims;    // one for each of TableStream::skims(): raw, as Skim has them
};

// The order in which rows are computed.
enum class RowOrder {
    any,        // the fastest: by a sweep, every row once, in the order of the elimination tree
    ascending,  // 0, 1, 2, …: bands repeat the rows of their ancestors in the tree (docs/engine.md)
};

// Solves one table with the same distances, next hops and skims as `solve`, without holding it: sweeps take memory that
// grows with n, schedules over tiles that of the tiles.
class ALLWAYS_API TableStream {
public:
    // Prepares, orders and plans as solve does, with memory for a few bands in place of the table. The input must
    // outlive this. Throws as solve, and NeedsWholeTable for tiles in ascending order, for skims on a device, for
    // next hops of negative costs in floats, and for next hops that do not travel in the cells of tiles. Skims need
    // a sweep whose cells have next hops (int32 costs), and int32 must hold their sums whatever the paths: else
    // NeedsWholeTable, too.
    explicit TableStream(const RoadNetwork& network, const SolveOptions& options = {}, RowOrder order = RowOrder::any);
    explicit TableStream(const CostMatrix& matrix, const SolveOptions& options = {}, RowOrder order = RowOrder::any);
    explicit TableStream(RoadNetwork&& network, const SolveOptions& options = {},
                         RowOrder order = RowOrder::any) = delete;  // would outlive it
    explicit TableStream(CostMatrix&& matrix, const SolveOptions& options = {},
                         RowOrder order = RowOrder::any) = delete;
    ~TableStream();
    TableStream(const TableStream&) = delete;
    TableStream& operator=(const TableStream&) = delete;

    // "solve" is the time of computing; "write" is the time that computing waits for take(), and what take() needs
    // after the last band. `busy` has all of take()'s time as "write".
    const SolveReport& report() const;
    std::size_t bytes_per_hop() const;         // 0: no next hops
    TableArcs arcs() const;                    // the arcs that next hops refer to
    std::span<const CostScale> skims() const;  // those requested, whose sums are int32
    // No reachable absolute raw distance is larger, and no sum of each skim: bounds that are known beforehand. Floats:
    // +inf.
    double largest() const;
    std::span<const double> largest_skims() const;

    // All rows in the order of computing: the n of nodes, and with next hops under turn rules those of states. The same
    // for the same network, cost and order, whatever the memory and the machine. Of tiles: all rows, which come in
    // another order.
    std::span<const NodeIndex> rows() const;
    const RoadNetwork* network() const;  // the input, or null: a matrix
    const CostMatrix* matrix() const;    // the input, or null: a network

    // Returns whether run() takes a part of the rows. False for tiles, whose rows are all finished at once, and for
    // floats with next hops: a column whose hops turn out to form no tree is handed over anew at the end.
    bool can_run_parts() const;

    // Cuts the rows into parts of nearly equal work: part i is rows()[bounds[i]] … rows()[bounds[i + 1] - 1], of
    // count + 1 bounds. A part is empty where there are more parts than rows. The same wherever rows() are the same.
    // O(rows). Throws InvalidArgument for 0 parts.
    std::vector<std::size_t> parts(std::size_t count) const;

    // `hops`: of all rows, 0, 1, 2, …, bytes_per_hop() each.
    using TakeColumn = std::function<void(NodeIndex column, std::span<const unsigned char> hops)>;

    // Computes rows()[first], …, rows()[end - 1] in bands and calls take(band) for each, one call at a time, from
    // another thread if the system grants one, while the next bands are computed; then calls take_column for each
    // column of next hops that replaces what the bands had. It may be called again, with any rows: preparing, ordering
    // and the factor are kept. What it does anew for each call is a pass over the tree for all columns. Progress: stage
    // "solve", in pairs of these rows. Throws Cancelled, and what `take` threw, always after the last call of `take`
    // has returned; InvalidArgument unless first ≤ end ≤ rows().size(), if take_column is missing where columns may
    // have to be replaced, and for a part of the rows where can_run_parts() is false.
    void run(std::size_t first, std::size_t end, const std::function<void(const TableBand&)>& take,
             const TakeColumn& take_column = {});
    // The same for all rows.
    void run(const std::function<void(const TableBand&)>& take, const TakeColumn& take_column = {}) {
        run(0, rows().size(), take, take_column);
    }

    struct Job;

private:
    std::unique_ptr<Job> job_;
};

}  // namespace allways
