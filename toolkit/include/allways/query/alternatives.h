// SPDX-License-Identifier: Apache-2.0
// Other good paths in addition to the shortest one.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/query/road_router.h"

namespace allways {

struct AlternativeOptions {
    std::size_t count = 1;           // the largest number of alternatives
    double most_longer = 0.25;       // largest additional cost, as a share of the shortest path's
    double most_shared = 0.75;       // the largest share of a path's cost in common with the shortest or another path
    double local_optimum = 0.1;      // the section of this share of the cost around the via place must be shortest
    std::size_t most_tried = 200;    // the largest number of paths to examine
    ProgressCallback progress = {};  // stage "alternatives", for each path that is tried
};

// Each alternative is the shortest path through one *via place*, an ancestor of origin or destination in the
// elimination tree. It is legal, passes no node twice (unless the shortest path does), and has no detour: a section
// around the via place is itself a shortest path, and so are the paths to it and from it. Places inside roads are left
// and entered by all their arcs. The cheapest comes first; `shortest` is router.path(from, to). Throws Cancelled.
// Source: Abraham, Delling, Goldberg and Werneck 2013, "Alternative routes in road networks" (admissible single-via
// paths). Takes the time of `most_tried` paths at most.
ALLWAYS_API std::vector<RoadPath> find_alternatives(const RoadRouter& router, const RoadPlace& from,
                                                    const RoadPlace& to, const RoadPath& shortest,
                                                    const AlternativeOptions& options = {});

}  // namespace allways
