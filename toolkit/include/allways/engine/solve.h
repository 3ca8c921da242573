// SPDX-License-Identifier: Apache-2.0
// The engine's entry point: a network or a matrix in, a DistanceTable and a report out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/cost_type.h"
#include "allways/base/option_row.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/cost/cost_matrix.h"
#include "allways/device/devices.h"
#include "allways/network/road_network.h"
#include "allways/result/distance_table.h"

namespace allways {

// A result with the report of the decisions and times behind it.
template <class Value, class Report>
struct WithReport {
    Value value;
    Report report;
};

// ---- the schedules: how an all-pairs problem is divided into steps (docs/engine.md)

// "auto" takes sweep or blocked, whichever is predicted to be faster; "sweep" eliminates the nodes of a network in a
// good order; "blocked", "naive", "recursive" and "squaring" work on tiles of a matrix. Constructed from that text;
// throws InvalidArgument for any other.
class ALLWAYS_API ScheduleChoice {
public:
    ScheduleChoice() = default;
    ScheduleChoice(std::string_view text);  // NOLINT: implicit, so that a text can be passed as a choice
    ScheduleChoice(const std::string& text) : ScheduleChoice(std::string_view(text)) {}
    ScheduleChoice(const char* text) : ScheduleChoice(std::string_view(text)) {}

    const std::string& text() const { return text_; }
    bool is_auto() const { return text_ == "auto"; }
    bool is_sweep() const { return text_ == "sweep"; }
    friend bool operator==(const ScheduleChoice&, const ScheduleChoice&) = default;

private:
    std::string text_ = "auto";
};

// The schedules over tiles, which solve networks and matrices: "blocked", "naive", "recursive", "squaring".
ALLWAYS_API const std::vector<std::string>& tile_schedules();

// ---- solving

class Cluster;  // allways/cluster/cluster.h

// The largest side of a tile, in nodes: far beyond what any device's fast memory holds.
inline constexpr std::size_t largest_tile = 4096;

// Options of solve, solve_between, factorize and TableStream. solve_between and factorize always sweep: they throw
// InvalidArgument for another schedule and for a tile. factorize, and solve_between with skims, throw it for a device
// other than the host's processor, too. Each option is also a row of solve_options().
struct SolveOptions {
    std::string cost = {};  // column of a network; empty: chosen as choose_cost does (cost/arc_costs.h)
    std::optional<CostType> cost_type =
        {};  // nothing: int32 where it fits (see build_arc_costs); a matrix keeps its own
    ScheduleChoice schedule = {};
    DeviceChoice device = {};  // a sweep takes the host's processor unless a GPU or a device id is requested
    bool next_hops = true;
    // Columns of a network to sum along the shortest paths, each a Skim of the table: {"length"} in addition to times.
    // They need next hops.
    std::vector<std::string> skims = {};
    std::uint64_t memory_limit_bytes = 0;  // 0: all memory of the host and the device
    // Bytes of device memory for schedules over tiles; 0: all of it. A larger matrix passes through the device in bands
    // of rows; the other rows stay in host memory, or in an unnamed file in scratch_directory if that is not empty.
    std::uint64_t device_memory_bytes = 0;
    std::string scratch_directory = {};
    std::size_t tile = 0;               // side of a tile in nodes; 0: from the tuning table
    std::string cache_directory = {};   // compiled kernels; empty: not kept
    std::string tuning_directory = {};  // a user's tuning entries, which override the shipped ones; empty: none
    // A device without a tuning entry of its own may tune itself at a long job over tiles, for 3 % of its time and 2 s
    // at most; results do not depend on it. The values found are kept in cache_directory.
    bool self_tuning = true;
    ProgressCallback progress = {};
    LogCallback log = {};
    // The ranks that solve one table together, each with the same input and options except for these callbacks; null:
    // this process alone. TableStream only: ranks share the tiles of the schedule blocked, and each rank of a machine
    // takes one of the devices. A network that would be swept is refused. Must outlive the job.
    Cluster* cluster = nullptr;
};

// The memory a job needs, in bytes, before anything is allocated.
struct MemoryNeed {
    std::uint64_t device = 0;  // tiles (and hops) on the device
    std::uint64_t host = 0;    // the table, next hops and staging
    std::uint64_t device_available = 0;
    std::uint64_t host_available = 0;

