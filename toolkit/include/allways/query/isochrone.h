// SPDX-License-Identifier: Apache-2.0
// Isochrones before they are drawn: the arcs of a network or a factor, or sections of them, within a limit from or to
// some places.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways {

class RoadRouter;
struct RoadPlace;

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

struct IsochroneOptions {
    IsochroneDirection direction = IsochroneDirection::from_starts;
    // A column of the factor's arcs whose sum the limit bounds, in the column's unit, such as lengths: then paths are
    // the shortest ones by that column, under the same turn rules. Arcs without a value are not used. Empty: the cost.
    std::string column = {};
    ProgressCallback progress = {};  // stage "reach", in nodes
};

// Distances up to a limit, from the nearest start or, with to_starts, to the nearest start. Borrows nothing.
class ALLWAYS_API Isochrone {
public:
    // `limit` is raw, as the costs are. One search from all starts up to the limit: O(n + m), plus O(m log n) for the m
    // arcs within it; progress stage "reach", in nodes. Paths do not pass no-through nodes, starts excepted. Throws
    // InvalidArgument for negative costs or those of another network, a start out of range and a limit below 0, and
    // Cancelled.
    Isochrone(const RoadNetwork& network, const ArcCosts& costs, const StartNodes& starts, double limit,
              IsochroneDirection direction, const ProgressCallback& progress = {});

    // The same search on the factor of a router, without a network and without making the place a node; arcs are those
    // of the factor, which this shares. At the edges of destination zones it goes into the roads that RoadRouter goes
    // into; the search on a network leaves out those of them for which another turn rule decides, too. `limit` is raw,
    // or in the unit of the column. Throws InvalidArgument as RoadRouter does, for a limit below 0, a column that the
    // factor lacks and negative values in it; Cancelled.
    Isochrone(const RoadRouter& router, const RoadPlace& place, double limit, const IsochroneOptions& options = {});

    // The isochrone from other starts, with the same roads, costs, limit and direction: one search alone, since what
    // the first isochrone made of the roads and their turn rules is shared.
    Isochrone from(const StartNodes& starts, const ProgressCallback& progress = {}) const {
        return {roads_, starts, limit_, progress};
    }

    double limit() const { return limit_; }
    // By node of the network or the factor (exact for int32 up to 2⁵³); infinite beyond the limit.
    const std::vector<double>& raw_distances() const { return distance_; }

    // The sections of arcs whose cost is more than `above` and at most `limit`, which must not exceed the limit of the
    // search. `above` = -1 gives everything up to `limit`. The cost of an arc is spread evenly along it, and an arc is
    // entered only from its near end (its tail, or with to_starts its head): a road entered from both sides has a
    // separate arc for each direction. The arcs of a place inside a road are entered there, too, and such sections
    // come first. The sections of consecutive limits cover everything without overlap. Loops without a shape and arcs
    // without a cost are left out. O(m).
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    struct Roads;
    using Roots = std::vector<std::pair<NodeIndex, double>>;  // states, with the cost with which paths begin

    Isochrone(std::shared_ptr<const Roads> roads, const StartNodes& starts, double limit,
              const ProgressCallback& progress);
    void search(const Roots& roots, const ProgressCallback& progress);

    std::shared_ptr<const Roads> roads_;
    double limit_;
    std::vector<double> distance_;  // by node
    std::vector<double> near_;      // by arc: the distance of the end where it is entered; infinite if never entered
    // Arcs entered at distance 0, each with the share of its length at the place, from its tail or, with to_starts,
    // from its head.
    std::vector<std::pair<ArcIndex, double>> of_place_;
};

}  // namespace allways
