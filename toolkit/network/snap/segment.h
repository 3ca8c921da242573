// SPDX-License-Identifier: Apache-2.0
// Lengths and sections of lines, and the place on a line nearest to a point: along great circles on a sphere, straight
// in a plane.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/network/snap.h"

namespace allways::network {

using Space = NearestNode::Space;
using Vector = std::array<double, 3>;

// Returns a point on the unit sphere, or in the plane at height 0.
Vector to_vector(Coordinate at, Space space);
Coordinate to_coordinate(const Vector& at, Space space);

// Returns the straight distance through the sphere, which grows with the great circle's arc.
double chord(const Vector& a, const Vector& b);
// Converts a chord to metres on a sphere of the Earth's mean radius, or units of the plane.
double length_of_chord(double chord, Space space);
// The length of the great circle between two positions in degrees, in metres.
double metres_between(Coordinate from, Coordinate to);

// Returns the point on the segment from a to b nearest to `point`. At an end of the segment it is exactly that end.
Vector nearest_on_segment(const Vector& point, const Vector& a, const Vector& b, Space space);

// Returns how far the path from a to b departs from the straight line through the sphere; 0 in a plane.
double bulge(const Vector& a, const Vector& b, Space space);

// The length of the line from its first point up to each of its points, in metres or units of the plane.
std::vector<double> lengths_along(std::span<const Coordinate> line, Space space);

// Returns the section of the line between the shares `begin` and `end` of its length, 0 ≤ begin ≤ end ≤ 1: two or more
// points, including the line's own points in between. `line` has two or more points.
std::vector<Coordinate> line_part(std::span<const Coordinate> line, double begin, double end, Space space);

}  // namespace allways::network
