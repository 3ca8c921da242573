// SPDX-License-Identifier: Apache-2.0
// Generated networks for tests, benchmarks and demonstrations: the same arguments give the same network on every
// platform.
#pragma once

#include <cstdint>

#include "allways/base/api.h"
#include "allways/network/road_network.h"

namespace allways {

struct StreetOptions {
    std::size_t nodes = 10'000;
    std::uint64_t seed = 1;
    double zero_cost_share = 0;  // share of streets, 0 … 1, whose time is 0 in each of their directions
};

// A planar street network: a jittered grid thinned out to about 2.5 arcs per node, with through roads on every eighth
// and fast roads on every thirty-second line, one-way streets and dead ends. All nodes but about 0.3 % (ends of one-way
// dead ends) form one strong component. Node ids are 1 … nodes; the two arcs of a two-way street share an id.
// Coordinates in metres, columns "length" (m, 1 digit) and "time" (s, 3 digits, from length and the road's speed).
// Throws InvalidArgument for a share outside 0 … 1 or more nodes than an index holds. O(n log n).
ALLWAYS_API RoadNetwork generate_streets(const StreetOptions& options);

struct RandomNetworkOptions {
    std::size_t nodes = 1000;
    std::uint64_t seed = 1;
    double probability = 0.5;        // the probability that an ordered pair of different nodes has an arc, 0 … 1
    std::int32_t lowest_weight = 1;  // integer weights, both limits included
    std::int32_t highest_weight = 100;
};

// A directed graph with independent arcs (Gilbert's G(n, p)) and column "cost". Arcs are in order of tail, then head.
// Throws InvalidArgument for a probability outside 0 … 1, or a weight range that is empty or wider than 2^31. O(n²).
ALLWAYS_API RoadNetwork generate_random_network(const RandomNetworkOptions& options);

}  // namespace allways
