// SPDX-License-Identifier: Apache-2.0
// NAME.json for NAME.npy: the meaning of an array's numbers, as Allways writes it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "allways/base/progress.h"
#include "allways/base/units.h"

namespace allways::importers {

struct NpyFacts {
    CostScale scale;
    std::optional<int> decimals{};      // floats that were made of integers × 10^-decimals
    std::optional<double> unreachable;  // a number that means unreachable, in addition to inf and nan

    bool is_unreachable(double value) const { return unreachable && value == *unreachable; }
};

// The type and size that the array itself states.
struct NpyArray {
    std::string type;  // "f8"
    std::size_t rows = 0;
    std::size_t columns = 0;
};

// Logs which file it reads. Returns defaults if there is no such file, or if it is another program's. Throws InputError
// if the file describes an array of another type or size, because its unit does not apply to this one.
NpyFacts npy_facts_beside(const std::string& path, const NpyArray& array, const LogCallback& log_to);

}  // namespace allways::importers
