// SPDX-License-Identifier: Apache-2.0
// Visibility inside an area, by the signs of cross products of integers.
#include "osm/areas/visible_pairs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace allways::importers::osm {

namespace {

GridPoint minus(const GridPoint& a, const GridPoint& b) {
    return {a.x - b.x, a.y - b.y};
}

std::int64_t cross(const GridPoint& a, const GridPoint& b) {
    return a.x * b.y - a.y * b.x;
}

bool opposite_signs(std::int64_t a, std::int64_t b) {
    return (a < 0 && b > 0) || (a > 0 && b < 0);
}

// Orders directions counterclockwise from east.
bool is_before(const GridPoint& a, const GridPoint& b) {
    const auto lower_half = [](const GridPoint& d) { return d.y < 0 || (d.y == 0 && d.x < 0); };
    if (lower_half(a) != lower_half(b)) return lower_half(b);
    return cross(a, b) > 0;
}

}  // namespace

AreaOutline::AreaOutline(std::vector<GridPoint> points, std::vector<Edge> edges)
    : points_(std::move(points)), edges_(std::move(edges)), is_corner_(points_.size(), 0) {
    keep_odd_edges();
    find_fault();
    if (fault_ == Fault::none) find_spokes();
}

void AreaOutline::keep_odd_edges() {
    for (Edge& edge : edges_) {
        if (edge[0] > edge[1]) std::swap(edge[0], edge[1]);
    }
    std::ranges::sort(edges_);
    std::size_t kept = 0;
    for (std::size_t begin = 0; begin < edges_.size();) {
        std::size_t end = begin + 1;
        while (end < edges_.size() && edges_[end] == edges_[begin]) ++end;
        if ((end - begin) % 2 == 1 && edges_[begin][0] != edges_[begin][1]) edges_[kept++] = edges_[begin];
        begin = end;
    }
    edges_.resize(kept);
}

std::int64_t AreaOutline::side(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return cross(minus(points_[b], points_[a]), minus(points_[c], points_[a]));
}

bool AreaOutline::is_between(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const auto strictly = [](std::int64_t low, std::int64_t high, std::int64_t value) {
        return std::min(low, high) < value && value < std::max(low, high);
    };
    const GridPoint &p = points_[a], &q = points_[b], &r = points_[c];
    return p.x != q.x ? strictly(p.x, q.x, r.x) : strictly(p.y, q.y, r.y);
}

// Returns true if the edges have a common point that is not an end of both.
bool AreaOutline::touch(const Edge& one, const Edge& other) const {
    const std::int64_t c = side(one[0], one[1], other[0]), d = side(one[0], one[1], other[1]);
    const std::int64_t a = side(other[0], other[1], one[0]), b = side(other[0], other[1], one[1]);
    if (opposite_signs(a, b) && opposite_signs(c, d)) return true;
    return (c == 0 && is_between(one[0], one[1], other[0])) || (d == 0 && is_between(one[0], one[1], other[1])) ||
           (a == 0 && is_between(other[0], other[1], one[0])) || (b == 0 && is_between(other[0], other[1], one[1]));
}

