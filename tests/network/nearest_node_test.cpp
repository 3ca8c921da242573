// SPDX-License-Identifier: Apache-2.0
#include "allways/network/snap.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/network/components.h"
#include "network/snap/segment.h"

namespace allways {
namespace {

using network::NearestNode;
using Space = SnapOptions::Space;

// Great-circle metres by the formula of Vincenty for a sphere, which holds at any distance.
double great_circle_m(Coordinate a, Coordinate b) {
    const double degree = std::numbers::pi / 180;
    const double p = a.y * degree;
    const double q = b.y * degree;
    const double l = (b.x - a.x) * degree;
    const double across =
        std::hypot(std::cos(q) * std::sin(l), std::cos(p) * std::sin(q) - std::sin(p) * std::cos(q) * std::cos(l));
    return 6371008.8 * std::atan2(across, std::sin(p) * std::sin(q) + std::cos(p) * std::cos(q) * std::cos(l));
}

double plane_distance(Coordinate a, Coordinate b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

void expect_as_brute_force(const std::vector<Coordinate>& nodes, Space space, Coordinate position) {
    const auto distance = space == Space::sphere ? great_circle_m : plane_distance;
    double least = std::numeric_limits<double>::infinity();
    for (const Coordinate node : nodes) least = std::min(least, distance(position, node));
    const auto found = NearestNode(nodes, space).nearest(position);
    ASSERT_TRUE(found);
    const double tolerance = 1e-8 * std::max(1.0, least) + (space == Space::sphere ? 1e-6 : 0);
    EXPECT_NEAR(found->second, least, tolerance) << position.x << "," << position.y;
    EXPECT_NEAR(distance(position, nodes[found->first]), least, tolerance) << position.x << "," << position.y;
}

TEST(NearestNode, AgreesWithBruteForceOnTheSphere) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> x(-180, 180);
    std::uniform_real_distribution<double> y(-90, 90);
    std::vector<Coordinate> nodes;
    for (int i = 0; i < 300; ++i) nodes.push_back({x(random), y(random)});
    for (int i = 0; i < 300; ++i) expect_as_brute_force(nodes, Space::sphere, {x(random), y(random)});
    for (const Coordinate place : {Coordinate{180, 0}, {-180, 0}, {0, 90}, {77, -90}, {-179.999, 66}}) {
        expect_as_brute_force(nodes, Space::sphere, place);
    }
}

TEST(NearestNode, AgreesWithBruteForceInThePlane) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> any(-1000, 1000);
    std::vector<Coordinate> nodes;
    for (int i = 0; i < 300; ++i) nodes.push_back({any(random), any(random)});
    for (int i = 0; i < 300; ++i) expect_as_brute_force(nodes, Space::plane, {any(random), any(random)});
}

TEST(NearestNode, StreetsApartByMetres) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> small(0, 0.01);
    std::vector<Coordinate> nodes;
    for (int i = 0; i < 500; ++i) nodes.push_back({7.41 + small(random), 43.73 + small(random)});
    for (int i = 0; i < 200; ++i)
        expect_as_brute_force(nodes, Space::sphere, {7.41 + small(random), 43.73 + small(random)});
}

TEST(NearestNode, AntimeridianAndPoles) {
    const std::vector<Coordinate> nodes = {{179.9, 0}, {-179, 0}, {0, 89}, {180, 89.5}, {170, -16}};
    const NearestNode finder(nodes, Space::sphere);
    EXPECT_EQ(finder.nearest({-179.9, 0})->first, 0u);
    EXPECT_EQ(finder.nearest({-179.4, 0})->first, 1u);
    EXPECT_EQ(finder.nearest({10, 90})->first, 3u);   // half a degree from the pole, whatever the longitude
    EXPECT_EQ(finder.nearest({5, 89.8})->first, 3u);  // nearer over the pole
    EXPECT_NEAR(finder.nearest({10, 90})->second, great_circle_m({0, 90}, {180, 89.5}), 1e-6);
    EXPECT_EQ(NearestNode(nodes, Space::plane).nearest({-179.9, 0})->first, 1u);
}

TEST(NearestNode, OfEquallyFarNodesTheLowest) {
    const std::vector<Coordinate> nodes(40, {7, 43});
    EXPECT_EQ(NearestNode(nodes, Space::sphere).nearest({7.1, 43})->first, 0u);
    const std::vector<Coordinate> around = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    EXPECT_EQ(NearestNode(around, Space::plane).nearest({0, 0})->first, 0u);
    const std::vector<NodeIndex> later = {3, 2, 1};
    EXPECT_EQ(NearestNode(around, Space::plane, later).nearest({0, 0})->first, 1u);
}

TEST(NearestNode, OnlyCandidatesWithCoordinates) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Coordinate> nodes = {{nan, 0}, {0, std::numeric_limits<double>::infinity()}, {5, 5}, {1, 1}};
    EXPECT_EQ(NearestNode(nodes, Space::plane).candidate_count(), 2u);
    EXPECT_EQ(NearestNode(nodes, Space::plane).nearest({0, 0})->first, 3u);
    const std::vector<NodeIndex> some = {0, 2};
    EXPECT_EQ(NearestNode(nodes, Space::plane, some).nearest({0, 0})->first, 2u);
    EXPECT_FALSE(NearestNode({}, Space::sphere).nearest({0, 0}));
    EXPECT_THROW(NearestNode(nodes, Space::plane).nearest({nan, 0}), InvalidArgument);
}

TEST(LargestStrongComponent, OfPassableNodes) {
    using Nodes = std::vector<NodeIndex>;
    // 0 ⇄ 1, 2 → 3 → 4 → 2 hang together by 1 → 2; 5 stands alone.
    const Nodes tail = {0, 1, 2, 3, 4, 1};
    const Nodes head = {1, 0, 3, 4, 2, 2};
    EXPECT_EQ(largest_strong_component(6, tail, head, {}), (Nodes{2, 3, 4}));
    const std::vector<std::uint8_t> blocked = {0, 0, 0, 1, 0, 0};
    EXPECT_EQ(largest_strong_component(6, tail, head, blocked), (Nodes{0, 1}));
    const std::vector<std::uint8_t> all(6, 1);
    EXPECT_EQ(largest_strong_component(6, tail, head, all), (Nodes{2, 3, 4}));
    EXPECT_EQ(largest_strong_component(2, {}, {}, {}), Nodes{0});
    EXPECT_TRUE(largest_strong_component(0, {}, {}, {}).empty());
}

}  // namespace
}  // namespace allways
