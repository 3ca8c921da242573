// SPDX-License-Identifier: Apache-2.0
// The sections of a factor's roads within a limit from or to a place: an isochrone before it is drawn.
#pragma once

#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/query/isochrone.h"
#include "allways/query/road_router.h"

namespace allways {

struct RoadReachOptions {
    IsochroneDirection direction = IsochroneDirection::from_starts;
    // A column of the factor's arcs whose sum the limit bounds, in the column's unit, such as lengths: then paths are
    // the shortest ones by that column, under the same turn rules. Arcs without a value are not used. Empty: the cost.
    std::string column = {};
    ProgressCallback progress = {};  // stage "reach"
};

// Borrows nothing. Searches once from the place up to the limit, as Isochrone does, but without a network and without
// making the place a node.
class ALLWAYS_API RoadReach {
public:
    // `limit` is raw, or in the unit of the column. O(arcs), plus O(m log n) for the m arcs within the limit. Throws
    // InvalidArgument as RoadRouter does, for a limit below 0, a column that the factor lacks and negative values in
    // it; Cancelled.
    RoadReach(const RoadRouter& router, const RoadPlace& place, double limit, const RoadReachOptions& options = {});

    // The sections of arcs whose cost is more than `above` and at most `limit`, as Isochrone::parts: each arc counts
    // from the position where it is entered (or left, towards the place). Sections of the road that the place lies
    // inside are included.
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    struct Entered {
        ArcIndex arc;
        double cost;  // of the arc
        double near;  // cost of the path between the place and the position where the arc is entered
        // Share of the arc's length at that position, counted from its tail or, towards the place, from its head; 0
        // except for the road of the place.
        double begin;
    };
    class Search;

    IsochroneDirection direction_;
    std::vector<Entered> entered_;
};

}  // namespace allways
