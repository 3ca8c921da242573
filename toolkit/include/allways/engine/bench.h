// SPDX-License-Identifier: Apache-2.0
// Measures devices: how fast one solves a matrix, and which kernel geometry is fastest on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/device/devices.h"
#include "allways/engine/solve.h"

namespace allways {

// ---- measures how fast a device solves a matrix, and how close that is to the peak rate of its registers. `allways
// bench` prints the result

// The next hops stored with the distances: none, first-arc bits in the low bits of an int32 cell, or an array of hops.
enum class BenchHops { none, first_arcs, array };
inline std::vector<std::string> words_of(BenchHops) {
    return {"none", "first-arcs", "array"};
}

// The graph to solve. The schedule exploits no structure of either: every tile is multiplied.
//   dense   the complete digraph with costs 1 … 10⁶ (bits16: 10⁴) drawn by hash from (seed, from, to)
//   street  a generated street network (generate_streets) with its nodes in random order; costs are times in ms
//           (bits16: in s, for up to 65,536 nodes)
enum class BenchGraph { dense, street };
inline std::vector<std::string> words_of(BenchGraph) {
    return {"dense", "street"};
}

// The transfer of rows to and from host memory: by the device itself, which needs pinned host memory, or by threads
// that copy them through pinned memory.
enum class BenchTransfers { none, pinned, staged };
inline std::vector<std::string> words_of(BenchTransfers) {
    return {"none", "pinned", "staged"};
}

struct BenchOptions {
    DeviceChoice device = {};
    CostType type = CostType::int32;
    bool bits16 = false;  // int32 costs in 16-bit cells
    BenchHops hops = BenchHops::none;
    bool large = false;  // int32 costs so large that distances may fill the cells
    BenchGraph graph = BenchGraph::dense;
    std::size_t n = 4000;                   // nodes
    ScheduleChoice schedule = "blocked";    // a schedule over tiles
    std::size_t tile = 0;                   // 0: from the tuning table
    std::uint32_t group = 0;                // pivot tiles per group of the blocked schedule; 0: from the tuning table
    std::uint64_t device_memory_bytes = 0;  // as SolveOptions has it
    std::string tuning = {};                // tuning table entry; empty: the one that fits the device
    bool self_tuning = false;  // lets a device without an entry of its own tune itself first, as for a long job
    unsigned runs = 3;         // measured runs, after one warm-up
    BenchTransfers transfers = BenchTransfers::none;  // also measures transfers from one host array to another (OpenCL)
    std::uint64_t seed = 1;
    bool check = true;                  // compares the warm-up's answer with Dijkstra's for some targets
    std::string cache_directory = {};   // compiled kernels; empty: not kept
    std::string tuning_directory = {};  // as SolveOptions::tuning_directory
    ProgressCallback progress = {};
    LogCallback log = {};
};

using BenchOptionRow = OptionRow<BenchOptions, DeviceChoice, CostType, bool, BenchHops, BenchGraph, std::uint64_t,
                                 std::uint32_t, ScheduleChoice, std::string, BenchTransfers>;
// In the order of the command's help.
ALLWAYS_API const std::vector<BenchOptionRow>& bench_options();

struct BenchResult {
    std::string device;
    std::string driver;  // version; empty for the reference
    CostType type = CostType::int32;
    bool bits16 = false;
    BenchHops hops = BenchHops::none;
    BenchGraph graph = BenchGraph::dense;
    std::size_t n = 0;
    std::size_t tile = 0;
    std::uint32_t group = 0;
    double tuning_seconds = 0;  // of self_tuning
    double seconds = 0;         // median solve time on the device, without transfers
    double fastest_seconds = 0;
    double upload_seconds = 0;  // upload time of the last run
    double download_seconds = 0;
    double transfer_seconds = 0;          // with BenchOptions::transfers: rows to the device and back, without solving
    double work_seconds = 0;              // solving alone, in the order that lets transfers overlap
    double total_seconds = 0;             // both, transfers overlapped with solving
    double pairs_per_second = 0;          // n³ / seconds; padding does not count
    double ceiling_pairs_per_second = 0;  // peak rate of additions and minima in registers; 0 for the reference
    double share = 0;                     // pairs_per_second / ceiling_pairs_per_second
    unsigned runs = 0;
    std::size_t checked_targets = 0;  // columns compared with Dijkstra's, next hops included
    std::uint64_t checksum = 0;       // of all cells, without the hop array: equal on devices that agree

