// Other good ways beside the shortest one.
#pragma once

#include <vector>

#include "allways/query/road_router.h"

namespace allways {

struct AlternativeOptions {
    std::size_t count = 1;        // at most
    double most_longer = 0.25;    // than the shortest path, as a share of its cost
    double most_shared = 0.6;     // with the shortest path, and with each other, of its cost
    double local_optimum = 0.25;  // a piece of this share of its cost, around where the ways part, is a shortest path
    ProgressCallback progress = {};  // stage "alternatives", for each path that is tried
};

// Each is the shortest path through one place that separates origin and destination (a shared ancestor in the
// elimination tree), passes no node twice and has no detour: a piece around that place is itself a shortest path. The
// cheapest first; `shortest` is router.path(from, to). Throws Cancelled. Source: Abraham, Delling, Goldberg and Werneck
// 2013, "Alternative routes in road networks" (admissible single-via paths). Milliseconds.
std::vector<RoadPath> find_alternatives(const RoadRouter& router, const RoadPlace& from, const RoadPlace& to,
                                        const RoadPath& shortest, const AlternativeOptions& options = {});

}  // namespace allways