void AreaOutline::find_fault() {
    std::vector<std::uint32_t> used;
    for (const Edge& edge : edges_) used.insert(used.end(), edge.begin(), edge.end());
    std::ranges::sort(used);
    bool open = false;
    for (std::size_t begin = 0; begin < used.size();) {
        const auto end = static_cast<std::size_t>(std::ranges::upper_bound(used, used[begin]) - used.begin());
        open = open || (end - begin) % 2 == 1;
        begin = end;
    }
    if (open || used.empty()) {
        fault_ = Fault::open;
        return;
    }
    used.erase(std::unique(used.begin(), used.end()), used.end());
    const auto [low_x, high_x] = std::ranges::minmax(used, {}, [&](std::uint32_t point) { return points_[point].x; });
    const auto [low_y, high_y] = std::ranges::minmax(used, {}, [&](std::uint32_t point) { return points_[point].y; });
    if (points_[high_x].x - points_[low_x].x > widest || points_[high_y].y - points_[low_y].y > widest) {
        fault_ = Fault::too_wide;
        return;
    }
    std::ranges::sort(used, {}, [&](std::uint32_t point) { return std::pair(points_[point].x, points_[point].y); });
    bool crossing = std::ranges::adjacent_find(used, {}, [&](std::uint32_t point) {
                        return std::pair(points_[point].x, points_[point].y);
                    }) != used.end();

    // Goes from west to east: each edge is compared with the earlier ones that extend as far east as its beginning.
    const auto west = [&](const Edge& edge) { return std::min(points_[edge[0]].x, points_[edge[1]].x); };
    const auto east = [&](const Edge& edge) { return std::max(points_[edge[0]].x, points_[edge[1]].x); };
    std::vector<Edge> order = edges_;
    std::ranges::sort(order, {}, [&](const Edge& edge) { return std::pair(west(edge), edge); });
    std::vector<Edge> reaching;
    for (const Edge& edge : order) {
        if (crossing) break;
        std::erase_if(reaching, [&](const Edge& before) { return east(before) < west(edge); });
        crossing = std::ranges::any_of(reaching, [&](const Edge& before) { return touch(before, edge); });
        reaching.push_back(edge);
    }
    if (crossing) fault_ = Fault::crossing;
}

// Counts the edges on a ray from the middle of the edge: upwards, or to the right if the edge is vertical.
bool AreaOutline::is_left_inside(const Edge& edge) const {
    const GridPoint &a = points_[edge[0]], &b = points_[edge[1]];
    const bool vertical = a.x == b.x;
    const auto along = [&](const GridPoint& p) { return vertical ? p.y : p.x; };  // across the ray
    bool inside = false;
    for (const Edge& other : edges_) {
        GridPoint c = points_[other[0]], d = points_[other[1]];
        if (along(c) > along(d)) std::swap(c, d);
        const std::int64_t middle = along(a) + along(b);
        if (other == edge || middle < 2 * along(c) || middle >= 2 * along(d)) continue;
        const GridPoint from_c{a.x + b.x - 2 * c.x, a.y + b.y - 2 * c.y};
        const std::int64_t turn = cross(minus(d, c), from_c);  // twice the cross product; negative: below the line c–d
        inside ^= vertical ? turn > 0 : turn < 0;
    }
    if (vertical) return inside == (a.y > b.y);
    return inside == (a.x < b.x);
}

void AreaOutline::find_spokes() {
    first_spoke_.assign(points_.size() + 1, 0);
    for (const Edge& edge : edges_) {
        ++first_spoke_[edge[0] + 1];
        ++first_spoke_[edge[1] + 1];
    }
    std::partial_sum(first_spoke_.begin(), first_spoke_.end(), first_spoke_.begin());
    spokes_.resize(2 * edges_.size());
    std::vector<std::size_t> next(first_spoke_.begin(), first_spoke_.end() - 1);
    for (const Edge& edge : edges_) {
        const bool left = is_left_inside(edge);
        spokes_[next[edge[0]]++] = {edge[1], left};
        spokes_[next[edge[1]]++] = {edge[0], !left};
    }
    for (std::uint32_t point = 0; point < points_.size(); ++point) {
        const auto begin = spokes_.begin() + static_cast<std::ptrdiff_t>(first_spoke_[point]);
        const auto end = spokes_.begin() + static_cast<std::ptrdiff_t>(first_spoke_[point + 1]);
        std::sort(begin, end, [&](const Spoke& a, const Spoke& b) {
            return is_before(minus(points_[a.to], points_[point]), minus(points_[b.to], points_[point]));
        });
        if (end - begin == 2) {
            const auto [outside, other] = begin->inside ? std::pair(begin[1], begin[0]) : std::pair(begin[0], begin[1]);
            is_corner_[point] = side(point, outside.to, other.to) > 0;
        } else {
            is_corner_[point] = begin != end;
        }
    }
}

