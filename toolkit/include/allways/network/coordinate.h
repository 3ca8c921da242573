// SPDX-License-Identifier: Apache-2.0
// A position in the network's reference system, and boxes around positions.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

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

// The mean radius of the Earth, (2a + b) / 3 of WGS 84 and of GRS 80 (IUGG).
inline constexpr double mean_earth_radius_m = 6371008.8;

// From the lowest to the highest coordinates, both included; made empty. As a choice of longitudes it may cross the
// antimeridian, with low.x (west) above high.x (east).
struct BoundingBox {
    Coordinate low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Coordinate high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

    // A position that is not finite adds nothing.
    void add(Coordinate at) {
        if (!is_finite(at)) return;
        low = {std::min(low.x, at.x), std::min(low.y, at.y)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    void add(std::span<const Coordinate> line) {
        for (const Coordinate& at : line) add(at);
    }
    bool is_empty() const { return low.y > high.y; }
    double width() const { return high.x - low.x; }
    double height() const { return high.y - low.y; }
    double diagonal() const { return std::hypot(width(), height()); }
    bool contains(Coordinate at) const { return low.x <= at.x && at.x <= high.x && low.y <= at.y && at.y <= high.y; }
    bool meets(const BoundingBox& other) const {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y;
    }
    friend bool operator==(const BoundingBox&, const BoundingBox&) = default;
};

}  // namespace allways
