// SPDX-License-Identifier: Apache-2.0
// Isochrones before they are drawn: the arcs of a network, or sections of them, within a limit from or to some places.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways {

enum class IsochroneDirection { from_starts, to_starts };

// A section of an arc, in shares of its length in the direction of travel: 0 ≤ begin < end ≤ 1, or a whole arc of cost
// 0.
struct ReachedPart {
    ArcIndex arc = no_arc;
    double begin = 0;
    double end = 0;
    friend bool operator==(const ReachedPart&, const ReachedPart&) = default;
};

// The starts of a search.
struct StartNodes {
    StartNodes() = default;
    // `first_costs`: empty, or the raw cost with which each start begins, at least 0.
    template <std::convertible_to<std::span<const NodeIndex>> Nodes>
    StartNodes(const Nodes& starts, std::span<const double> first_costs = {})  // NOLINT: most starts begin with 0
        : nodes(starts), costs(first_costs) {}

    std::span<const NodeIndex> nodes;
    std::span<const double> costs;
};

// Distances up to a limit, from the nearest start or, with to_starts, to the nearest start. Borrows network and costs.
class ALLWAYS_API Isochrone {
public:
    // `limit` is raw, as the costs are. One search from all starts up to the limit: O(n + m), plus O(m log n) for the m
    // arcs within it; progress stage "reach", in nodes. Paths do not pass no-through nodes, starts excepted. Throws
    // InvalidArgument for negative costs or those of another network, a start out of range and a limit below 0, and
    // Cancelled.
    Isochrone(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit,
              IsochroneDirection direction, const ProgressCallback& progress = {});
    Isochrone(RoadNetwork&&, const ArcCosts&, const StartNodes&, double, IsochroneDirection,
              const ProgressCallback& = {}) = delete;
    Isochrone(const RoadNetwork&, ArcCosts&&, const StartNodes&, double, IsochroneDirection,
              const ProgressCallback& = {}) = delete;

    // The isochrone from other starts, with the same network, costs, limit and direction: one search alone, since what
    // the first isochrone made of the network and its turn rules is shared.
    Isochrone from(const StartNodes& starts, const ProgressCallback& progress = {}) const {
        return {roads_, starts, limit_, progress};
    }

    double limit() const { return limit_; }
    // By node (exact for int32 up to 2⁵³); infinite beyond the limit.
    const std::vector<double>& raw_distances() const { return distance_; }

    // The sections of arcs whose cost is more than `above` and at most `limit`, which must not exceed the limit of the
    // search. `above` = -1 gives everything up to `limit`. The cost of an arc is spread evenly along it, and an arc is
    // entered only from its near end (its tail, or with to_starts its head): a road entered from both sides has a
    // separate arc for each direction. The sections of consecutive limits cover everything without overlap. Loops
    // without a shape and arcs without a cost are left out. O(m).
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    struct Roads;
    Isochrone(std::shared_ptr<const Roads> roads, const StartNodes& starts, double limit,
              const ProgressCallback& progress);
    void search_nodes(const StartNodes& starts, const ProgressCallback& progress);
    void search_states(const StartNodes& starts, const ProgressCallback& progress);
    double share(double near_distance, double cost, double limit) const;

    std::shared_ptr<const Roads> roads_;
    double limit_;
    std::vector<double> distance_;
    std::vector<double> near_;  // by arc: the distance of the end where it is entered; infinite if never entered
};

}  // namespace allways
