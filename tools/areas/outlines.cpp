// SPDX-License-Identifier: Apache-2.0
#include "areas/outlines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>

namespace allways::tools {

namespace {

// ---- Contours simplified: fewer corners, but within the same cells of the grid

// One level's crossings, sorted by edge, with parallel arrays.
struct SimplifiedContours {
    Contours crossings;
    std::vector<std::uint32_t> next;      // index of the next crossing along the contour
    std::vector<std::uint8_t> is_corner;  // 1 where the simplified contour has a corner
    std::vector<double> depth;            // where the simplified contour crosses the edge
};

// The place of a crossing, in grid steps from the grid's origin.
Coordinate place_on_edge(const ContourGrid& grid, const Crossing& crossing, double depth) {
    const double share = crossing.near_is_first ? depth : 1 - depth;
    const bool up = ContourGrid::leads_up(crossing.edge);
    return {static_cast<double>(grid.column(crossing.edge)) + (up ? 0 : share),
            static_cast<double>(grid.row(crossing.edge)) + (up ? share : 0)};
}

constexpr double gate_half_width = 0.5;  // in edges

double cross(Coordinate a, Coordinate b) {
    return a.x * b.y - a.y * b.x;
}

Coordinate minus(Coordinate a, Coordinate b) {
    return {a.x - b.x, a.y - b.y};
}

// Forces a corner on about one edge in 16, on the same edges of the plane whatever the levels are, so that equal runs
// between them are simplified in the same way.
bool is_anchor(const ContourGrid& grid, ContourGrid::Edge edge) {
    const auto column = static_cast<std::uint64_t>(std::llround(grid.origin.x / grid.step)) + grid.column(edge);
    const auto row = static_cast<std::uint64_t>(std::llround(grid.origin.y / grid.step)) + grid.row(edge);
    const std::uint64_t key = (row << 32) + 2 * column + (ContourGrid::leads_up(edge) ? 1 : 0);
    return ((key + 1) * 0x9E3779B97F4A7C15u >> 40) % 16 == 0;
}

// Greedily takes the longest straight pieces from corner to corner that cross the same edges in the same order (a
// corridor of cells; Imai & Iri 1988) and stay within half an edge of the contour, so contours neither cross nor touch.
// Areas stay nested: where a run would cross an edge inside the next smaller level `before`, it stays at or outside
// that level's crossings instead. Elsewhere the result does not depend on `before`.
class Simplifier {
public:
    Simplifier(const ContourGrid& grid, Contours crossings, const SimplifiedContours& before)
        : grid_(grid), before_(before) {
        made_.crossings = std::move(crossings);
        const std::size_t count = made_.crossings.size();
        made_.is_corner.assign(count, 0);
        made_.next.reserve(count);
        made_.depth.reserve(count);
        for (const Crossing& crossing : made_.crossings) {
            made_.next.push_back(find(made_.crossings, crossing.next));
            made_.depth.push_back(crossing.depth);
        }
        set_gates();
    }

    SimplifiedContours simplify() {
        for (std::uint32_t i = 0; i < made_.crossings.size(); ++i) {
            if (is_anchor(grid_, made_.crossings[i].edge)) begin_run(i);
        }
        for (std::uint32_t i = 0; i < made_.crossings.size(); ++i) {
            if (done_[i] == 0) begin_run(i);  // a ring without anchors starts at its first edge
        }
        return std::move(made_);
    }

private:
    static std::uint32_t find(const Contours& crossings, ContourGrid::Edge edge) {
        const auto found = std::ranges::lower_bound(crossings, edge, {}, &Crossing::edge);
        return found == crossings.end() || found->edge != edge ? none
                                                               : static_cast<std::uint32_t>(found - crossings.begin());
    }

