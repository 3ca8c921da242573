// SPDX-License-Identifier: Apache-2.0
// Alternatives between stops: from networks and factors alike, within the limits, behind the shortest path.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/engine/factorize.h"
#include "allways/engine/solve.h"
#include "allways/importers/read.h"
#include "allways/network/make_network.h"
#include "allways/network/snap.h"
#include "allways/query/alternatives.h"
#include "allways/result/network_factor.h"
#include "allways/routes/route.h"
#include "support/random_networks.h"
#include "support/shared_data.h"

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
        sum += taken ? leg.raw_cost : 0;
    }
    return sum;
}

// Positions in the middle of random arcs that have a shape, two for each pair.
std::vector<Coordinate> positions_inside_roads(const RoadNetwork& network, std::size_t pairs) {
    Random random(7);
    std::vector<Coordinate> found;
    while (found.size() < 2 * pairs) {
        const auto arc = static_cast<ArcIndex>(random.below(network.arc_count()));
        const std::vector<Coordinate> line = network.shapes.points(arc);
        if (line.size() < 3) continue;
        const std::size_t at = line.size() / 2;
        found.push_back({(line[at].x + line[at - 1].x) / 2, (line[at].y + line[at - 1].y) / 2});
    }
    return found;
}

// The costs of the paths between each pair, the shortest first, between positions that are nodes of the network.
std::vector<std::vector<double>> costs_as_nodes(const RoadNetwork& network, const std::vector<Coordinate>& places) {
    std::vector<std::vector<std::string>> names;
    const auto name = [](Coordinate at) { return format("@{:.8f},{:.8f}", at.x, at.y); };
    for (std::size_t i = 0; i < places.size(); i += 2) names.push_back({name(places[i]), name(places[i + 1])});
    auto asked = find_stops(Input(network), "map", names, {.cost = "time"}, {});
    std::vector<std::vector<double>> costs;
    for (const Route& route : find_routes(asked.source, asked.stops, 3)) {
        if (route.alternative == 0) costs.emplace_back();
        costs.back().push_back(route.raw_distance);
    }
    return costs;
}

// The same, between places on the roads of a factor, as the service has them.
std::vector<std::vector<double>> costs_as_places(const RoadNetwork& network, const std::vector<Coordinate>& places) {
    const RoadRouter router(std::make_shared<const NetworkFactor>(factorize(network, {.cost = "time"})));
    const RoadNetwork own = extract_network(router.factor());
    const Snapper snapper(own, {}, {});
    std::vector<std::vector<double>> costs;
    for (std::size_t i = 0; i < places.size(); i += 2) {
        const RoadPlace from = router.place(snapper.snap(places[i]));
        const RoadPlace to = router.place(snapper.snap(places[i + 1]));
        const RoadPath shortest = router.path(from, to);
        costs.push_back({shortest.raw_distance});
        for (const RoadPath& other : find_alternatives(router, from, to, shortest, {.count = 3}))
            costs.back().push_back(other.raw_distance);
    }
    return costs;
}

std::size_t with_alternatives(const std::vector<std::vector<double>>& costs) {
    return static_cast<std::size_t>(std::ranges::count_if(costs, [](const auto& one) { return one.size() > 1; }));
}

}  // namespace

// Between positions inside roads, whether these are nodes (the command) or places (the service), and whether turns have
// prices.
TEST(RouteAlternatives, AreFoundBetweenPositionsOnRealMaps) {
    std::size_t maps = 0;
    for (const std::string map : {"monaco", "liechtenstein-latest", "malta-latest"}) {
        const auto file = testing::shared_data("osm/" + map + ".osm.pbf");
        if (!file) continue;
        ++maps;
        for (const std::string turns : {"", "full"}) {
            SCOPED_TRACE(map + " " + turns);
            const RoadNetwork network = read_network(*file, {.turns = turns, .profile = "car"});
            constexpr std::size_t pairs = 60;
            const auto places = positions_inside_roads(network, pairs);
            const auto as_nodes = costs_as_nodes(network, places);
            const auto as_places = costs_as_places(network, places);
            EXPECT_GE(with_alternatives(as_nodes), pairs * 45 / 100);
            EXPECT_GE(with_alternatives(as_places), pairs * 45 / 100);
            ASSERT_EQ(as_nodes.size(), as_places.size());
            // The two have different orders of elimination, so they try different paths.
            std::size_t agreed = 0;
            for (std::size_t i = 0; i < pairs; ++i) {
                // With prices of turns the two may differ inside a street: see docs/turns.md.
                if (turns.empty() && std::isfinite(as_nodes[i][0]) && std::isfinite(as_places[i][0])) {
                    EXPECT_NEAR(as_nodes[i][0], as_places[i][0], 5);  // milliseconds: names have fewer digits
                }
                agreed += (as_nodes[i].size() > 1) == (as_places[i].size() > 1);
            }
            EXPECT_GE(agreed, pairs * 9 / 10);
        }
    }
    if (maps == 0) GTEST_SKIP() << testing::no_shared_data;
}

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
        EXPECT_EQ(route.raw_distance, same[at].raw_distance);
        if (route.alternative == 0) {
            first = at;
            EXPECT_EQ(route.raw_distance, shortest[pair++].raw_distance);
            continue;
        }
        ++found;
        EXPECT_EQ(route.alternative, at - first);
        EXPECT_EQ(route.legs.front().from, route.stops[0].node);
        EXPECT_EQ(route.legs.back().to, route.stops[1].node);
        double sum = 0;
        for (const PathLeg& leg : route.legs) sum += leg.raw_cost;
        EXPECT_EQ(sum, route.raw_distance);
        EXPECT_EQ(route.parts.front().leg_count, route.legs.size());
        EXPECT_LE(route.raw_distance, routes[first].raw_distance * 1.25);
        EXPECT_GE(route.raw_distance, routes[at - 1].raw_distance);
        for (std::size_t other = first; other < at; ++other) {
            EXPECT_LE(shared(route, routes[other]), 0.75 * routes[first].raw_distance);
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
