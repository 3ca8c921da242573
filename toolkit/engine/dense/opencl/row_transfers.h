// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"
#include "device/opencl.h"
#include "device/staging.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/opencl/row_kernels.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// What both directions share. Everything must outlive the transfer.
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
    // `pinned`: the rows in pinned memory, or null.
    PieceThreads(const TransferContext& transfer, const void* pinned);
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

    std::size_t place_of(std::size_t i) const { return i % places_; }
    // Returns how many pieces from `i`, before `end`, are consecutive in the matrix and in their places.
    std::size_t in_one_launch(std::size_t i, std::size_t end) const;
    Piece joined(std::size_t i, std::size_t count) const;
    char* cells_in(device::Staging& staging, std::size_t row) const {
        return staging.data() + row * kernels_.row_bytes();
    }
    // Null without a hop array.
    std::uint32_t* hops_in(device::Staging& staging, const Piece& piece, std::size_t row) const;

    TransferContext transfer_;
    RowKernels kernels_;
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
