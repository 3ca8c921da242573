#include "shared_shapes.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace allways {

namespace {

// The same for a line and its reverse.
std::size_t hash_of(std::span<const Coordinate> points) {
    std::uint64_t sum = points.size();
    for (const Coordinate& point : points) {
        std::uint64_t mixed = std::bit_cast<std::uint64_t>(point.x) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 32)) + std::bit_cast<std::uint64_t>(point.y);
        mixed *= 0xD6E8FEB86659FD93u;
        sum += mixed ^ (mixed >> 32);
    }
    return sum;
}

}  // namespace

void SharedShapes::add_arc(std::span<const Coordinate> points) {
    const std::size_t hash = hash_of(points);
    const auto [first, last] = by_points_.equal_range(hash);
    for (auto known = first; known != last; ++known) {
        const auto line = shapes_.shape_points(known->second);
        if (std::ranges::equal(points, line)) return shapes_.add_arc(known->second);
        if (std::equal(points.begin(), points.end(), line.rbegin(), line.rend())) {
            return shapes_.add_arc(known->second, true);
        }
    }
    const auto shape = shapes_.add_shape(points);
    by_points_.emplace(hash, shape);
    shapes_.add_arc(shape);
}

ArcShapes SharedShapes::take() && {
    return shapes_.shape_count() == 0 ? ArcShapes{} : std::move(shapes_);
}

}  // namespace allways
