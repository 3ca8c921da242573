// SPDX-License-Identifier: Apache-2.0
// A table that is whole in memory: room for its rows, which any source fills, and the finished DistanceTable.
#pragma once

#include <span>
#include <vector>

#include "allways/result/distance_table.h"
#include "engine/plan/prepared_job.h"
#include "engine/prepare/prepare.h"

namespace allways::engine {

// The arcs of a table whose distances have that type: that of the costs, or float32 for rounded ones.
TableArcs arcs_of(const ExpandedCosts& roads, CostType type);

template <class T>
class WholeTable {
public:
    // Borrows both.
    WholeTable(const PreparedJob<T>& job, const SolveOptions& options);

    // The memory of row 0, to which all others join; and of any row.
    RowTarget<T> place(NodeIndex row = 0);
    // Finishes the table: finds next hops from the distances unless `hops_found`, and sums skims along the paths unless
    // `skims` has them. Adds the seconds to the report. `type`: that of the table's distances, float32 for rounded
    // ones.
    DistanceTable finish(bool hops_found, std::vector<Skim> skims, SolveReport& report,
                         CostType type = cost_type_of<T>) &&;

private:
    void find_hops(SolveReport& report);
    void repair_hops(SolveReport& report);

    const PreparedJob<T>& job_;
    const SolveOptions& options_;
    std::vector<T> distances_;  // of all rows, those of the nodes first
    NextHops hops_;
};

}  // namespace allways::engine
