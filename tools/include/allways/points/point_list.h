// SPDX-License-Identifier: Apache-2.0
// Points as the user gives them, the sides of tables: names of nodes and positions, or a file of points.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/error.h"
#include "allways/base/ids.h"
#include "allways/importers/points.h"
#include "allways/importers/read.h"
#include "allways/network/coordinate.h"
#include "allways/result/origin_destination_table.h"

namespace allways {

// The nodes that a list may name.
struct NodeNames {
    const IdTable& ids;
    std::span<const std::uint8_t> no_through = {};  // as RoadNetwork::no_through
    std::string_view zones = {};                    // a range of zone centroids that paths may pass, as "1-24"
    std::span<const std::string> zone_ids = {};     // as RoadNetwork::zone_ids
};
ALLWAYS_API NodeNames node_names(const RoadNetwork& network);

// Replaces names that are not ids: a range "1-1525" by the ids between its two numbers, in ascending order, and
// "centroids" by the ids of all zone centroids, in the order of the nodes; points without ids get those of the zones
// that the centroids stand for, and nodes of one zone share it equally. Throws InputError, naming the list's file
// and line and the `source`, for a range without nodes and if there are no centroids. A list of single names stays as
// it is, and so do points at positions.
ALLWAYS_API void expand(PointSet& list, const NodeNames& nodes, const std::string& source);

// Throws InputError for an unknown id, naming the list's file and line, the `source`, and similar ids.
ALLWAYS_API std::vector<NodeIndex> find_nodes(const PointSet& list, const IdTable& ids, const std::string& source);

// Rethrows the error of a name, adding its place in the file and what the user may have meant.
[[noreturn]] ALLWAYS_API void fail_at(const PointSet& list, std::size_t at, const Error& error);

// Returns true if any point must be snapped to the network that has these ids.
ALLWAYS_API bool has_positions(const PointSet& list, const IdTable& ids);

// The two sides of a table, or of pairs.
struct PointSides {
    PointSet origins;
    std::optional<PointSet> destinations = {};  // nothing: the same as the origins

    const PointSet& columns() const { return destinations ? *destinations : origins; }
};

// The nodes that the rows, or the columns, of a table from this input may name. They differ only if the input is a
// table of origins and destinations.
ALLWAYS_API NodeNames row_names(const Input& input);
ALLWAYS_API NodeNames column_names(const Input& input);

// Returns true unless a text is a single node id or position: a file, standard input or a list.
ALLWAYS_API bool names_several(const std::string& text);

ALLWAYS_API bool is_standard_input(std::string_view text);  // "-", or "@-" in lists

// Reads a file of points; "-" is standard input. Pipes must be CSV or GeoJSON. Throws as read_points does.
ALLWAYS_API PointSet read_point_file(const std::string& name, const PointOptions& options);

// Parses "1,2,@7.41,43.73", or reads "@FILE" ("@-": standard input) with one node or position per line: the node is in
// the column named node_id, else `options.id_field` or id if the first line has such a name, else in the first column.
// Beside node_id, `options.id_field` or a column of ids of points, such as zone_id, has the ids; nodes with one zone_id
// are one zone, which they share by the column share, or equally (PointSet::shares). Separators and quotes
// are those of CSV, but positions need no quotes; without such a name, lines that start with '#' are skipped. Throws
// InvalidArgument, naming `option`, and InputError.
ALLWAYS_API PointSet read_node_list(const std::string& text, const std::string& option,
                                    const PointOptions& options = {});

// Accepts "1,17,@7.41,43.73": node ids and positions; the name of a file of points, with or without "@"; "@FILE" with
// one node id per line; and "-" (standard input) and pipes with either content. Throws as read_points and
// read_node_list do.
ALLWAYS_API PointSet read_point_list(const std::string& text, const std::string& option, const PointOptions& options);

// Reads the numbers and texts of points (PointOptions::number_fields, text_field) from a file with a row for each of
// their ids. Throws InputError for a point without a row and an id with several, and as read_node_list does.
ALLWAYS_API void add_values(PointSet& points, const std::string& file, const PointOptions& options);

// A list on a network: the rows or the columns of a table.
struct TableSide {
    std::vector<NodeIndex> nodes;
    IdTable ids;
    std::vector<Coordinate> places;        // empty, or one per node (CoordinateFrame)
    std::vector<std::uint32_t> kept = {};  // lists with positions: the entries in the table
    std::vector<double> distances = {};    // of positions from their roads; NaN for nodes
    bool in_metres = true;                 // unit of `distances`
};

// The snap distances of the table between two sides; empty if neither has positions.
ALLWAYS_API SnapDistances snap_distances(const TableSide& origins, const TableSide& destinations);

// The side for a list without positions. `source` is the name of the nodes' file, for errors.
ALLWAYS_API TableSide side_at_nodes(const PointSet& list, const IdTable& ids, const std::string& source);

}  // namespace allways
