// SPDX-License-Identifier: Apache-2.0
// User equilibrium: trips between places spread over paths until no trip has a faster one, while times grow with the
// volume of traffic.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allways/base/api.h"
#include "allways/query/assignment.h"
#include "allways/query/volume_delay.h"

namespace allways {

// Trips that see the same costs. A class's cost of an arc is the time at the volume of all classes, and its fixed cost.
struct TripClass {
    std::string name = "trips";
    std::span<const NodeTrips> trips;
    double pce = 1;                         // passenger-car equivalents: the volume that one trip adds
    std::vector<double> fixed_costs = {};   // by arc, in the unit of times, such as toll / value of time; empty: none
    std::vector<std::uint8_t> closed = {};  // by arc: not 0 where the class may not go; empty: nowhere
};

// One iteration. Costs are those of the loads at its beginning, in trips × PCE × the unit of times.
struct EquilibriumStep {
    double total_cost = 0;  // Σ load × cost
    double least_cost = 0;  // Σ trips × the cost of the shortest path
    double gap = 0;         // (total - least) / total: the relative gap
    double excess = 0;      // (total - least) / trips: the average excess cost
    double objective = 0;   // Beckmann's: Σ ∫ time from 0 to the volume, and Σ load × fixed cost
    double bound = 0;       // no loads have a lower objective than this
    double step = 0;        // the part of the way to the new loads that was gone, 0 to 1; 0: the last iteration
};

enum class EquilibriumMethod : std::uint8_t { tapas, bfw };
inline std::vector<std::string> words_of(EquilibriumMethod) {
    return {"tapas", "bfw"};
}

struct EquilibriumOptions {
    EquilibriumMethod method = EquilibriumMethod::tapas;
    double gap = 1e-4;                            // ends when the relative gap is at most this
    std::uint32_t iterations = 1000;              // ends after so many
    std::optional<double> seconds = {};           // ends after the iteration in which so much time has passed
    std::vector<std::vector<double>> start = {};  // loads by class and arc, of an earlier equilibrium; empty: none
    std::vector<double> preload = {};             // volume by arc that is there whatever the trips do; empty: none
    std::function<bool(const EquilibriumStep&)> go_on = {};  // called after each iteration; ends the search if false
};

struct Equilibrium {
    std::vector<std::vector<double>> loads;  // trips by class and arc
    std::vector<double> volumes;             // PCE by arc, with the preload
    std::vector<double> times;               // by arc, at these volumes
    std::vector<EquilibriumStep> steps;      // the last one describes these loads
    std::vector<Assignment> last;            // by class: the last all-or-nothing assignment
    bool is_reached = false;                 // the gap
    bool is_limited = false;                 // ended by iterations, seconds or go_on, before the gap
};

// Bi-conjugate Frank–Wolfe (Mitradjieva and Lindberg, Transportation Science 47 (2013), section 3): each iteration
// loads all trips on the shortest paths at the present costs (assign_trips), and goes towards a point that is conjugate
// to the last two, as far as Beckmann's objective falls. Costs are rounded down to a fixed point of up to 9 digits in
// which sums of paths fit int32, and their sums are exact: so the true gap is at most the stated one, and no loads have
// an objective below the stated bound, but for the rounding of doubles. The order of the network is found once.
//
// `delay`: by arc, in any unit of time. Arcs without a value of the cost column are closed. Turn rules are obeyed; a
// network with prices of turns is refused. Uses of the options: cost (that column), memory limit and progress ("order",
// and "equilibrium" in iterations). Throws as assign_trips, and InvalidArgument for prices of turns, lists of another
// size than the number of arcs, no class, a PCE that is not positive, fixed costs that are negative or not finite, and
// costs that int32 does not hold.
ALLWAYS_API Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const TripClass> classes,
                                           const VolumeDelay& delay, const EquilibriumOptions& wanted = {},
                                           const SolveOptions& options = {});

}  // namespace allways
