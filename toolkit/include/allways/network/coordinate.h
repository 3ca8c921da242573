// SPDX-License-Identifier: Apache-2.0
// A position in the network's reference system.
#pragma once

#include <cmath>

namespace allways {

struct Coordinate {
    double x = 0;  // longitude or easting
    double y = 0;  // latitude or northing
    friend bool operator==(const Coordinate&, const Coordinate&) = default;
};

// A node without a position has NaN for both.
inline bool is_finite(Coordinate at) {
    return std::isfinite(at.x) && std::isfinite(at.y);
}

// Larger than every coordinate of any reference system, whatever its unit; its square stays far from overflow.
inline constexpr double largest_coordinate = 1e12;
inline bool is_within_bounds(Coordinate at) {  // false for NaN
    return std::abs(at.x) <= largest_coordinate && std::abs(at.y) <= largest_coordinate;
}

}  // namespace allways
