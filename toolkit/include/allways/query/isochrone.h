// How far one gets from some places within a limit, or from where one gets to them: isochrones, before they are drawn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/progress.h"
#include "allways/cost/arc_costs.h"
#include "allways/network/road_network.h"

namespace allways {

enum class IsochroneDirection { from_starts, to_starts };

// A part of an arc, in shares of its length in the direction of travel: 0 ≤ begin < end ≤ 1, or the whole of an arc
// that costs nothing.
struct ReachedPart {
    ArcIndex arc = no_arc;
    double begin = 0;
    double end = 0;
    friend bool operator==(const ReachedPart&, const ReachedPart&) = default;
};

// The distances from the nearest of some nodes up to a limit, or, with to_starts, to the nearest. Borrows network and
// costs.
class Isochrone {
public:
    // `limit` is raw, as the costs are. One search from all starts that ends at the limit: O(n + m) and O(m log n) of
    // what lies within it; progress stage "reach", in nodes. Paths do not pass no-through nodes, starts excepted.
    // Throws InvalidArgument for costs that are negative or another network's, a start out of range and a limit below
    // 0, and Cancelled.
    Isochrone(const RoadNetwork& network, const ArcCosts& costs, std::span<const NodeIndex> starts, double limit,
              IsochroneDirection direction, const ProgressCallback& progress = {});
    Isochrone(RoadNetwork&&, const ArcCosts&, std::span<const NodeIndex>, double, IsochroneDirection,
              const ProgressCallback& = {}) = delete;
    Isochrone(const RoadNetwork&, ArcCosts&&, std::span<const NodeIndex>, double, IsochroneDirection,
              const ProgressCallback& = {}) = delete;

    double limit() const { return limit_; }
    // By node, raw (exact for int32 up to 2⁵³); infinite beyond the limit.
    const std::vector<double>& distances() const { return distance_; }

    // What one gets along, by arc: the places of arcs that cost more than `above` and up to `limit`, which is at most
    // the limit of the search. -1 as `above`: all up to `limit`. The cost of an arc is spread evenly along it, and one
    // gets into it only from its near end (its tail, or with to_starts its head): of a road that is entered from both
    // sides each direction is an arc of its own. Parts of consecutive limits make up the whole, without overlap. Loops
    // without a shape and arcs without a cost are in none. O(m).
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    double share(double near_distance, double cost, double limit) const;

    const RoadNetwork& network_;
    const ArcCosts& costs_;
    double limit_;
    IsochroneDirection direction_;
    std::vector<double> distance_;
    std::vector<std::uint8_t> is_start_;
};

}  // namespace allways
