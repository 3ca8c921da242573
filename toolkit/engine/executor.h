// Where a schedule runs. An executor owns the tiles while it works: it asks for each row of tiles once, runs
// the steps, and hands each row of tiles back once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "engine/schedule.h"
#include "engine/tile_layout.h"

namespace allways::engine {

// How next hops travel with the distances.
enum class HopMode {
    none,     // distances only
    label,    // int32 only: cell = cost·2^label_bits + label of the path's first arc. The diagonal of a node is
              // the largest label (so it never wins a tie); unreachable is unreachable_key(label_bits).
              // C ← min(C, A + (B with the label bits cleared))
    carried,  // a second array of uint32: hop(C) ← hop(A at the winning k) where the cost strictly falls
};

// Cells are never negative, nor negative zero (prepare sees to it), which some devices use: the bits of such floats are
// in their order.
struct CellFormat {
    CostType type = CostType::int32;
    HopMode hops = HopMode::none;
    int label_bits = 0;
    bool narrow = false;  // int32 costs in cells of 16 bits (not in carried mode): half the memory, two in a GPU's lane
    bool small = false;   // int32, carried: no distance reaches small_unreachable, which leaves bits for a step
};

// Bytes of a cell, without its hop.
inline std::size_t cell_bytes(const CellFormat& format) {
    return format.narrow ? 2 : size_of(format.type);
}

// The largest key whose double still fits and whose label bits are 0, so that adding to it never looks reachable.
constexpr std::int32_t unreachable_key(int label_bits) {
    return unreachable_cost<std::int32_t> & ~((std::int32_t{1} << label_bits) - 1);
}

inline constexpr int most_narrow_label_bits = 13;

// The same for narrow cells: the sum of two still fits 16 bits.
constexpr std::uint16_t narrow_unreachable_key(int label_bits) {
    return static_cast<std::uint16_t>(0x7fff & ~((1 << label_bits) - 1));
}

// The same for small cells: the sum of two still fits 25 bits.
inline constexpr std::int32_t small_unreachable = (std::int32_t{1} << 24) - 1;

// The value that stands for unreachable in the cells of a format whose type is int32.
constexpr std::int32_t unreachable_cell(const CellFormat& format) {
    if (format.narrow) return narrow_unreachable_key(format.label_bits);
    return format.small ? small_unreachable : unreachable_key(format.label_bits);
}

// Calls function.template operator()<T>() for the T of a format's cells.
template <class Function>
decltype(auto) with_cell_type(const CellFormat& format, Function&& function) {
    if (format.narrow) return function.template operator()<std::uint16_t>();
    return with_cost_type(format.type, std::forward<Function>(function));
}

// The value of a cell that nothing reaches.
template <class T>
constexpr T empty_cell(const CellFormat& format) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(unreachable_cell(format));
    else
        return unreachable_cost<T>;
}

// The hop value of a cell that has none (carried mode).
inline constexpr std::uint32_t no_hop = ~std::uint32_t{0};

// Cells move between the prepared problem and the executor a row at a time: `cells` holds layout.node_count() values of
// the format's type, by node, `hops` as many uint32 in carried mode and is null otherwise. Both may be called from
// several threads at once, for different rows.
struct RowStream {
    std::function<void(std::size_t node, void* cells, std::uint32_t* hops)> fill;
    std::function<void(std::size_t node, const void* cells, const std::uint32_t* hops)> take;

    // Where the cells lie as they are, n×n, in memory that a device can reach by itself (pinned): a device with memory
    // of its own then reads and writes them there, without calling fill and take. Not in carried mode.
    const void* pinned_source = nullptr;
    void* pinned_target = nullptr;
};

// Seconds, one after the other. Where transfers overlap with the work: until the first step may start, until the last
// is complete, and until the last row has left.
struct ExecutionTimes {
    double upload = 0;
    double solve = 0;
    double download = 0;
    double total() const { return upload + solve + download; }
};

// Bytes that the tiles of a solve take on the executor's device: cells, carried hops, and as much again for a snapshot.
std::uint64_t tile_bytes(const Schedule& schedule, const TileLayout& layout, const CellFormat& format);

class Executor {
public:
    virtual ~Executor() = default;
    // Device name, for reports.
    virtual std::string description() const = 0;
    // Whether the device can compute in that type (float64 may be missing).
    virtual bool supports(CostType type) const = 0;
    // The tuned side of a tile for that format.
    virtual std::size_t preferred_tile(const CellFormat& format) const = 0;
    // The tuned number of pivot tiles a group (blocked_schedule).
    virtual std::uint32_t preferred_group(const CellFormat& format) const = 0;
    // The tuned `ends` (blocked_schedule); 0: none.
    virtual std::uint32_t preferred_ends(const CellFormat& format) const = 0;
    // Bytes of device memory. For devices that share the host's memory, shares_host_memory() is true and they count
    // there.
    virtual std::uint64_t available_bytes() const = 0;
    virtual bool shares_host_memory() const = 0;

    // Throws Cancelled, DeviceError, CapacityError, InvalidArgument (a tile the device cannot take, naming the
    // constraint). Progress: stage "solve", done and total in pairs.
    virtual ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& format,
                                   const RowStream& stream, const ProgressCallback& progress) = 0;
};

// Host threads over the same schedule, vectorised by the compiler; same tables as every device.
// threads = 0: as many as the machine has.
std::unique_ptr<Executor> make_reference_executor(unsigned threads = 0);

struct OpenClOptions {
    std::uint64_t max_buffer_bytes = 0;  // 0: the device's limit on one allocation; smaller values are for tests
    std::string cache_directory = {};    // compiled kernels; empty: not kept
    LogCallback log = {};
    bool map_host_memory = true;    // false, for tests: rows are sent even where the device shares the host's memory
    bool overlap_transfers = true;  // false: rows come and go before and after the work, so that each is timed
    std::string tuning = {};        // entry of the tuning table to use; empty: the one that fits the device
    std::string tuning_directory = {};  // a user's entries, which go before the shipped ones; empty: none
};

// The executor that `device` asks for: "auto" | "cpu" | "gpu" | "reference" | "I:J". "auto" takes the first GPU, else
// the first CPU device, else the reference, and logs the choice. Throws DeviceError where the device asked for is
// absent, InvalidArgument where the text is none of these.
std::unique_ptr<Executor> make_executor(const std::string& device, const OpenClOptions& options);

}  // namespace allways::engine
