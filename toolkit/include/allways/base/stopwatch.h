// SPDX-License-Identifier: Apache-2.0
// Elapsed seconds.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace allways {

class Stopwatch {
public:
    // Seconds since construction or the last lap.
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    double lap() {
        const double elapsed = seconds();
        start_ = Clock::now();
        return elapsed;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

// Adds the seconds of its lifetime to one stage of a report.
class StageTimer {
public:
    StageTimer(std::map<std::string, double>& seconds, const char* stage) : seconds_(seconds), stage_(stage) {}
    ~StageTimer() { seconds_[stage_] += watch_.seconds(); }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    std::map<std::string, double>& seconds_;
    const char* stage_;
    Stopwatch watch_;
};

}  // namespace allways
