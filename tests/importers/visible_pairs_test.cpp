// SPDX-License-Identifier: Apache-2.0
// Lines across areas, compared with all lines that are inside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "osm/areas/visible_pairs.h"

namespace allways::test {

using importers::osm::AreaOutline;
using importers::osm::GridPoint;
using importers::osm::VisiblePair;

namespace {

// A whole number below `end`.
std::uint32_t below(std::mt19937& random, std::uint32_t end) {
    return static_cast<std::uint32_t>(random() % end);
}

using Edges = std::vector<AreaOutline::Edge>;
using Points = std::vector<GridPoint>;

// Edges from each point to the next and from the last to the first, for rings of these sizes.
Edges rings(const std::vector<std::uint32_t>& sizes) {
    Edges edges;
    std::uint32_t first = 0;
    for (const std::uint32_t size : sizes) {
        for (std::uint32_t i = 0; i < size; ++i) edges.push_back({first + i, first + (i + 1) % size});
        first += size;
    }
    return edges;
}

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

PairSet pairs_across(const AreaOutline& outline, const std::vector<std::uint8_t>& entrances) {
    PairSet pairs;
    for (const VisiblePair& pair : outline.visible_pairs(entrances)) {
        if (!pair.is_edge) pairs.emplace(pair.a, pair.b);
    }
    return pairs;
}

// The truth: cuts the line wherever it meets an edge, and looks where the middles of the pieces are. Coordinates are so
// small that floating point separates all cases.
class Truth {
public:
    Truth(const Points& points, const AreaOutline& outline)
        : points_(points), edges_(outline.edges().begin(), outline.edges().end()) {}

    bool see_each_other(std::uint32_t a, std::uint32_t b) const {
        const double ax = x(a), ay = y(a), dx = x(b) - ax, dy = y(b) - ay;
        std::vector<double> cuts{0, 1};
        for (const auto& [c, d] : edges_) {
            const double ex = x(d) - x(c), ey = y(d) - y(c);
            const double determinant = dx * ey - dy * ex;
            if (determinant != 0) {
                const double t = ((x(c) - ax) * ey - (y(c) - ay) * ex) / determinant;
                const double u = ((x(c) - ax) * dy - (y(c) - ay) * dx) / determinant;
                if (t > 0 && t < 1 && u > -tiny && u < 1 + tiny) cuts.push_back(t);
                continue;
            }
            for (const std::uint32_t end : {c, d}) {
                if ((x(end) - ax) * dy != (y(end) - ay) * dx) continue;
                const double t = ((x(end) - ax) * dx + (y(end) - ay) * dy) / (dx * dx + dy * dy);
                if (t > 0 && t < 1) cuts.push_back(t);
            }
        }
        std::ranges::sort(cuts);
        for (std::size_t i = 1; i < cuts.size(); ++i) {
            if (cuts[i] - cuts[i - 1] < tiny) continue;
            const double middle = (cuts[i] + cuts[i - 1]) / 2;
            if (!is_inside(ax + middle * dx, ay + middle * dy)) return false;
        }
        return true;
    }

    double distance(std::uint32_t a, std::uint32_t b) const { return std::hypot(x(a) - x(b), y(a) - y(b)); }

private:
    static constexpr double tiny = 1e-9;

    double x(std::uint32_t point) const { return static_cast<double>(points_[point].x); }
    double y(std::uint32_t point) const { return static_cast<double>(points_[point].y); }

    bool is_inside(double px, double py) const {
        bool inside = false;
        for (const auto& [c, d] : edges_) {
            const double ex = x(d) - x(c), ey = y(d) - y(c);
            const double along = std::clamp(((px - x(c)) * ex + (py - y(c)) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
            if (std::hypot(px - x(c) - along * ex, py - y(c) - along * ey) < tiny) return true;
            if ((y(c) > py) != (y(d) > py)) inside ^= px < x(c) + (py - y(c)) / ey * ex;
        }
        return inside;
    }

    const Points& points_;
    Edges edges_;
};

using Distances = std::vector<std::vector<double>>;

Distances shortest_walks(std::size_t n, const Truth& truth, const PairSet& pairs) {
    Distances walks(n, std::vector<double>(n, std::numeric_limits<double>::infinity()));
    for (std::size_t i = 0; i < n; ++i) walks[i][i] = 0;
    for (const auto& [a, b] : pairs) walks[a][b] = walks[b][a] = truth.distance(a, b);
    for (std::size_t via = 0; via < n; ++via) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) walks[i][j] = std::min(walks[i][j], walks[i][via] + walks[via][j]);
        }
    }
    return walks;
}

// Returns false if the outline has a fault, so that there is nothing to compare.
bool compare(const Points& points, const Edges& edges, std::mt19937& random) {
    const AreaOutline outline(points, edges);
    if (outline.fault() != AreaOutline::Fault::none) return false;
    const Truth truth(points, outline);
    std::vector<std::uint8_t> on_outline(points.size(), 0), entrances(points.size(), 0);
    for (const auto& [a, b] : outline.edges()) on_outline[a] = on_outline[b] = 1;
    for (std::size_t i = 0; i < points.size(); ++i) entrances[i] = on_outline[i] && below(random, 3) == 0;

    PairSet all;
    for (std::uint32_t a = 0; a < points.size(); ++a) {
        for (std::uint32_t b = a + 1; b < points.size(); ++b) {
            if (on_outline[a] && on_outline[b] && truth.see_each_other(a, b)) all.emplace(a, b);
        }
    }
    PairSet kept;
    for (const VisiblePair& pair : outline.visible_pairs(entrances)) {
        EXPECT_TRUE(all.contains({pair.a, pair.b})) << pair.a << " and " << pair.b << " do not see each other";
        for (const std::uint32_t end : {pair.a, pair.b}) EXPECT_TRUE(entrances[end] || outline.is_corner(end));
        kept.emplace(pair.a, pair.b);
    }
    const Distances expected = shortest_walks(points.size(), truth, all);
    const Distances found = shortest_walks(points.size(), truth, kept);
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = 0; b < points.size(); ++b) {
            if (!entrances[a] || !entrances[b] || found[a][b] == expected[a][b]) continue;
            EXPECT_NEAR(found[a][b], expected[a][b], 1e-9) << "from " << a << " to " << b;
        }
    }
    return true;
}

