// SPDX-License-Identifier: Apache-2.0
// Builds networks: from a program's own arrays, and generated ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "allways/network/road_network.h"

namespace allways {

// ---- from arrays

// Borrowed numbers. NaN means a missing value; a float stands for the shortest decimal that reads back as it.
using NumberSpan = std::variant<std::span<const double>, std::span<const float>, std::span<const std::int32_t>,
                                std::span<const std::int64_t>>;

// A column of numbers with one entry per arc, borrowed.
struct NumberColumn {
    std::string name;
    std::string unit;  // "s", "min", "m", "km", …; empty: plain numbers
    NumberSpan values;
};

// Parallel arrays with one entry per arc. Borrows; make_network copies.
struct NetworkArrays {
    std::span<const NodeIndex> tail = {};  // 0 … n-1
    std::span<const NodeIndex> head = {};
    NumberSpan cost = {};                          // 0 and negative costs are allowed; NaN: the arc is closed
    std::string name = "cost";                     // name of the cost column: "time", "length", …
    std::string unit = {};                         // "s", "min", "m", "km", …; empty: plain numbers
    std::vector<NumberColumn> columns = {};        // further columns, for skims, with different names
    std::size_t nodes = 0;                         // 0: one more than the largest index
    std::span<const Coordinate> coordinates = {};  // empty, or one per node
    std::string crs =
        {};  // reference system: "EPSG:4326" for longitudes and latitudes; empty: a plane of unknown units
};

// Nodes and arcs get the ids 1, 2, … in the order of the arrays. Throws InvalidArgument if the arrays have different
// lengths, two columns share a name, or an index is out of range. O(m).
ALLWAYS_API RoadNetwork make_network(const NetworkArrays& arrays);

// Makes a column for RoadNetwork::columns. Throws InvalidArgument for an infinite value.
ALLWAYS_API ArcColumn make_column(std::string name, std::string unit, const NumberSpan& values);

// A sparse matrix of direct costs in compressed rows: the arcs from node i are the entries first[i] … first[i + 1] - 1,
// each to node column[e] at cost value[e]. An entry of 0 is an arc of cost 0; a missing entry means that there is no
// arc.
struct SparseMatrix {
    std::span<const std::int64_t> first = {};  // n + 1
    std::span<const NodeIndex> column = {};
    NumberSpan value = {};
};

// Converts the matrix to a network, which solve() sweeps if that is faster. Throws as make_network does, and if `first`
// does not grow from 0 to the number of entries.
ALLWAYS_API RoadNetwork make_network(const SparseMatrix& matrix, std::string name = "cost", std::string unit = {});

// ---- generated networks for tests, benchmarks and demonstrations: the same arguments give the same network on every
// platform

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
