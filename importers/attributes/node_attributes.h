// SPDX-License-Identifier: Apache-2.0
// Coordinates of nodes from a separate file, given to the network for all nodes or for none: filled in point by point,
// or from a list of nodes (id, x, y in CSV or between blanks, or a layer of points); and nodes that paths may not pass.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways::importers {

class NodeCoordinates {
public:
    explicit NodeCoordinates(std::size_t node_count) : points_(node_count), known_(node_count, 0) {}

    void set(NodeIndex node, Coordinate point) {
        points_[node] = point;
        known_[node] = 1;
    }
    const std::vector<Coordinate>& points() const { return points_; }
    bool within_degrees() const;  // true if every point is inside ±180, ±90
    void divide(double divisor);

    // Returns the points if every node has one. Otherwise logs that and returns an empty vector, because a network has
    // coordinates for all nodes or for none; throws InputError if the user named the file.
    std::vector<Coordinate> take(const std::string& path, bool named_by_user, const LogCallback& log_to) &&;

private:
    std::vector<Coordinate> points_;
    std::vector<std::uint8_t> known_;
};

// Throws InputError for coordinates outside every reference system; a node may lack coordinates (NaN).
void check_places(const std::string& path, std::span<const Coordinate> nodes, std::span<const Coordinate> shapes);

// Adds coordinates without a reference system to all nodes: from options.node_file or, if that is empty, from `beside`
// (empty: no such file), and logs it. `read` reads the file for nodes with these ids.
void add_coordinates(RoadNetwork& network, const std::string& beside,
                     NodeCoordinates (*read)(const std::string& path, const IdTable& ids), const ReadOptions& options);

// Returns the first of `names` that exists in the folder of `path`, or an empty text.
std::string sibling_of(const std::string& path, const std::vector<std::string>& names);
// Returns the sibling of X.gr or X.gr.gz (`suffix` .gr) with the name X.co or X.co.gz (`companion` .co); empty if it
// does not exist.
std::string companion_file(const std::string& path, std::string_view suffix, std::string_view companion);

// ---- lists of nodes

// Returns true if the file has the name of such a list, whatever coordinate file the network's own format has.
bool is_node_list(const std::string& path);

// Adds coordinates from options.node_file or, if that is empty, from `beside` (empty: no such file). Skips nodes that
// the network does not have. If the list lacks some nodes, throws InputError for a file that the user named, and logs
// and ignores a file that was found.
void add_listed_nodes(RoadNetwork& network, const std::string& beside, const ReadOptions& options);

// ---- nodes that paths may not pass: by the node types in files, or by ReadOptions::no_through if the file states none

// Converts the name of a node type in files: "centroid", "barrier", or empty for nodes that paths may pass. Other words
// have no effect.
std::uint8_t no_through_of(std::string_view node_type);
std::string_view node_type(const RoadNetwork& network, NodeIndex node);

// Marks the nodes in `selection`, in addition to those already marked. The selection is a comma-separated list of ids,
// ranges "first-last" of integer ids (both ends included), and "@file", a file with such items separated by commas,
// blanks or lines ('#' starts a comment). An item that equals an id means that node, even if it looks like a range.
// Throws InvalidArgument for an unknown id, a range without nodes, or text that is neither, and InputError for errors
// in the file.
void block_nodes(RoadNetwork& network, const std::string& selection, const LogCallback& log_to);

}  // namespace allways::importers
