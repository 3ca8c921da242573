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
// are rounded in a different order. Both throw InvalidArgument for an index out of range, and DamagedContent where the
// arrays of a mapped file contradict each other.
class FactorPaths {
public:
    // O(1): nothing is read but sizes. Throws InvalidArgument if they do not belong together.
    explicit FactorPaths(std::shared_ptr<const NetworkFactor> factor);
    explicit FactorPaths(NetworkFactor factor)
        : FactorPaths(std::make_shared<const NetworkFactor>(std::move(factor))) {}
    ~FactorPaths();
    FactorPaths(FactorPaths&&) noexcept;
    FactorPaths& operator=(FactorPaths&&) noexcept;

    // Raw; +inf if there is no path. Visits the arcs that go up from the ancestors of both nodes in the elimination
    // tree: some ten thousand for 10^5 nodes of a street network.
    double raw_distance(NodeIndex from, NodeIndex to) const;

    // The path of the table's next hops; legs refer to the arcs of factor(). Takes the time of a distance, plus the
    // ancestors of each node on the way, most of which it shares with the node before.
    Path path(NodeIndex from, NodeIndex to) const;

    // The same from a state of a drive to another, or to the end of `to_node` (FactorPlaces). Not to a state on the
    // border, except from itself.
    double raw_distance_of_places(NodeIndex from, NodeIndex to) const;
    Path path_of_places(NodeIndex from, NodeIndex to, NodeIndex to_node) const;

    // A place of the core between two ends, with the least raw costs of a way from one of the first places to it and on
    // to one of the last ones, and which ones these are.
    struct PlaceBetween {
        NodeIndex place;
        double there = 0;
        double onward = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        double cost() const { return there + onward; }
    };
    // The ancestors, in the elimination tree, of all first and last places, by rank: those that lie on a way from one
    // to another. Ways that stay in one road or on the border have none. Visits the arcs that go up from these
    // ancestors, as a distance does. Costs may not be negative.
    std::vector<PlaceBetween> places_between(std::span<const PlaceTie> firsts, std::span<const PlaceTie> lasts) const;

    const NetworkFactor& factor() const;

    class Answers;

private:
    std::unique_ptr<const Answers> answers_;
};

}  // namespace allways::engine
