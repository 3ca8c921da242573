// SPDX-License-Identifier: Apache-2.0
// Topology from shared end points: lines whose ends lie at the same place meet there, in one node.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/arc_shapes.h"
#include "libraries/reference_system.h"

namespace allways::importers {

// Places in a Euclidean space in metres: earth-centred on the WGS 84 ellipsoid if the reference system is known, else
// the plane in the file's own units. Distances of a few metres are accurate to a fraction of a millimetre anywhere,
// including the poles and across the date line.
class Places {
public:
    explicit Places(const std::optional<ReferenceSystem>& system) : system_(system) {}

    struct Place {
        double x = 0, y = 0, z = 0;
    };
    // Throws InvalidArgument for a point outside what the system covers.
    Place place(Coordinate point) const;
    static double distance(const Place& a, const Place& b);
    // Returns two opposite corners of a box, in the file's own coordinates, that contains all points within `distance`.
    std::pair<Coordinate, Coordinate> around(Coordinate point, double distance) const;

private:
    const std::optional<ReferenceSystem>& system_;
};

struct LineEnds {
    std::vector<NodeIndex> node;          // nodes of the first and the last point of each line, in order
    std::vector<Coordinate> coordinates;  // of each node: that of the first end seen
    // Ends away from their node: places that the tolerance joined, or nodes whose named lines end farther apart.
    std::uint64_t joined = 0;
    std::uint64_t apart = 0;
    // Ends of a line that lie exactly on an inner vertex of another one and are not connected to it.
    std::uint64_t touching = 0;
};

// In line order, each end takes the nearest node within `tolerance` (metres; the file's units if the system is
// unknown), the first of equally near ones, or else becomes a node itself. O(points) expected; throws CapacityError
// beyond 2^32 - 2 nodes.
LineEnds meet_ends(const ArcShapes& lines, double tolerance, const Places& places);

// Locates the ends of lines whose nodes are named: `node` has those of the first and the last point of each line.
LineEnds place_ends(const ArcShapes& lines, std::vector<NodeIndex> node, std::size_t node_count, double tolerance,
                    const Places& places);

// Counts ends that lie farther from their node than the line is long: many if the fields that seem to name nodes name
// something else. `lengths` of the lines are in the unit of Places.
std::uint64_t count_far_ends(const ArcShapes& lines, const LineEnds& ends, std::span<const double> lengths,
                             const Places& places);

// Returns the number of separate pieces that the lines form through their nodes.
std::size_t count_pieces(const LineEnds& ends);

}  // namespace allways::importers
