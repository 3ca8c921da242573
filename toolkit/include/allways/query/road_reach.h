// SPDX-License-Identifier: Apache-2.0
// The parts of a factor's roads within a limit from a place: an isochrone before it is drawn.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/query/isochrone.h"
#include "allways/query/road_router.h"

namespace allways {

// Borrows nothing. One search from the place up to the limit: as Isochrone does, without a network and without making
// the place a node.
class ALLWAYS_API RoadReach {
public:
    // `limit` is raw. O(arcs), and O(m log n) of what lies within the limit. Throws InvalidArgument as RoadRouter
    // does, and for a limit below 0; Cancelled in stage "reach".
    RoadReach(const RoadRouter& router, const RoadPlace& from, double limit, const ProgressCallback& progress = {});

    // Those whose cost is more than `above` and at most `limit`, as Isochrone::parts: of each arc, from where it is
    // entered. Beside them the parts of the road that the place lies inside.
    std::vector<ReachedPart> parts(double above, double limit) const;

private:
    struct Entered {
        ArcIndex arc;
        double cost;   // raw: of the arc
        double near;   // raw: of the way to where it is entered
        double begin;  // the share of its length there; 0 but for the road of the place
    };
    std::vector<Entered> entered_;
};

}  // namespace allways
