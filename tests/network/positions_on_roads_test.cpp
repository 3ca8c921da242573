// SPDX-License-Identifier: Apache-2.0
// Positions on networks of curved roads, closed loops, parallel roads and closed barriers, compared with the same
// networks cut into tiny arcs, in which every position is a node.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "allways/cost/arc_costs.h"
#include "allways/engine/solve.h"
#include "allways/engine/solve_between.h"
#include "allways/network/road_network.h"
#include "allways/network/simplify.h"
#include "allways/network/snap.h"
#include "allways/query/isochrone.h"
#include "support/dijkstra.h"
#include "support/random_networks.h"

namespace allways {
namespace {

using Line = std::vector<Coordinate>;

double length_of(const Line& line) {
    double length = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    return length;
}

// The length along the line up to a place on it.
double along(const Line& line, Coordinate place) {
    double before = 0;
    double found = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Coordinate a = line[i - 1];
        const Coordinate b = line[i];
        const double size = std::hypot(b.x - a.x, b.y - a.y);
        const double share =
            size == 0
                ? 0
                : std::clamp(((place.x - a.x) * (b.x - a.x) + (place.y - a.y) * (b.y - a.y)) / (size * size), 0.0, 1.0);
        const double off = std::hypot(a.x + share * (b.x - a.x) - place.x, a.y + share * (b.y - a.y) - place.y);
        if (off < least) {
            least = off;
            found = before + share * size;
        }
        before += size;
    }
    EXPECT_LT(least, 1e-6) << "the place is not on the line";
    return found;
}

Coordinate place_at(const Line& line, double length) {
    for (std::size_t i = 1; i < line.size(); ++i) {
        const double size = std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
        if (length <= size || i + 1 == line.size()) {
            const double share = size == 0 ? 0 : length / size;
            return {line[i - 1].x + share * (line[i].x - line[i - 1].x),
                    line[i - 1].y + share * (line[i].y - line[i - 1].y)};
        }
        length -= size;
    }
    return line.front();
}

// Costs are a thousand per unit of length, so that the cutting of roads does not matter; column "length" has the
// lengths in units.
struct Town {
    RoadNetwork network;
    std::vector<std::size_t> road_of_arc;

    explicit Town(std::size_t nodes) {
        network.node_ids = IdTable::consecutive(nodes);
        network.columns = {{"time", "s", {}, 3}};
        network.provenance.crs = "";
    }

    void add_road(NodeIndex from, NodeIndex to, const Line& line, bool forward, bool backward) {
        const auto shape = line.size() == 2 && from != to ? ArcShapes::no_shape : network.shapes.add_shape(line);
        const Decimal cost(std::llround(1000 * length_of(line)), 3);
        const auto add = [&](NodeIndex tail, NodeIndex head, bool reversed, bool against) {
            network.tail.push_back(tail);
            network.head.push_back(head);
            network.reversed.push_back(reversed);
            network.columns[0].values.push_back(cost);
            network.shapes.add_arc(shape, against);
            road_of_arc.push_back(roads);
        };
        if (forward) add(from, to, false, false);
        if (backward) add(to, from, forward, true);
        ++roads;
    }

    void finish() {
        std::vector<std::int64_t> ids;
        for (const std::size_t road : road_of_arc) ids.push_back(static_cast<std::int64_t>(road));
        network.arc_ids = IdTable(std::move(ids));
    }

    std::size_t roads = 0;
};

class RandomTown {
public:
    explicit RandomTown(std::uint64_t seed) : random_(seed), town_(count) {
        for (NodeIndex i = 0; i < count; ++i) town_.network.coordinates.push_back(place());
        town_.network.no_through.assign(count, NoThrough::passable);
        for (NodeIndex i = 0; i < count; ++i) {
            const auto next = static_cast<NodeIndex>((i + 1) % count);
            add(i, next, true, random_.below(3) != 0, random_.below(2));
            const auto other = static_cast<NodeIndex>(random_.below(count));
            if (other != i) add(i, other, true, random_.below(2) == 0, 1 + random_.below(3));
            if (random_.below(3) == 0)
                add(i, next, random_.below(2) == 0, true, 1 + random_.below(3));  // beside the first
            if (random_.below(2) == 0) add(i, i, true, random_.below(2) == 0, 2 + random_.below(4));
        }
        for (int i = 0; i < 3; ++i) town_.network.no_through[random_.below(count)] = NoThrough::barrier;
        town_.finish();
    }
    Town town() && { return std::move(town_); }