    // Merges the two lists: both are sorted by edge.
    void set_gates() {
        const std::size_t count = made_.crossings.size();
        done_.assign(count, 0);
        same_.assign(count, none);
        nearest_.reserve(count);
        farthest_.reserve(count);
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Crossing& crossing = made_.crossings[i];
            nearest_.push_back(std::max(least_depth, crossing.depth - gate_half_width));
            farthest_.push_back(std::min(1 - least_depth, crossing.depth + gate_half_width));
            while (at < before_.crossings.size() && before_.crossings[at].edge < crossing.edge) ++at;
            if (at < before_.crossings.size() && before_.crossings[at].edge == crossing.edge)
                same_[i] = static_cast<std::uint32_t>(at);
        }
    }

    Coordinate place(std::uint32_t crossing, double depth) const {
        return place_on_edge(grid_, made_.crossings[crossing], depth);
    }

    // A run leads from one fixed corner to the next: to an anchor or, in a ring without anchors, back to its start.
    void begin_run(std::uint32_t first) {
        std::vector<std::uint32_t> run{first};
        do {
            done_[run.back()] = 1;
            run.push_back(made_.next[run.back()]);
        } while (run.back() != first && !is_anchor(grid_, made_.crossings[run.back()].edge));
        straighten(run);
        if (keeps_outside(run) || copy_run(run)) return;
        for (const std::uint32_t crossing : run) {
            if (same_[crossing] == none) continue;
            nearest_[crossing] = std::max(nearest_[crossing], before_.depth[same_[crossing]]);
        }
        straighten(run);
    }

    void straighten(const std::vector<std::uint32_t>& run) {
        for (std::size_t i = 1; i + 1 < run.size(); ++i) made_.is_corner[run[i]] = 0;
        make_corner(run.front());
        make_corner(run.back());
        for (std::size_t at = 0; at + 1 < run.size();) at = pass(run, at);
    }

    // Returns true if the run crosses no edge inside the previous level.
    bool keeps_outside(const std::vector<std::uint32_t>& run) const {
        return std::ranges::all_of(run, [&](std::uint32_t crossing) {
            return same_[crossing] == none || made_.depth[crossing] >= before_.depth[same_[crossing]];
        });
    }

    void make_corner(std::uint32_t crossing) {
        made_.is_corner[crossing] = 1;
        made_.depth[crossing] = std::max(made_.crossings[crossing].depth, nearest_[crossing]);
    }

    // Copies the run's corners from the previous level if that has the same run from end to end.
    bool copy_run(const std::vector<std::uint32_t>& run) {
        for (std::size_t i = 0; i < run.size(); ++i) {
            const std::uint32_t known = same_[run[i]];
            if (known == none || before_.crossings[known].depth != made_.crossings[run[i]].depth) return false;
            if (i > 0 && before_.next[same_[run[i - 1]]] != known) return false;
        }
        if (before_.is_corner[same_[run.front()]] == 0) return false;
        for (const std::uint32_t crossing : run) {
            made_.is_corner[crossing] = before_.is_corner[same_[crossing]];
            made_.depth[crossing] = before_.depth[same_[crossing]];
        }
        return true;
    }

    // Finds the farthest crossing that a straight piece from run[at] can reach, and makes it a corner; returns its
    // index in the run.
    std::size_t pass(const std::vector<std::uint32_t>& run, std::size_t at) {
        const Coordinate from = place(run[at], made_.depth[run[at]]);
        std::vector<std::size_t> ends;  // crossings visible from run[at]
        Coordinate left{}, right{};
        for (std::size_t i = at + 1; i < run.size(); ++i) {
            const std::uint32_t crossing = run[i];
            const Coordinate target = minus(place(crossing, corner_depth(crossing)), from);
            if (i == at + 1 || (cross(right, target) >= 0 && cross(target, left) >= 0)) ends.push_back(i);
            const Coordinate near =
                minus(place(crossing, nearest_[crossing]), from);  // on the left in the direction of travel
            const Coordinate far = minus(place(crossing, farthest_[crossing]), from);
            if (cross(far, near) <= 0) break;
            if (i == at + 1 || cross(left, near) < 0) left = near;
            if (i == at + 1 || cross(far, right) < 0) right = far;
            if (cross(right, left) <= 0) break;
        }
        while (ends.size() > 1 && !goes_straight(run, at, ends.back())) ends.pop_back();
        const std::size_t end = ends.back();
        for (std::size_t i = at + 1; i < end; ++i) made_.depth[run[i]] = depth_between(run[at], run[end], run[i]);
        make_corner(run[end]);
        return end;
    }

