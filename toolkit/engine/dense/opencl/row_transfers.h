// Rows of cells on their way to and from a device with memory of its own, beside the work there. The host only makes or
// takes rows as they lie, on threads of its own; the device cuts them into tiles, in the queues of the work, just
// before the first step that needs them and just after the last that writes them. (In queues of their own such small
// kernels would each wait for a whole product.)
//
//   thread that launches work:        to_tiles ─ steps … ─ to_rows
//                                        │                    │
//   threads:   stream.fill ─ write ──────┘                    └── read ─ stream.take
//
// Rows that lie in pinned memory already are written and read there.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "device/opencl.h"
#include "device/staging.h"
#include "engine/dense/executor.h"
#include "engine/dense/opencl/launcher.h"
#include "engine/dense/opencl/row_kernels.h"
#include "engine/dense/schedule.h"

namespace allways::engine {

// The things that both directions need. All must outlive the transfer.
struct TransferContext {
    const cl::Context& context;
    const cl::CommandQueue& link;  // for this direction alone
    const Queues& work;            // of the steps
    const cl::Program& kernels;    // rows.cl
    const DeviceMatrix& matrix;
    const RowStream& stream;
    PlacesMemory& places;      // for this direction alone
    std::size_t memory_bytes;  // the device's; the places take a small part
};

// Threads that move piece after piece between host and device, each piece through a place on the device that pieces
// take in turns. A single piece is left to who waits for it: a thread would cost more than it hides.
class PieceThreads {
public:
    // `pinned`: where rows lie, or null.
    PieceThreads(const TransferContext& transfer, const void* pinned);
    virtual ~PieceThreads();  // stops and joins
    PieceThreads(const PieceThreads&) = delete;
    PieceThreads& operator=(const PieceThreads&) = delete;

protected:
    void start();  // throws DeviceError where the system refuses every thread
    void stop_and_join();
    // Waits, with mutex_ held by `lock`, until `ready()`. Rethrows what a thread threw.
    template <class Ready>
    void wait_until(std::unique_lock<std::mutex>& lock, const Ready& ready);
    // Moves piece `i`. `staging` is the thread's own, null where rows are pinned. Returns early where stopped_.
    virtual void move(std::size_t i, device::Staging* staging) = 0;

    std::size_t place_of(std::size_t i) const { return i % places_; }
    // How many pieces from `i` on, and before `end`, follow each other in the matrix and in their places.
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
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    std::exception_ptr failure_;

private:
    void run(device::Staging* staging);

    std::vector<std::unique_ptr<device::Staging>> stagings_;  // of each thread, null where rows are pinned
    std::size_t next_ = 0;
    std::vector<std::thread> threads_;
};

// Sends all rows, first to last.
class Upload final : public PieceThreads {
public:
    explicit Upload(const TransferContext& transfer);
    ~Upload() override { stop_and_join(); }
    // Commands enqueued from now on to either queue of the work find tile rows 0 … row in the matrix.
    void arrive(std::uint32_t row);

private:
    void move(std::size_t i, device::Staging* staging) override;

    std::vector<cl::Event> written_;  // null until enqueued
    std::vector<cl::Event> in_tiles_;
    std::size_t arrived_ = 0;
};

// Fetches all rows, each piece when the last steps that write it are complete.
class Download final : public PieceThreads {
public:
    Download(const TransferContext& transfer, const Schedule& schedule);
    ~Download() override { stop_and_join(); }
    // Step after step as they are launched.
    void launched(const Step& step, const cl::Event& event);
    // All work is launched. Blocks until every row is taken.
    void finish();

private:
    void move(std::size_t i, device::Staging* staging) override;
    void leave(const cl::CommandQueue& queue, std::size_t end);

    std::vector<std::size_t> last_step_;   // of each piece, + 1; 0: none writes it
    std::array<cl::Event, 2> last_event_;  // of each queue
    std::size_t steps_ = 0;
    std::size_t leaving_ = 0;         // pieces on their way out of the tiles
    std::vector<cl::Event> in_rows_;  // null until enqueued
    std::vector<char> taken_;
    std::size_t taken_count_ = 0;
};

}  // namespace allways::engine
