// SPDX-License-Identifier: Apache-2.0
// Finds the node of a network nearest to a position.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/network/coordinate.h"

namespace allways {

// Finds the nearest of a network's nodes. Positions in degrees become points on a unit sphere, so the order is that of
// great-circle distances everywhere, even across the antimeridian and at the poles; other coordinates are those of a
// plane. On a tie the node with the lowest index is found. Owns all its data; safe to use from several threads at once.
class ALLWAYS_API NearestNode {
public:
    enum class Space { sphere, plane };  // sphere: x is longitude and y latitude in degrees

    // Indexes all nodes with finite coordinates, or those among `candidates`. O(k log k).
    NearestNode(std::span<const Coordinate> coordinates, Space space);
    NearestNode(std::span<const Coordinate> coordinates, Space space, std::span<const NodeIndex> candidates);
    ~NearestNode();
    NearestNode(NearestNode&&) noexcept;
    NearestNode& operator=(NearestNode&&) noexcept;

    std::size_t candidate_count() const;

    struct Found {
        NodeIndex node = no_node;
        double distance = 0;  // metres on a sphere of the Earth's mean radius; in a plane, units of the coordinates
    };
    // Returns nothing if there are no candidates. Throws InvalidArgument for a position that is not finite. O(log k).
    std::optional<Found> nearest(Coordinate position) const;

private:
    struct State;
    std::unique_ptr<const State> state_;
};

}  // namespace allways
