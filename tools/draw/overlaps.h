// SPDX-License-Identifier: Apache-2.0
// Routes that share roads: which stretches of each lie under how many others, so that a map can draw all of them.
#pragma once

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "allways/routes/route.h"

namespace allways::tools {

// Legs of a route, consecutive ones with the same routes on their roads.
struct Stretch {
    std::size_t first_leg = 0;
    std::size_t leg_count = 0;
    std::size_t above = 0;  // routes before this one in the list that take the same roads, in any direction
    bool lowest = true;     // no route after this one takes them
};

// Borrows the source and the routes.
class RouteOverlaps {
public:
    RouteOverlaps(const PathSource& source, const std::vector<Route>& routes);

    std::vector<Stretch> stretches(std::size_t route) const;
    // The largest number of routes on one road; at least 1.
    std::size_t most() const { return most_; }

private:
    using Road = std::tuple<NodeIndex, NodeIndex, std::uint64_t>;  // its ends, the lower first, and its shape
    Road road_of(const PathLeg& leg) const;

    const PathSource& source_;
    const std::vector<Route>& routes_;
    std::map<Road, std::vector<std::size_t>> on_road_;  // the routes, in order
    std::size_t most_ = 1;
};

}  // namespace allways::tools
