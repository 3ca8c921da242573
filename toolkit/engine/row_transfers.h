// Rows of tiles on their way to and from a device with memory of its own, on threads beside the one that launches work:
// each row passes through pinned staging memory, so that it is made or taken while others are on the link.
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

// Pinned memory for one row of tiles.
class Staging {
public:
    Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    char* data() const { return static_cast<char*>(data_); }
    std::size_t bytes() const { return bytes_; }

private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* data_;
    std::size_t bytes_;
};

// Kept between solves: pinning memory takes as long as sending it.
class StagingPool {
public:
    // One that holds so many bytes; the caller gives it back.
    std::unique_ptr<Staging> take(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);
    void give(std::unique_ptr<Staging> staging);

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Staging>> free_;
};

// What both directions need. All must outlive the transfer.
struct TransferContext {
    const cl::Context& context;
    const cl::CommandQueue& queue;  // of this direction alone
    const DeviceMatrix& matrix;
    const TileStream& stream;
    StagingPool& pool;
};

// Threads that each take the next job until there is none, one has failed, or the owner stops them.
class RowThreads {
public:
    RowThreads() = default;
    ~RowThreads();  // stops and joins
    RowThreads(const RowThreads&) = delete;
    RowThreads& operator=(const RowThreads&) = delete;

protected:
    void start(std::size_t jobs, const TransferContext& transfer);
    void stop_and_join();
    // Waits, with mutex_ held by `lock`, until `ready()` or an end. Rethrows what a thread threw.
    template <class Ready>
    void wait_until(std::unique_lock<std::mutex>& lock, const Ready& ready);
    // Job `i` of those in order; `staging` is the thread's own.
    virtual void work(std::size_t i, Staging& staging) = 0;

    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false;
    std::exception_ptr failure_;

private:
    void run(std::size_t jobs, const TransferContext& transfer);

    std::size_t next_ = 0;
    std::vector<std::thread> threads_;
};

// Sends all rows, first to last.
class Upload final : public RowThreads {
public:
    explicit Upload(const TransferContext& transfer);
    ~Upload() { stop_and_join(); }
    // Blocks until rows 0 … row are on the device.
    void wait_for(std::uint32_t row);

private:
    void work(std::size_t row, Staging& staging) override;

    TransferContext transfer_;
    std::vector<char> done_;
    std::uint32_t first_missing_ = 0;
};

// Fetches all rows, each when the last steps that write it are complete.
class Download final : public RowThreads {
public:
    Download(const TransferContext& transfer, const Schedule& schedule);
    ~Download() { stop_and_join(); }
    // Step after step as they are launched.
    void launched(const cl::Event& event);
    // All work is launched and complete. Blocks until every row is taken.
    void finish();

private:
    struct Row {
        std::uint32_t row;
        std::array<std::size_t, 2> last_steps;  // + 1, of each queue; 0: none
    };
    void work(std::size_t i, Staging& staging) override;
    void wait_for_step(std::size_t step);

    TransferContext transfer_;
    std::vector<Row> rows_;  // in the order they become complete
    std::vector<cl::Event> events_;
    bool complete_ = false;
    std::size_t taken_ = 0;
};

}  // namespace allways::engine
