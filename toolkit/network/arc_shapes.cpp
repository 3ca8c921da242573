// SPDX-License-Identifier: Apache-2.0
#include "allways/network/arc_shapes.h"

#include <algorithm>
#include <utility>

#include "allways/base/error.h"

namespace allways {

ArcShapes::ArcShapes(SharedArray<std::uint64_t> first_points, SharedArray<Coordinate> points,
                     SharedArray<ShapeIndex> shape_of_arc, SharedArray<std::uint8_t> backward)
    : first_point_(std::move(first_points)),
      points_(std::move(points)),
      arc_shape_(std::move(shape_of_arc)),
      backward_(std::move(backward)) {
    if (first_point_.empty() || first_point_.back() != points_.size() || backward_.size() != arc_shape_.size()) {
        throw DamagedContent("the shapes of its arcs are damaged");
    }
}

ArcShapes::ShapeIndex ArcShapes::add_shape(std::span<const Coordinate> points) {
    auto& all = points_.edit();
    all.insert(all.end(), points.begin(), points.end());
    first_point_.push_back(points_.size());
    return static_cast<ShapeIndex>(first_point_.size() - 2);
}

void ArcShapes::add_arc(ShapeIndex shape, bool backward) {
    arc_shape_.push_back(shape);
    backward_.push_back(backward ? 1 : 0);
}

std::span<const Coordinate> ArcShapes::shape_points(ShapeIndex shape) const {
    if (shape >= shape_count() || first_point_[shape] > first_point_[shape + 1] ||
        first_point_[shape + 1] > points_.size()) {
        throw DamagedContent("the shapes of its arcs are damaged");
    }
    const auto first = first_point_[shape];
    return std::span<const Coordinate>(points_).subspan(first, first_point_[shape + 1] - first);
}

std::vector<Coordinate> ArcShapes::points(std::size_t arc) const {
    if (!has_shape(arc)) return {};
    const auto line = shape_points(arc_shape_[arc]);
    std::vector<Coordinate> along(line.begin(), line.end());
    if (is_backward(arc)) std::ranges::reverse(along);
    return along;
}

void ArcShapes::share() {
    first_point_.share();
    points_.share();
    arc_shape_.share();
    backward_.share();
}

ArcShapes ArcShapes::in_order(std::span<const ArcIndex> order) const {
    if (empty()) return {};
    ArcShapes ordered;
    ordered.first_point_ = first_point_;
    ordered.points_ = points_;
    ordered.arc_shape_.reserve(order.size());
    ordered.backward_.reserve(order.size());
    for (const ArcIndex arc : order) ordered.add_arc(arc_shape_[arc], backward_[arc] != 0);
    return ordered;
}

}  // namespace allways
