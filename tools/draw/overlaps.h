// SPDX-License-Identifier: Apache-2.0
// For routes that share roads: the number of routes drawn above each stretch, so that a map can show all of them.
#pragma once

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "allways/routes/route.h"

namespace allways::tools {

// Consecutive legs of a route with the same other routes on their roads.
struct Stretch {
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;
    std::size_t above = 0;  // earlier routes in the list on the same roads, in any direction
    bool lowest = true;     // no later route takes these roads
};

// Borrows the source and the routes.
class RouteOverlaps {
public:
    RouteOverlaps(const PathSource& source, const std::vector<Route>& routes);

    std::vector<Stretch> stretches(std::size_t route) const;
    // The largest number of routes on one road; at least 1.
    std::size_t most() const { return most_; }

private:
    using Road = std::tuple<NodeIndex, NodeIndex, std::uint64_t>;  // its end nodes, the lower first, and its shape
    Road road_of(const PathLeg& leg) const;

    const PathSource& source_;
    const std::vector<Route>& routes_;
    std::map<Road, std::vector<std::size_t>> on_road_;  // the routes, in order
    std::size_t most_ = 1;
};

}  // namespace allways::tools