AreaOutline::Leaves AreaOutline::leaves(std::uint32_t from, std::uint32_t towards) const {
    const GridPoint direction = minus(points_[towards], points_[from]);
    const auto of_point = spokes(from);
    const auto spoke_direction = [&](const Spoke& spoke) { return minus(points_[spoke.to], points_[from]); };
    const auto after = std::ranges::upper_bound(of_point, direction, is_before, spoke_direction);
    const Spoke& before = after == of_point.begin() ? of_point.back() : *(after - 1);
    if (after != of_point.begin() && !is_before(spoke_direction(before), direction)) return Leaves::along_edge;
    return before.inside ? Leaves::inside : Leaves::outside;
}

// Returns true if the line is tangent to the corner, so that a walk can bend there or go straight on. Where rings meet,
// it can always pass between them.
bool AreaOutline::may_go_on(std::uint32_t from, std::uint32_t corner) const {
    const auto of_corner = spokes(corner);
    return of_corner.size() != 2 ||
           !opposite_signs(side(from, corner, of_corner[0].to), side(from, corner, of_corner[1].to));
}

class AreaOutline::Sight {
public:
    Sight(const AreaOutline& outline, std::span<const std::uint8_t> ends, std::uint32_t from)
        : outline_(outline), ends_(ends), from_(from), sides_(outline.points_.size()) {}

    // Appends the pair if the points see each other and no other end is between them.
    void look(std::uint32_t to, std::vector<VisiblePair>& pairs) {
        Leaves first = outline_.leaves(from_, to);
        if (first == Leaves::outside || outline_.leaves(to, from_) == Leaves::outside) return;
        if (crosses(outline_.edges_[blocking_], to)) return;
        on_line_.clear();
        for (std::uint32_t point = 0; point < sides_.size(); ++point) {
            sides_[point] = outline_.side(from_, to, point);
            if (sides_[point] != 0 || !outline_.is_between(from_, to, point)) continue;
            if (outline_.spokes(point).empty()) continue;
            if (ends_[point]) return;
            on_line_.push_back(point);
        }
        for (std::size_t i = 0; i < outline_.edges_.size(); ++i) {
            const auto& [a, b] = outline_.edges_[i];
            if (!opposite_signs(sides_[a], sides_[b]) || !crosses(outline_.edges_[i], to)) continue;
            blocking_ = i;
            return;
        }
        bool is_edge = first == Leaves::along_edge;
        for (const std::uint32_t point : on_line_) {
            const Leaves next = outline_.leaves(point, to);
            if (next == Leaves::outside) return;
            is_edge = is_edge && next == Leaves::along_edge;
        }
        pairs.push_back({from_, to, is_edge});
    }

private:
    bool crosses(const Edge& edge, std::uint32_t to) const {
        return opposite_signs(outline_.side(edge[0], edge[1], from_), outline_.side(edge[0], edge[1], to)) &&
               opposite_signs(outline_.side(from_, to, edge[0]), outline_.side(from_, to, edge[1]));
    }

    const AreaOutline& outline_;
    std::span<const std::uint8_t> ends_;
    std::uint32_t from_;
    std::vector<std::int64_t> sides_;     // by point
    std::vector<std::uint32_t> on_line_;  // points on the line between the two
    // The last edge that blocked a line: often it blocks the line to the next point, too.
    std::size_t blocking_ = 0;
};

std::vector<VisiblePair> AreaOutline::visible_pairs(std::span<const std::uint8_t> is_entrance) const {
    std::vector<std::uint8_t> is_end(points_.size(), 0);
    std::vector<std::uint32_t> ends;
    for (std::uint32_t point = 0; point < points_.size(); ++point) {
        is_end[point] = !spokes(point).empty() && (is_entrance[point] || is_corner(point));
        if (is_end[point]) ends.push_back(point);
    }
    std::vector<VisiblePair> pairs;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        Sight sight(*this, is_end, ends[i]);
        for (std::size_t j = i + 1; j < ends.size(); ++j) {
            const std::uint32_t a = ends[i], b = ends[j];
            if (!is_entrance[a] && !may_go_on(b, a)) continue;
            if (!is_entrance[b] && !may_go_on(a, b)) continue;
            sight.look(b, pairs);
        }
    }
    return pairs;
}

}  // namespace allways::importers::osm