// Orders the points so that the ring through them does not cross itself: two edges that cross are exchanged for two
// that do not, which makes the ring shorter.
void untangle(Points& ring) {
    const auto turn = [](const GridPoint& a, const GridPoint& b, const GridPoint& c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
            for (std::size_t j = i + 2; j < ring.size(); ++j) {
                const GridPoint &a = ring[i], &b = ring[i + 1], &c = ring[j], &d = ring[(j + 1) % ring.size()];
                const auto c_side = turn(a, b, c), d_side = turn(a, b, d), a_side = turn(c, d, a),
                           b_side = turn(c, d, b);
                if (!((c_side < 0 && d_side > 0) || (c_side > 0 && d_side < 0))) continue;
                if (!((a_side < 0 && b_side > 0) || (a_side > 0 && b_side < 0))) continue;
                std::reverse(ring.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                             ring.begin() + static_cast<std::ptrdiff_t>(j) + 1);
                changed = true;
            }
        }
    }
}

TEST(VisiblePairs, OfASquareAreItsDiagonals) {
    const AreaOutline outline({{0, 0}, {4, 0}, {4, 4}, {0, 4}}, rings({4}));
    EXPECT_EQ(pairs_across(outline, {1, 1, 1, 1}), (PairSet{{0, 2}, {1, 3}}));
    EXPECT_EQ(pairs_across(outline, {1, 1, 0, 0}), PairSet());
    EXPECT_EQ(outline.visible_pairs(std::vector<std::uint8_t>{1, 1, 0, 0}), (std::vector<VisiblePair>{{0, 1, true}}));
    for (std::uint32_t point = 0; point < 4; ++point) EXPECT_FALSE(outline.is_corner(point));
}

// Walks bend at the inner corner 3, and only lines that touch it lead there.
TEST(VisiblePairs, BendAtCorners) {
    const AreaOutline outline({{0, 0}, {8, 0}, {8, 2}, {2, 2}, {2, 8}, {0, 8}}, rings({6}));
    EXPECT_TRUE(outline.is_corner(3));
    EXPECT_EQ(pairs_across(outline, {0, 1, 0, 0, 0, 1}), (PairSet{{1, 3}, {3, 5}}));
    // From 0 no walk bends at 3, because the edges behind the corner are on both sides of the line.
    EXPECT_EQ(pairs_across(outline, {1, 0, 0, 0, 1, 0}), (PairSet{{0, 4}}));
}

TEST(VisiblePairs, GoAroundHoles) {
    const Points points{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {4, 4}, {6, 4}, {6, 6}, {4, 6}};
    const AreaOutline outline(points, rings({4, 4}));
    EXPECT_EQ(pairs_across(outline, {1, 0, 1, 0, 0, 0, 0, 0}), (PairSet{{0, 5}, {0, 7}, {2, 5}, {2, 7}}));
}

// A line over two corners of one column, at which it touches, is made of its parts.
TEST(VisiblePairs, EndAtPointsOnTheWay) {
    const Points points{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {3, 3}, {4, 3}, {3, 4}};
    const AreaOutline outline(points, rings({4, 3}));
    EXPECT_EQ(pairs_across(outline, {1, 0, 1, 0, 0, 0, 0}), (PairSet{{0, 5}, {0, 6}, {2, 5}, {2, 6}}));
    const AreaOutline touching({{0, 0}, {6, 0}, {6, 6}, {0, 6}, {2, 2}, {3, 1}, {4, 4}, {3, 5}}, rings({4, 4}));
    EXPECT_EQ(touching.fault(), AreaOutline::Fault::none);
    EXPECT_FALSE(pairs_across(touching, {1, 0, 1, 0, 0, 0, 0, 0}).contains({0, 2}));
}

