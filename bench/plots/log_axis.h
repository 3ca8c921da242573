// A logarithmic axis: which range it shows for some values, and where its ticks are.
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
        std::string label;  // empty: a minor one
    };
    // Every whole multiple of a decade in the range; decades have labels, and where fewer than two lie in the range 2
    // and 5 times a decade, too.
    std::vector<Tick> ticks() const;
};

// From the decade below the smallest value to the one above the largest; values are above 0. 1 … 10 for none.
LogAxis decades_around(const std::vector<double>& values);

// From a little below the smallest value to a little above the largest.
LogAxis range_around(const std::vector<double>& values);

}  // namespace allways::command
