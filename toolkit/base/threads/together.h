// SPDX-License-Identifier: Apache-2.0
// Runs work on several threads while the caller's thread reports progress, so that callbacks come from that thread
// only.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "base/threads/monitor.h"
#include "base/threads/parallel.h"
#include "base/threads/progress_meter.h"

namespace allways {

// The state that the workers of one job share.
class Together {
public:
    // Called by workers with the number of pairs done. Throws the first failure of any worker, and Cancelled.
    void add(std::uint64_t pairs) {
        pairs_ += pairs;
        check();
    }
    void check() { monitor_.check(); }

    // Runs work(i) for i in 0 … count-1, each on its own thread. If one fails, or the meter cancels, `wake` is called
    // with the failure, so that it can wake waiting workers; the others learn of it by add() and check(). Throws the
    // first failure when all have ended.
    template <class Work, class Wake>
    void run(std::size_t count, ProgressMeter& meter, const Work& work, const Wake& wake) {
        const auto fail = [&] {
            if (monitor_.fail()) wake(std::current_exception());
        };
        running_ = count;
        const auto end_one = [&] { monitor_.change([&] { --running_; }); };
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < count; ++i) {
            const auto run_one = [&, i] {
                try {
                    work(i);
                } catch (...) {
                    fail();
                }
                end_one();
            };
            if (start_thread(threads, run_one)) continue;
            try {
                throw DeviceError("the system refused to start a thread for each device", 0);
            } catch (...) {
                fail();
            }
            end_one();
        }
        Ticker ticker(std::chrono::milliseconds(50));
        monitor_.wait_through([&] { return running_ == 0; }, ticker,
                              [&] {
                                  try {
                                      meter.add(pairs_.exchange(0));
                                  } catch (...) {
                                      fail();
                                  }
                              });
        for (std::thread& thread : threads) thread.join();
        check();
    }

private:
    std::atomic<std::uint64_t> pairs_ = 0;
    Monitor monitor_;
    std::size_t running_ = 0;
};

}  // namespace allways
