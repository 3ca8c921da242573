// SPDX-License-Identifier: Apache-2.0
// Lengths and sections of lines, and the place on a line nearest to a point: along great circles on a sphere, straight
// in a plane. And the nearest node.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allways/network/coordinate.h"
#include "allways/network/snap.h"

namespace allways::network {

using Space = SnapOptions::Space;
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

// Finds the nearest of a network's nodes. Positions in degrees become points on a unit sphere, so the order is that of
// great-circle distances everywhere, even across the antimeridian and at the poles; other coordinates are those of a
// plane. On a tie the node with the lowest index is found. Owns all its data; safe to use from several threads at once.
class NearestNode {
public:
    // Indexes all nodes with finite coordinates, or those among `candidates`. O(k log k).
    NearestNode(std::span<const Coordinate> coordinates, Space space);
    NearestNode(std::span<const Coordinate> coordinates, Space space, std::span<const NodeIndex> candidates);
    ~NearestNode();
    NearestNode(NearestNode&&) noexcept;
    NearestNode& operator=(NearestNode&&) noexcept;

    std::size_t candidate_count() const;

    // The node, and its distance: metres on a sphere of the Earth's mean radius; in a plane, units of the coordinates.
    // Nothing if there are no candidates. Throws InvalidArgument for a position that is not finite. O(log k).
    std::optional<std::pair<NodeIndex, double>> nearest(Coordinate position) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways::network
