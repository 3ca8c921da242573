// SPDX-License-Identifier: Apache-2.0
// Progress of long work in pairs, reported several times a second.
#pragma once

#include <chrono>
#include <cstdint>

#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"

namespace allways {

// Stage "solve". Reports at the start, at most ten times a second, and at the end. Throws Cancelled.
class ProgressMeter {
public:
    ProgressMeter(const ProgressCallback& callback, std::uint64_t total) : callback_(callback), total_(total) {
        report(callback_, "solve", 0, total_);
    }

    void add(std::uint64_t pairs) {
        done_ += pairs;
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        report(callback_, "solve", done_, total_);
    }

    void finish() { report(callback_, "solve", total_, total_); }

private:
    using Clock = std::chrono::steady_clock;
    const ProgressCallback& callback_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace allways
