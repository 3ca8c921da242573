// SPDX-License-Identifier: Apache-2.0
// The best order of stops on a tour: the travelling salesman problem on a table of costs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/progress.h"

namespace allways {

// Tours of at most this many stops are the best ones.
inline constexpr std::size_t exact_tour_stops = 12;

struct TourOptions {
    bool returns = true;             // the tour ends where it begins
    bool begins_first = true;        // at the first stop; false: wherever that is best
    bool ends_last = false;          // at the last stop, from which a tour that returns goes back to its beginning
    ProgressCallback progress = {};  // stage "tour"
};

// Returns the order in which a tour visits all stops, as indexes of the table; empty if no tour was found. `costs` is
// stops×stops, row-major, [from][to], not negative, in any unit, +inf where no path leads. A tour that returns begins
// at the first stop, unless it is to end at the last stop but not to begin at the first: then it begins and ends there.
//
// Up to exact_tour_stops stops the tour is a cheapest one (dynamic programming: Held and Karp 1962, O(n² 2ⁿ)). Larger
// tours begin as the preorder of a minimum spanning tree of the cheaper directions (Boost.Graph's metric_tsp_approx;
// Rosenkrantz, Stearns and Lewis 1977), which 2-opt (Croes 1958) and Or-opt (Or 1976) improve with the costs of both
// directions until neither finds an improvement: O(n²) a round, O(n²) memory. Such a tour may be costlier than the best
// one, and may be missed if some pairs have no path. Throws InvalidArgument if the table is not square or has a
// negative or missing cost, and Cancelled.
ALLWAYS_API std::vector<std::uint32_t> find_tour(std::span<const double> costs, std::size_t stops,
                                                 const TourOptions& options = {});

}  // namespace allways
