// How fast a device solves a matrix, and how near that is to the most its registers can do. What
// `allways bench` prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/device/device_choice.h"
#include "allways/engine/schedules.h"

namespace allways {

// What travels beside the distances: nothing, a label in the key's low bits (int32), or an array of hops.
enum class BenchHops { none, label, carried };

// What is solved. Nothing about either is used to save work: every tile is multiplied.
//   dense   the complete digraph with costs 1 … 10⁶ (narrow: 10⁴) drawn by hash from (seed, from, to)
//   street  a made-up street network (generate_streets) with its nodes in random order; costs are times in ms
//           (narrow: in s, for up to 65,536 nodes)
enum class BenchGraph { dense, street };

// How rows get from and to host memory: by the device itself, for which it must be pinned, or by threads that copy them
// to and from memory that is.
enum class BenchTransfers { none, pinned, staged };

struct BenchOptions {
    DeviceChoice device = {};
    CostType type = CostType::int32;
    bool narrow = false;  // int32 costs in 16-bit cells
    BenchHops hops = BenchHops::none;
    bool large = false;  // int32 with carried hops as if distances took all the bits
    BenchGraph graph = BenchGraph::dense;
    std::size_t n = 4000;                 // nodes
    ScheduleChoice schedule = "blocked";  // over tiles
    std::size_t tile = 0;                 // 0: from the tuning table
    std::uint32_t group = 0;              // pivot tiles a group of the blocked schedule; 0: from the tuning table
    std::string tuning = {};              // entry of the tuning table; empty: the one that fits the device
    unsigned runs = 3;                    // measured, after one that warms up
    BenchTransfers transfers = BenchTransfers::none;  // measure also the way from one host array to another (OpenCL)
    std::uint64_t seed = 1;
    bool check = true;                  // the warm-up's answer against Dijkstra, for some targets
    std::string cache_directory = {};   // compiled kernels; empty: not kept
    std::string tuning_directory = {};  // as SolveOptions::tuning_directory
    ProgressCallback progress = {};
    LogCallback log = {};
};

struct BenchResult {
    std::string device;
    std::string driver;  // version; empty for the reference
    CostType type = CostType::int32;
    bool narrow = false;
    BenchHops hops = BenchHops::none;
    BenchGraph graph = BenchGraph::dense;
    std::size_t n = 0;
    std::size_t tile = 0;
    std::uint32_t group = 0;
    double seconds = 0;  // median over the runs of the solve on the device, transfers left out
    double fastest_seconds = 0;
    double upload_seconds = 0;  // of the last run
    double download_seconds = 0;
    double transfer_seconds = 0;  // with BenchOptions::transfers: rows to the device and back, without the work between
    double work_seconds = 0;      // the work alone, in the order that lets transfers run beside it
    double total_seconds = 0;     // the whole, transfers beside the work
    double pairs_per_second = 0;  // n³ / seconds: padding is no merit
    double ceiling_pairs_per_second =
        0;             // register-only adds and mins of that type; 0 for the reference, which has none
    double share = 0;  // pairs_per_second / ceiling_pairs_per_second
    unsigned runs = 0;
    std::size_t checked_targets = 0;  // columns compared with Dijkstra, hops included
};

// Solves the graph of n nodes.
// Throws CapacityError before allocating what does not fit, Error where an answer differs from Dijkstra's, and what
// make_executor and Executor::execute throw.
BenchResult run_bench(const BenchOptions& options);

}  // namespace allways