    static void each_row(auto&& row) {
        row("device", &MemoryNeed::device, "Bytes needed on the device", JsonForm::plain, "device_bytes");
        row("host", &MemoryNeed::host, "Bytes needed on the host", JsonForm::plain, "host_bytes");
        row("device_available", &MemoryNeed::device_available, "Bytes available on the device", JsonForm::plain,
            "device_available_bytes");
        row("host_available", &MemoryNeed::host_available, "Bytes available on the host", JsonForm::plain,
            "host_available_bytes");
    }
};

// Decisions, sizes and times of one solve.
struct SolveReport {
    std::string schedule;         // "sweep", "blocked", …
    std::string schedule_reason;  // one sentence
    // The source of a sweep's elimination order: "minimum fill and 11 levels of cuts", or "kept with the network"
    // (RoadNetwork::elimination_order). Empty if nothing is ordered.
    std::string order;
    std::string device;  // name, or "reference (2 threads)", or "host (2 threads, AVX2)" for a sweep there
    CostType cost_type = CostType::int32;
    CostScale scale;
    std::uint64_t nodes = 0;
    std::uint64_t arcs = 0;
    std::uint64_t zero_cost_classes = 0;  // contracted sets of nodes at distance 0 of each other
    std::uint64_t no_through_nodes = 0;
    std::uint64_t turn_states = 0;       // states that turn rules add to those of the nodes
    std::uint64_t repaired_columns = 0;  // floats: next-hop columns rebuilt because they formed no tree
    bool has_negative_costs = false;
    std::string self_tuning = {};  // what the device found for this job, in one sentence; empty: it did not search
    std::uint64_t tile = 0;        // 0: the schedule uses no tiles
    std::uint64_t cell_bytes = 0;  // 2 where int32 distances fit 16 bits: twice as fast on some GPUs
    MemoryNeed memory;
    std::uint64_t device_rows = 0;   // rows that the device holds at a time if the matrix is larger; 0: all
    std::uint64_t band_rows = 0;     // rows of a band (TableStream); 0: the whole table is in memory
    std::string whole_because = {};  // why a TableStream needs the whole table in memory; empty: it does not
    // Seconds by stage, one after the other: prepare; order, factor and solve for a sweep; tune, plan and solve over
    // tiles; restore. Their sum is the time of the whole call.
    std::map<std::string, double> seconds;
    // Seconds of work done during these stages: "device", its kernels; "write", a stream's take().
    std::map<std::string, double> busy;

