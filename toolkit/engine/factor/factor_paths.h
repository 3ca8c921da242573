// SPDX-License-Identifier: Apache-2.0
// Distances and paths from a factor, one pair at a time: under a millisecond, where a search through a large network
// takes tens of milliseconds.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "allways/result/network_factor.h"
#include "engine/factor/place_tables.h"

namespace allways::engine {

// Safe to use from several threads at once. For int32 the distances and paths match a solved table bit for bit; floats
// are rounded in a different order. All functions throw InvalidArgument for an index out of range, and DamagedContent
// if the arrays of a mapped file contradict each other.
class FactorPaths {
public:
    // O(1): reads only sizes. Throws InvalidArgument if they do not belong together.
    explicit FactorPaths(std::shared_ptr<const NetworkFactor> factor);
    explicit FactorPaths(NetworkFactor factor)
        : FactorPaths(std::make_shared<const NetworkFactor>(std::move(factor))) {}
    ~FactorPaths();
    FactorPaths(FactorPaths&&) noexcept;
    FactorPaths& operator=(FactorPaths&&) noexcept;

    // Raw; +inf if there is no path. Visits the upward arcs of the ancestors of both nodes in the elimination tree:
    // some ten thousand for 10^5 nodes of a street network.
    double raw_distance(NodeIndex from, NodeIndex to) const;

    // Returns the path of the table's next hops; legs refer to the arcs of factor(). Takes the time of a distance, plus
    // the ancestors of each node on the path, most of which it shares with the node before.
    Path path(NodeIndex from, NodeIndex to) const;

    // The same from one state to another, or to the end place of `to_node` (FactorPlaces). The target may not be a
    // state on the border, unless it is the start.
    double raw_distance_of_places(NodeIndex from, NodeIndex to) const;
    // From all to all, row-major; each place is climbed from once.
    std::vector<double> raw_distances_of_places(std::span<const NodeIndex> from, std::span<const NodeIndex> to) const;
    Path path_of_places(NodeIndex from, NodeIndex to, NodeIndex to_node) const;

    // A place of the core between two ends, with the least raw costs of a path from one of the first places to it and
    // of one from there to one of the last places, and the numbers of these first and last places.
    struct PlaceBetween {
        NodeIndex place;
        double there = 0;
        double onward = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        double cost() const { return there + onward; }
    };
    // Returns by rank the ancestors, in the elimination tree, of all first and last places that lie on a path from a
    // first place to a last one. Paths that stay in one road or on the border have no such place. Visits the upward
    // arcs of these ancestors, as a distance does. Costs may not be negative.
    std::vector<PlaceBetween> places_between(std::span<const PlaceConnector> firsts,
                                             std::span<const PlaceConnector> lasts) const;

    const NetworkFactor& factor() const;

    class Answers;

private:
    std::unique_ptr<const Answers> answers_;
};

}  // namespace allways::engine
