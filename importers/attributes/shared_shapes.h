// Shapes from a source that states one for each arc: those that run along the same points, there or back, become one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

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
    // Where the shape with these points is, or belongs: slots_ is at most half full.
    std::size_t slot_of(std::size_t hash, std::span<const Coordinate> points) const;
    bool is_same(ArcShapes::ShapeIndex shape, std::span<const Coordinate> points) const;  // there or back
    void grow();

    ArcShapes shapes_;
    std::vector<std::size_t> hashes_;           // by shape
    std::vector<ArcShapes::ShapeIndex> slots_;  // no_shape: free
};

}  // namespace allways
