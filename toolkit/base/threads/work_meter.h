// SPDX-License-Identifier: Apache-2.0
// Long work on several threads that reports its progress and can be cancelled.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "base/threads/monitor.h"
#include "base/threads/parallel.h"

namespace allways {

// One stage of work. Reports its start, then ten times a second while `run` is running, and its end; without a callback
// it costs next to nothing. Only the thread that made it may call its functions, except `add` and `check`.
class WorkMeter {
public:
    // A meter that does not report and cannot be cancelled.
    WorkMeter() = default;
    // `total`: the number of units of work.
    WorkMeter(const ProgressCallback& callback, std::string_view stage, std::uint64_t total)
        : callback_(callback ? &callback : nullptr), stage_(stage), total_(total) {
        tell(0);
    }

    // Throws Cancelled once the callback has asked to stop. Call it from any thread, at least every few milliseconds of
    // work.
    void check() const {
        if (cancelled_.load(std::memory_order_relaxed)) throw Cancelled();
    }
    void add(std::uint64_t units) {
        done_.fetch_add(units, std::memory_order_relaxed);
        check();
    }

    // Runs parallel_for of base/threads/parallel.h. With a callback other threads do the work while this one reports;
    // these threads may call run, too, and then do not report.
    void run(std::size_t count, LoopBody work, unsigned threads);

    // Runs work(), which calls check() or add() itself.
    template <class Work>
    void run_alone(const Work& work) {
        run(
            1, [&](std::size_t) { work(); }, 1);
    }

    void finish() { tell(total_); }

private:
    void tell(std::uint64_t done) {
        if (callback_) report(*callback_, stage_, done, total_);
    }

    const ProgressCallback* callback_ = nullptr;
    std::string stage_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<bool> cancelled_{false};
    bool is_reporting_ = false;  // while other threads work
    Ticker ticker_{std::chrono::milliseconds(100)};
};

}  // namespace allways