    static void each_row(auto&& row) {
        row("device", &BenchResult::device, "", JsonForm::absent);
        row("driver", &BenchResult::driver, "", JsonForm::absent);
        row("type", &BenchResult::type, "", JsonForm::absent);
        row("bits16", &BenchResult::bits16, "", JsonForm::absent);
        row("n", &BenchResult::n, "", JsonForm::absent);
        row("tile", &BenchResult::tile, "", JsonForm::absent);
        row("group", &BenchResult::group, "", JsonForm::absent);
        row("runs", &BenchResult::runs);
        row("seconds", &BenchResult::seconds, "Median time of a solve on the device, without transfers.");
        row("fastest_seconds", &BenchResult::fastest_seconds);
        row("upload_seconds", &BenchResult::upload_seconds);
        row("download_seconds", &BenchResult::download_seconds);
        row("transfer_seconds", &BenchResult::transfer_seconds, "With `transfers`: rows to the device and back.",
            JsonForm::absent);
        row("work_seconds", &BenchResult::work_seconds, "", JsonForm::absent);
        row("total_seconds", &BenchResult::total_seconds, "Transfers and work, overlapped.", JsonForm::absent);
        row("pairs_per_second", &BenchResult::pairs_per_second, "n³ / seconds.");
        row("ceiling_pairs_per_second", &BenchResult::ceiling_pairs_per_second,
            "The rate of the device from registers alone; 0 for the reference.");
        row("share", &BenchResult::share, "The share of the ceiling that was reached.");
        row("checked_targets", &BenchResult::checked_targets, "Columns compared with Dijkstra's algorithm.");
    }
};

// Solves the graph of n nodes. Throws InvalidArgument for a hop array in 16-bit cells, CapacityError before allocating
// anything that would not fit, Error if an answer differs from Dijkstra's, and whatever make_executor and
// Executor::execute throw.
ALLWAYS_API BenchResult run_bench(const BenchOptions& options);

// ---- measures which kernel geometry is fastest on a device within a stated time. `allways tune` writes the result as
// an entry of the tuning table

struct TuneOptions {
    DeviceChoice device = {};  // as SolveOptions::device; the reference has nothing to tune
    // Types to measure; int32 also covers its 16-bit cells.
    std::vector<CostType> types = {CostType::int32, CostType::float32, CostType::float64};
    double seconds = 120;               // for the whole run; a kernel compilation that has begun is completed
    std::string cache_directory = {};   // compiled kernels of all candidates; empty: compiled anew for each round
    std::string tuning_directory = {};  // as SolveOptions::tuning_directory: the source of the device's current values
    ProgressCallback progress = {};     // stage "tune", in milliseconds of the stated time
    LogCallback log = {};
};

using TuneOptionRow = OptionRow<TuneOptions, DeviceChoice, std::vector<CostType>, double, std::string>;
// In the order of the command's help.
ALLWAYS_API const std::vector<TuneOptionRow>& tune_options();

// A section of a tuning entry and its measured rates, for the same problem on the same device, in pairs per second as
// in BenchResult.
struct TunedSection {
    std::string name;   // "values", "float32", "float64", "uint16", "carried", "float64_carried", "small_carried"
    std::string cells;  // described in words: "int32", "int32, hop array"
    std::map<std::string, int> values;
    std::size_t candidates = 0;  // geometries that the device supports
    std::size_t measured = 0;    // candidates measured in the time available; 0: `values` are the current ones
    std::size_t n = 0;           // nodes of the longest measurement
    double before = 0;           // rate with the current values; 0 if they did not run
    double after = 0;
};

struct ALLWAYS_API TuneResult {
    std::string device;
    std::string driver;
    std::string kind;           // "cpu" or "gpu", as an entry's "match" has it
    std::string form;           // form of the kernels: "cpu" or "gpu"
    std::string build_options;  // those of the current entry, unchanged
    std::string before;         // name of the current entry
    std::vector<TunedSection> sections;
    double seconds = 0;

    std::size_t candidates() const;
    std::size_t measured() const;
};

// Tries the geometries that the device's limits allow by successive halving, starting with those that a rough model
// expects to be fast: short runs of all, longer runs of the better half. Each run uses the real engine on a complete
// digraph and checks the answer against Dijkstra's; a geometry that fails or gives a wrong answer is logged and
// dropped. The current values are always candidates and stay unless others are faster. Throws InvalidArgument (device
// text, no types, seconds not above 0 or too few to measure anything), DeviceError (no such device), InputError (a
// damaged file in tuning_directory), and Cancelled.
ALLWAYS_API TuneResult tune(const TuneOptions& options);

// Returns the name of the device that `tune` would choose for `device`. Throws as tune does.
ALLWAYS_API std::string tuned_device(const DeviceChoice& device);

}  // namespace allways
