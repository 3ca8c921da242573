// SPDX-License-Identifier: Apache-2.0
// Rows on their way to, from and between devices while these work.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"
#include "device/opencl.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/device_matrix.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// ---- Between devices
//
// Shared rows of tiles on their way between devices, through pinned host memory. One thread for each device:
//
//   owner of the rows:  give ─ read ┐
//   the others:                     └ take ─ write ─

class RowExchange {
public:
    // `context`, `queue`: of a device to whose transfers the memory is pinned.
    RowExchange(std::size_t devices, const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~RowExchange();
    RowExchange(const RowExchange&) = delete;
    RowExchange& operator=(const RowExchange&) = delete;

    // Every device calls one of these for every sharing, in order. `read` fills the memory, `write` empties it; they
    // return when that is done. Throws what a device failed with.
    void give(const std::function<void(char* memory)>& read);
    void take(std::size_t sharing, const std::function<void(const char* memory)>& write);

    // Returns once every device has called it.
    void meet();

    // Wakes all devices: they end with this failure.
    void fail(std::exception_ptr failure) { monitor_.fail(std::move(failure)); }

private:
    struct Slot {
        std::unique_ptr<device::Staging> memory;
        std::size_t sharing = 0;  // + 1; 0: none
        std::size_t takers = 0;   // that have yet to take it
    };

    std::size_t devices_;
    Monitor monitor_;
    std::array<Slot, 2> slots_;  // one is taken while the next is given
    std::size_t given_ = 0;
    std::size_t met_ = 0;
};

// ---- Between a device and the host
//
// Moves rows of cells to and from a device with its own memory while it works. The host only computes or takes plain
// rows, on separate threads; the device cuts them into tiles, in the work's own queues, just before the first step that
// needs them and just after the last that writes them. (In separate queues each of these small kernels would wait for a
// whole product.)
//
//   thread that launches work:        to_tiles ─ steps … ─ to_rows
//                                        │                    │
//   threads:   stream.fill ─ write ──────┘                    └── read ─ stream.take
//
// Rows in pinned memory are written and read there directly.

// Consecutive rows of tiles in one buffer.
struct Piece {
    std::uint32_t begin = 0;  // tile rows begin … end-1
    std::uint32_t end = 0;
    std::size_t first_node = 0;
    std::size_t node_count = 0;
};

// Device memory for pieces as rows, all of the same size. Kept between solves: allocating it takes as long as sending.
struct PlacesMemory {
    cl::Buffer cells;
    cl::Buffer hops;  // for a hop array
};

// Things that both directions share. All must outlive the transfer.
struct TransferContext {
    const cl::Context& context;
    const cl::CommandQueue& link;  // for this direction only
    const Queues& work;            // of the steps
    const cl::Program& kernels;    // rows.cl
    const DeviceMatrix& matrix;
    const RowStream& stream;
    PlacesMemory& places;      // for this direction only
    std::size_t memory_bytes;  // the device's memory; the places take a small part
};

// Threads that move pieces between host and device, each piece through a place on the device; pieces share the places
// in turns. A single piece is moved by the waiting thread: a new one would cost more than it hides.
class PieceThreads {
public:
    // `cells_kernel`, `hops_kernel`: those of rows.cl that move rows between their places and tiles. `pinned`: the rows
    // in pinned memory, or null.
    PieceThreads(const TransferContext& transfer, const char* cells_kernel, const char* hops_kernel,
                 const void* pinned);
    virtual ~PieceThreads();  // stops and joins
    PieceThreads(const PieceThreads&) = delete;
    PieceThreads& operator=(const PieceThreads&) = delete;

protected:
    void start();  // throws DeviceError if the system refuses every thread
    void stop_and_join();
    // Waits until `ready()`. Rethrows exceptions of the threads.
    template <class Ready>
    void wait_until(const Ready& ready);
    // Moves piece `i`. `staging` belongs to the thread, null if rows are pinned. Returns early if the work was stopped.
    virtual void move(std::size_t i, device::Staging* staging) = 0;

    // Returns how many pieces from `i`, before `end`, are consecutive in the matrix and in their places.
    std::size_t in_one_launch(std::size_t i, std::size_t end) const;
    Piece joined(std::size_t i, std::size_t count) const;
    // Launches the kernel for cells, then the one for the hop array, if any, for a joined piece whose first is piece
    // `i`, after all of `waits`. Returns the event of the last launch. Called by one thread.
    cl::Event launch(const cl::CommandQueue& queue, const cl::NDRange& range, const Piece& joined, std::size_t i,
                     const std::vector<cl::Event>& waits);

    std::size_t place_of(std::size_t i) const { return i % places_; }
    bool has_hop_array() const { return row_hop_bytes_ != 0; }
    // Bytes before the place of piece `i`, where a node has so many.
    std::size_t offset_of(std::size_t i, std::size_t row_bytes) const {
        return place_of(i) * nodes_a_place_ * row_bytes;
    }
    char* cells_in(device::Staging& staging, std::size_t row) const { return staging.data() + row * row_bytes_; }
    // Null without a hop array.
    std::uint32_t* hops_in(device::Staging& staging, const Piece& piece, std::size_t row) const;

    TransferContext transfer_;
    TileLayout layout_;
    std::size_t row_bytes_;      // of one node's cells
    std::size_t row_hop_bytes_;  // 0 without a hop array
    cl::Kernel cells_kernel_;
    cl::Kernel hops_kernel_;
    std::vector<Piece> pieces_;
    std::size_t places_ = 0;
    std::size_t nodes_a_place_ = 0;
    Monitor monitor_;

private:
    void run(device::Staging* staging);

    std::vector<std::unique_ptr<device::Staging>> stagings_;  // one per thread, null if rows are pinned
    std::size_t next_ = 0;
    std::vector<std::thread> threads_;
};

// Sends all rows, first to last.
class Upload final : public PieceThreads {
public:
    explicit Upload(const TransferContext& transfer);
    ~Upload() override { stop_and_join(); }
    // Makes commands enqueued from now on to either work queue see tile rows 0 … row in the matrix.
    void arrive(std::uint32_t row);

private:
    void move(std::size_t i, device::Staging* staging) override;

    std::vector<cl::Event> written_;  // null until enqueued
    std::vector<cl::Event> in_tiles_;
    std::size_t arrived_ = 0;
};

// Fetches all rows, each piece once the last steps that write it are complete.
class Download final : public PieceThreads {
public:
    Download(const TransferContext& transfer, const Schedule& schedule);
    ~Download() override { stop_and_join(); }
    // Called for each step as it is launched.
    void launched(const Step& step, const cl::Event& event);
    // Called when all work is launched. Blocks until every row is taken.
    void finish();

private:
    void move(std::size_t i, device::Staging* staging) override;
    void leave(const cl::CommandQueue& queue, std::size_t end);

    std::vector<std::size_t> last_step_;   // for each piece, + 1; 0: no step writes it
    std::array<cl::Event, 2> last_event_;  // of each queue
    std::size_t steps_ = 0;
    std::size_t leaving_ = 0;         // pieces that have begun to leave the tiles
    std::vector<cl::Event> in_rows_;  // null until enqueued
    std::vector<char> taken_;
    std::size_t taken_count_ = 0;
};

}  // namespace allways::engine