    static constexpr NodeIndex count = 10;

private:
    Coordinate place() {
        return {static_cast<double>(random_.below(10'000)) / 10, static_cast<double>(random_.below(10'000)) / 10};
    }

    // At most one of the roads between two nodes has no inner points: a second one would be the same road.
    void add(NodeIndex from, NodeIndex to, bool forward, bool backward, std::uint64_t inner) {
        Line line{town_.network.coordinates[from]};
        for (std::uint64_t i = 0; i < inner; ++i) line.push_back(place());
        line.push_back(town_.network.coordinates[to]);
        town_.add_road(from, to, line, forward, backward);
    }

    Random random_;
    Town town_;
};

// Cuts each arc into pieces without a requested place inside.
class TinyArcs {
public:
    static constexpr int samples = 12;  // additional sample places on each road

    explicit TinyArcs(const Town& town, const std::vector<SnappedPoint>& points) : town_(town) {
        made_.coordinates = town.network.coordinates;
        made_.no_through = town.network.no_through;
        collect(points);
        for (ArcIndex arc = 0; arc < town.network.arc_count(); ++arc) cut(arc);
        made_.node_ids = IdTable::consecutive(made_.coordinates.size());
    }

    NodeIndex node_of(std::size_t point) const { return node_of_point_[point]; }
    const std::vector<NodeIndex>& nodes_of_road(std::size_t road) const { return samples_[road]; }
    Coordinate place(NodeIndex node) const { return made_.coordinates[node]; }

    std::vector<double> from(NodeIndex node) const {
        return testing::dijkstra<double>(made_, build_adjacency(made_.node_count(), made_.tail), cost_, -1, node);
    }

private:
    static Line line_of(const RoadNetwork& network, ArcIndex arc) {
        Line line = network.shapes.points(arc);
        if (line.empty()) line = {network.coordinates[network.tail[arc]], network.coordinates[network.head[arc]]};
        return line;
    }

    NodeIndex add_node(Coordinate place) {
        made_.coordinates.push_back(place);
        made_.no_through.push_back(NoThrough::passable);
        return static_cast<NodeIndex>(made_.coordinates.size() - 1);
    }

    void collect(const std::vector<SnappedPoint>& points) {
        samples_.resize(town_.roads);
        on_road_.resize(town_.roads);
        for (std::size_t i = 0; i < points.size(); ++i) {
            node_of_point_.push_back(points[i].node);
            if (points[i].node != no_node) continue;
            auto& on_road = on_road_[town_.road_of_arc[points[i].arc]];
            const auto there =
                std::ranges::find_if(on_road, [&](NodeIndex node) { return place(node) == points[i].place; });
            node_of_point_.back() = there != on_road.end() ? *there : add_node(points[i].place);
            if (there == on_road.end()) on_road.push_back(node_of_point_.back());
        }
        for (ArcIndex arc = 0; arc < town_.network.arc_count(); ++arc) {
            const std::size_t road = town_.road_of_arc[arc];
            if (!samples_[road].empty()) continue;
            const Line line = line_of(town_.network, arc);
            for (int i = 1; i < samples; ++i)
                samples_[road].push_back(add_node(place_at(line, length_of(line) * i / samples)));
            on_road_[road].insert(on_road_[road].end(), samples_[road].begin(), samples_[road].end());
        }
    }

    void cut(ArcIndex arc) {
        const Line line = line_of(town_.network, arc);
        std::multimap<double, NodeIndex> cuts;
        for (const NodeIndex node : on_road_[town_.road_of_arc[arc]]) cuts.emplace(along(line, place(node)), node);
        cuts.emplace(length_of(line), town_.network.head[arc]);
        NodeIndex before = town_.network.tail[arc];
        double at = 0;
        for (const auto& [length, node] : cuts) {
            made_.tail.push_back(before);
            made_.head.push_back(node);
            cost_.push_back(length - at);
            before = node;
            at = length;
        }
    }

