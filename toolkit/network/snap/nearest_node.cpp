// SPDX-License-Identifier: Apache-2.0
#include "allways/network/snap.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "network/snap/segment.h"

namespace allways {

namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

// A plane is stored at height 0.
using Point = bg::model::point<double, 3, bg::cs::cartesian>;
using NodeEntry = std::pair<Point, NodeIndex>;
using NodeTree = bgi::rtree<NodeEntry, bgi::quadratic<16>>;

Point to_point(Coordinate at, NearestNode::Space space) {
    const network::Vector place = network::to_vector(at, space);
    return {place[0], place[1], place[2]};
}

std::vector<NodeIndex> all_nodes(std::size_t count) {
    std::vector<NodeIndex> nodes(count);
    std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
    return nodes;
}

}  // namespace

struct NearestNode::State {
    Space space;
    NodeTree tree;
};

NearestNode::NearestNode(std::span<const Coordinate> coordinates, Space space)
    : NearestNode(coordinates, space, all_nodes(coordinates.size())) {}

NearestNode::NearestNode(std::span<const Coordinate> coordinates, Space space, std::span<const NodeIndex> candidates) {
    std::vector<NodeEntry> entries;
    entries.reserve(candidates.size());
    for (const NodeIndex node : candidates) {
        if (is_finite(coordinates[node])) entries.emplace_back(to_point(coordinates[node], space), node);
    }
    state_ = std::make_unique<const State>(State{space, NodeTree(entries)});  // a range of entries is bulk-loaded
}

NearestNode::~NearestNode() = default;
NearestNode::NearestNode(NearestNode&&) noexcept = default;
NearestNode& NearestNode::operator=(NearestNode&&) noexcept = default;

std::size_t NearestNode::candidate_count() const {
    return state_->tree.size();
}

// A chord grows with its arc, so the nearest point through the sphere is also the nearest one over it. The tree returns
// entries by distance; entries as far as the first are compared by index.
std::optional<NearestNode::Found> NearestNode::nearest(Coordinate position) const {
    if (!is_finite(position)) {
        throw InvalidArgument(format("a position needs two finite numbers, found {},{}", position.x, position.y));
    }
    const NodeTree& tree = state_->tree;
    if (tree.empty()) return std::nullopt;
    const Point from = to_point(position, state_->space);
    std::vector<NodeEntry> nearest;
    double least = 0;
    Found found;
    // Fetches two at a time, and more if all of them are equally far: iterating one by one would be far slower.
    for (std::size_t count = 2;; count *= 4) {
        nearest.clear();
        tree.query(bgi::nearest(from, static_cast<unsigned>(std::min(count, tree.size()))),
                   std::back_inserter(nearest));
        least = std::numeric_limits<double>::infinity();
        double farthest = 0;
        for (const NodeEntry& entry : nearest) {
            const double distance = bg::distance(from, entry.first);
            if (distance < least || (distance == least && entry.second < found.node)) found.node = entry.second;
            least = std::min(least, distance);
            farthest = std::max(farthest, distance);
        }
        if (farthest > least || nearest.size() == tree.size()) break;
    }
    found.distance = network::length_of_chord(least, state_->space);
    return found;
}

}  // namespace allways
