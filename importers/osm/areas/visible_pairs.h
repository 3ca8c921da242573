// SPDX-License-Identifier: Apache-2.0
// The outline of an area → the straight lines that a shortest walk between its entrances can take.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allways::importers::osm {

// A position in integer steps of a grid: 1e-7 degrees, as OSM files state it.
struct GridPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

// Two points of an outline that see each other, a < b. The line between them runs inside the area or along its edge.
struct VisiblePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool is_edge = false;  // the line runs along edges all the way
    friend bool operator==(const VisiblePair&, const VisiblePair&) = default;
};

// An area in a plane, bounded by edges between points: outer and inner rings in any order and direction, which may meet
// at their points. A point is inside if a ray from it crosses an odd number of edges. All tests are exact.
//
//     a ─────────── b       A walk from a to c bends at r, a corner that points into the area. A walk bends nowhere
//     │      r ──── q       else, so only lines between entrances and corners matter, and at a corner only those that
//     │      │              go on past it: a line that would run into the edge behind the corner cannot be a part of a
//     d ──── c              shortest walk.
//
// Source: visibility graphs and their reduction to tangents: de Berg et al., Computational Geometry, chapter 15;
// Latombe, Robot Motion Planning, chapter 4. Both hold under affine maps, so longitudes and latitudes may be taken for
// a plane.
class AreaOutline {
public:
    using Edge = std::array<std::uint32_t, 2>;
    enum class Fault : std::uint8_t {
        none,
        open,      // a point has an odd number of edges
        crossing,  // edges cross or touch elsewhere than at common ends, or two points are at the same place
        too_wide   // its extent exceeds `widest`
    };
    static constexpr std::int64_t widest = std::int64_t{1} << 29;  // so that products fit into 64 bits

    // An edge that is given twice is dropped, as where two rings share it. O(n²) for n edges, but O(n log n) to find
    // that edges of usual lengths do not cross.
    AreaOutline(std::vector<GridPoint> points, std::vector<Edge> edges);

    Fault fault() const { return fault_; }
    // The remaining edges, each with its lower point first, in ascending order.
    std::span<const Edge> edges() const { return edges_; }
    // Returns true if a shortest walk can bend there: the angle inside the area is above 180°, or rings meet.
    bool is_corner(std::uint32_t point) const { return is_corner_[point] != 0; }

    // Returns the pairs of entrances and corners between which a shortest walk can use the straight line, in ascending
    // order. Lines that pass an entrance or a corner are left out, since their sections are included. Needs an outline
    // without a fault. O(k² n) for k entrances and corners and n edges.
    std::vector<VisiblePair> visible_pairs(std::span<const std::uint8_t> is_entrance) const;

private:
    enum class Leaves : std::uint8_t { outside, inside, along_edge };
    // An edge, seen from one of its ends.
    struct Spoke {
        std::uint32_t to = 0;
        bool inside = false;  // the area is counterclockwise of it
    };
    class Sight;  // the points that one point sees

    std::span<const Spoke> spokes(std::uint32_t point) const {
        return std::span(spokes_).subspan(first_spoke_[point], first_spoke_[point + 1] - first_spoke_[point]);
    }
    // Above 0 if `c` is to the left of the line from `a` to `b`, 0 if it is on the line.
    std::int64_t side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
    bool is_between(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;  // c, on the line from a to b
    bool touch(const Edge& one, const Edge& other) const;
    bool is_left_inside(const Edge& edge) const;
    Leaves leaves(std::uint32_t from, std::uint32_t towards) const;
    bool may_go_on(std::uint32_t from, std::uint32_t corner) const;

    void keep_odd_edges();
    void find_fault();
    void find_spokes();

    std::vector<GridPoint> points_;
    std::vector<Edge> edges_;
    std::vector<std::size_t> first_spoke_;  // by point
    std::vector<Spoke> spokes_;             // of each point, counterclockwise
    std::vector<std::uint8_t> is_corner_;
    Fault fault_ = Fault::none;
};

}  // namespace allways::importers::osm
