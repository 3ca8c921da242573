// SPDX-License-Identifier: Apache-2.0
// Shapes from a source that states one per arc: shapes with the same points, in either direction, are stored once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "allways/network/arc_shapes.h"

namespace allways::importers {

class SharedShapes {
public:
    void add_straight_arc() { shapes_.add_arc(ArcShapes::no_shape); }
    // Adds the next arc; `points` run in its direction of travel, two or more.
    void add_arc(std::span<const Coordinate> points);
    // Returns no shapes at all if no arc has one.
    ArcShapes take() &&;

private:
    // Returns the slot of the shape with these points, or the free slot for it: slots_ is at most half full.
    std::size_t slot_of(std::size_t hash, std::span<const Coordinate> points) const;
    bool is_same(ArcShapes::ShapeIndex shape, std::span<const Coordinate> points) const;  // in either direction
    void grow();

    ArcShapes shapes_;
    std::vector<std::size_t> hashes_;           // by shape
    std::vector<ArcShapes::ShapeIndex> slots_;  // no_shape: free
};

}  // namespace allways::importers
