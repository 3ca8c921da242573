// SPDX-License-Identifier: Apache-2.0
#include "draw/overlaps.h"

#include <algorithm>

namespace allways::tools {

RouteOverlaps::RouteOverlaps(const PathSource& source, const std::vector<Route>& routes)
    : source_(source), routes_(routes) {
    for (std::size_t at = 0; at < routes.size(); ++at) {
        for (const PathLeg& leg : routes[at].legs) {
            std::vector<std::size_t>& here = on_road_[road_of(leg)];
            if (here.empty() || here.back() != at) here.push_back(at);
            most_ = std::max(most_, here.size());
        }
    }
}

auto RouteOverlaps::road_of(const PathLeg& leg) const -> Road {
    const ArcShapes& shapes = source_.arcs().shapes;
    const bool has_shape = leg.arc < source_.arcs().size() && shapes.has_shape(leg.arc);
    return {std::min(leg.from, leg.to), std::max(leg.from, leg.to),
            has_shape ? std::uint64_t{shapes.shape(leg.arc)} : std::uint64_t{ArcShapes::no_shape}};
}

std::vector<Stretch> RouteOverlaps::stretches(std::size_t route) const {
    std::vector<Stretch> found;
    const std::vector<PathLeg>& legs = routes_[route].legs;
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
        const std::vector<std::size_t>& here = on_road_.at(road_of(legs[leg]));
        const auto own = std::ranges::lower_bound(here, route);
        const auto above = static_cast<std::size_t>(own - here.begin());
        const bool lowest = own + 1 == here.end();
        if (!found.empty() && found.back().above == above && found.back().lowest == lowest) {
            ++found.back().leg_count;
        } else {
            found.push_back({leg, 1, above, lowest});
        }
    }
    return found;
}

}  // namespace allways::tools
