// SPDX-License-Identifier: Apache-2.0
// The geometry of arcs: the polylines of the roads.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/base/shared_array.h"
#include "allways/network/coordinate.h"

namespace allways {

// Shapes are polylines of two or more points, both ends included, in the network's reference system. The two directions
// of a road share one shape: 16 bytes per point and 5 bytes per arc. An arc without a shape is drawn as a straight line
// between its nodes.
class ALLWAYS_API ArcShapes {
public:
    using ShapeIndex = std::uint32_t;
    static constexpr ShapeIndex no_shape = std::numeric_limits<ShapeIndex>::max();

    ArcShapes() = default;
    // Restores stored arrays (see below); shapes are checked when they are requested. Throws DamagedContent if sizes
    // differ.
    ArcShapes(SharedArray<std::uint64_t> first_points, SharedArray<Coordinate> points,
              SharedArray<ShapeIndex> shape_of_arc, SharedArray<std::uint8_t> backward);

    // Adds a shape for arcs to use; copies the points.
    ShapeIndex add_shape(std::span<const Coordinate> points);
    // Adds the next arc, which runs along `shape`, from its last to its first point if `backward`; no_shape: a straight
    // line.
    void add_arc(ShapeIndex shape, bool backward = false);

    bool empty() const { return arc_shape_.empty(); }  // no shapes are known for any arc
    std::size_t arc_count() const { return arc_shape_.size(); }
    std::size_t shape_count() const { return first_point_.size() - 1; }

    bool has_shape(std::size_t arc) const { return !empty() && arc_shape_[arc] != no_shape; }
    ShapeIndex shape(std::size_t arc) const { return arc_shape_[arc]; }
    bool is_backward(std::size_t arc) const { return backward_[arc] != 0; }
    // In the direction in which the shape was added. Throws DamagedContent for a shape that is not there.
    std::span<const Coordinate> shape_points(ShapeIndex shape) const;
    // In the arc's direction of travel; empty if the arc has no shape.
    std::vector<Coordinate> points(std::size_t arc) const;

    // For storing: shape s has the points first_points()[s] … first_points()[s+1]-1 of all_points(); each arc has its
    // shape and a flag, 1 if it runs backward.
    const SharedArray<std::uint64_t>& first_points() const { return first_point_; }
    const SharedArray<Coordinate>& all_points() const { return points_; }
    const SharedArray<ShapeIndex>& shapes_of_arcs() const { return arc_shape_; }
    const SharedArray<std::uint8_t>& backward_of_arcs() const { return backward_; }

    // Copies made after this share the memory.
    void share();

    // Returns the same shapes for the arcs in another order.
    ArcShapes in_order(std::span<const ArcIndex> order) const;

private:
    SharedArray<std::uint64_t> first_point_{0};
    SharedArray<Coordinate> points_;
    SharedArray<ShapeIndex> arc_shape_;
    SharedArray<std::uint8_t> backward_;
};

}  // namespace allways
