// SPDX-License-Identifier: Apache-2.0
#include "attributes/shared_shapes.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace allways::importers {

namespace {

// Gives a line and its reverse the same hash.
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
    if (2 * shapes_.shape_count() >= slots_.size()) grow();
    const std::size_t hash = hash_of(points);
    ArcShapes::ShapeIndex& slot = slots_[slot_of(hash, points)];
    if (slot == ArcShapes::no_shape) {
        slot = shapes_.add_shape(points);
        hashes_.push_back(hash);
        return shapes_.add_arc(slot);
    }
    shapes_.add_arc(slot, !std::ranges::equal(points, shapes_.shape_points(slot)));
}

bool SharedShapes::is_same(ArcShapes::ShapeIndex shape, std::span<const Coordinate> points) const {
    const auto line = shapes_.shape_points(shape);
    return std::ranges::equal(points, line) || std::equal(points.begin(), points.end(), line.rbegin(), line.rend());
}

std::size_t SharedShapes::slot_of(std::size_t hash, std::span<const Coordinate> points) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != ArcShapes::no_shape && (hashes_[slots_[slot]] != hash || !is_same(slots_[slot], points))) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void SharedShapes::grow() {
    slots_.assign(std::max<std::size_t>(1024, 4 * slots_.size()), ArcShapes::no_shape);
    const std::size_t mask = slots_.size() - 1;
    for (ArcShapes::ShapeIndex shape = 0; shape < hashes_.size(); ++shape) {
        std::size_t slot = hashes_[shape] & mask;
        while (slots_[slot] != ArcShapes::no_shape) slot = (slot + 1) & mask;
        slots_[slot] = shape;
    }
}

ArcShapes SharedShapes::take() && {
    return shapes_.shape_count() == 0 ? ArcShapes{} : std::move(shapes_);
}

}  // namespace allways::importers
