// Deciding before sweeping: whether to, in what order the core is eliminated, and whether the memory suffices.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "allways/engine/solve.h"
#include "engine/sweep/sweep_problem.h"

namespace allways::engine {

class SweepDevice;

template <class T>
struct SweepPlan {
    CellFormat format;
    CoreGraph<T> core;
    std::shared_ptr<const ordering::Elimination> tree;
    std::shared_ptr<SweepDevice> device;  // null: the host's processor
    SolveReport report;                   // everything but the seconds
};

// A network's plan where options.schedule is "sweep", or "auto" and the sweep is predicted to be the faster; otherwise
// nothing, and for "auto" the reason in `why_not`. Adds the seconds of ordering as "order". `steps`: how many different
// next-hop values the table needs. Throws InvalidArgument for a tile or a text that is no device, DeviceError for a
// device that is absent or lacks the type, CapacityError.
template <class T>
std::optional<SweepPlan<T>> plan_sweep(const Prepared<T>& prepared, const RoadNetwork& network, std::size_t steps,
                                       const SolveOptions& options, std::map<std::string, double>& seconds,
                                       std::string& why_not);

// The core's factor, for the plan's costs.
template <class T>
std::shared_ptr<const ordering::Factor<T>> sweep_factor(const SweepPlan<T>& plan);

// Factorizes and sweeps: n×n distances, and hops where they are not null and the format has first-arc bits. Adds the
// seconds of "factor" and "solve" to the report, on a device its own as "device". Throws Cancelled, DeviceError,
// CapacityError.
template <class T>
void run_sweep(SweepPlan<T>& plan, const Prepared<T>& prepared, std::span<T> distances, NextHops* hops,
               const SolveOptions& options);

}  // namespace allways::engine
