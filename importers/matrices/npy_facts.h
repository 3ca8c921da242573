// NAME.json beside NAME.npy: what the numbers of an array mean, as Allways writes it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "allways/base/progress.h"
#include "allways/base/units.h"

namespace allways {

struct NpyFacts {
    CostScale scale;
    std::optional<double> unreachable;  // a number that stands for it, beside inf and nan

    bool is_unreachable(double value) const { return unreachable && value == *unreachable; }
};

// What the array itself says.
struct NpyArray {
    std::string type;  // "f8"
    std::size_t rows = 0;
    std::size_t columns = 0;
};

// Said through `log`. Nothing but defaults where there is no such file, or another program's. Throws InputError where
// it is of an array of another type or size, so that its unit is not this one's.
NpyFacts npy_facts_beside(const std::string& path, const NpyArray& array, const LogCallback& log_to);

}  // namespace allways