    double corner_depth(std::uint32_t crossing) const {
        return made_.is_corner[crossing] != 0 ? made_.depth[crossing]
                                              : std::max(made_.crossings[crossing].depth, nearest_[crossing]);
    }

    // Returns true if the straight piece crosses all gates in between, in order.
    bool goes_straight(const std::vector<std::uint32_t>& run, std::size_t at, std::size_t end) const {
        const Coordinate from = place(run[at], made_.depth[run[at]]);
        const Coordinate way = minus(place(run[end], corner_depth(run[end])), from);
        double before = 0;
        for (std::size_t i = at + 1; i < end; ++i) {
            const double depth = depth_between(run[at], run[end], run[i]);
            const Coordinate there = minus(place(run[i], depth), from);
            const double along = there.x * way.x + there.y * way.y;
            if (!(std::abs(cross(way, there)) <= slack * (std::abs(way.x) + std::abs(way.y))) || along < before)
                return false;
            before = along;
        }
        return before <= way.x * way.x + way.y * way.y;
    }

    // The depth at which the straight piece between two crossings meets the edge of a third one, limited to its gate.
    double depth_between(std::uint32_t from, std::uint32_t to, std::uint32_t crossing) const {
        const Coordinate a = place(from, made_.depth[from]);
        const Coordinate b = place(to, corner_depth(to));
        const Crossing& over = made_.crossings[crossing];
        const Coordinate first = place_on_edge(grid_, over, over.near_is_first ? 0 : 1);
        const double share = ContourGrid::leads_up(over.edge)
                                 ? a.y + (first.x - a.x) / (b.x - a.x) * (b.y - a.y) - first.y
                                 : a.x + (first.y - a.y) / (b.y - a.y) * (b.x - a.x) - first.x;
        const double depth = over.near_is_first ? share : 1 - share;
        return std::clamp(std::isnan(depth) ? over.depth : depth, nearest_[crossing], farthest_[crossing]);
    }

    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    static constexpr double slack = 1e-9;  // in edges

    const ContourGrid& grid_;
    const SimplifiedContours& before_;
    SimplifiedContours made_;
    std::vector<double> nearest_;  // the depths between which a piece may cross an edge: its gate
    std::vector<double> farthest_;
    std::vector<std::uint32_t> same_;  // for each crossing: that of the same edge in the previous level, or `none`
    std::vector<std::uint8_t> done_;   // 1 once its run has begun
};

// ---- Polygons

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
            found[rings_[ring.parent].polygon].push_back(std::move(corners));
        } else {
            ring.polygon = found.size();
            found.emplace_back().push_back(std::move(corners));
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

std::vector<std::vector<OutlinedPolygon>> outlines(std::span<const std::vector<Line>> lines, double distance,
                                                   double tolerance, double hole_limit,
                                                   const ProgressCallback& progress) {
    auto [grid, levels] = distance_contours(lines, distance, tolerance / std::numbers::sqrt2, progress);
    std::vector<std::vector<OutlinedPolygon>> found;
    SimplifiedContours before;
    for (Contours& level : levels) {
        report(progress, "areas", found.size(), levels.size());
        SimplifiedContours simplified = Simplifier(grid, std::move(level), before).simplify();
        found.push_back(Rings(grid, simplified, hole_limit).polygons());
        before = std::move(simplified);
    }
    return found;
}

}  // namespace allways::tools
