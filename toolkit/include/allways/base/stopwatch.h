// SPDX-License-Identifier: Apache-2.0
// Elapsed seconds.
#pragma once

#include <chrono>

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

}  // namespace allways
