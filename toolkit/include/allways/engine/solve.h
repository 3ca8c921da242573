// The engine's front door: a network or a matrix in, a DistanceTable and a report out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/base/with_report.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/device/device_choice.h"
#include "allways/engine/schedules.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways {

// Of a tile's side, in nodes: far beyond what any device's fast memory holds.
inline constexpr std::size_t largest_tile = 4096;

// Of solve, and of solve_between, factorize and BandedSolve, which run on the host's processor by the schedule sweep:
// they refuse (InvalidArgument) another schedule or device, and a tile.
struct SolveOptions {
    std::string cost = {};  // column of a network; empty: "time", else "cost", else "length", else the first
    std::optional<CostType> cost_type =
        {};  // nothing: int32 where it fits (see build_arc_costs); a matrix keeps its own
    ScheduleChoice schedule = {};
    DeviceChoice device = {};  // a sweep takes the host's processor itself unless a GPU or an id is asked for
    bool next_hops = true;
    // Columns of a network to be summed along the shortest paths, each a Skim of the table: {"length"} beside times.
    // They need next hops.
    std::vector<std::string> skims = {};
    std::uint64_t memory_limit_bytes = 0;  // 0: what the host and the device have
    std::size_t tile = 0;                  // side of a tile in nodes; 0: from the tuning table
    std::uint64_t max_buffer_bytes = 0;    // 0: the device's own limit on one allocation
    std::string cache_directory = {};      // compiled kernels; empty: not kept
    std::string tuning_directory = {};     // a user's tuning entries, which go before the shipped ones; empty: none
    ProgressCallback progress = {};
    LogCallback log = {};
};

// What a job needs before anything is allocated. Bytes.
struct MemoryNeed {
    std::uint64_t device = 0;  // tiles (and hops) on the device
    std::uint64_t host = 0;    // the table, next hops and staging
    std::uint64_t device_available = 0;
    std::uint64_t host_available = 0;
};

// What was decided and what it took.
struct SolveReport {
    std::string schedule;         // "sweep", "blocked", …
    std::string schedule_reason;  // one sentence
    // A sweep: where its order of elimination came from, "least fill and 11 levels of cuts" or "kept with the network"
    // (RoadNetwork::elimination_order). Empty: nothing is ordered.
    std::string order;
    std::string device;  // name, or "reference (2 threads)", or "host (2 threads, AVX2)" for a sweep there
    CostType cost_type = CostType::int32;
    CostScale scale;
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;
    std::uint64_t zero_cost_classes = 0;  // contracted sets of nodes at distance 0 of each other
    std::uint64_t no_through_nodes = 0;
    std::uint64_t repaired_columns = 0;  // floats: next-hop columns rebuilt because they were no tree
    bool has_negative_costs = false;
    std::size_t tile = 0;        // 0: the schedule has none
    std::size_t cell_bytes = 0;  // 2 where int32 distances fit 16 bits: twice as fast on some GPUs
    MemoryNeed memory;
    std::size_t band_rows = 0;  // most rows that are in memory at once (BandedSolve); 0: the whole table is
    // By stage: prepare; order, factor and solve of a sweep; plan and solve over tiles; restore. Of solve
    // on a device its kernels: device.
    std::map<std::string, double> seconds;
};

using Solution = WithReport<DistanceTable, SolveReport>;

// All-pairs shortest paths. Throws InvalidArgument (unknown field, schedule, device text; the schedule sweep for a
// matrix or a tile; skims of a matrix or without next hops), NegativeCycleError, CapacityError before allocating what
// would not fit (a network's table may still be made in bands: banded_solve.h), DeviceError for a device asked for and
// absent, InputError for a damaged file in tuning_directory, and Cancelled. With device "auto" and no OpenCL platform
// the reference executor solves, and the log says so. Safe to call from several threads.
Solution solve_with_report(const RoadNetwork& network, const SolveOptions& options = {});
Solution solve_with_report(const CostMatrix& matrix, const SolveOptions& options = {});

DistanceTable solve(const RoadNetwork& network, const SolveOptions& options = {});
DistanceTable solve(const CostMatrix& matrix, const SolveOptions& options = {});

// The plan alone: schedule, device, types and memory, nothing solved. Same errors.
SolveReport plan(const RoadNetwork& network, const SolveOptions& options = {});
SolveReport plan(const CostMatrix& matrix, const SolveOptions& options = {});

}  // namespace allways
