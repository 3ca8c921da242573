#include "engine/row_transfers.h"

#include <algorithm>

#include "base/parallel.h"

namespace allways::engine {
namespace {

// Enough to keep a PCIe link busy while rows are made; more would only take pinned memory.
constexpr std::size_t max_staging_threads = 16;

// The tile rows a step writes.
template <class Visit>
void for_each_written_row(const Step& step, const Visit& visit) {
    if (step.operation == Operation::copy || step.operation == Operation::compare) return;
    for (std::uint32_t i = 0; i < step.rows.size(); ++i) visit(step.rows[i]);
    if (step.operation == Operation::panels) visit(step.inner[0]);
}

}  // namespace

Staging::Staging(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
    : queue_(queue),
      buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
      data_(queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes)),
      bytes_(bytes) {}

Staging::~Staging() {
    try {
        queue_.enqueueUnmapMemObject(buffer_, data_);
    } catch (const cl::Error&) {
        // The next use of the device reports what is wrong.
    }
}

std::unique_ptr<Staging> StagingPool::take(const cl::Context& context, const cl::CommandQueue& queue,
                                           std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        while (!free_.empty()) {
            std::unique_ptr<Staging> staging = std::move(free_.back());
            free_.pop_back();
            if (staging->bytes() >= bytes) return staging;
        }
    }
    return std::make_unique<Staging>(context, queue, bytes);
}

void StagingPool::give(std::unique_ptr<Staging> staging) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(staging));
}

RowThreads::~RowThreads() {
    stop_and_join();
}

void RowThreads::start(std::size_t jobs, const TransferContext& transfer) {
    const std::size_t count = std::min({std::size_t{hardware_threads()}, max_staging_threads, jobs});
    for (std::size_t t = 0; t < count; ++t) {
        threads_.emplace_back([this, jobs, transfer] { run(jobs, transfer); });
    }
}

void RowThreads::stop_and_join() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void RowThreads::run(std::size_t jobs, const TransferContext& transfer) {
    try {
        const std::size_t bytes = transfer.matrix.row_bytes() + transfer.matrix.row_hop_bytes();
        auto staging = transfer.pool.take(transfer.context, transfer.queue, bytes);
        while (true) {
            std::unique_lock lock(mutex_);
            if (stopped_ || failure_ || next_ == jobs) break;
            const std::size_t job = next_++;
            lock.unlock();
            work(job, *staging);
        }
        transfer.pool.give(std::move(staging));
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
    changed_.notify_all();
}

template <class Ready>
void RowThreads::wait_until(std::unique_lock<std::mutex>& lock, const Ready& ready) {
    changed_.wait(lock, [&] { return stopped_ || failure_ || ready(); });
    if (failure_) std::rethrow_exception(failure_);
}

Upload::Upload(const TransferContext& transfer) : transfer_(transfer), done_(transfer.matrix.rows(), 0) {
    start(done_.size(), transfer);
}

void Upload::work(std::size_t row, Staging& staging) {
    const DeviceMatrix& matrix = transfer_.matrix;
    char* cells = staging.data();
    char* hops = matrix.row_hop_bytes() != 0 ? cells + matrix.row_bytes() : nullptr;
    transfer_.stream.fill(row, cells, reinterpret_cast<std::uint32_t*>(hops));
    matrix.write_row(transfer_.queue, static_cast<std::uint32_t>(row), cells, hops);
    const std::lock_guard lock(mutex_);
    done_[row] = 1;
    while (first_missing_ < done_.size() && done_[first_missing_]) ++first_missing_;
    changed_.notify_all();
}

void Upload::wait_for(std::uint32_t row) {
    std::unique_lock lock(mutex_);
    wait_until(lock, [&] { return first_missing_ > row; });
}

Download::Download(const TransferContext& transfer, const Schedule& schedule) : transfer_(transfer) {
    rows_.resize(transfer.matrix.rows());
    for (std::uint32_t row = 0; row < rows_.size(); ++row) rows_[row] = {row, {0, 0}};
    for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
        const Step& step = schedule.steps[s];
        for_each_written_row(step, [&](std::uint32_t row) { rows_[row].last_steps[step.ahead ? 1 : 0] = s + 1; });
    }
    std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
        return std::max(a.last_steps[0], a.last_steps[1]) < std::max(b.last_steps[0], b.last_steps[1]);
    });
    start(rows_.size(), transfer);
}

void Download::launched(const cl::Event& event) {
    {
        const std::lock_guard lock(mutex_);
        events_.push_back(event);
    }
    changed_.notify_all();
}

void Download::wait_for_step(std::size_t step) {
    std::unique_lock lock(mutex_);
    wait_until(lock, [&] { return complete_ || events_.size() > step; });
    if (complete_ || stopped_) return;
    const cl::Event event = events_[step];
    lock.unlock();
    event.wait();
}

void Download::work(std::size_t i, Staging& staging) {
    const Row& row = rows_[i];
    for (const std::size_t step : row.last_steps) {
        if (step != 0) wait_for_step(step - 1);
    }
    {
        const std::lock_guard lock(mutex_);
        if (stopped_) return;
    }
    const DeviceMatrix& matrix = transfer_.matrix;
    char* cells = staging.data();
    char* hops = matrix.row_hop_bytes() != 0 ? cells + matrix.row_bytes() : nullptr;
    matrix.read_row(transfer_.queue, row.row, cells, hops);
    transfer_.stream.take(row.row, cells, reinterpret_cast<std::uint32_t*>(hops));
    const std::lock_guard lock(mutex_);
    ++taken_;
    changed_.notify_all();
}

void Download::finish() {
    std::unique_lock lock(mutex_);
    complete_ = true;
    changed_.notify_all();
    wait_until(lock, [&] { return taken_ == rows_.size(); });
}

}  // namespace allways::engine
