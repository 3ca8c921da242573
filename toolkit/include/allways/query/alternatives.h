// SPDX-License-Identifier: Apache-2.0
// Other good ways beside the shortest one.
#pragma once

#include <vector>

#include "allways/base/api.h"
#include "allways/query/road_router.h"

namespace allways {

struct AlternativeOptions {
    std::size_t count = 1;           // at most
    double most_longer = 0.25;       // than the shortest path, as a share of its cost
    double most_shared = 0.75;       // with the shortest path, and with each other, of its cost
    double local_optimum = 0.1;      // a piece of this share of its cost, on both sides of the via place, is shortest
    std::size_t most_tried = 200;    // paths to look at
    ProgressCallback progress = {};  // stage "alternatives", for each path that is tried
};

// Each is the shortest path through one *via place*, an ancestor of origin or destination in the elimination tree. It
// is legal, passes no node twice (unless the shortest path does), and has no detour: a piece around the via place is
// itself a shortest path, and so are the ways to it and from it. Places inside roads are left and entered by all their
// arcs. The cheapest first; `shortest` is router.path(from, to). Throws Cancelled. Source: Abraham, Delling, Goldberg
// and Werneck 2013, "Alternative routes in road networks" (admissible single-via paths). Takes the time of `most_tried`
// paths at most.
ALLWAYS_API std::vector<RoadPath> find_alternatives(const RoadRouter& router, const RoadPlace& from,
                                                    const RoadPlace& to, const RoadPath& shortest,
                                                    const AlternativeOptions& options = {});

}  // namespace allways
