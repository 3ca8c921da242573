// SPDX-License-Identifier: Apache-2.0
// A table that need not be whole in memory: it is computed in bands of rows, each handed on while the next is computed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/engine/solve.h"
#include "allways/result/network_factor.h"

namespace allways {

// Some rows of a table of n columns: the cell of row rows[i] and column j is at i·n + j of `distances`, of `hops` and
// of each of `skims`. Rows and columns are the nodes, or positions in the lists of origins and of destinations. Row
// numbers of a network from n on belong to states (TableArcs::states), and only the hops of these rows belong to the
// table.
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

// The way in which the receiver of a table takes it.
struct RowUse {
    RowUse(RowOrder in_order = RowOrder::any, std::string why_whole = {})  // NOLINT: an order alone will do
        : order(in_order), whole_because(std::move(why_whole)) {}
    RowOrder order;
    std::string whole_because;  // why it needs the whole table at once; empty: it takes bands
};

// One job, prepared and planned: the same distances, next hops and skims as `solve`, without holding the table where
// that is possible. Sweeps then take memory that grows with n, schedules over tiles that of the tiles.
class ALLWAYS_API TableStream {
public:
    // Prepares, orders and plans. The input must outlive this. Some tables have to be whole in memory (is_whole());
    // report().whole_because then says why. They are those of tiles in ascending order or with skims; those with skims
    // on a device, of sums that int32 might not hold, or of next hops that do not fit the cells; and those with next
    // hops of negative costs in floats, of matrices in floats, or that do not travel in the cells of tiles.
    // So does every table whose receiver takes no bands. Throws as solve does.
    explicit TableStream(const RoadNetwork& network, const SolveOptions& options = {}, const RowUse& use = {});
    explicit TableStream(const CostMatrix& matrix, const SolveOptions& options = {}, const RowUse& use = {});
    explicit TableStream(RoadNetwork&& network, const SolveOptions& options = {},
                         const RowUse& use = {}) = delete;  // would outlive it
    explicit TableStream(CostMatrix&& matrix, const SolveOptions& options = {}, const RowUse& use = {}) = delete;
    // The distances of solve_between(factor, …): node indexes in any order, repeats allowed. `options`: progress, log
    // and memory limit; sweeps on all cores of the host, every row once. Memory: the factor's part above origins and
    // destinations, an upward pass over all destinations, and three bands of 16 MB; not the table. Throws as
    // solve_between, and InvalidArgument for skims.
    TableStream(const NetworkFactor& factor, std::span<const NodeIndex> origins,
                std::span<const NodeIndex> destinations, const SolveOptions& options = {});
    TableStream(NetworkFactor&& factor, std::span<const NodeIndex> origins, std::span<const NodeIndex> destinations,
                const SolveOptions& options = {}) = delete;
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
    const RoadNetwork* network() const;  // the input, or null
    const CostMatrix* matrix() const;    // the input, or null
    Cluster* cluster() const;            // the several ranks that share the job (SolveOptions::cluster), or null

    // Returns true if the table has to be whole in memory: then solve() computes it, and run() refuses to.
    bool is_whole() const;
    // Computes the whole table, with the report's memory. Throws as solve, and InvalidArgument unless is_whole().
    DistanceTable solve();

    // Returns true if run() accepts only some of the rows. False for tiles, which finish all rows at once; for floats
    // with next hops, where a column whose hops turn out to form no tree is replaced at the end; and for whole tables.
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
    // order and the factor are kept; each call repeats a pass over the tree for all columns. Several ranks call it
    // together, and rank 0 takes all bands. Progress: stage "solve", in pairs of these rows. Throws Cancelled, and
    // whatever `take` threw, always after the last call of `take` has returned; InvalidArgument unless
    // first ≤ end ≤ rows().size(), if take_column is missing where columns may have to be replaced, and for only some
    // of the rows if can_run_parts() is false; RankError if the ranks would not solve the same problem in the same way.
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