    static void each_row(auto&& row) {
        row("schedule", &SolveReport::schedule, "sweep, blocked, naive, recursive, squaring or departure",
            JsonForm::null_if_empty);
        row("schedule_reason", &SolveReport::schedule_reason, "Why this schedule was chosen, in one sentence",
            JsonForm::null_if_empty);
        row("order", &SolveReport::order, "The source of a sweep's elimination order; empty if nothing is ordered",
            JsonForm::null_if_empty);
        row("device", &SolveReport::device, "The device's name", JsonForm::null_if_empty);
        row("cost_type", &SolveReport::cost_type, "int32, float32 or float64", JsonForm::absent);
        row("scale", &SolveReport::scale, "The cost's name, its unit and the decimal digits of raw values",
            JsonForm::plain, "cost");
        row("nodes", &SolveReport::nodes, "Nodes of the network or matrix");
        row("arcs", &SolveReport::arcs, "Arcs that paths can use");
        row("zero_cost_classes", &SolveReport::zero_cost_classes,
            "Contracted sets of nodes at distance 0 of each other");
        row("no_through_nodes", &SolveReport::no_through_nodes, "Nodes that paths do not pass");
        row("turn_states", &SolveReport::turn_states, "States that turn rules add to those of the nodes");
        row("repaired_columns", &SolveReport::repaired_columns,
            "Columns of next hops rebuilt because they formed no tree");
        row("has_negative_costs", &SolveReport::has_negative_costs, "True if an arc's cost is below 0");
        row("tile", &SolveReport::tile, "Side of a tile in nodes; 0: the schedule uses no tiles");
        row("cell_bytes", &SolveReport::cell_bytes, "Bytes of a cell while it is solved");
        row("memory", &SolveReport::memory, "Bytes needed on the device and the host, and available there");
        row("self_tuning", &SolveReport::self_tuning, "What the device found for this job; empty: it did not search",
            JsonForm::unless_empty);
        row("device_rows", &SolveReport::device_rows,
            "Rows that the device holds at a time if the matrix is larger; 0: all of them", JsonForm::unless_empty);
        row("whole_because", &SolveReport::whole_because,
            "Why the table is whole in memory; empty: it is written in bands of rows", JsonForm::unless_empty);
        row("band_rows", &SolveReport::band_rows, "Rows of a band; 0: the whole table is in memory", JsonForm::absent);
        row("seconds", &SolveReport::seconds, "Seconds by stage, one after the other");
        row("busy", &SolveReport::busy, "Seconds of work during these stages: the device's kernels, writing");
    }
};

using Solution = WithReport<DistanceTable, SolveReport>;

// All-pairs shortest paths. Throws InvalidArgument (unknown field, schedule, device text; the schedule sweep for a
// matrix or a tile; skims of a matrix or without next hops), NegativeCycleError, CapacityError before allocating
// anything that would not fit (a TableStream may still solve such a network), DeviceError for a requested
// device that is absent, InputError for a damaged file in tuning_directory, and Cancelled. With device "auto" and no
// OpenCL platform the reference executor solves, and the log reports it. Safe to call from several threads.
ALLWAYS_API Solution solve_with_report(const RoadNetwork& network, const SolveOptions& options = {});
ALLWAYS_API Solution solve_with_report(const CostMatrix& matrix, const SolveOptions& options = {});

ALLWAYS_API DistanceTable solve(const RoadNetwork& network, const SolveOptions& options = {});
ALLWAYS_API DistanceTable solve(const CostMatrix& matrix, const SolveOptions& options = {});

// Plans without solving: schedule, device, types and memory. Throws as solve_with_report does.
ALLWAYS_API SolveReport plan(const RoadNetwork& network, const SolveOptions& options = {});
ALLWAYS_API SolveReport plan(const CostMatrix& matrix, const SolveOptions& options = {});

// ---- the options of solving as rows, from which the command and Python make theirs

using SolveOptionRow = OptionRow<SolveOptions, bool, std::string, std::optional<CostType>, ScheduleChoice, DeviceChoice,
                                 std::vector<std::string>, std::uint64_t>;

// In the order of the command's help.
ALLWAYS_API const std::vector<SolveOptionRow>& solve_options();

ALLWAYS_API std::vector<std::string> words_of(const ScheduleChoice&);

// Help of the options that SolveOptions and BenchOptions share.
inline constexpr const char* device_text =
    "Device: auto, cpu, gpu, reference, or an id from `list_devices()`; several share the work: gpu:all, 0:0,0:1 or "
    "cpu+gpu";
inline constexpr const char* device_memory_text =
    "Use at most this much of a device's memory; a larger matrix passes through it in bands of rows (default: what the "
    "device has)";
// The use of each of tile_schedules().
inline constexpr const char* tile_schedules_text =
    "blocked, groups of tiles, the least memory traffic; naive, Floyd-Warshall as in textbooks, to compare with; "
    "recursive, halves of halves (R-Kleene), twice the memory; squaring, min-plus squarings until nothing changes, for "
    "graphs whose paths have few arcs, twice the memory";

// float64, or float32 if a requested device other than the host's processor does not compute in float64. Throws
// DeviceError if the device is absent.
ALLWAYS_API CostType float_type_for(const DeviceChoice& device);

}  // namespace allways
