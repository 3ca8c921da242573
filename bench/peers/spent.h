// SPDX-License-Identifier: Apache-2.0
// The time of a piece of work: wall-clock time, and CPU time over all cores. The latter hardly changes when the machine
// has other work.
#pragma once

#include <ctime>
#include <utility>

#include "allways/base/stopwatch.h"

namespace allways::peers {

struct Spent {
    double seconds = 0;
    double core_seconds = 0;

    Spent& operator+=(const Spent& other) {
        seconds += other.seconds;
        core_seconds += other.core_seconds;
        return *this;
    }
};

// Measures this process, since construction or the last lap.
class SpentWatch {
public:
    Spent lap() {
        const double begin = std::exchange(core_begin_, core_seconds());
        return {wall_.lap(), core_begin_ - begin};
    }

private:
    static double core_seconds() {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
    }

    Stopwatch wall_;
    double core_begin_ = core_seconds();
};

}  // namespace allways::peers
