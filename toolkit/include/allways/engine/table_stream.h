// SPDX-License-Identifier: Apache-2.0
// A table that is never whole in memory: bands of rows are computed and handed on while the next ones are computed.
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

// The job needs the whole table in memory, as solve() has it; the message gives the reason.
class ALLWAYS_API NeedsWholeTable : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

// Some rows of a table of n columns: the cell of row rows[i] and column j is at i·n + j of `distances`, of `hops` and
// of each of `skims`. Row numbers from n on belong to states (TableArcs::states), and only the hops of these rows
// belong to the table.
struct TableBand {
    std::span<const NodeIndex> rows;
    CostVector distances;             // raw; unreachable_cost<T> if there is no path; room for report().band_rows rows
    std::vector<unsigned char> hops;  // TableStream::bytes_per_hop() each, as NextHops stores them; empty: no next hops
    std::vector<CostVector> skims;    // one for each of TableStream::skims(): raw, as Skim has them
};

// The order in which rows are computed.
enum class RowOrder {
    any,        // the fastest: by a sweep, every row once, in the order of the elimination tree
    ascending,  // 0, 1, 2, …: bands repeat the rows of their ancestors in the tree (docs/engine.md)
};

// Solves one table with the same distances, next hops and skims as `solve`, without holding it: a sweep takes memory
// that grows with n, a schedule over tiles takes the memory of its tiles.
class ALLWAYS_API TableStream {
public:
    // Prepares, orders and plans as solve does, with memory for a few bands in place of the table. The input must
    // outlive this. Throws as solve does, and NeedsWholeTable for tiles in ascending order, for skims on a device, for
    // next hops of negative costs in floats, and for next hops that are not kept in the cells of tiles. Skims need a
    // sweep whose cells have next hops (int32 costs), and int32 must hold their sums whatever the paths; otherwise the
    // constructor throws NeedsWholeTable, too.
    explicit TableStream(const RoadNetwork& network, const SolveOptions& options = {}, RowOrder order = RowOrder::any);
    explicit TableStream(const CostMatrix& matrix, const SolveOptions& options = {}, RowOrder order = RowOrder::any);
    explicit TableStream(RoadNetwork&& network, const SolveOptions& options = {},
                         RowOrder order = RowOrder::any) = delete;  // the options would outlive the input
    explicit TableStream(CostMatrix&& matrix, const SolveOptions& options = {},
                         RowOrder order = RowOrder::any) = delete;
    ~TableStream();
    TableStream(const TableStream&) = delete;
    TableStream& operator=(const TableStream&) = delete;

    // "solve" is the time of computing; "write" is the time that computing waits for take(), plus the time of take()
    // after the last band. `busy` has all of take()'s time as "write".
    const SolveReport& report() const;
    std::size_t bytes_per_hop() const;         // 0: no next hops
    TableArcs arcs() const;                    // the arcs that next hops refer to
    std::span<const CostScale> skims() const;  // the requested skims, whose sums are int32
    // The largest possible absolute value of a reachable raw distance and of the sum of each skim: bounds known
    // beforehand. For floats +inf.
    double largest() const;
    std::span<const double> largest_skims() const;

    // All rows in the order of computing: those of the n nodes, and with next hops under turn rules those of states.
    // The order is the same for the same network, cost and row order, whatever the memory and the machine. For tiles:
    // all rows, which are computed in another order.
    std::span<const NodeIndex> rows() const;
    const RoadNetwork* network() const;  // the input, or null: a matrix
    const CostMatrix* matrix() const;    // the input, or null: a network

    // Returns true if run() accepts only some of the rows. False for tiles, which finish all rows at once, and for
    // floats with next hops: a column whose hops turn out to form no tree is replaced at the end.
    bool can_run_parts() const;

    // Cuts the rows into parts of nearly equal work. Part i is rows()[bounds[i]] … rows()[bounds[i + 1] - 1]; the
    // result has count + 1 bounds. Some parts are empty if there are more parts than rows. The result is the same
    // wherever rows() is the same. O(rows). Throws InvalidArgument for 0 parts.
    std::vector<std::size_t> parts(std::size_t count) const;

    // `hops`: those of all rows 0, 1, 2, …, bytes_per_hop() each.
    using TakeColumn = std::function<void(NodeIndex column, std::span<const unsigned char> hops)>;

    // Computes rows()[first], …, rows()[end - 1] in bands. Calls take(band) for each, one call at a time, from another
    // thread if the system grants one, while the next bands are computed; then calls take_column for each column of
    // next hops that replaces the one in the bands. run() may be called again, with any rows: the preparation, the
    // order and the factor are kept; each call repeats a pass over the tree for all columns. Progress: stage "solve",
    // in pairs of these rows. Throws Cancelled, and whatever `take` threw, always after the last call of `take` has
    // returned; InvalidArgument unless first ≤ end ≤ rows().size(), if take_column is missing where columns may have to
    // be replaced, and for only some of the rows if can_run_parts() is false.
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
