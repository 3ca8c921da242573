// SPDX-License-Identifier: Apache-2.0
#include "areas/outlines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include "areas/corridor.h"

namespace allways::tools {

namespace {

// The rings of one level as lists of crossings, and their nesting.
class Rings {
public:
    Rings(const ContourGrid& grid, const SimplifiedContours& contours, double hole_limit)
        : grid_(grid), contours_(contours), hole_limit_(hole_limit), ring_of_(contours.crossings.size(), none) {}

    // Every ring encloses nodes, so it crosses horizontal edges. The first crossing of these in order is the leftmost
    // of the ring's lowest row; the crossing before it in that row belongs to the enclosing ring or to a sibling.
    std::vector<OutlinedPolygon> polygons() {
        std::vector<OutlinedPolygon> found;
        std::optional<std::size_t> before;
        for (std::size_t i = 0; i < ring_of_.size(); ++i) {
            const Crossing& crossing = contours_.crossings[i];
            if (ContourGrid::leads_up(crossing.edge)) continue;
            if (before && grid_.row(contours_.crossings[*before].edge) != grid_.row(crossing.edge)) before.reset();
            if (ring_of_[i] == none) add(i, before, found);
            before = i;
        }
        return found;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Ring {
        bool is_hole = false;
        bool is_closed = false;     // a small hole, or inside one
        std::size_t parent = none;  // the ring around it
        std::size_t polygon = none;
    };

    void add(std::size_t first, std::optional<std::size_t> before, std::vector<OutlinedPolygon>& found) {
        Ring ring;
        ring.is_hole = contours_.crossings[first].near_is_first;
        if (before) {
            const std::size_t neighbour = ring_of_[*before];
            ring.parent = rings_[neighbour].is_hole != ring.is_hole ? neighbour : rings_[neighbour].parent;
        }
        double area = 0;
        std::vector<Coordinate> corners;
        std::size_t at = first;
        do {
            ring_of_[at] = rings_.size();
            const Coordinate a = place(contours_.crossings[at], contours_.crossings[at].depth);
            if (contours_.is_corner[at] != 0) corners.push_back(place(contours_.crossings[at], contours_.depth[at]));
            at = contours_.next[at];
            const Coordinate b = place(contours_.crossings[at], contours_.crossings[at].depth);
            area += (a.x * b.y - b.x * a.y) / 2;
        } while (at != first);
        const bool closed_around = ring.parent != none && rings_[ring.parent].is_closed;
        ring.is_closed = closed_around || (ring.is_hole && std::abs(area) * grid_.step * grid_.step < hole_limit_);
        if (!ring.is_closed) put(std::move(corners), ring, found);
        rings_.push_back(ring);
    }

    void put(std::vector<Coordinate> corners, Ring& ring, std::vector<OutlinedPolygon>& found) const {
        for (Coordinate& at : corners) at = {grid_.origin.x + at.x * grid_.step, grid_.origin.y + at.y * grid_.step};
        if (ring.is_hole) {
            found[rings_[ring.parent].polygon].holes.push_back(std::move(corners));
        } else {
            ring.polygon = found.size();
            found.push_back({std::move(corners), {}});
        }
    }

    Coordinate place(const Crossing& crossing, double depth) const { return place_on_edge(grid_, crossing, depth); }

    const ContourGrid& grid_;
    const SimplifiedContours& contours_;
    double hole_limit_;
    std::vector<Ring> rings_;
    std::vector<std::size_t> ring_of_;  // for each crossing
};

}  // namespace

std::vector<std::vector<OutlinedPolygon>> outlines(std::span<const std::vector<Line>> lines,
                                                   const OutlineOptions& options) {
    DistanceContours contours =
        distance_contours(lines, options.distance, options.tolerance / std::numbers::sqrt2, options.progress);
    std::vector<std::vector<OutlinedPolygon>> found;
    SimplifiedContours before;
    for (Contours& level : contours.levels) {
        report(options.progress, "areas", found.size(), contours.levels.size());
        SimplifiedContours simplified = simplify_contours(contours.grid, std::move(level), before);
        found.push_back(Rings(contours.grid, simplified, options.hole_limit).polygons());
        before = std::move(simplified);
    }
    return found;
}

}  // namespace allways::tools
