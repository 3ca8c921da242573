// SPDX-License-Identifier: Apache-2.0
// Runs schedules. An executor owns the tiles while it works: it asks for the row of each node once, runs the steps, and
// hands each node's row back once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "allways/base/cost_type.h"
#include "allways/base/progress.h"
#include "allways/device/devices.h"
#include "allways/engine/solve.h"
#include "device/opencl_options.h"
#include "engine/dense/schedule.h"
#include "engine/prepare/cell_format.h"

namespace allways::engine {

// ---- Regions of tiles

// Tiles without holes. In host memory: row by row, each tile contiguous.
struct TileBlock {
    TileSpan rows;
    TileSpan columns;
    std::uint64_t tiles() const { return std::uint64_t{rows.size()} * columns.size(); }
};

// Host memory from which a region reads and to which it writes fast: pinned, for a device.
using TransferMemory = std::shared_ptr<char[]>;

// Calls take effect in their order, except steps that run concurrently.
class TileRegion {
public:
    virtual ~TileRegion() = default;

    // closure, panels and min_plus of a matrix; `after` is empty. A step that is not ahead runs
    // concurrently with the calls that follow, until join(); such steps run one after another.
    virtual void run(const Step& step) = 0;
    // Makes all calls that follow wait for the concurrent steps.
    virtual void join() = 0;
    // Copies a block, with its hops, to the place of the same size that begins at (row, column).
    virtual void copy(const TileBlock& block, std::uint32_t row, std::uint32_t column) = 0;
    // Transfer a block and, unless `hops` is null, its hop array; complete when they return.
    virtual void read(const TileBlock& block, void* cells, std::uint32_t* hops) = 0;
    virtual void write(const TileBlock& block, const void* cells, const std::uint32_t* hops) = 0;

    // For the transfers of this region, which it must not outlive.
    virtual TransferMemory make_transfer_memory(std::size_t bytes) = 0;
};

// ---- Executors

// Cells move between the prepared problem and the executor one row at a time: `cells` contains layout.node_count()
// values of the format's type, by node; `hops` as many uint32 for a hop array, else null. Both functions may be called
// from several threads at once, for different rows.
struct RowStream {
    std::function<void(std::size_t node, void* cells, std::uint32_t* hops)> fill;
    std::function<void(std::size_t node, const void* cells, const std::uint32_t* hops)> take;

    // The cells themselves, n×n, if they lie in pinned memory: a device with its own memory then reads and writes them
    // directly, without calling fill and take. Not with a hop array.
    const void* pinned_source = nullptr;
    void* pinned_target = nullptr;
};

// Consecutive times in seconds. If transfers overlap with the work: until the first step may start, until the last step
// is complete, and until the last row has left.
struct ExecutionTimes {
    double upload = 0;
    double solve = 0;
    double download = 0;
    double total() const { return upload + solve + download; }
};

// Bytes of the tiles of a solve: cells and the hop array, twice if there is a snapshot.
std::uint64_t tile_bytes(const Schedule& schedule, const TileLayout& layout, const CellFormat& format);
// Bytes of one row of tiles: cells and the hop array.
std::uint64_t row_of_tiles_bytes(const TileLayout& layout, const CellFormat& format);

class Executor {
public:
    virtual ~Executor() = default;
    // Device name, for reports.
    virtual std::string description() const = 0;
    // Returns true if the device can compute in that type (float64 may be missing).
    virtual bool supports(CostType type) const = 0;
    // The tuned side of a tile for that format.
    virtual std::size_t preferred_tile(const CellFormat& format) const = 0;
    // The tuned number of pivot tiles per group (blocked_schedule).
    virtual std::uint32_t preferred_group(const CellFormat& format) const = 0;
    // The tuned `streamed_pivots` (blocked_schedule); 0: none. Its key in the tuning table is "ends".
    virtual std::uint32_t preferred_streamed_pivots(const CellFormat& format) const = 0;
    // Bytes that a solve holds for tiles, and those of the device as far as tiles may use it. A device that shares the
    // host's memory counts there too.
    virtual MemoryNeed memory_for(const Schedule& schedule, const TileLayout& layout,
                                  const CellFormat& format) const = 0;
    // The height of bands of rows that pass through the device because it has no room for all
    // (banded_blocked_schedule); 0: it has room for all, or not even for a few.
    virtual std::uint32_t band_of_rows(const TileLayout&, const CellFormat&) const { return 0; }
    // Returns true if several devices share the rows of tiles: they run shared_blocked_schedule only.
    virtual bool shares_rows() const { return false; }

    // Makes room on the device for `rows` of tiles, each of layout.tiles() tiles. Throws as execute(), and
    // InvalidArgument if these are several devices.
    virtual std::unique_ptr<TileRegion> make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                         const CellFormat& format) = 0;

    // Throws Cancelled, DeviceError, CapacityError, InvalidArgument (a tile the device cannot take, naming the
    // constraint). Progress: stage "solve", done and total in pairs.
    virtual ExecutionTimes execute(const Schedule& schedule, const TileLayout& layout, const CellFormat& format,
                                   const RowStream& stream, const ProgressCallback& progress) = 0;
};

// Makes the schedule of that name with `group` pivot tiles at a time and that many streamed pivots, as the executor can
// run it. Throws InvalidArgument for an unknown name, and for one that several devices cannot share.
Schedule make_schedule_for(const Executor& executor, std::string_view name, const TileLayout& layout,
                           const CellFormat& format, std::uint32_t group, std::uint32_t streamed_pivots = 0);

// Runs schedules on host threads, vectorised by the compiler; same tables as every device. threads = 0: as many as the
// machine has.
std::unique_ptr<Executor> make_reference_executor(unsigned threads = 0);

// Makes the executor for `device`. "auto" takes the first GPU, else the first CPU device, else the reference, and logs
// the choice. Throws DeviceError if a requested device is absent.
std::unique_ptr<Executor> make_executor(const DeviceChoice& device, const device::OpenClOptions& options);

}  // namespace allways::engine
