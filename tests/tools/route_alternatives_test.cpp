// Alternatives between stops: from networks and factors alike, within the limits, behind the shortest path.
#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/network/generate.h"
#include "allways/routes/route.h"

namespace allways {
namespace {

RoadNetwork streets() {
    return generate_streets({.nodes = 600, .seed = 5});
}

std::vector<std::vector<Stop>> some_pairs(std::size_t n) {
    std::vector<std::vector<Stop>> pairs;
    for (std::size_t i = 0; i < 40; ++i) {
        pairs.push_back({{static_cast<NodeIndex>(i * 131 % n)}, {static_cast<NodeIndex>((i * 373 + 57) % n)}});
    }
    return pairs;
}

double shared(const Route& route, const Route& other) {
    double sum = 0;
    for (const PathLeg& leg : route.legs) {
        const bool taken = std::ranges::any_of(other.legs, [&](const PathLeg& one) { return one.arc == leg.arc; });
        sum += taken ? leg.cost : 0;
    }
    return sum;
}

}  // namespace

TEST(RouteAlternatives, OfNetworksAndFactorsAreTheSameAndKeepTheLimits) {
    const RoadNetwork network = streets();
    PathSource searched(network);
    PathSource factored(factorize(network));
    const auto pairs = some_pairs(network.node_count());
    std::size_t found = 0;
    const std::vector<Route> routes = find_routes(searched, pairs, 3);
    const std::vector<Route> same = find_routes(factored, pairs, 3);
    const std::vector<Route> shortest = find_routes(factored, pairs);
    ASSERT_EQ(routes.size(), same.size());
    ASSERT_EQ(shortest.size(), pairs.size());
    std::size_t pair = 0;
    std::size_t first = 0;
    for (std::size_t at = 0; at < routes.size(); ++at) {
        const Route& route = routes[at];
        EXPECT_EQ(route.alternative, same[at].alternative);
        EXPECT_EQ(route.distance, same[at].distance);
        if (route.alternative == 0) {
            first = at;
            EXPECT_EQ(route.distance, shortest[pair++].distance);
            continue;
        }
        ++found;
        EXPECT_EQ(route.alternative, at - first);
        EXPECT_EQ(route.legs.front().from, route.stops[0].node);
        EXPECT_EQ(route.legs.back().to, route.stops[1].node);
        double sum = 0;
        for (const PathLeg& leg : route.legs) sum += leg.cost;
        EXPECT_EQ(sum, route.distance);
        EXPECT_EQ(route.parts.front().leg_count, route.legs.size());
        EXPECT_LE(route.distance, routes[first].distance * 1.25);
        EXPECT_GE(route.distance, routes[at - 1].distance);
        for (std::size_t other = first; other < at; ++other) {
            EXPECT_LE(shared(route, routes[other]), 0.6 * routes[first].distance);
        }
    }
    EXPECT_EQ(pair, pairs.size());
    EXPECT_GT(found, 10u);
}

TEST(RouteAlternatives, NeedTwoStopsAndAFactor) {
    PathSource source(streets());
    EXPECT_THROW(find_routes(source, {{{0}, {1}, {2}}}, 1), InvalidArgument);
    EXPECT_EQ(find_routes(source, {{{4}, {4}}}, 2).size(), 1u);
    PathSource table(solve(generate_streets({.nodes = 30, .seed = 1})));
    EXPECT_THROW(find_routes(table, {{{0}, {1}}}, 1), InputError);
}

}  // namespace allways
