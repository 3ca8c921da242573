// The time that a piece of work took: on the wall's clock, and on all cores together. The second hardly changes where
// others are at work.
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

// Measures this process, since the object was made or since the last lap.
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
