// SPDX-License-Identifier: Apache-2.0
// The network that every importer fills and all other code reads: nodes, directed arcs, decimal columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/network/arc_shapes.h"
#include "allways/network/coordinate.h"
#include "allways/network/text_column.h"
#include "allways/network/turn_rules.h"

namespace allways {

// One number per arc, as the file states it. A missing value is different from zero.
struct ArcColumn {
    std::string name;             // "time", "length", or the file's own field name
    std::string unit;             // "s", "min", "m", "ft", "mi", …; empty if the file states none
    std::vector<Decimal> values;  // one per arc
    // Significant digits after the decimal point if values were computed or measured rather than stated (3 for seconds
    // from length and speed, 1 for metres); nothing if values are exact.
    std::optional<int> resolution_digits;

    friend bool operator==(const ArcColumn&, const ArcColumn&) = default;
};

// The origin of a network.
struct Provenance {
    std::string source = {};  // file name as given
    std::string format = {};  // registry name of the importer: "tntp", "dimacs", …
    std::string crs = {};     // reference system of coordinates and shapes: "EPSG:4326", …, or WKT; empty if unknown
    bool whole_numbers = false;  // the format has integer costs only (DIMACS, TSPLIB, METIS)
    // Further notes to keep with the network, names to texts in order: "profile", "attribution", "turn_restrictions", …
    // A table solved from the network records them too.
    std::vector<std::pair<std::string, std::string>> notes = {};
    // The unit of coordinates, which importers find from `crs`.
    enum class CoordinateUnit { unknown, degrees, length };
    CoordinateUnit coordinate_unit = CoordinateUnit::unknown;
    double metres_per_unit = 1;  // if the unit is one of length
};

// Every declared node is kept, isolated ones too; parallel arcs and self-loops are kept as read. An undirected edge is
// two arcs that share an id, the second marked reversed. Arrays are parallel: node arrays have node_count() entries,
// arc arrays arc_count(). Importers use these names for the data that a source has. Columns: "length" (along the road),
// "time" (at free flow), "free_speed", "cost" (the field the user chose). Texts: "name", "ref" (road number),
// "facility_type" (class of road), "junction" (roundabout, …).
struct ALLWAYS_API RoadNetwork {
    // Compiled once, not wherever a network is made, moved or ends.
    RoadNetwork();
    RoadNetwork(const RoadNetwork&);
    RoadNetwork(RoadNetwork&&) noexcept;
    RoadNetwork& operator=(const RoadNetwork&);
    RoadNetwork& operator=(RoadNetwork&&) noexcept;
    ~RoadNetwork();

    IdTable node_ids;
    std::vector<Coordinate> coordinates;   // empty, or one per node
    std::vector<std::uint8_t> no_through;  // empty, or nonzero for nodes that paths may not pass (NoThrough)
    std::vector<std::string> zone_ids;     // empty, or one per node: the zone that it stands for; "": none
    // Empty, or the indexes of the passable nodes, each once, in the order in which they are eliminated
    // (docs/ordering.md). find_order (allways/engine/factorize.h) computes it once for all costs; it saves solvers the
    // time of ordering and does not change results. Solvers ignore an order that does not fit the nodes and log why
    // (why_order_misfits).
    std::vector<NodeIndex> elimination_order;

    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    IdTable arc_ids;
    std::vector<std::uint8_t> reversed;  // empty, or 1 for the second arc of an undirected edge
    std::vector<ArcColumn> columns;
    std::vector<TextColumn> texts;
    ArcShapes shapes;  // empty, or one entry per arc
    TurnRules turns;   // every path obeys them; turns = {} drops them

    Provenance provenance;

    std::size_t node_count() const { return node_ids.size(); }
    std::size_t arc_count() const { return tail.size(); }
    bool is_no_through(NodeIndex node) const { return !no_through.empty() && no_through[node] != 0; }
    // Returns the column of that name, or null.
    const ArcColumn* column(std::string_view name) const;
    const TextColumn* text(std::string_view name) const;
};

// ---- the reasons why paths may not pass a node: the values of RoadNetwork::no_through; 0 if paths may pass it

// Points can snap to roads that lead to a closed barrier, but not to the connectors of a centroid, which are not roads.
// Paths treat both reasons alike.
struct NoThrough {
    enum : std::uint8_t { passable = 0, centroid = 1, barrier = 2 };
};

inline bool is_centroid(const RoadNetwork& network, NodeIndex node) {
    return network.is_no_through(node) && network.no_through[node] == NoThrough::centroid;
}

// Returns the number of nodes that paths may not pass.
ALLWAYS_API std::size_t count_no_through(const RoadNetwork& network);

// ---- the order of elimination

// Returns why `order` is not an elimination order of the network, which contains each passable node exactly once, or an
// empty text if it is. O(n). Arcs and costs are irrelevant.
ALLWAYS_API std::string why_order_misfits(const RoadNetwork& network, std::span<const NodeIndex> order);

// ---- numbers that add up along a road

// Returns true if the values of consecutive arcs add up, and an arc's value is divided among its sections; judged by
// name and unit. Either a word of the name is length, len, leng, distance, dist, time, duration, hours, minutes,
// seconds, cost, toll or weight ("free_flow_time" and "Cost_2", but not "free_speed"), or the unit is one of time or
// length and no word is width, height or depth. False for any name with a word max, maximum, min, minimum, limit or
// allowed.
ALLWAYS_API bool is_additive(const ArcColumn& column);

}  // namespace allways
