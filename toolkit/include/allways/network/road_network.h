// The network every importer fills and everything else reads: nodes, directed arcs, decimal columns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/ids.h"

namespace allways {

struct Coordinate {
    double x = 0;  // longitude or easting
    double y = 0;  // latitude or northing
};

// One number for each arc, as the file states it. A missing value is not zero.
struct ArcColumn {
    std::string name;             // "time", "length", or the file's own field name
    std::string unit;             // "s", "min", "m", "ft", "mi", …; empty where the file states none
    std::vector<Decimal> values;  // one an arc
    // Digits after the point that mean something where values were computed or measured rather than
    // stated (3 for seconds from length and speed, 1 for metres); nothing where values are exact.
    std::optional<int> resolution_digits;
};

// Where a network came from.
struct Provenance {
    std::string source;      // file name as given
    std::string format;      // registry name of the importer: "tntp", "dimacs", …
    std::string crs;         // "EPSG:4326", …; empty where unknown
    bool whole_numbers = false;  // the format has whole-number costs only (DIMACS, TSPLIB, METIS)
};

// Every declared node is kept, isolated ones too; parallel arcs and self-loops are kept as read. An
// undirected edge is two arcs that share an id, the second marked reversed.
// Arrays are parallel: node arrays have node_count() entries, arc arrays arc_count().
struct RoadNetwork {
    IdTable node_ids;
    std::vector<Coordinate> coordinates;   // empty, or one a node
    std::vector<std::uint8_t> no_through;  // empty, or 1 for nodes that paths may not pass (zone centroids)

    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    IdTable arc_ids;
    std::vector<std::uint8_t> reversed;    // empty, or 1 for the second arc of an undirected edge
    std::vector<ArcColumn> columns;

    Provenance provenance;

    std::size_t node_count() const { return node_ids.size(); }
    std::size_t arc_count() const { return tail.size(); }
    bool is_no_through(NodeIndex node) const { return !no_through.empty() && no_through[node] != 0; }
    // The column of that name, or null.
    const ArcColumn* column(std::string_view name) const;
};

}  // namespace allways