    const Town& town_;
    RoadNetwork made_;
    std::vector<double> cost_;
    std::vector<NodeIndex> node_of_point_;
    std::vector<std::vector<NodeIndex>> samples_;
    std::vector<std::vector<NodeIndex>> on_road_;
};

SnapOptions in_plane(SnapOptions::Component component) {
    SnapOptions options;
    options.space = SnapOptions::Space::plane;
    options.component = component;
    return options;
}

std::vector<Coordinate> random_positions(Random& random, int count) {
    std::vector<Coordinate> positions;
    for (int i = 0; i < count; ++i) {
        positions.push_back(
            {static_cast<double>(random.below(10'000)) / 10, static_cast<double>(random.below(10'000)) / 10});
    }
    return positions;
}

std::vector<SnappedPoint> snapped(const RoadNetwork& network, const std::vector<Coordinate>& positions,
                                  SnapOptions::Component component) {
    const Snapper snapper(network, {}, in_plane(component));
    std::vector<SnappedPoint> points;
    for (const Coordinate position : positions) points.push_back(snapper.snap(position));
    return points;
}

PointNetwork attach(const RoadNetwork& network, const std::vector<SnappedPoint>& points) {
    return with_points(network, points, split_precision(network, {}));
}

constexpr double rounding = 0.003;  // of a position at each end, and of what is cut of the arc there

TEST(PositionsOnRoads, HaveTheDistancesOfTinyArcs) {
    std::size_t on_loops = 0;
    std::size_t at_barriers = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Town town = RandomTown(seed).town();
        Random random(seed + 1000);
        const auto component = seed % 2 == 0 ? SnapOptions::Component::any : SnapOptions::Component::largest;
        const auto points = snapped(town.network, random_positions(random, 20), component);
        const PointNetwork attached = attach(town.network, points);
        const TinyArcs truth(town, points);
        const auto& nodes = attached.node_of_point;
        const auto table = solve_between(attached.network, nodes, nodes).value;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].node == no_node) {
                const NodeIndex tail = town.network.tail[points[i].arc];
                const NodeIndex head = town.network.head[points[i].arc];
                on_loops += tail == head;
                at_barriers += town.network.is_no_through(tail) || town.network.is_no_through(head);
            }
            const auto expected = truth.from(truth.node_of(i));
            for (std::size_t j = 0; j < points.size(); ++j) {
                const double there = expected[truth.node_of(j)];
                ASSERT_EQ(table.is_reachable(i, j), there < 1e300) << seed << ": " << i << " to " << j;
                if (there < 1e300) {
                    EXPECT_NEAR(table.distance(i, j), there, rounding) << seed << ": " << i << " to " << j;
                }
            }
        }
    }
    EXPECT_GT(on_loops, 100u);
    EXPECT_GT(at_barriers, 100u);
}

// The parts of arcs run from place to place, as long as their costs say.
TEST(PositionsOnRoads, CutLinesAsTheyCutCosts) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Town town = RandomTown(seed).town();
        Random random(seed + 2000);
        const auto points = snapped(town.network, random_positions(random, 20), SnapOptions::Component::any);
        const PointNetwork attached = attach(town.network, points);
        const RoadNetwork& now = attached.network;
        for (ArcIndex arc = static_cast<ArcIndex>(town.network.arc_count()); arc < now.arc_count(); ++arc) {
            const Line line = now.shapes.points(arc);
            ASSERT_GE(line.size(), 2u);
            EXPECT_EQ(line.front(), now.coordinates[now.tail[arc]]) << seed << ": arc " << arc;
            EXPECT_EQ(line.back(), now.coordinates[now.head[arc]]) << seed << ": arc " << arc;
            EXPECT_NEAR(length_of(line), now.columns[0].values[arc].to_double(), rounding) << seed << ": arc " << arc;
        }
    }
}

