// One side of a table as the user names it: ids of nodes, or a file of points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/points.h"
#include "allways/points/node_list.h"
#include "allways/points/snapped_points.h"

namespace allways {

// Either of the two. Among ids of nodes may be positions, "@7.4166,43.7311", where no id is spelled so.
struct PointList {
    PointList() = default;
    PointList(NodeList of_nodes) : nodes(std::move(of_nodes)) {}     // NOLINT: nodes are a list
    PointList(PointSet of_points) : points(std::move(of_points)) {}  // NOLINT: so are points

    NodeList nodes;
    std::optional<PointSet> points;

    std::size_t size() const { return points ? points->size() : nodes.names.size(); }
    // Whether any of it has to be placed on the network that has these ids.
    bool has_positions(const IdTable& ids) const;
};

bool is_standard_input(std::string_view text);  // "-", or "@-" as lists have it

// A file of points; "-" is standard input, and that and pipes are CSV or GeoJSON. Throws as read_points does.
PointSet read_point_file(const std::string& name, const PointOptions& options);

// "1,17,@7.41,43.73": ids of nodes and positions; a file of points by its name, or with "@" before it; "@FILE" with ids
// of nodes, one a line; "-": standard input, and pipes, either of the two. Throws InvalidArgument, naming `option`, and
// as read_points and read_node_list do.
PointList read_point_list(const std::string& text, const std::string& option, const PointOptions& options);

// What a list is on a network: rows or columns of a table.
struct TableSide {
    std::vector<NodeIndex> nodes;
    IdTable ids;
    std::vector<Coordinate> places;        // empty, or one each (CoordinateFrame)
    std::vector<std::uint32_t> kept = {};  // of a list with positions: indexes into it
};

// Of a list without positions. `source` has the nodes.
TableSide side_at_nodes(const NodeList& list, const IdTable& ids, const std::string& source);

// A list while positions are collected for the network that is to have them.
class SnappedList {
public:
    // Adds a list behind those there are, and its positions to `snapped_points`, on whose network the nodes are. Throws
    // InputError for an unknown id and InvalidArgument for a malformed position, naming file and line where there are
    // such.
    void add(const PointList& list, SnappedPoints& snapped_points, const std::string& source);
    // Throws InputError where none of them is a node or was snapped; `what` they are: "origins".
    void require_any(const SnappedPoints& snapped_points, std::string_view what) const;
    // With `drop`, without those that were not snapped.
    TableSide on(const PointNetwork& network, const SnappedPoints& snapped_points, bool drop) const;

private:
    struct Slot {
        bool is_point = false;
        std::size_t index = 0;  // of snapped_points.points(), or the node
    };
    bool is_snapped(const Slot& slot, const SnappedPoints& snapped_points) const;

    std::vector<Slot> slots_;
    std::vector<std::string> names_;
};

}  // namespace allways
