// SPDX-License-Identifier: Apache-2.0
// Lengths of lines, and topology from shared end points: lines whose ends have the same position meet there, in one
// node.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/importers/read.h"
#include "allways/network/arc_shapes.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"

namespace allways::importers {

// Lengths of the lines of a layer: on the ellipsoid if the reference system is known, otherwise in the plane.
class LineLengths {
public:
    // Chooses the system of a layer (attributes/system_choice.h) from all of its lines, before any length is computed.
    // Logs a missing or unusable system.
    void choose(const VectorLayer& layer, const ArcShapes& lines, const ReadOptions& options);

    const std::optional<ReferenceSystem>& system() const { return system_; }
    // The length of two or more points, in metres or file units. Throws InvalidArgument for points outside the area of
    // the system.
    double length(std::span<const Coordinate> line) const;

    struct Unit {
        std::string symbol;  // "m", that of ReadOptions::length_unit, or empty
        int digits = 3;      // digits kept of each length
        int resolution = 1;  // meaningful digits after the point
    };
    const Unit& unit() const { return unit_; }
    // Metres per unit of the coordinates; 1 if their unit is unknown.
    double metres_per_unit() const { return metres_per_unit_; }

private:
    std::optional<ReferenceSystem> system_;
    Unit unit_;
    double metres_per_unit_ = 1;
};

// Positions in a Euclidean space in metres: earth-centred on the WGS 84 ellipsoid if the reference system is known,
// otherwise in the plane of the file's own units. Distances of a few metres are accurate to a fraction of a millimetre
// anywhere, including the poles and across the date line.
class Places {
public:
    explicit Places(const std::optional<ReferenceSystem>& system) : system_(system) {}

    struct Place {
        double x = 0, y = 0, z = 0;
    };
    // Throws InvalidArgument for a point outside the area of the reference system.
    Place place(Coordinate point) const;
    static double distance(const Place& a, const Place& b);
    // Returns two opposite corners of a box, in the file's own coordinates, that contains all points within `distance`.
    std::pair<Coordinate, Coordinate> around(Coordinate point, double distance) const;

private:
    const std::optional<ReferenceSystem>& system_;
};

struct LineEnds {
    std::vector<NodeIndex> node;          // nodes of the first and the last point of each line, in order
    std::vector<Coordinate> coordinates;  // by node
    // Number of ends away from their node: positions that the tolerance joined, or nodes whose named lines end farther
    // apart.
    std::uint64_t joined = 0;
    std::uint64_t apart = 0;
    // Number of nodes with ends farther from them than the tolerance, joined by ends in between; the largest distance.
    std::uint64_t chained = 0;
    double farthest = 0;
    // Number of positions at which ends on several levels do not meet.
    std::uint64_t on_levels = 0;
    // Number of line ends that lie exactly on an inner vertex of another line and are not connected to it.
    std::uint64_t touching = 0;
};

// Ends within `tolerance` of each other (metres; the file's units if the system is unknown) become one node, and so do
// ends that others in between connect, in whatever order the lines come. Its position is that of most of its ends.
// `levels` is empty or has the levels of each line's two ends, which meet on the same level alone. O(points) expected;
// throws CapacityError beyond 2^32 - 2 nodes.
LineEnds meet_ends(const ArcShapes& lines, double tolerance, const Places& places, std::span<const double> levels = {});

// Finds the positions of the ends of lines whose nodes are named, those of the first end seen: `node` has the nodes of
// the first and the last point of each line.
LineEnds place_ends(const ArcShapes& lines, std::vector<NodeIndex> node, std::size_t node_count, double tolerance,
                    const Places& places);

// Counts ends that lie farther from their node than the line is long. There are many if the fields that seem to name
// nodes name something else. `lengths` of the lines are in the unit of Places.
std::uint64_t count_far_ends(const ArcShapes& lines, const LineEnds& ends, std::span<const double> lengths,
                             const Places& places);

// Returns the number of separate networks that the lines form through their nodes.
std::size_t count_pieces(const LineEnds& ends);

}  // namespace allways::importers
