// SPDX-License-Identifier: Apache-2.0
// The sections of a factor's roads within a limit from a place: an isochrone before it is drawn.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/query/isochrone.h"
#include "allways/query/road_router.h"

namespace allways {

// Borrows nothing. Searches once from the place up to the limit, as Isochrone does, but without a network and without
// making the place a node.
class ALLWAYS_API RoadReach {
public:
    // `limit` is raw. O(arcs), plus O(m log n) for the m arcs within the limit. Throws InvalidArgument as RoadRouter
    // does, and for a limit below 0; Cancelled in stage "reach".
    RoadReach(const RoadRouter& router, const RoadPlace& from, double limit, const ProgressCallback& progress = {});

    // The sections of arcs whose cost is more than `above` and at most `limit`, as Isochrone::parts: each arc counts
    // from the position where it is entered. Sections of the road that the place lies inside are included.
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    struct Entered {
        ArcIndex arc;
        double cost;   // raw cost of the arc
        double near;   // raw cost of the path to the position where the arc is entered
        double begin;  // share of the arc's length at that position; 0 except for the road of the place
    };
    std::vector<Entered> entered_;
};

}  // namespace allways
