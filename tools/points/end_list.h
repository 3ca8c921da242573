// One side of a table as the user names it: ids of nodes, or a file of points.
#pragma once

#include <optional>
#include <string>

#include "allways/importers/points.h"
#include "points/placement.h"
#include "routes/node_list.h"

namespace allways::tools {

// The options of reading points: --points-id, --points-layer, --points-crs.
void add_point_options(CLI::App& app, PointOptions& options);

// Either of the two.
struct EndList {
    NodeList nodes;
    std::optional<PointSet> points;
};

// "1,17,4": ids of nodes; a file of points by its name, or with "@" before it; "@FILE" with ids of nodes, one a line; "@-":
// standard input, either of the two. Throws InvalidArgument, naming `option`, and as read_points and read_node_list do.
EndList read_end_list(const std::string& text, const std::string& option, const PointOptions& options);

// What an end list is on a network: rows or columns of a table.
struct Ends {
    std::vector<NodeIndex> nodes;
    IdTable ids;
    std::vector<Coordinate> places;  // empty, or one each (PlaceFrame)
};

// Of ids of nodes. `source` has them.
Ends ends_at_nodes(const NodeList& list, const IdTable& ids, const std::string& source);
// Of points that were added to `placement` as `first` and those after it, in the network with points.
Ends ends_at_points(const PointSet& points, const Placement& placement, std::size_t first, const PointNetwork& network);

}  // namespace allways::tools