TEST(PositionsOnRoads, ReachWhatTinyArcsReach) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Town town = RandomTown(seed).town();
        Random random(seed + 3000);
        const auto points = snapped(town.network, random_positions(random, 6), SnapOptions::Component::any);
        const PointNetwork attached = attach(town.network, points);
        const TinyArcs truth(town, points);
        const ArcCosts costs = build_arc_costs(attached.network, {"time", {}});
        const double raw = std::pow(10.0, costs.scale.digits);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double limit = 300 + static_cast<double>(random.below(1500));
            const Isochrone reach(attached.network, costs, std::span(&attached.node_of_point[i], 1), limit * raw,
                                  IsochroneDirection::from_starts);
            std::map<std::size_t, std::vector<Line>> reached;  // by road
            for (const ReachedPart& part : reach.parts(-1, limit * raw)) {
                const Line line = [&] {
                    Line whole = attached.network.shapes.points(part.arc);
                    if (whole.empty()) {
                        whole = {attached.network.coordinates[attached.network.tail[part.arc]],
                                 attached.network.coordinates[attached.network.head[part.arc]]};
                    }
                    return whole;
                }();
                auto& pieces = reached[static_cast<std::size_t>(attached.network.arc_ids.numbers()[part.arc])];
                Line piece;
                for (int k = 0; k <= 400; ++k)
                    piece.push_back(place_at(line, length_of(line) * (part.begin + (part.end - part.begin) * k / 400)));
                pieces.push_back(std::move(piece));
            }
            const auto expected = truth.from(truth.node_of(i));
            for (std::size_t road = 0; road < town.roads; ++road) {
                for (const NodeIndex sample : truth.nodes_of_road(road)) {
                    if (std::abs(expected[sample] - limit) < 20) continue;
                    const Coordinate at = truth.place(sample);
                    const bool found = std::ranges::any_of(reached[road], [&](const Line& piece) {
                        return std::ranges::any_of(
                            piece, [&](Coordinate other) { return std::hypot(other.x - at.x, other.y - at.y) < 8; });
                    });
                    if (expected[sample] < limit) {
                        EXPECT_TRUE(found) << seed << ": from " << i << " within " << limit << " to road " << road
                                           << ", " << expected[sample];
                    }
                }
            }
        }
    }
}

// Folded chains are the same roads, so positions lie and go the same way.
TEST(PositionsOnRoads, AreTheSameOnASimplifiedNetwork) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Town town = RandomTown(seed).town();
        const RoadNetwork simple = simplify(town.network).network;
        Random random(seed + 4000);
        const auto positions = random_positions(random, 15);
        const PointNetwork whole = attach(town.network, snapped(town.network, positions, SnapOptions::Component::any));
        const PointNetwork folded = attach(simple, snapped(simple, positions, SnapOptions::Component::any));
        const auto expected = solve_between(whole.network, whole.node_of_point, whole.node_of_point).value;
        const auto found = solve_between(folded.network, folded.node_of_point, folded.node_of_point).value;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            for (std::size_t j = 0; j < positions.size(); ++j) {
                ASSERT_EQ(found.is_reachable(i, j), expected.is_reachable(i, j)) << seed << ": " << i << " to " << j;
                if (expected.is_reachable(i, j)) {
                    EXPECT_NEAR(found.distance(i, j), expected.distance(i, j), rounding) << seed;
                }
            }
        }
    }
}

// A ring of 40 that hangs on a street by one of its corners.
Town ring(bool both_ways) {
    Town town(2);
    town.network.coordinates = {{0, 0}, {-30, 0}};
    town.add_road(1, 0, {{-30, 0}, {0, 0}}, true, true);
    town.add_road(0, 0, {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}, true, both_ways);
    town.finish();
    return town;
}

double between(const Town& town, Coordinate from, Coordinate to) {
    const PointNetwork points =
        attach(town.network, snapped(town.network, {from, to}, SnapOptions::Component::largest));
    return solve_between(points.network, std::span(&points.node_of_point[0], 1), std::span(&points.node_of_point[1], 1))
        .value.distance(0, 0);
}

TEST(PositionsOnRoads, OfALoopGoTheShorterWayRound) {
    EXPECT_DOUBLE_EQ(between(ring(true), {5, -1}, {11, 4}), 9);
    EXPECT_DOUBLE_EQ(between(ring(true), {11, 4}, {5, -1}), 9);
    EXPECT_DOUBLE_EQ(between(ring(true), {5, -1}, {-1, 4}), 9);  // by the node
    EXPECT_DOUBLE_EQ(between(ring(true), {-20, 1}, {-1, 4}), 24);
}

TEST(PositionsOnRoads, OfAOneWayLoopGoAlongIt) {
    EXPECT_DOUBLE_EQ(between(ring(false), {5, -1}, {11, 4}), 9);
    EXPECT_DOUBLE_EQ(between(ring(false), {11, 4}, {5, -1}), 31);
    EXPECT_DOUBLE_EQ(between(ring(false), {-20, 1}, {-1, 4}), 20 + 36);
    EXPECT_DOUBLE_EQ(between(ring(false), {-1, 4}, {-20, 1}), 4 + 20);
}

