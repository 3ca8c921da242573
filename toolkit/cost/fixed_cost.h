// Converts a network's column to int32 fixed point if it fits.
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

// Digits after the decimal point that the column's values need, or that are significant.
int needed_digits(const ArcColumn& column);

// A column as int32, or the reason why it does not fit.
struct FixedCosts {
    int digits = 0;
    std::vector<std::int32_t> values;  // unreachable_cost for missing values
    std::int64_t bound = 0;            // of the absolute value of path sums
    std::string misfit;
    bool fits() const { return misfit.empty(); }
};

// A quick bound is good enough to see that most networks fit: O(m). Where it is not, and for the tight one, O(m log n).
enum class PathBound { quick, tight };
FixedCosts try_fixed_costs(const RoadNetwork& network, const ArcColumn& column, int digits, PathBound bound);

}  // namespace allways::cost