TEST(VisiblePairs, EdgesGivenTwiceAreNone) {
    const AreaOutline outline({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {8, 0}, {8, 4}},
                              {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 4}, {4, 5}, {5, 2}, {2, 1}});
    EXPECT_EQ(outline.fault(), AreaOutline::Fault::none);
    EXPECT_EQ(pairs_across(outline, {1, 0, 0, 1, 1, 1}), (PairSet{{0, 5}, {3, 4}}));
}

TEST(VisiblePairs, OutlinesHaveFaults) {
    using Fault = AreaOutline::Fault;
    const Points square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    EXPECT_EQ(AreaOutline(square, {{0, 1}, {1, 2}, {2, 3}}).fault(), Fault::open);
    EXPECT_EQ(AreaOutline(square, {}).fault(), Fault::open);
    EXPECT_EQ(AreaOutline({{0, 0}, {4, 4}, {4, 0}, {0, 4}}, rings({4})).fault(), Fault::crossing);
    EXPECT_EQ(AreaOutline({{0, 0}, {4, 0}, {4, 4}, {2, 0}}, rings({4})).fault(), Fault::crossing);  // touches an edge
    EXPECT_EQ(AreaOutline({{0, 0}, {4, 0}, {4, 4}, {4, 4}}, rings({4})).fault(), Fault::crossing);  // the same place
    EXPECT_EQ(AreaOutline({{0, 0}, {AreaOutline::widest + 1, 0}, {4, 4}}, rings({3})).fault(), Fault::too_wide);
    EXPECT_EQ(AreaOutline({{0, 0}, {AreaOutline::widest, 0}, {4, 4}}, rings({3})).fault(), Fault::none);
}

// A column whose corner is one unit to either side of the line between entrances half a world apart: its distance from
// the line is below the precision of floating point.
TEST(VisiblePairs, AreExact) {
    constexpr std::int64_t far = AreaOutline::widest;
    for (const std::int64_t shift : {-1, 0, 1}) {
        const std::int64_t x = far / 2 - 1, y = far / 2 - 1 + shift;
        const AreaOutline outline(
            {{0, 0}, {far, 0}, {far, far}, {0, far}, {x, y}, {x + 9000, y - 90000}, {x + 90000, y - 90000}},
            rings({4, 3}));
        ASSERT_EQ(outline.fault(), AreaOutline::Fault::none);
        const PairSet pairs = pairs_across(outline, {1, 0, 1, 0, 0, 0, 0});
        EXPECT_EQ(pairs.contains({0, 2}), shift < 0) << shift;
        EXPECT_TRUE(pairs.contains({0, 4}) && pairs.contains({2, 4})) << shift;
    }
}

// Cells of a grid, some of them inside: rings meet at points, have holes and islands, and many points are on one line.
TEST(VisiblePairs, KeepTheShortestWalksAcrossCells) {
    for (unsigned seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const std::uint32_t side = 2 + below(random, 4);
        const std::uint32_t density = 40 + below(random, 50);
        const std::int64_t shear = static_cast<std::int64_t>(below(random, 5)) - 2;
        const auto point = [&](std::uint32_t column, std::uint32_t row) { return row * (side + 1) + column; };
        Points points;
        for (std::int64_t row = 0; row <= side; ++row) {
            for (std::int64_t column = 0; column <= side; ++column)
                points.push_back({3 * column + shear * row, 2 * row});
        }
        Edges edges;
        for (std::uint32_t row = 0; row < side; ++row) {
            for (std::uint32_t column = 0; column < side; ++column) {
                if (below(random, 100) >= density) continue;
                const std::uint32_t a = point(column, row), b = point(column + 1, row);
                const std::uint32_t c = point(column + 1, row + 1), d = point(column, row + 1);
                edges.insert(edges.end(), {{a, b}, {b, c}, {c, d}, {d, a}});
            }
        }
        if (!edges.empty()) {
            EXPECT_TRUE(compare(points, edges, random));
        }
    }
}

TEST(VisiblePairs, KeepTheShortestWalksAcrossRandomAreas) {
    int compared = 0;
    for (unsigned seed = 1; seed <= 1500; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        Points points;
        std::vector<std::uint32_t> sizes;
        const std::uint32_t ring_count = 1 + below(random, 3);
        const std::uint32_t width = 8 + below(random, 40);
        for (std::uint32_t i = 0; i < ring_count; ++i) {
            // The first ring is the large one.
            const std::uint32_t range = i == 0 ? width : 2 + width / 4;
            const std::uint32_t offset = i == 0 ? 0 : below(random, width - range + 1);
            Points ring;
            for (std::uint32_t k = 3 + below(random, i == 0 ? 14 : 4); k > 0; --k) {
                ring.push_back({offset + below(random, range), offset + below(random, range)});
            }
            untangle(ring);
            sizes.push_back(static_cast<std::uint32_t>(ring.size()));
            points.insert(points.end(), ring.begin(), ring.end());
        }
        compared += compare(points, rings(sizes), random);
    }
    EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace allways::test
