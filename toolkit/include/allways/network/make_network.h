// SPDX-License-Identifier: Apache-2.0
// Builds a network from a program's own arrays.
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

}  // namespace allways
