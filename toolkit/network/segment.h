// Lengths along lines and the place on one that is nearest to a point: on a sphere along great circles, in a plane
// straight.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/network/nearest_node.h"

namespace allways::network {

using Space = NearestNode::Space;
using Vector = std::array<double, 3>;

// On the unit sphere, or in the plane at height 0.
Vector to_vector(Coordinate at, Space space);
Coordinate to_coordinate(const Vector& at, Space space);

// Straight through the sphere: it grows with the great circle's arc.
double chord(const Vector& a, const Vector& b);
// Metres on a sphere of the Earth's mean radius, or units of the plane, of a chord.
double length_of_chord(double chord, Space space);

// The place on the segment from a to b nearest to `point`. Where that is an end, it is exactly the end.
Vector nearest_on_segment(const Vector& point, const Vector& a, const Vector& b, Space space);

// How far the way from a to b leaves the straight line through the sphere; 0 in a plane.
double bulge(const Vector& a, const Vector& b, Space space);

// Of the line from its first point up to each of its points, in metres or units of the plane.
std::vector<double> lengths_along(std::span<const Coordinate> line, Space space);

}  // namespace allways::network
