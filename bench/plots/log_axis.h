// SPDX-License-Identifier: Apache-2.0
// A logarithmic axis: the range it shows for some values, and its ticks.
#pragma once

#include <string>
#include <vector>

namespace allways::command {

struct LogAxis {
    double first = 1;  // both above 0, first < last
    double last = 10;

    // 0 at first, 1 at last.
    double share(double value) const;

    struct Tick {
        double value = 0;
        std::string label;  // empty: a minor tick
    };
    // Every integer multiple of a decade in the range. Decades have labels; if fewer than two are in the range, 2 and 5
    // times a decade have labels, too.
    std::vector<Tick> ticks() const;
};

// From the decade below the smallest value to the one above the largest; values must be above 0. 1 … 10 without values.
LogAxis decades_around(const std::vector<double>& values);

// From a little below the smallest value to a little above the largest.
LogAxis range_around(const std::vector<double>& values);

}  // namespace allways::command
