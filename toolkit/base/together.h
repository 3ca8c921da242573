// SPDX-License-Identifier: Apache-2.0
// Runs work on several threads while the caller's thread reports progress, so that callbacks come from that thread
// only.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "base/parallel.h"
#include "base/progress_meter.h"

namespace allways {

// The state that the workers of one job share.
class Together {
public:
    // Called by workers with the number of pairs done. Throws the first failure of any worker, and Cancelled.
    void add(std::uint64_t pairs) {
        pairs_ += pairs;
        check();
    }
    void check() {
        const std::lock_guard lock(mutex_);
        if (failure_) std::rethrow_exception(failure_);
    }

    // Runs work(i) for i in 0 … count-1, each on its own thread. If one fails, or the meter cancels, `wake` is called
    // with the failure, so that it can wake waiting workers; the others learn of it by add() and check(). Throws the
    // first failure when all have ended.
    template <class Work, class Wake>
    void run(std::size_t count, ProgressMeter& meter, const Work& work, const Wake& wake) {
        const auto fail = [&] {
            const std::lock_guard lock(mutex_);
            if (failure_) return;
            failure_ = std::current_exception();
            wake(failure_);
        };
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < count; ++i) {
            {
                const std::lock_guard lock(mutex_);
                ++running_;
            }
            const auto run_one = [&, i] {
                try {
                    work(i);
                } catch (...) {
                    fail();
                }
                const std::lock_guard lock(mutex_);
                --running_;
                ended_.notify_all();
            };
            if (start_thread(threads, run_one)) continue;
            try {
                throw DeviceError("the system refused to start a thread for each device", 0);
            } catch (...) {
                fail();
            }
            const std::lock_guard lock(mutex_);
            --running_;
        }
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, std::chrono::milliseconds(50), [&] { return running_ == 0; })) {
            lock.unlock();
            try {
                meter.add(pairs_.exchange(0));
            } catch (...) {
                fail();
            }
            lock.lock();
        }
        lock.unlock();
        for (std::thread& thread : threads) thread.join();
        check();
    }

private:
    std::atomic<std::uint64_t> pairs_ = 0;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::size_t running_ = 0;
    std::exception_ptr failure_;
};

}  // namespace allways
