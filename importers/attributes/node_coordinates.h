// Coordinates from a file of their own: filled point by point, then handed to the network whole or not at all.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/importers/read.h"
#include "allways/network/road_network.h"

namespace allways {

class NodeCoordinates {
public:
    explicit NodeCoordinates(std::size_t node_count) : points_(node_count), known_(node_count, 0) {}

    void set(NodeIndex node, Coordinate point) {
        points_[node] = point;
        known_[node] = 1;
    }
    const std::vector<Coordinate>& points() const { return points_; }
    bool within_degrees() const;  // every point inside ±180, ±90
    void divide(double divisor);

    // The points where every node has one. Otherwise none (a network has all or no coordinates), said through the
    // log; InputError where the user named the file.
    std::vector<Coordinate> take(const std::string& path, bool named_by_user, const LogCallback& log_to) &&;

private:
    std::vector<Coordinate> points_;
    std::vector<std::uint8_t> known_;
};

// Throws InputError for a place that is in no reference system; a node may have none (NaN).
void check_places(const std::string& path, std::span<const Coordinate> nodes, std::span<const Coordinate> shapes);

// Coordinates in no stated reference system for all nodes, from options.node_file or, where that names none, from
// `beside` (empty: there is no such file), said through the log. `read` reads the file for so many nodes.
void add_coordinates(RoadNetwork& network, const std::string& beside,
                     NodeCoordinates (*read)(const std::string& path, std::size_t node_count),
                     const ReadOptions& options);

// The first of `names` that exists beside `path`, or an empty text.
std::string sibling_of(const std::string& path, const std::vector<std::string>& names);

}  // namespace allways
