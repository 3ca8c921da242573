// SPDX-License-Identifier: Apache-2.0
// User equilibrium: trips between places spread over paths until no trip has a faster one, while times grow with the
// volume of traffic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "allways/base/api.h"
#include "allways/query/assignment.h"
#include "allways/query/volume_delay.h"

namespace allways {

struct EquilibriumOptions {
    double gap = 1e-4;                  // ends when the relative gap is at most this
    std::uint32_t iterations = 1000;    // ends after so many
    std::optional<double> seconds{};    // ends after the iteration in which so much time has passed
    std::vector<double> start_loads{};  // by arc, of an earlier equilibrium of the same trips; empty: none
};

// One iteration: costs of the loads at its beginning, in trips × the unit of the times.
struct EquilibriumStep {
    double total_cost = 0;  // Σ load × time
    double least_cost = 0;  // Σ trips × shortest distance at these times
    double gap = 0;         // (total - least) / total: the relative gap
    double excess = 0;      // (total - least) / trips loaded: the average excess cost
    double objective = 0;   // Beckmann's: Σ ∫ time from 0 to the load
    double bound = 0;       // the objective of an equilibrium is at least this
    double step = 0;        // the part of the way to the new loads that is gone, 0 to 1
};

struct Equilibrium {
    std::vector<double> arc_loads;
    std::vector<double> arc_times;
    std::vector<EquilibriumStep> steps;  // the last one describes these loads
    Assignment last;                     // the sums of the last all-or-nothing assignment
    bool is_reached = false;             // the gap
};

// Bi-conjugate Frank–Wolfe (Mitradjieva and Lindberg, Transportation Science 47 (2013), section 3): each iteration
// loads all trips on the shortest paths at the present times (assign_trips), and goes as far as Beckmann's objective
// falls towards a point that is conjugate to the last two. Times are rounded to whole units of the finest fixed point
// in which sums of paths fit int32; total and least cost are of the rounded times, so that the gap is exact for them.
//
// `delay`: by arc, in any unit of time; arcs whose cost is missing in the network stay closed. Turn rules and prices of
// turns count as in assign_trips. Uses of the options: cost (the column whose missing values close arcs, and whose unit
// prices of turns are added to), memory limit, progress ("equilibrium") and log. Throws as assign_trips, and
// InvalidArgument for functions of another number of arcs.
ALLWAYS_API Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const NodeTrips> trips,
                                           const VolumeDelay& delay, const EquilibriumOptions& wanted = {},
                                           const SolveOptions& options = {});

}  // namespace allways
