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

// tapas  paired alternative segments (Bar-Gera, Transportation Research B 44 (2010), sections 3 to 5), here by
//        destination: pairs of ways between two nodes, of which one is used and costs more; flows shift between them
//        until both cost the same. Converges to any gap. Keeps loads by destination: 8 bytes × classes × destinations ×
//        arcs (under turn rules: steps).
// bfw    bi-conjugate Frank–Wolfe (Mitradjieva and Lindberg, Transportation Science 47 (2013), section 3): each
//        iteration loads all trips on the shortest paths at the present costs (assign_trips), and goes towards a point
//        that is conjugate to the last two, as far as the objective falls. Keeps loads of arcs only, and is slow below
//        a gap of 1e-4.
enum class EquilibriumMethod : std::uint8_t { tapas, bfw };
inline std::vector<std::string> words_of(EquilibriumMethod) {
    return {"tapas", "bfw"};
}

struct EquilibriumOptions {
    std::optional<EquilibriumMethod> method = {};  // nothing: tapas if its loads fit the memory, else bfw
    double gap = 1e-4;                             // ends when the relative gap is at most this
    std::uint32_t iterations = 1000;               // ends after so many
    std::optional<double> seconds = {};            // ends after the iteration in which so much time has passed
    std::vector<std::vector<double>> start =
        {};                            // of bfw: loads by class and arc of an earlier equilibrium; empty: none
    std::vector<double> preload = {};  // volume by arc that is there whatever the trips do; empty: none
    std::span<const std::vector<ArcIndex>> select = {};      // of tapas: select link, as AssignmentRequest::select
    std::function<bool(const EquilibriumStep&)> go_on = {};  // called after each iteration; ends the search if false
};

struct Equilibrium {
    std::vector<std::vector<double>> loads;  // trips by class and arc
    std::vector<double> volumes;             // PCE by arc, with the preload
    std::vector<double> times;               // by arc, at these volumes
    std::vector<EquilibriumStep> steps;      // the last one describes these loads
    std::vector<Assignment> last;            // by class: the last all-or-nothing assignment
    std::vector<Assignment> selected;        // by class, with select: loads of the trips that pass the selected arcs
    bool is_reached = false;                 // the gap
    bool is_limited = false;                 // ended by iterations, seconds or go_on, before the gap
};

// Both methods state the gap of the loads at the beginning of each iteration. Least costs of bfw are exact sums of
// costs that are rounded down to a fixed point of up to 9 digits, in which sums of paths fit int32: so the true gap is
// at most the stated one, and no loads have an objective below the stated bound, but for the rounding of doubles. Those
// of tapas are sums of doubles, whose rounding is about 1e-15 of them.
//
// `delay`: by arc, in any unit of time. Arcs without a value of the cost column are closed. Turn rules are obeyed, and
// tapas adds prices of turns. With `select`, the trips to one destination divide at each node as all flows to it do.
// Uses of the options: cost (that column), memory limit, log, and progress ("equilibrium", by the logarithm of the gap;
// with bfw "order"). Throws as assign_trips, and InvalidArgument for lists of another size than the number of arcs, no
// class, a PCE that is not positive, fixed costs that are negative or not finite, and with bfw for select, prices of
// turns and costs that int32 does not hold; CapacityError if the loads of tapas do not fit.
ALLWAYS_API Equilibrium assign_equilibrium(const RoadNetwork& network, std::span<const TripClass> classes,
                                           const VolumeDelay& delay, const EquilibriumOptions& wanted = {},
                                           const SolveOptions& options = {});

}  // namespace allways
