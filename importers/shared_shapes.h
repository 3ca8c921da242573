// Shapes from a source that states one for each arc: those that run along the same points, there or back, become one.
#pragma once

#include <span>
#include <unordered_map>

#include "allways/network/arc_shapes.h"

namespace allways {

class SharedShapes {
public:
    void add_straight_arc() { shapes_.add_arc(ArcShapes::no_shape); }
    // `points` of the next arc in its direction of travel, two or more.
    void add_arc(std::span<const Coordinate> points);
    // No shapes at all where no arc has one.
    ArcShapes take() &&;

private:
    ArcShapes shapes_;
    std::unordered_multimap<std::size_t, ArcShapes::ShapeIndex> by_points_;
};

}  // namespace allways
