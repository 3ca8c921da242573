// A column of a network as int32 fixed point, where it fits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/network/road_network.h"

namespace allways::cost {

inline constexpr std::int64_t int32_limit = unreachable_cost<std::int32_t>;

// "arc 17 (3 -> 4)"
std::string arc_text(const RoadNetwork& network, std::size_t arc);

// Digits after the decimal point that the column's values need, or that mean something.
int needed_digits(const ArcColumn& column);

// A try at int32: the values, or why they do not fit.
struct FixedPoint {
    int digits = 0;
    std::vector<std::int32_t> values;  // unreachable_cost where the column has none
    std::int64_t bound = 0;            // on the absolute value of path sums
    std::string misfit;
    bool fits() const { return misfit.empty(); }
};

// O(m log n).
FixedPoint try_fixed_point(const RoadNetwork& network, const ArcColumn& column, int digits);

}  // namespace allways::cost
