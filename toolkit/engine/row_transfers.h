// Rows of cells on their way to and from a device with memory of its own, in pieces, on threads beside the one that
// launches work. The host only makes or takes rows as they lie; the device cuts them into tiles (kernels/rows.cl).
//
//   stream.fill ─▶ pinned staging ─▶ rows on the device ─▶ tiles        a thread a piece, several at a time
//   stream.take ◀─ pinned staging ◀─ rows on the device ◀─ tiles
//
// Rows that lie in pinned memory already skip the staging.
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
#include "engine/device_matrix.h"
#include "engine/executor.h"
#include "engine/schedule.h"

namespace allways::engine {

// Whole rows of tiles of one band, as many as it takes to keep a link busy.
struct Piece {
    std::uint32_t begin = 0;  // tile rows begin … end-1
    std::uint32_t end = 0;
};

// Memory of one piece on its way.
class Staging {
public:
    Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    char* host() const { return static_cast<char*>(host_); }
    const cl::Buffer& device() const { return device_; }
    std::size_t bytes() const { return bytes_; }

private:
    cl::CommandQueue queue_;
    cl::Buffer pinned_;
    void* host_;
    cl::Buffer device_;
    std::size_t bytes_;
};

// Kept between solves: pinning memory takes as long as sending it. Of one thread.
class StagingPool {
public:
    // One that holds so many bytes; the caller gives it back.
    std::unique_ptr<Staging> take(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    void give(std::unique_ptr<Staging> staging);

private:
    std::vector<std::unique_ptr<Staging>> free_;
};

// What both directions need. All must outlive the transfer.
struct TransferContext {
    const cl::Context& context;
    // Of this direction alone; two, so that one cuts tiles while the other is on the link.
    const std::array<cl::CommandQueue, 2>& queues;
    const cl::Program& kernels;  // rows.cl
    const DeviceMatrix& matrix;
    const RowStream& stream;
    StagingPool& pool;
};

// Sends and fetches pieces, one after the other, for one thread. Made and destroyed by the owner of the threads: some
// OpenCL implementations cannot make kernels on several threads at a time.
class PieceCarrier {
public:
    PieceCarrier(const TransferContext& transfer, const cl::CommandQueue& queue, std::size_t most_rows);
    ~PieceCarrier();
    PieceCarrier(const PieceCarrier&) = delete;
    PieceCarrier& operator=(const PieceCarrier&) = delete;
    // Both return when the piece is there.
    void send(const Piece& piece);
    void fetch(const Piece& piece);

private:
    // Cells or hops: where they lie on the way, and what copies them on the device.
    struct Part {
        std::size_t row_bytes;
        std::unique_ptr<Staging> staging;
        cl::Kernel to_tiles;
        cl::Kernel to_rows;
    };
    struct Rows {
        std::size_t first_node, count;
        std::uint32_t first_tile_row, tile_rows;
    };
    Part part_of(std::size_t row_bytes, std::size_t most_rows, const char* to_tiles, const char* to_rows) const;
    Rows rows_of(const Piece& piece) const;
    char* row(const Part& part, std::size_t i) const { return part.staging->host() + i * part.row_bytes; }
    std::uint32_t* hop_row(std::size_t i) const;  // null where none are carried
    void send(Part& part, const Rows& rows, const cl::Buffer& tiles, const void* source);
    void fetch(Part& part, const Rows& rows, const cl::Buffer& tiles, void* target);
    void wait() const;
    void set_arguments(cl::Kernel& kernel, const Part& part, const Rows& rows, const cl::Buffer& tiles) const;

    const TransferContext& transfer_;
    cl::CommandQueue queue_;
    TileLayout layout_;
    Part cells_;
    Part hops_;  // without staging where none are carried
};

// Threads that each take the next piece until there is none, one has failed, or the owner stops them. A single piece
// is left to who waits for it: a thread would cost more than it hides.
class PieceThreads {
public:
    // `pinned`: rows need no making, so that few threads will do.
    PieceThreads(const TransferContext& transfer, bool pinned);
    virtual ~PieceThreads();  // stops and joins
    PieceThreads(const PieceThreads&) = delete;
    PieceThreads& operator=(const PieceThreads&) = delete;

protected:
    void start();
    void stop_and_join();
    // Waits, with mutex_ held by `lock`, until `ready()` or an end. Rethrows what a thread threw.
    template <class Ready>
    void wait_until(std::unique_lock<std::mutex>& lock, const Ready& ready);
    // Piece `i` of pieces_.
    virtual void work(std::size_t i, PieceCarrier& carrier) = 0;

    TransferContext transfer_;
    std::vector<Piece> pieces_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    std::exception_ptr failure_;

private:
    void run(PieceCarrier& carrier);

    std::vector<std::unique_ptr<PieceCarrier>> carriers_;
    std::size_t next_ = 0;
    std::vector<std::thread> threads_;
};

// Sends all rows, first to last.
class Upload final : public PieceThreads {
public:
    explicit Upload(const TransferContext& transfer);
    ~Upload() override { stop_and_join(); }
    // Blocks until tile rows 0 … row are on the device.
    void wait_for(std::uint32_t row);

private:
    void work(std::size_t i, PieceCarrier& carrier) override;

    std::vector<char> done_;
    std::size_t first_missing_ = 0;
};

// Fetches all rows, each piece when the last steps that write it are complete.
class Download final : public PieceThreads {
public:
    Download(const TransferContext& transfer, const Schedule& schedule);
    ~Download() override { stop_and_join(); }
    // Step after step as they are launched.
    void launched(const cl::Event& event);
    // All work is launched and complete. Blocks until every row is taken.
    void finish();

private:
    using LastSteps = std::array<std::size_t, 2>;  // + 1, of each queue; 0: none
    void work(std::size_t i, PieceCarrier& carrier) override;
    void wait_for_step(std::size_t step);

    std::vector<LastSteps> last_steps_;  // of the pieces
    std::vector<cl::Event> events_;
    bool complete_ = false;
    std::size_t taken_ = 0;
};

}  // namespace allways::engine