// A street there and back along the same line is a loop too: only its shape distinguishes its two directions.
TEST(PositionsOnRoads, OfALoopThereAndBackAgainAreOnIt) {
    Town town(2);
    town.network.coordinates = {{0, 0}, {-30, 0}};
    town.add_road(1, 0, {{-30, 0}, {0, 0}}, true, true);
    town.add_road(0, 0, {{0, 0}, {10, 0}, {0, 0}}, true, true);
    town.finish();
    EXPECT_DOUBLE_EQ(between(town, {4, 1}, {7, 1}), 3);
    EXPECT_DOUBLE_EQ(between(town, {7, 1}, {4, 1}), 3);
    EXPECT_DOUBLE_EQ(between(town, {-5, 1}, {4, 1}), 9);
}

// A loop drawn twice, once each way, is one road.
TEST(PositionsOnRoads, OfALoopThatIsThereOnceEachWay) {
    Town town(2);
    town.network.coordinates = {{0, 0}, {-30, 0}};
    town.add_road(1, 0, {{-30, 0}, {0, 0}}, true, true);
    town.add_road(0, 0, {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}}, true, false);
    town.add_road(0, 0, {{0, 0}, {0, 10}, {10, 10}, {10, 0}, {0, 0}}, true, false);
    town.finish();
    EXPECT_DOUBLE_EQ(between(town, {5, -1}, {11, 4}), 9);
    EXPECT_DOUBLE_EQ(between(town, {11, 4}, {5, -1}), 9);
}

// 0 - 1 - 2, a closed barrier in 1, and a way round by 3; behind the barrier at 4 a yard.
Town street_with_barriers() {
    Town town(6);
    town.network.coordinates = {{0, 0}, {100, 0}, {200, 0}, {100, 100}, {300, 0}, {400, 0}};
    town.network.no_through = {0, NoThrough::barrier, 0, 0, NoThrough::barrier, 0};
    town.add_road(0, 1, {{0, 0}, {100, 0}}, true, true);
    town.add_road(1, 2, {{100, 0}, {200, 0}}, true, true);
    town.add_road(0, 3, {{0, 0}, {0, 100}, {100, 100}}, true, true);
    town.add_road(3, 2, {{100, 100}, {200, 100}, {200, 0}}, true, true);
    town.add_road(2, 4, {{200, 0}, {300, 0}}, true, true);
    town.add_road(4, 5, {{300, 0}, {400, 0}}, true, true);
    town.finish();
    return town;
}

TEST(PositionsOnRoads, LieOnBothSidesOfABarrierAndGoRoundIt) {
    const Town town = street_with_barriers();
    EXPECT_DOUBLE_EQ(between(town, {90, 1}, {110, 1}), 90 + 400 + 90);
    EXPECT_DOUBLE_EQ(between(town, {20, 1}, {90, 1}), 70);
    EXPECT_DOUBLE_EQ(between(town, {110, 1}, {290, 1}), 180);
    EXPECT_DOUBLE_EQ(between(town, {110, 1}, {100, 0}), 10);  // to the barrier itself
}

TEST(PositionsOnRoads, LieBehindABarrierWhereAnyComponentCounts) {
    const Town town = street_with_barriers();
    const auto at = [&](SnapOptions::Component component) { return snapped(town.network, {{350, 1}}, component)[0]; };
    EXPECT_EQ(at(SnapOptions::Component::largest).node, 4u);
    EXPECT_EQ(at(SnapOptions::Component::any).place, (Coordinate{350, 0}));
    SnapOptions nodes = in_plane(SnapOptions::Component::largest);
    nodes.onto = SnapOptions::Onto::nodes;
    EXPECT_EQ(Snapper(town.network, {}, nodes).snap({390, 1}).node, 4u);
}

TEST(PositionsOnRoads, DoNotLieOnConnectorsOfCentroids) {
    Town town = street_with_barriers();
    town.network.no_through[1] = NoThrough::centroid;
    EXPECT_EQ(snapped(town.network, {{90, 1}}, SnapOptions::Component::any)[0].place, (Coordinate{0, 1}));
}

}  // namespace
}  // namespace allways
