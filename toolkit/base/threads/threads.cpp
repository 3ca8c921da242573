// SPDX-License-Identifier: Apache-2.0
#include "allways/base/progress.h"

#include <exception>
#include <mutex>

#include "base/threads/parallel.h"
#include "base/threads/work_meter.h"

namespace allways {

void limit_threads(unsigned most) {
    most_threads = most;
}

void parallel_for(std::size_t count, LoopBody work, unsigned threads) {
    threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
    if (threads <= 1) {
        for (std::size_t i = 0; i < count; ++i) work(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto run = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> pool;
    while (pool.size() + 1 < threads && start_thread(pool, run)) {
    }
    run();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

void WorkMeter::run(std::size_t count, LoopBody work, unsigned threads) {
    if (!callback_ || is_reporting_) return parallel_for(count, work, threads);
    Monitor monitor;
    bool is_over = false;
    std::exception_ptr failure;
    const auto all = [&] {
        try {
            parallel_for(count, work, threads);
        } catch (...) {
            failure = std::current_exception();
        }
        monitor.change([&] { is_over = true; });
    };
    std::vector<std::thread> worker;
    is_reporting_ = true;
    if (!start_thread(worker, all)) {
        is_reporting_ = false;
        return parallel_for(count, work, threads);
    }
    std::exception_ptr refusal;
    monitor.wait_through([&] { return is_over; }, ticker_,
                         [&] {
                             try {
                                 if (!refusal) tell(std::min(done_.load(), total_));
                             } catch (...) {
                                 refusal = std::current_exception();
                                 cancelled_ = true;
                             }
                         });
    worker.front().join();
    is_reporting_ = false;
    if (refusal) std::rethrow_exception(refusal);
    if (failure) std::rethrow_exception(failure);
}

}  // namespace allways
