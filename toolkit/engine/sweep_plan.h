// SPDX-License-Identifier: Apache-2.0
// Plans a sweep: whether to sweep, in what order to eliminate the core, and whether memory suffices.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allways/engine/solve.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

class StreamSkims;
class SweepDevice;

// The rows of a table are the nodes 0 … row_count-1 of the prepared network, its columns any nodes.
struct TableShape {
    std::size_t row_count = 0;
    std::span<const NodeIndex> columns;
};

template <class T>
struct SweepPlan {
    CellFormat format;
    CoreGraph<T> core;
    std::shared_ptr<const ordering::Elimination> tree;
    std::vector<std::shared_ptr<SweepDevice>> devices;  // none: the host's processor
    SolveReport report;                                 // everything but the seconds
};

// Returns a network's plan if options.schedule is "sweep", or "auto" and the sweep is predicted to be faster; otherwise
// nothing, and for "auto" the reason in `why_not`. Adds the seconds of ordering as "order". `steps`: the number of
// different next-hop values in the table. `streamed`: the caller plans memory for rows and columns itself. Throws
// InvalidArgument for a tile or an invalid device text, DeviceError for
// a device that is absent or lacks the type, CapacityError.
template <class T>
std::optional<SweepPlan<T>> plan_sweep(const Prepared<T>& prepared, const RoadNetwork& network, std::size_t steps,
                                       bool streamed, const SolveOptions& options,
                                       std::map<std::string, double>& seconds, std::string& why_not);

// Computes the core's factor for the plan's costs.
template <class T>
std::shared_ptr<const ordering::Factor<T>> sweep_factor(const SweepPlan<T>& plan);

// What a sweep fills: rows × columns of distances; hops if they are not null and the format has first-arc bits; and
// the sums that travel with the distances on the host, if they are not null.
template <class T>
struct SweptTable {
    std::span<T> distances;
    NextHops* hops = nullptr;
    StreamSkims* sums = nullptr;
};

// Factorizes and sweeps. Returns the sums of the first rows, one for each column. Adds the seconds of "factor" and
// "solve" to the report, and on a device its own as "device". Throws Cancelled, DeviceError, CapacityError.
template <class T>
std::vector<Skim> run_sweep(SweepPlan<T>& plan, const Prepared<T>& prepared, const TableShape& shape,
                            const SweptTable<T>& table, const SolveOptions& options);

}  // namespace allways::engine
