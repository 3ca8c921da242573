// A network from a program's own arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "allways/base/ids.h"
#include "allways/network/coordinate.h"
#include "allways/network/road_network.h"

namespace allways {

// Numbers of a program, borrowed. NaN is no value; floats stand for the shortest decimal that reads back as them.
using NumberSpan = std::variant<std::span<const double>, std::span<const float>, std::span<const std::int32_t>,
                                std::span<const std::int64_t>>;

// Parallel arrays with one entry an arc. Borrows; make_network copies.
struct NetworkArrays {
    std::span<const NodeIndex> tail = {};  // 0 … n-1
    std::span<const NodeIndex> head = {};
    NumberSpan cost = {};                          // 0 and negative costs are costs; NaN: the arc is closed
    std::string name = "cost";                     // of the cost column: "time", "length", …
    std::string unit = {};                         // "s", "min", "m", "km", …; empty: plain numbers
    std::size_t nodes = 0;                         // 0: one more than the largest index
    std::span<const Coordinate> coordinates = {};  // empty, or one a node
    std::string crs =
        {};  // of the coordinates: "EPSG:4326" for longitudes and latitudes; empty: a plane of unknown units
};

// Nodes and arcs get the ids 1, 2, … in the order of the arrays. Further columns: make_column. Throws InvalidArgument
// where the arrays have different lengths or an index is out of range. O(m).
RoadNetwork make_network(const NetworkArrays& arrays);

// A column to add to RoadNetwork::columns. Throws InvalidArgument for an infinite value.
ArcColumn make_column(std::string name, std::string unit, const NumberSpan& values);

// A sparse matrix of direct costs in compressed rows: the arcs from node i are the entries first[i] … first[i + 1] - 1,
// each to node column[e] at cost value[e]. An entry that is 0 is an arc of cost 0; what has no entry has no arc.
struct SparseMatrix {
    std::span<const std::int64_t> first = {};  // n + 1
    std::span<const NodeIndex> column = {};
    NumberSpan value = {};
};

// The matrix as a network, which solve() takes by the schedule sweep where that is faster. Throws as make_network, and
// for `first` that does not grow from 0 to the number of entries.
RoadNetwork make_network(const SparseMatrix& matrix, std::string name = "cost", std::string unit = {});

}  // namespace allways
