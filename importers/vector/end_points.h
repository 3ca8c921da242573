// Topology from shared end points: lines whose ends lie at one place meet there, in one node.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/network/arc_shapes.h"
#include "libraries/reference_system.h"

namespace allways {

// Places in a space of straight metres: earth-centred on the WGS 84 ellipsoid where the reference system is known, else
// the plane in the file's own units. Distances of a few metres are true to a millimetre's fraction anywhere, at the
// poles and across the date line too.
class Places {
public:
    explicit Places(const std::optional<ReferenceSystem>& system) : system_(system) {}

    struct Place {
        double x = 0, y = 0, z = 0;
    };
    // Throws InvalidArgument for a point outside what the system covers.
    Place place(Coordinate point) const;
    static double distance(const Place& a, const Place& b);
    // Two opposite corners of a box, in the file's own coordinates, that holds all points within `distance`.
    std::pair<Coordinate, Coordinate> around(Coordinate point, double distance) const;

private:
    const std::optional<ReferenceSystem>& system_;
};

struct LineEnds {
    std::vector<NodeIndex> node;          // of the first and the last point of each line, in order
    std::vector<Coordinate> coordinates;  // of each node: the end seen first
    // Ends that are not at their node: places that the tolerance joined, or nodes whose named lines end farther apart.
    std::uint64_t joined = 0;
    std::uint64_t apart = 0;
    // Ends of a line that lie exactly on an inner vertex of another one and are not connected to it.
    std::uint64_t touching = 0;
};

// In the order of the lines each end takes the nearest node within `tolerance` (metres; the file's units where the
// system is unknown), the first of equally near ones, or else becomes a node itself. O(points) expected; throws
// CapacityError beyond 2^32 - 2 nodes.
LineEnds meet_ends(const ArcShapes& lines, double tolerance, const Places& places);

// The ends of lines whose nodes are named: `node` is of the first and the last point of each line.
LineEnds place_ends(const ArcShapes& lines, std::vector<NodeIndex> node, std::size_t node_count, double tolerance,
                    const Places& places);

// Ends of lines that lie farther from their node than the line is long: many where what seems to name nodes names
// something else. `lengths` of the lines are in the unit of Places.
std::uint64_t count_far_ends(const ArcShapes& lines, const LineEnds& ends, std::span<const double> lengths,
                             const Places& places);

// How many pieces the lines make that hang together by their nodes.
std::size_t count_pieces(const LineEnds& ends);

}  // namespace allways
